/* SPDX-License-Identifier: MIT */
/*
 * Runs one program of known counts, the one that the command line names.  With
 * a second word, "inside", it counts all events of the monitor itself, two at
 * a time, and prints what the program has beyond an empty one: one line of
 * code and count each.
 */
#include <stddef.h>

#include <tally/region.h>

#include "common/fw.h"
#include "target.h"
#include "truth/prepare.h"

enum { SYS_GET_CMDLINE = 0x15, LINE_ROOM = 80, SLOTS = 3, WARM_UPS = 3 };

#define PROGRAM(name, place, state) PROGRAM_AS(name, name, place, state)
#define PROGRAM_AS(name, body, place, state)                                   \
	void body##_from(void), body(void), body##_to(void);
#include "truth/programs.def"

#define PROGRAM(name, place, state) PROGRAM_AS(name, name, place, state)
#define PROGRAM_AS(name, body, place, state)                                   \
	{ #name, body##_from, body, body##_to, PLACE_##place, state },
static const struct program programs[] = {
#include "truth/programs.def"
};

void empty_from(void), empty_to(void);

/* All that a session touches, away from the programs' sets (prepare.c). */
static struct {
	struct tally_bus bus;
	struct tally_session session;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
} own __attribute__((aligned(1024))) = { .bus = TARGET_BUS };
static struct tally_step step[TARGET_STEPS] __attribute__((aligned(1024)));

/* So few slots need no more than 32 of the steps, wherever more are there. */
_Static_assert(sizeof(own) <= 0x200 &&
		       (TARGET_STEPS > 32 || sizeof(step) <= 0x200) &&
		       32 * sizeof(step[0]) <= 0x200,
	       "gets into the programs' sets");

static bool same(const char *a, const char *b)
{
	for (; *a == *b; a++, b++)
		if (!*a)
			return true;
	return false;
}

static const struct program *find(const char *name)
{
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		if (same(programs[i].name, name))
			return &programs[i];
	return NULL;
}

/* The empty program and the one that is measured share this code.  No branch of
 * the window depends on anything, so none is predicted otherwise. */
__attribute__((noinline)) static void window(void (*from)(void),
					     void (*to)(void),
					     const struct program *p,
					     uint32_t place)
{
	tally_session_reset(&own.session);
	prepare_last(p, to, place);
	TALLY_REGION(TARGET_NATIVE, &own.session)
	prepare_measure(from, place);
}

static void print(const char *name, uint64_t with, uint64_t without)
{
	fw_print(name);
	if (with < without) {
		fw_print("-");
		fw_print_number(without - with);
	} else {
		fw_print_number(with - without);
	}
	fw_print("\n");
}

static void print_all(const uint64_t *with, const uint64_t *without)
{
	print("cycles ", with[0], without[0]);
	for (unsigned i = 1; i < own.setup.slots; i++) {
		fw_print_hex(own.slot[i].event);
		print(" ", with[i], without[i]);
	}
}

static bool count(const struct program *p)
{
	const struct tally_store store = { own.total, step, SLOTS,
					   TARGET_STEPS };
	uint64_t without[SLOTS], with[SLOTS];
	uint32_t place;

	if (tally_session_open(&own.session, &TARGET_MONITOR, &own.bus,
			       &own.setup, &store, false) ||
	    !prepare(p, &place))
		return false;
	/* The counts are read each time, so that their code is in the cache of
	 * the last empty window, too: lines ahead of a branch are looked up. */
	for (unsigned k = 0; k < WARM_UPS; k++) {
		window(empty_from, empty_to, p, place);
		for (unsigned i = 0; i < own.setup.slots; i++)
			without[i] = tally_session_count(&own.session, i);
	}
	/* The predictor learns again what it has lost of the program. */
	if (PREPARE_KEEPS) {
		(void)prepare(p, &place);
		window(empty_from, empty_to, p, place);
	}
	window(p->from, p->to, p, place);
	for (unsigned i = 0; i < own.setup.slots; i++)
		with[i] = tally_session_count(&own.session, i);
	prepare_undo(p);
	print_all(with, without);
	return tally_session_close(&own.session) == TALLY_OK;
}

static bool count_all(const struct program *p)
{
	const struct tally_monitor *m = &TARGET_MONITOR;

	own.slot[0] = (struct tally_slot){ .counter = TARGET_CCNT,
					   .event = TALLY_EVENT_CYCLES };
	own.setup.slot = own.slot;
	for (unsigned i = 0; i < m->events; i += own.setup.slots - 1u) {
		own.setup.slots = 1;
		for (unsigned k = i; k < m->events && k < i + 2; k++)
			own.slot[own.setup.slots++] = (struct tally_slot){
				.counter = k == i ? TARGET_PMN0 : TARGET_PMN1,
				.event = m->event[k].code,
			};
		if (!count(p))
			return false;
	}
	return true;
}

static bool run(const struct program *p)
{
	uint32_t place;

	if (!prepare(p, &place))
		return false;
	prepare_enter(p->from, place);
	prepare_undo(p);
	return true;
}

/* The command line's next word; what is left of it stays in *line. */
static const char *word(char **line)
{
	char *start = *line;

	while (**line && **line != ' ')
		(*line)++;
	if (**line)
		*(*line)++ = '\0';
	return start;
}

int main(void)
{
	static char text[LINE_ROOM];
	struct {
		char *at;
		uint32_t room;
	} block = { text, LINE_ROOM };
	const struct program *p;
	char *line = text;

	fw_semihost(SYS_GET_CMDLINE, (uintptr_t)&block);
	(void)word(&line); /* the command's own name */
	p = find(word(&line));
	if (!p) {
		fw_print("no such program\n");
		return 1;
	}
	if (!(*line ? count_all(p) : run(p))) {
		fw_print("not on this core\n");
		return 1;
	}
	return 0;
}
