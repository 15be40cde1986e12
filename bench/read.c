/* SPDX-License-Identifier: MIT */
/*
 * Nanoseconds of reading one running count, the least of many rounds: by
 * tally_session_count() of libtally-linux, by read(2) of the same kind of event
 * alone, and with -DWITH_PAPI by PAPI_read(); bench/read.py compiles and runs
 * it.  The arguments are the event's type and number for perf_event_open(2),
 * its code in tally/linux.h and PAPI's name of it; then, perhaps, how many
 * rounds.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <tally/linux.h>
#ifdef WITH_PAPI
#include <papi.h>
#endif

enum { READS = 300, ROUNDS = 2000 }; /* short: others run here, too */

static struct tally_linux here;
static struct tally_session session;
static struct tally_slot slot[] = { TALLY_SLOT(0, 0) };
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, LINUX, slot);
static int fd;
static volatile uint64_t sink;

static double now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void by_tally(void)
{
	sink = tally_session_count(&session, 0);
}

static void by_read(void)
{
	uint64_t value[3];

	sink = read(fd, value, sizeof value) > 0 ? value[0] : 0;
}

#ifdef WITH_PAPI
static int set = PAPI_NULL;

static void by_papi(void)
{
	long long value;

	sink = PAPI_read(set, &value) == PAPI_OK ? (uint64_t)value : 0;
}

static int start_papi(const char *name)
{
	return PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT &&
	       PAPI_create_eventset(&set) == PAPI_OK &&
	       PAPI_add_named_event(set, name) == PAPI_OK &&
	       PAPI_start(set) == PAPI_OK;
}
#endif

static double once(void (*how)(void))
{
	const double began = now();

	for (unsigned i = 0; i < READS; i++)
		how();
	return (now() - began) / READS;
}

static int start(char **word)
{
	struct perf_event_attr attr = {
		.size = sizeof attr,
		.type = (uint32_t)strtoul(word[1], NULL, 0),
		.config = strtoull(word[2], NULL, 0),
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	slot[0].event = (uint16_t)strtoul(word[3], NULL, 0);
	tally_linux_init(&here, 0);
	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	return fd >= 0 &&
	       !tally_session_open(&session, &tally_linux_monitor, &here.bus,
				   &setup, &store, false) &&
	       !tally_session_start(&session);
}

int main(int argc, char **argv)
{
	struct {
		const char *name;
		void (*how)(void);
		double least;
	} row[3] = { { "read", by_read, 1e18 }, { "tally", by_tally, 1e18 } };
	unsigned rows = 2;
	unsigned long rounds = argc > 5 ? strtoul(argv[5], NULL, 0) : ROUNDS;

	if (argc < 5 || argc > 6 || !rounds || !start(argv))
		return 1;
#ifdef WITH_PAPI
	if (start_papi(argv[4])) {
		row[rows].name = "PAPI";
		row[rows].least = 1e18;
		row[rows++].how = by_papi;
	}
#endif
	for (unsigned long round = 0; round < rounds; round++)
		for (unsigned i = 0; i < rows; i++) {
			const double ns = once(row[i].how);

			row[i].least = ns < row[i].least ? ns : row[i].least;
		}
	for (unsigned i = 0; i < rows; i++)
		printf("%s %.1f\n", row[i].name, row[i].least);
	return 0;
}
