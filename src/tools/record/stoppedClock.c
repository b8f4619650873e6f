/*
 * A clock that stands still until somebody moves it on, for stoppedClock.ts: preloaded into a program, it answers all that
 * programs ask libc for the time. It shows the microseconds since 1970 that are in a file, a binary number of 8 bytes.
 *
 * It asks libc for nothing itself: a program's allocator may look at the clock before libc is ready.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t micros(void) {
	static const volatile int64_t *shown;
	if (shown == NULL) {
		const int file = open(getenv("STOPPED_CLOCK"), O_RDONLY);
		void *page = mmap(NULL, sizeof *shown, PROT_READ, MAP_SHARED, file, 0);
		if (file < 0 || page == MAP_FAILED) abort();
		close(file);
		shown = page;
	}
	return *shown;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
	(void)clock;
	const int64_t now = micros();
	*time = (struct timespec){.tv_sec = now / 1000000, .tv_nsec = now % 1000000 * 1000};
	return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
	(void)zone;
	const int64_t now = micros();
	*time = (struct timeval){.tv_sec = now / 1000000, .tv_usec = now % 1000000};
	return 0;
}

time_t time(time_t *seconds) {
	const time_t now = micros() / 1000000;
	if (seconds != NULL) *seconds = now;
	return now;
}
