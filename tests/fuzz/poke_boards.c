/* SPDX-License-Identifier: MIT */
/*
 * Pokes every board at random, in processes of their own, and says which seed
 * ended one.  To be built with sanitizers: without them it tests little.
 *
 *	poke_boards [--seconds S] [--pokes N] [--seed S] [--board B] [--kind K]
 *
 * S processor seconds (10) are shared by the boards and kinds that are asked
 * for; or N pokes each; with both, whichever ends first.  The same seed does
 *the same, up to where the time ends.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "poke.h"

#include "boards/src/pq3/capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Processor seconds after which a round is taken for hung, and seconds after
 * which it is taken for asleep: a busy machine is neither. */
enum { PATIENCE = 60, SLEEP = 1200 };

static const struct kind {
	const char *name, *unit;
	poke_round *run;
} kinds[] = {
	{ "places", "pokes", poke_places },
	{ "guest", "pokes", poke_guest },
	{ "stream", "instructions", poke_stream },
	{ "wire", "requests", poke_wire },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static struct {
	double seconds;
	uint64_t pokes, seed;
	const char *board, *kind;
} asked = { .seed = 1 };

static struct capture *capture;

/* A process notes its progress here for the one that survives it. */
static struct progress {
	uint64_t seed, done, rounds;
	double seconds;
} * progress;

static double used(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void be_patient(void)
{
	const struct itimerval once = { .it_value.tv_sec = PATIENCE };

	setitimer(ITIMER_PROF, &once, NULL);
	alarm(SLEEP);
}

/* One round at least, and another while neither limit is reached. */
static bool go_on(uint64_t round, double seconds)
{
	return !round || ((!asked.pokes || progress->done < asked.pokes) &&
			  (seconds <= 0 || used() < seconds));
}

static _Noreturn void rounds(const struct board_info *info,
			     const struct kind *kind, double seconds)
{
	static struct poker p;

	for (uint64_t i = 0; go_on(i, seconds); i++) {
		progress->seed = asked.seed + i;
		be_patient();
		poker_start(&p, info, capture, progress->seed);
		progress->done += kind->run(&p);
		poker_end(&p);
		progress->rounds++;
		progress->seconds = used();
	}
	_exit(0); /* what the engine loses is not looked for */
}

/* False: the process did not end well. */
static bool process(const struct board_info *info, const struct kind *kind,
		    double seconds)
{
	int status = 0;
	pid_t pid;

	memset(progress, 0, sizeof(*progress));
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		rounds(info, kind, seconds);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return false;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		printf("%-11s %-7s %9" PRIu64 " %-12s %5" PRIu64
		       " rounds %6.2f s\n",
		       info->name, kind->name, progress->done, kind->unit,
		       progress->rounds, progress->seconds);
		return true;
	}
	fprintf(stderr,
		"poke_boards: %s %s ended with %s %d in the round of seed "
		"%" PRIu64 "; again: --board %s --kind %s --seed %" PRIu64
		" --pokes 1\n",
		info->name, kind->name,
		WIFSIGNALED(status) ? "signal" : "status",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
		progress->seed, info->name, kind->name, progress->seed);
	return false;
}

static void put(FILE *to, const uint32_t *words, size_t count)
{
	fwrite(words, sizeof(*words), count, to);
}

/* A capture for the boards that receive frames: good and odd ones. */
static void make_capture(void)
{
	static const uint32_t head[] = {
		0xa1b2c3d4, 0x00040002, 0, 0, 65535, 1
	};
	char path[40];
	static uint8_t frame[1518];
	struct error err;
	int fd = memfd_create("poke", 0);
	FILE *file = fdopen(fd, "wb");

	if (!file)
		exit(2);
	put(file, head, 6);
	for (uint32_t i = 0; i < 64; i++) {
		uint32_t size = i % 3 ? 14 + 23 * i : 1518;
		const uint32_t record[] = { 0, 10 * i, size, size };

		memset(frame, (int)i, sizeof(frame));
		memset(frame, i % 2 ? 0xff : 0, 6);
		put(file, record, 4);
		fwrite(frame, 1, size, file);
	}
	fflush(file);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	capture = capture_open(path, &err);
	fclose(file);
	if (!capture) {
		fprintf(stderr, "poke_boards: %s\n", err.text);
		exit(2);
	}
}

static _Noreturn void usage(void)
{
	fprintf(stderr, "poke_boards [--seconds S] [--pokes N] [--seed S] "
			"[--board B] [--kind places|guest|stream|wire]\n");
	exit(2);
}

static void options(int argc, char **argv)
{
	for (int i = 1; i < argc; i += 2) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (!value)
			usage();
		else if (!strcmp(argv[i], "--seconds"))
			asked.seconds = strtod(value, NULL);
		else if (!strcmp(argv[i], "--pokes"))
			asked.pokes = strtoull(value, NULL, 10);
		else if (!strcmp(argv[i], "--seed"))
			asked.seed = strtoull(value, NULL, 10);
		else if (!strcmp(argv[i], "--board"))
			asked.board = value;
		else if (!strcmp(argv[i], "--kind"))
			asked.kind = value;
		else
			usage();
	}
}

static bool is_asked(const struct board_info *info, const struct kind *kind)
{
	return (!asked.board || !strcmp(asked.board, info->name)) &&
	       (!asked.kind || !strcmp(asked.kind, kind->name));
}

int main(int argc, char **argv)
{
	unsigned boards, of = 0, done = 0;
	const struct board_info *info = board_list(&boards);
	bool good = true;

	options(argc, argv);
	progress = mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (progress == MAP_FAILED)
		return 2;
	make_capture();
	if (!asked.pokes && asked.seconds <= 0)
		asked.seconds = 10;
	for (unsigned i = 0; i < boards * KINDS; i++)
		of += is_asked(&info[i / KINDS], &kinds[i % KINDS]);
	for (unsigned i = 0; i < boards * KINDS; i++) {
		const struct kind *kind = &kinds[i % KINDS];

		if (!is_asked(&info[i / KINDS], kind))
			continue;
		done++;
		good &= process(&info[i / KINDS], kind, asked.seconds / of);
	}
	return good && done ? 0 : 1;
}
