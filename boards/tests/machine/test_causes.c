/* SPDX-License-Identifier: MIT */
/*
 * Causes of cycles: on every board they sum to the cycles, to the unit, after
 * each instruction, for the demos, for programs with exceptions, maintenance
 * and uncached memory, and for instructions of all of these in random order.
 *
 * Argument: the folder of the firmware, with a folder for each board.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "boards/src/boards/boards.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/inner.h"

enum { SOME = 50000, STREAMS = 20, WORDS = 2048, STEPS = 4000 };

static const char *folder;

static const char *const names[CAUSES] = {
#define CAUSE(id, name) name,
#include "boards/src/ledger/causes.def"
};

/* Time of all programs of a board, by its cause. */
static uint64_t seen[CAUSES];

static void check_sum(const struct machine *m, const char *what)
{
	const struct ledger *ledger = machine_ledger(m);
	uint64_t sum = 0;

	for (unsigned i = 0; i < CAUSES; i++) {
		sum += ledger->cause[i];
		seen[i] += ledger->cause[i];
	}
	if (sum != ledger->n[LEDGER_CYCLES])
		fail_msg("%s: %s: %llu cycles, and causes of %llu",
			 m->spec->info.name, what,
			 (unsigned long long)ledger->n[LEDGER_CYCLES],
			 (unsigned long long)sum);
}

/* After each instruction, so that the instructions' own causes sum to their
 * cycles, and those of all that is made of them. */
static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	const struct machine *m = ctx;
	const struct ledger *ledger = machine_ledger(m);
	uint64_t sum = 0;

	(void)flow;
	for (unsigned i = 0; i < CAUSES; i++)
		sum += ledger->cause[i];
	if (sum != ledger->n[LEDGER_CYCLES])
		fail_msg("%s: at 0x%08x (%08x) %llu cycles, causes of %llu",
			 m->spec->info.name, (unsigned)r->insn->addr,
			 (unsigned)r->insn->word,
			 (unsigned long long)ledger->n[LEDGER_CYCLES],
			 (unsigned long long)sum);
}

static void path_of(const struct board_spec *spec, const char *guest, char *to,
		    size_t size)
{
	const char *name = spec->info.name;

	snprintf(to, size, "%s/%.*s/%s", folder, (int)strcspn(name, "-"), name,
		 guest);
}

/* The machine looks at its program as long as it runs.  To read one takes as
 * long as some ten thousand instructions: it stays open until another is
 * wanted. */
static struct program *program;

static const struct program *program_of(const struct board_spec *spec,
					const char *guest)
{
	static char open[512];
	const struct machine_arch *arch = spec->core->arch;
	struct error err = { "" };
	char path[512];

	path_of(spec, guest, path, sizeof(path));
	if (program && strcmp(path, open) == 0)
		return program;
	program_close(program);
	program = program_open(path, arch->elf_machine, arch->elf_bits,
			       arch->big_endian, &err);
	if (!program)
		fail_msg("%s", err.text);
	memcpy(open, path, sizeof(path));
	return program;
}

static struct machine *begin(const struct board_spec *spec, const char *guest,
			     const struct board_options *options)
{
	const struct machine_host host = { NULL, NULL, NULL };
	struct error err = { "" };
	struct machine *m = machine_new(spec, options, &host, &err);

	if (!m || !machine_load(m, program_of(spec, guest), &err))
		fail_msg("%s", err.text);
	machine_observe(m, &(struct machine_observer){ .ctx = m,
						       .retired = on_retired });
	return m;
}

static void run(const struct board_spec *spec, const char *guest,
		const struct board_options *options)
{
	struct machine *m = begin(spec, guest, options);
	struct target_stop stop;

	machine_run_for(m, SOME, &stop);
	check_sum(m, guest);
	machine_free(m);
}

/* Demos, and tests that are programs by themselves. */
static bool is_wanted(const char *name)
{
	size_t length = strlen(name);

	return length > 4 && strcmp(name + length - 4, ".elf") == 0 &&
	       strncmp(name, "race", 4) != 0;
}

static unsigned run_all(const struct board_spec *spec)
{
	const struct board_options plain = { 0 },
				   jitter = { .jitter = true, .seed = 7 };
	char path[512];
	struct dirent *entry;
	unsigned count = 0;
	DIR *dir;

	path_of(spec, "", path, sizeof(path));
	dir = opendir(path);
	if (!dir)
		fail_msg("%s is not there", path);
	while ((entry = readdir(dir)))
		if (is_wanted(entry->d_name))
			run(spec, entry->d_name,
			    count++ % 4 ? &plain : &jitter);
	closedir(dir);
	return count;
}

/* Words of the program from its entry on, in another order. */
static void shuffle(struct machine *m, struct rng *rng)
{
	uint32_t word[WORDS], from[WORDS];
	struct board_cpu cpu;

	machine_cpu(m, &cpu);
	assert_true(machine_mem_read(m, (uint32_t)cpu.pc, from, sizeof(from)));
	for (unsigned i = 0; i < WORDS; i++)
		word[i] = from[rng_next(rng) % WORDS];
	assert_true(machine_mem_write(m, (uint32_t)cpu.pc, word, sizeof(word)));
	for (unsigned i = 0; i < 12; i++)
		cpu.r[i] = cpu.pc + (rng_next(rng) & 0xfffc);
	machine_set_cpu(m, &cpu);
}

static void run_streams(const struct board_spec *spec)
{
	static const char *const guests[] = { "crc32.elf", "sort.elf",
					      "test_exceptions.elf" };
	struct rng rng;

	rng_seed(&rng, 20);
	for (unsigned i = 0; i < STREAMS; i++) {
		const struct board_options options = { .jitter = i & 1,
						       .seed = i };
		struct machine *m =
			begin(spec, guests[i * 3 / STREAMS], &options);
		struct target_stop stop;

		shuffle(m, &rng);
		machine_run_for(m, STEPS, &stop);
		check_sum(m, "a random stream");
		machine_free(m);
	}
}

static void every_board(void (*check)(const struct board_spec *spec))
{
	unsigned boards;
	const struct board_info *board = board_list(&boards);
	struct error err = { "" };

	assert_true(boards > 0);
	for (unsigned i = 0; i < boards; i++) {
		memset(seen, 0, sizeof(seen));
		check(board_spec_find(board[i].name, &err));
	}
}

static void check_programs(const struct board_spec *spec)
{
	static const enum cause everywhere[] = {
		CAUSE_ISSUE,    CAUSE_DATA_MEMORY,        CAUSE_FETCH_MEMORY,
		CAUSE_UNCACHED, CAUSE_BRANCH_CONDITIONAL,
	};

	assert_true(run_all(spec) > 10);
	for (unsigned i = 0; i < sizeof(everywhere) / sizeof(everywhere[0]);
	     i++)
		if (!seen[everywhere[i]])
			fail_msg("%s: no \"%s\" in all its programs",
				 spec->info.name, names[everywhere[i]]);
}

static void programs(void **state)
{
	(void)state;
	every_board(check_programs);
}

static void streams(void **state)
{
	(void)state;
	every_board(run_streams);
}

/* ---- trials -------------------------------------------------------------- */

/* The causes of as many instructions, as a trial has them. */
static struct ledger ledger_of(const struct board_spec *spec,
			       const struct board_trial *trial)
{
	const struct board_options options = { .trial = *trial };
	struct machine *m = begin(spec, "sort.elf", &options);
	struct target_stop stop;
	struct ledger ledger;

	machine_run_for(m, SOME, &stop);
	ledger = *machine_ledger(m);
	machine_free(m);
	return ledger;
}

static void check_trials(const struct board_spec *spec)
{
	const uint32_t waits = (UINT32_C(1) << CAUSES) - 1 - (1 << CAUSE_ISSUE);
	struct board_trial trial = { .ranges = 1 };
	const struct ledger plain = ledger_of(spec, &trial);
	struct ledger every, everywhere;

	/* Nowhere, and nothing: it is a run as any other. */
	trial = (struct board_trial){ .without = waits, .ranges = 1 };
	every = ledger_of(spec, &trial);
	assert_memory_equal(plain.cause, every.cause, sizeof(plain.cause));
	trial.ranges = 0;
	every = ledger_of(spec, &trial);
	for (unsigned i = 0; i < CAUSES; i++)
		if (waits >> i & 1)
			assert_int_equal(every.cause[i], 0);
	assert_int_equal(every.n[LEDGER_CYCLES], every.cause[CAUSE_ISSUE]);
	assert_true(every.n[LEDGER_CYCLES] < plain.n[LEDGER_CYCLES]);
	/* All places are everywhere, whichever way instructions take. */
	trial.ranges = 1;
	trial.range[0].to = UINT32_MAX;
	everywhere = ledger_of(spec, &trial);
	assert_memory_equal(everywhere.cause, every.cause, sizeof(every.cause));
	/* One cause after the other; where two overlap, the other one may take
	 * as long. */
	for (unsigned i = 0; i < CAUSES; i++) {
		trial = (struct board_trial){ .without = UINT32_C(1) << i };
		if (plain.cause[i] < plain.n[LEDGER_CYCLES] / 50 ||
		    i == CAUSE_ISSUE)
			continue;
		every = ledger_of(spec, &trial);
		assert_int_equal(every.cause[i], 0);
		if (every.n[LEDGER_CYCLES] > plain.n[LEDGER_CYCLES])
			fail_msg("%s without \"%s\": %llu cycles, and %llu "
				 "with it",
				 spec->info.name, names[i],
				 (unsigned long long)every.n[LEDGER_CYCLES],
				 (unsigned long long)plain.n[LEDGER_CYCLES]);
	}
}

static void trials(void **state)
{
	(void)state;
	every_board(check_trials);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(programs),
		cmocka_unit_test(streams),
		cmocka_unit_test(trials),
	};

	int failed;

	folder = argc > 1 ? argv[1] : "boards/firmware";
	failed = cmocka_run_group_tests_name("causes", tests, NULL, NULL);
	program_close(program);
	return failed;
}
