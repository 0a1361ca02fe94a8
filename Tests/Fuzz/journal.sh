#!/bin/sh
# Builds and runs the fuzzer of the journal: Tests/Fuzz/journal.sh [seconds]
# A corpus is kept in .build/fuzz/journal; what was found is left there as crash-*.
set -eu
cd "$(dirname "$0")/../.."
out=.build/fuzz
mkdir -p "$out/journal"
sources=$(find Sources/Text Sources/Clocks Sources/Geodesy Sources/GNSS Sources/Journal Sources/Records Sources/Simulation/Flash -name '*.swift')
# One module each, in the order of the floors, so that the imports are the real ones.
objects=
for module in Text Clocks Geodesy GNSS Journal Records Simulation; do
  files=$(printf '%s\n' "$sources" | grep "^Sources/$module/")
  # shellcheck disable=SC2086
  swiftc -O -swift-version 6 -sanitize=fuzzer,address -parse-as-library -whole-module-optimization \
    -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -I "$out" -c $files \
    -o "$out/$module.o"
  objects="$objects $out/$module.o"
done
# shellcheck disable=SC2086
swiftc -O -swift-version 6 -sanitize=fuzzer,address -parse-as-library -I "$out" Tests/Fuzz/journal.swift $objects \
  -o "$out/journal-fuzzer"
# A corpus that begins with good bytes gets further than one that must guess a CRC.
sed -n '/^```hex segment/,/^```$/p' docs/FORMAT.md | sed -e '/^```/d' -e 's/#.*//' | xxd -r -p >"$out/segment"
for name in payload-track payload-others; do
  { printf '\010'; sed -n "/^\`\`\`hex $name/,/^\`\`\`\$/p" docs/FORMAT.md | sed -e '/^```/d' -e 's/#.*//' | xxd -r -p; } \
    >"$out/journal/$name"
done
{ printf '\377'; cat "$out/segment"; } >"$out/journal/segment"
"$out/journal-fuzzer" -max_total_time="${1:-60}" -max_len=4096 -artifact_prefix="$out/journal/" "$out/journal"
