/* SPDX-License-Identifier: MIT */
#include "guest.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const guest_boards[GUEST_BOARDS] = { "pb1176", "lubbock", "imx31" };

static void on_console(void *ctx, const void *bytes, size_t count)
{
	struct guest *g = ctx;

	assert_true(g->printed + count < sizeof(g->console));
	memcpy(g->console + g->printed, bytes, count);
	g->printed += count;
}

static bool on_poll(void *ctx, uint64_t instructions)
{
	struct guest *g = ctx;

	(void)instructions;
	g->polls++;
	return g->quit;
}

void guest_open(struct guest *g, const char *board,
		const struct board_options *options)
{
	struct machine_host host = { g, on_console, on_poll };
	struct error err = { "" };
	char self[512] = "", path[600];

	memset(g, 0, sizeof(*g));
	g->board = board;
	g->armv6 = strcmp(board, "lubbock") != 0;
	g->scratch = !g->armv6                 ? 0xa0100000
		     : !strcmp(board, "imx31") ? 0x80100000
					       : 0x00100000;
	assert_true(readlink("/proc/self/exe", self, sizeof(self) - 1) > 0);
	snprintf(path, sizeof(path), "%s/guest_%s.elf", dirname(self), board);
	g->p = program_open(path, 40, 32, false, &err);
	if (!g->p)
		fail_msg("%s", err.text);
	g->m = machine_new(board_spec_find(board, &err), options, &host, &err);
	if (!g->m)
		fail_msg("%s", err.text);
}

void guest_load(struct guest *g, const char *from, bool vectors)
{
	struct error err = { "" };
	struct program *p = g->p;

	p->entry = symbol_of(g->p, from);
	if (!vectors) { /* the first segment stays out for the moment */
		assert_int_equal(p->segment[0].addr,
				 symbol_of(g->p, "vectors"));
		p->segment++;
		p->segments--;
	}
	if (!machine_load(g->m, p, &err))
		fail_msg("%s", err.text);
	if (!vectors) {
		p->segment--;
		p->segments++;
	}
	assert_true(machine_break(g->m, symbol_of(g->p, "done"), true));
}

void guest_go(struct guest *g)
{
	machine_run(g->m, &g->stop);
	machine_cpu(g->m, &g->cpu);
}

void guest_run(struct guest *g, const char *board, const char *name)
{
	struct board_options options = { .flat = true };

	guest_open(g, board, &options);
	guest_load(g, name, true);
	guest_go(g);
	if (g->stop.reason != TARGET_STOP_BREAK)
		fail_msg("%s on %s: stop %d: %s", name, board,
			 (int)g->stop.reason, g->stop.text);
	assert_int_equal(g->stop.pc, symbol_of(g->p, "done"));
	assert_int_equal(g->cpu.r[15], g->stop.pc);
	assert_true(g->stop.instructions ==
		    machine_ledger(g->m)->n[LEDGER_INSTRUCTIONS]);
}

void guest_close(struct guest *g)
{
	machine_free(g->m);
	program_close(g->p);
}

uint32_t guest_memory(struct guest *g, uint32_t addr)
{
	uint32_t value = 0;

	assert_true(machine_mem_read(g->m, addr, &value, sizeof(value)));
	return value;
}

uint32_t guest_logged(struct guest *g, const char *log, uint32_t offset)
{
	return guest_memory(g, symbol_of(g->p, log) + offset);
}

/* Of CPSR: imprecise aborts, IRQs and FIQs that are masked; and modes. */
enum {
	A = 0x100,
	I = 0x80,
	F = 0x40,
	THUMB = 0x20,
	FIQ_MODE = 0x11,
	IRQ_MODE = 0x12,
	ABORT_MODE = 0x17
};

void guest_took(struct guest *g, const char *log, uint32_t link,
		uint32_t handler_mode, uint32_t from_mode)
{
	const uint32_t spsr = guest_logged(g, log, LOG_SPSR);
	uint32_t masks = I | (spsr & (A | F));

	if (handler_mode == FIQ_MODE)
		masks |= F;
	/* Not for an SVC, or what is undefined [ARM ARM A2.6.4, A2.6.5]. */
	if (g->armv6 && (handler_mode == FIQ_MODE || handler_mode == IRQ_MODE ||
			 handler_mode == ABORT_MODE))
		masks |= A;
	assert_int_equal(guest_logged(g, log, LOG_COUNT), 1);
	assert_int_equal(guest_logged(g, log, LOG_LR), link);
	assert_int_equal(guest_logged(g, log, LOG_CPSR) &
				 (A | I | F | THUMB | MODE),
			 masks | handler_mode);
	assert_int_equal(spsr & MODE, from_mode);
}
