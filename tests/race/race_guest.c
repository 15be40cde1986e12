/* SPDX-License-Identifier: MIT */
/* The program of the races from outside; see race_guest.h. */
#include "race_guest.h"
#include "boards/src/boards/boards.h"
#include "guest_symbol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum {
	CPSR_MASK_IRQ = 1 << 7,
	CPSR_THUMB = 1 << 5,
	CPSR_MODE = 0x1f,
	MODE_SYSTEM = 0x1f,
	ENDLESS = 200000, /* instructions; no call lasts a tenth of it */
};

static uint64_t reg_read(struct race_guest *g, const struct tally_reg *reg)
{
	uint64_t value = 0;

	assert_int_equal(machine_reg_read(g->m, reg, &value), TALLY_OK);
	return value;
}

static void reg_write(struct race_guest *g, const struct tally_reg *reg,
		      uint32_t value)
{
	assert_int_equal(machine_reg_write(g->m, reg, value), TALLY_OK);
}

/* MRC p15 or p14 from the register into whatever other [ARM ARM A4.1.33]; one
 * behind a select register is read where all of them are. */
static bool reads(uint32_t word, const struct tally_reg *reg)
{
	uint32_t cp = reg->space == TALLY_CP14 ? 14 : 15;
	uint32_t opc1 = reg->addr >> 12 & 7, crn = reg->addr >> 8 & 15;
	uint32_t crm = reg->addr >> 4 & 15, opc2 = reg->addr & 15;

	return (word & 0xffff0fff) == (0xee100010 | opc1 << 21 | crn << 16 |
				       cp << 8 | opc2 << 5 | crm);
}

/* Thumb-2 has the same bits, the upper half first. */
static bool is_read(uint32_t word, const struct tally_reg *reg)
{
	return reads(word, reg) || reads(word << 16 | word >> 16, reg);
}

/* Stop at every instruction that reads the register; there has to be one. */
static void break_at_reads(struct race_guest *g, const struct tally_reg *reg)
{
	unsigned found = 0;

	for (size_t i = 0; i < g->p->segments; i++) {
		const struct program_segment *s = &g->p->segment[i];

		/* Thumb-2 has the same bits, the upper half first. */
		for (uint64_t at = 0; at + 4 <= s->file_size; at += 2) {
			uint32_t word;

			memcpy(&word, s->bytes + at, sizeof(word));
			if (!(at % 4 == 0 && reads(word, reg)) &&
			    !reads(word << 16 | word >> 16, reg))
				continue;
			assert_true(machine_break(
				g->m, (uint32_t)(s->addr + at), true));
			found++;
		}
	}
	assert_true(found > 0);
}

void race_guest_open(struct race_guest *g, const char *directory,
		     const struct race_board *board,
		     const struct race_build *build)
{
	/* And the harsher reading of what the manuals leave open. */
	const struct board_options options = { .flat = true,
					       .poison = true,
					       .strict = true };
	const struct machine_host host = { NULL, NULL, NULL };
	struct error err = { "" };
	char path[512];

	memset(g, 0, sizeof(*g));
	g->board = board;
	g->build = build;
	snprintf(path, sizeof(path), "%s/%s/%s.elf", directory, board->name,
		 build->name);
	g->p = program_open(path, 40, 32, false, &err);
	if (!g->p)
		fail_msg("%s (made by `ninja races`)", err.text);
	g->m = machine_new(board_spec_find(board->name, &err), &options, &host,
			   &err);
	if (!g->m || !machine_load(g->m, g->p, &err))
		fail_msg("%s", err.text);
	g->idle = symbol_of(g->p, "race_idle");
	assert_true(machine_break(g->m, g->idle, true));
	machine_run(g->m, &g->stop);
	assert_int_equal(g->stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(g->stop.pc, g->idle);
	machine_cpu(g->m, &g->home);
	assert_int_equal(g->home.cpsr & CPSR_MODE, MODE_SYSTEM);
	assert_true(g->home.cpsr & CPSR_MASK_IRQ);
	break_at_reads(g, &board->slot[RACED].reg);
	break_at_reads(g, &board->slot[CYCLES].reg);
}

void race_guest_close(struct race_guest *g)
{
	machine_free(g->m);
	program_close(g->p);
}

/*
 * The board's own count of events since the session began.  Where the handler
 * stops the counters for a moment, it is a second counter of the same event
 * that knows; it never wraps and nobody writes it.
 */
static uint64_t board_count(struct race_guest *g, enum race_slot slot)
{
	if (g->pauses)
		return reg_read(g, &g->board->slot[PLAIN].reg);
	return machine_ledger(g->m)->n[g->board->slot[slot].item];
}

uint64_t race_guest_truth(struct race_guest *g, enum race_slot slot)
{
	return board_count(g, slot) + g->offset[slot];
}

void race_guest_audit(struct race_guest *g)
{
	if (!g->pauses)
		assert_int_equal(reg_read(g, &g->board->slot[PLAIN].reg),
				 race_guest_truth(g, PLAIN));
}

/* A total begins at 0, and a counter with a period at what it lacks. */
void race_guest_session(struct race_guest *g, uint32_t period)
{
	race_guest_enter(g, "race_open", period, false);
	assert_int_equal((uint32_t)race_guest_finish(g), 0);
	g->pauses = period != 0;
	for (enum race_slot i = RACED; i < RACE_SLOTS; i++) {
		uint32_t preset = i == RACED ? 0 - period : 0;
		uint32_t raw = (uint32_t)reg_read(g, &g->board->slot[i].reg);

		g->offset[i] = (uint32_t)(raw - preset) - board_count(g, i);
	}
}

void race_guest_enter(struct race_guest *g, const char *function, uint32_t arg,
		      bool interrupts)
{
	struct board_cpu cpu = g->home;
	uint32_t thumb = g->build->thumb;

	cpu.r[0] = arg;
	cpu.r[14] = g->idle | thumb;
	cpu.r[15] = symbol_of(g->p, function);
	if (thumb)
		cpu.cpsr |= CPSR_THUMB;
	if (interrupts)
		cpu.cpsr &= ~(uint32_t)CPSR_MASK_IRQ;
	machine_set_cpu(g->m, &cpu);
	g->entered = g->stop.instructions;
	g->returned = false;
}

uint64_t race_guest_length(const struct race_guest *g)
{
	return g->stop.instructions - g->entered;
}

/*
 * At the read of a counter, which counts itself: flat, that is one more.  What
 * the handler reads is its own affair, and what a total is compared with is
 * another counter's.
 */
static void note_read(struct race_guest *g)
{
	static const enum race_slot slots[] = { RACED, CYCLES };
	struct board_cpu cpu;
	uint32_t word = 0;

	machine_cpu(g->m, &cpu);
	if ((cpu.cpsr & CPSR_MODE) != MODE_SYSTEM)
		return;
	assert_true(machine_mem_read(g->m, (uint32_t)cpu.r[15], &word,
				     sizeof word));
	for (unsigned i = 0; i < sizeof slots / sizeof slots[0]; i++)
		if (is_read(word, &g->board->slot[slots[i]].reg))
			g->at_read[slots[i]] =
				race_guest_truth(g, slots[i]) + 1;
}

bool race_guest_run_for(struct race_guest *g, uint64_t instructions)
{
	uint64_t until = g->stop.instructions + instructions;

	while (!g->returned) {
		machine_run_for(g->m, until - g->stop.instructions, &g->stop);
		if (g->stop.reason == TARGET_STOP_SLICE)
			return false;
		if (g->stop.reason != TARGET_STOP_BREAK)
			fail_msg("%s %s: stop %d: %s", g->board->name,
				 g->build->name, (int)g->stop.reason,
				 g->stop.text);
		if (g->stop.pc == g->idle)
			g->returned = true;
		else
			note_read(g);
	}
	return true;
}

uint64_t race_guest_finish(struct race_guest *g)
{
	struct board_cpu cpu;

	if (!race_guest_run_for(g, ENDLESS))
		fail_msg("%s %s: the function does not return", g->board->name,
			 g->build->name);
	machine_cpu(g->m, &cpu);
	return (uint64_t)cpu.r[1] << 32 | cpu.r[0];
}

void race_guest_unmask(struct race_guest *g)
{
	struct board_cpu cpu;

	machine_cpu(g->m, &cpu);
	cpu.cpsr &= ~(uint32_t)CPSR_MASK_IRQ;
	machine_set_cpu(g->m, &cpu);
}

void race_guest_overflow_in(struct race_guest *g, enum race_slot slot,
			    uint32_t n)
{
	const struct race_board *b = g->board;
	uint32_t raw = (uint32_t)reg_read(g, &b->slot[slot].reg);
	uint32_t control = (uint32_t)reg_read(g, &b->control);
	/* Not every counter can be written while it counts; where flags are in
	 * that register, too, they would go. */
	bool stop = !tally_reg_same(b->control, b->flags);

	assert_true(raw <= 0 - n);
	if (stop)
		reg_write(g, &b->control, control & ~b->run);
	reg_write(g, &b->slot[slot].reg, 0 - n);
	if (stop)
		reg_write(g, &b->control, control);
	g->offset[slot] += 0 - n - raw;
}

bool race_guest_flag(struct race_guest *g, enum race_slot slot)
{
	return reg_read(g, &g->board->flags) & g->board->slot[slot].flag;
}

bool race_guest_counts(struct race_guest *g)
{
	return reg_read(g, &g->board->control) & g->board->run;
}
