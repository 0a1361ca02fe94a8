"""Writes a file of magnetic coefficients in the form that GeographicLib reads: model.py FILE.COF FOLDER NAME"""

import pathlib
import struct
import sys

source, folder, name = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
lines = pathlib.Path(source).read_text(encoding="ascii").splitlines()
epoch = float(lines[0].split()[0])
rows = {}
for line in lines[1:]:
    if line.startswith("9999"):
        break
    fields = line.split()
    rows[int(fields[0]), int(fields[1])] = [float(field) for field in fields[2:]]
degree = max(n for n, _ in rows)

identifier = b"WAYMARKB"
data = identifier
for cosine, sine in ((0, 1), (2, 3)):  # the field, then its yearly change
    data += struct.pack("<ii", degree, degree)
    for first, column in ((0, cosine), (1, sine)):  # the sines of order 0 are left out
        for m in range(first, degree + 1):
            data += struct.pack(f"<{degree + 1 - m}d", *(rows.get((n, m), [0] * 4)[column] for n in range(m, degree + 1)))
(folder / f"{name}.wmm.cof").write_bytes(data)
(folder / f"{name}.wmm").write_text(
    f"""WMMF-2
Name {name}
Description {lines[0].split()[1]}
ReleaseDate 2024-11-13
Radius 6371200
NumModels 1
Epoch {epoch}
DeltaEpoch 5
MinTime {epoch}
MaxTime {epoch + 5}
MinHeight -1000
MaxHeight 850000
Normalization schmidt
ByteOrder little
ID {identifier.decode()}
"""
)
