// What the benchmarks time with.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>

// CPU time of all threads of the process.
[[nodiscard]] inline double cpu_nanoseconds() {
#ifdef CLOCK_PROCESS_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
#else
    return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC);
#endif
}
[[nodiscard]] inline double cpu_milliseconds() { return cpu_nanoseconds() * 1e-6; }

// Makes the compiler believe that the value is used and may have changed.
template <class T>
void keep(T& value) {
#if defined(__GNUC__)
    asm volatile("" : "+m"(value) : : "memory");
#else
    static volatile const void* seen;
    seen = &value;
#endif
}

// Prints and returns the nanoseconds for a unit in the best of the runs. work() does its work once
// and returns how many units of it there were.
inline double time_and_print(int runs, const std::string& name, const char* unit,
                             const std::function<std::uint64_t()>& work) {
    double best = 1e300;
    for (int i = 0; i < runs; ++i) {
        const double start = cpu_nanoseconds();
        const std::uint64_t units = work();
        best = std::min(best, (cpu_nanoseconds() - start) / static_cast<double>(units));
    }
    std::printf("  %-48s %9.1f ns a %-10s %9.0f a CPU second\n", name.c_str(), best, unit,
                1e9 / best);
    std::fflush(stdout);
    return best;
}
