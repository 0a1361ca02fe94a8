// Debian's libgpiod-dev, 1.6 or 2.x. Static executables find libgpiod.a in the same package.
#include <gpiod.h>
