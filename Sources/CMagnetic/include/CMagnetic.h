/* The World Magnetic Model as it is published: the text of its coefficients file. See share/README.md. */
#ifndef CMAGNETIC_H
#define CMAGNETIC_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the file, without a zero at their end. */
const uint8_t *cmagnetic_coefficients(void);

/* How many there are. */
size_t cmagnetic_length(void);

#endif
