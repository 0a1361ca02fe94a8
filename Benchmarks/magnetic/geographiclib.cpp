// The other side of Benchmarks/magnetic: GeographicLib on the same places, heights and times.
//   geographiclib COUNT FOLDER NAME
#include <GeographicLib/MagneticModel.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static double processorSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  const long count = std::atol(argv[1]);
  const GeographicLib::MagneticModel model(argv[3], argv[2]);
  std::vector<double> latitudes, longitudes;
  for (long index = 0; index < 1024; index++) {
    latitudes.push_back((index * 733 % 1024) / 1024.0 * 178 - 89);
    longitudes.push_back((index * 389 % 1024) / 1024.0 * 360 - 180);
  }
  double sum = 0;
  const double start = processorSeconds();
  for (long index = 0; index < count; index++) {
    double east, north, up, eastRate, northRate, upRate;
    model(2025 + (index & 511) / 128.0, latitudes[index & 1023], longitudes[index & 1023], double(index & 4095), east,
          north, up, eastRate, northRate, upRate);
    sum += east + north - up + eastRate + northRate - upRate;
  }
  const double seconds = processorSeconds() - start;
  std::printf("%s %g %.9f\n", model.MagneticModelName().c_str(), seconds / count * 1e9, sum / count);
}
