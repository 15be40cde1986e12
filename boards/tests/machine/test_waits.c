/* SPDX-License-Identifier: MIT */
/*
 * Whom an instruction waits for: on every board whose model has a scoreboard,
 * the one that wrote a register that it reads last, or that keeps a unit or a
 * buffer; for as long as its own causes say, and no longer.  A model without
 * one has nobody wait for others.
 *
 * Argument: the folder of the firmware, with a folder for each board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/inner.h"
#include "boards/src/operands/operands.h"

enum { SOME = 150000, PLACES = PLACES_ALL, EXTRAS = 32 };

static const char *folder;

/* The program so far, by nothing that a model keeps. */
struct watched {
	struct machine *m;
	uint64_t before[CAUSES];
	uint32_t writer[PLACES]; /* the address of the last one, by register */
	uint32_t divided, moved, multiplied; /* the last one that did so */
	bool facts; /* its registers are those of struct operands */
	uint64_t waits[CAUSES], others;
};

static uint64_t registers(uint32_t regs, uint32_t extra)
{
	return regs | (uint64_t)extra << EXTRAS;
}

static bool wrote(const struct watched *w, const struct insn *i, uint32_t maker)
{
	const struct operands *f = &i->operands;

	for (unsigned k = 0; w->facts && k < f->reads; k++)
		if (w->writer[f->read[k]] == maker)
			return true;
	for (uint64_t left = registers(i->reads, i->extra_reads); left;
	     left &= left - 1)
		if (w->writer[__builtin_ctzll(left)] == maker)
			return true;
	return false;
}

static void check_wait(struct watched *w, const struct insn *i,
		       const struct uarch_wait *wait)
{
	const char *board = w->m->spec->info.name;

	assert_true(wait->cycles > 0);
	w->waits[wait->cause] += wait->cycles;
	w->others++;
	if (wait->cause == CAUSE_BUFFERS_FULL ||
	    (wait->cause == CAUSE_DIVIDE && wait->maker == w->divided) ||
	    (wait->cause == CAUSE_UNITS && wait->maker == w->moved) ||
	    (wait->cause == CAUSE_MULTIPLY && wait->maker == w->multiplied) ||
	    wrote(w, i, wait->maker))
		return;
	fail_msg("%s: 0x%08x (%08x) waits %u cycles of cause %u for 0x%08x, "
		 "which wrote nothing that it reads",
		 board, (unsigned)i->addr, (unsigned)i->word,
		 (unsigned)wait->cycles, (unsigned)wait->cause,
		 (unsigned)wait->maker);
}

static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	struct watched *w = ctx;
	const struct insn *i = r->insn;
	const uint64_t *cause = machine_ledger(w->m)->cause;
	struct uarch_waits *waits = uarch_waits(w->m->uarch);
	uint64_t sum[CAUSES] = { 0 };

	(void)flow;
	assert_true(waits->count < UARCH_WAITS);
	for (unsigned k = 0; k < waits->count; k++) {
		check_wait(w, i, &waits->wait[k]);
		sum[waits->wait[k].cause] += waits->wait[k].cycles;
	}
	waits->count = 0;
	for (unsigned k = 0; k < CAUSES; k++)
		assert_true(sum[k] <= cause[k] - w->before[k]);
	memcpy(w->before, cause, sizeof(w->before));
	/* In order by a table, conditions make no difference. */
	if (!r->passed && !w->facts)
		return;
	for (uint64_t left = registers(i->writes, i->extra_writes); left;
	     left &= left - 1)
		w->writer[__builtin_ctzll(left)] = i->addr;
	for (unsigned k = 0; w->facts && k < i->operands.writes; k++)
		w->writer[i->operands.write[k]] = i->addr;
	if (i->class == CLASS_DIVIDE)
		w->divided = i->addr;
	if (w->facts &&
	    (i->class == CLASS_MULTIPLY || i->class == CLASS_MULTIPLY_LONG))
		w->multiplied = i->addr;
	if (r->accesses)
		w->moved = i->addr;
}

static void run(const struct board_spec *spec, const char *guest,
		struct watched *w)
{
	const struct machine_arch *arch = spec->core->arch;
	const struct machine_host host = { NULL, NULL, NULL };
	const struct board_options options = { 0 };
	const char *name = spec->info.name;
	struct error err = { "" };
	struct target_stop stop;
	struct program *program;
	char path[512];

	snprintf(path, sizeof(path), "%s/%.*s/%s.elf", folder,
		 (int)strcspn(name, "-"), name, guest);
	program = program_open(path, arch->elf_machine, arch->elf_bits,
			       arch->big_endian, &err);
	memset(w, 0, sizeof(*w));
	w->facts = strcmp(name, "virt-a53") == 0 || strcmp(name, "pba8") == 0;
	w->m = program ? machine_new(spec, &options, &host, &err) : NULL;
	if (!w->m || !machine_load(w->m, program, &err))
		fail_msg("%s", err.text);
	machine_observe(w->m, &(struct machine_observer){
				      .ctx = w, .retired = on_retired });
	machine_run_for(w->m, SOME, &stop);
	machine_free(w->m);
	program_close(program);
}

static void check_board(const struct board_spec *spec)
{
	static const char *const guests[] = { "sort", "crc32" };
	const char *core = spec->info.name;
	const bool has_none = strcmp(core, "virt-a57") == 0 ||
			      strcmp(core, "virt-a72") == 0 ||
			      strcmp(core, "pbxa9") == 0;
	uint64_t others = 0, made = 0;

	for (unsigned i = 0; i < sizeof(guests) / sizeof(guests[0]); i++) {
		struct watched w;

		run(spec, guests[i], &w);
		others += w.others;
		made += w.waits[CAUSE_LOAD_USE] + w.waits[CAUSE_DATA_MEMORY] +
			w.waits[CAUSE_MULTIPLY];
	}
	if (has_none != !others || has_none != !made)
		fail_msg("%s: %llu waits for others, %llu cycles for results",
			 core, (unsigned long long)others,
			 (unsigned long long)made);
}

static void waits(void **state)
{
	unsigned boards;
	const struct board_info *board = board_list(&boards);
	struct error err = { "" };

	(void)state;
	assert_true(boards > 0);
	for (unsigned i = 0; i < boards; i++)
		check_board(board_spec_find(board[i].name, &err));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(waits),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	return cmocka_run_group_tests_name("waits", tests, NULL, NULL);
}
