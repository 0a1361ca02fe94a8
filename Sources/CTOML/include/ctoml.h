// TOML 1.0 behind C: one function that parses a buffer and tells every key and value with its place.
//
// The C++ of toml++ (3.3 or later) stays behind this header, because Swift's own C++ interoperation cannot be linked
// statically on Linux.
#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The deepest nesting of inline values that is parsed; what lies deeper is a syntax error.
#define CTOML_MAXIMUM_NESTING 8

/// The most points that one line may hold, a line that is only a remark excepted; more are a syntax error. Together with
/// the nesting this bounds the stack that hostile text can take.
#define CTOML_MAXIMUM_POINTS 64

/// What a value is.
typedef enum ctoml_kind {
  ctoml_kind_table = 0,
  ctoml_kind_array = 1,
  ctoml_kind_text = 2,
  ctoml_kind_integer = 3,
  ctoml_kind_number = 4,
  ctoml_kind_flag = 5,
  /// A date, a time or both.
  ctoml_kind_time = 6
} ctoml_kind;

/// Bytes of UTF-8, not terminated; valid only during the callback.
typedef struct ctoml_text {
  const char *bytes;
  size_t count;
} ctoml_text;

/// A position in the text: line and column count from 1, the column in characters; 0 is unknown.
typedef struct ctoml_place {
  uint32_t line;
  uint32_t column;
} ctoml_place;

/// One key with its value.
typedef struct ctoml_entry {
  /// How many tables and arrays lie around it; 0 at the top.
  size_t depth;
  /// The key; empty for the elements of an array.
  ctoml_text key;
  /// Where the key is; for an element of an array, where the element is.
  ctoml_place key_place;
  /// What the value is. The contents of tables and arrays follow with the next greater depth.
  ctoml_kind kind;
  /// Where the value is.
  ctoml_place value_place;
  /// The value of a text.
  ctoml_text text;
  /// The value of an integer.
  int64_t integer;
  /// The value of a number with a fraction or exponent; may be nan or infinite.
  double number;
  /// The value of a flag.
  bool flag;
} ctoml_entry;

/// Takes one entry. Tables come before their contents; keys of one table in no particular order.
typedef void (*ctoml_visitor)(void *context, const ctoml_entry *entry);

/// Takes the one syntax error.
typedef void (*ctoml_complaint)(void *context, ctoml_text message, ctoml_place place);

/// Parses TOML.
///
/// @param bytes the text; need not be terminated and may be any bytes.
/// @param count how many bytes.
/// @param context handed to the callbacks.
/// @param visit called for every key and value, if the text is TOML.
/// @param complain called once otherwise, with what is wrong first.
/// @return whether the text is TOML.
bool ctoml_parse(const char *bytes, size_t count, void *context, ctoml_visitor visit, ctoml_complaint complain);

#ifdef __cplusplus
}
#endif

#endif
