// Debian's libexpat1-dev. Static executables find libexpat.a in the same package.
#include <expat.h>
