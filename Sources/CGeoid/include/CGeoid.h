/* The geoid of EGM96 as cubic B-spline coefficients at every degree. See docs/geoid.md. */
#ifndef CGEOID_H
#define CGEOID_H

#include <stdint.h>

#define CGEOID_ROWS 181
#define CGEOID_COLUMNS 360

/* Centimetres above the ellipsoid; rows from 90 degrees south to 90 north, columns from 180 degrees west eastwards. */
const int16_t *cgeoid_coefficients(void);

#endif
