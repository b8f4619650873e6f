/*
 * Stands in for Varnish around its library vsthrottle, for vsthrottle.ts. Its arguments are the library, a limit, a period
 * and a block in seconds. A line on its input is an instant in microseconds and a key; the answer to it is whether that was
 * admitted, how many tokens remain, and how many seconds the key is blocked.
 *
 * The library calls back for two things only: the clock, and a digest of the key and the settings.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGEST = 32, LOAD = 0 };

/* All that it looks at in the context of a call is the magic number that Varnish gives to contexts. */
static const struct {
	unsigned magic;
	char rest[1020];
} context = {0x6bb8f0db};

static double now;

double VTIM_mono(void) { return now; }

/* In place of SHA-256: what is digested itself, which is as different, and as long as there is room. */
struct VSHA256Context {
	uint32_t length;
	unsigned char bytes[DIGEST];
};

void VSHA256_Init(struct VSHA256Context *digested) { memset(digested, 0, sizeof *digested); }

void VSHA256_Update(struct VSHA256Context *digested, const void *bytes, size_t length) {
	if (length > DIGEST - digested->length) abort();
	memcpy(digested->bytes + digested->length, bytes, length);
	digested->length += length;
}

void VSHA256_Final(unsigned char digest[DIGEST], struct VSHA256Context *digested) {
	memcpy(digest, digested->bytes, DIGEST);
}

/* As vmod_vsthrottle.vcc declares them; STRING, INT, DURATION, and BOOL or the like in return. */
typedef unsigned is_denied(const void *, const char *, int64_t, double, double);
typedef int64_t remaining(const void *, const char *, int64_t, double, double);
typedef double blocked(const void *, const char *, int64_t, double, double);
typedef int event(const void *, void *, int);

static void *function(void *library, const char *name) {
	void *found = dlsym(library, name);
	if (found == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	return found;
}

int main(int count, char **args) {
	if (count != 5) return 2;
	void *library = dlopen(args[1], RTLD_NOW);
	if (library == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	is_denied *denied = function(library, "vmod_is_denied");
	remaining *left = function(library, "vmod_remaining");
	blocked *shut = function(library, "vmod_blocked");
	event *happened = function(library, "vmod_event_function");
	const int64_t limit = atoll(args[2]);
	const double period = atof(args[3]), block = atof(args[4]);

	void *mine[8] = {NULL}; /* where the library keeps what is to be freed at the end */
	happened(&context, mine, LOAD);
	char key[9];
	double micros;
	while (scanf("%lf %8s", &micros, key) == 2) {
		now = micros / 1e6;
		const char *answer = denied(&context, key, limit, period, block) ? "D" : "A";
		const long tokens = left(&context, key, limit, period, block);
		printf("%s %ld %.17g\n", answer, tokens, shut(&context, key, limit, period, block));
		fflush(stdout);
	}
	return 0;
}
