/* SPDX-License-Identifier: MIT */
/*
 * An observer of a machine is told a whole story: on every board, each
 * instruction follows on the one before as that one's flow says, nothing is
 * left out, and each exception is told where its handler begins.  That somebody
 * watches changes no count.
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

enum { SOME = 400000, DEEP = 64 };

static const char *folder;

/* The story so far: what was told, and what it has to lead to. */
struct story {
	const struct machine *m;
	uint64_t retired, entered, back, calls, returns, elsewhere;
	uint64_t left, entering, waited; /* exceptions, cycles of waiting */
	uint64_t cycles; /* of the ledger, when it was told last */
	uint32_t next;
	bool begun;
	bool refused; /* a handler has to be entered, or the run ends */
	unsigned depth;
	uint32_t stack[DEEP]; /* return addresses, of a round buffer's end */
};

static void follow(struct story *s, const struct retired *r,
		   enum machine_flow flow)
{
	uint32_t behind = r->insn->addr + r->insn->size;

	if (r->exception) {
		assert_int_equal(flow, MACHINE_ON);
		assert_true(r->next == r->insn->addr || r->next == behind);
	}
	switch (flow) {
	case MACHINE_ON:
		if (!r->exception)
			assert_int_equal(r->next, behind);
		break;
	case MACHINE_CALL:
		s->calls++;
		s->stack[s->depth++ % DEEP] = behind;
		break;
	case MACHINE_RETURN:
		s->returns++;
		if (!s->depth || s->stack[--s->depth % DEEP] != r->next)
			s->elsewhere++;
		break;
	case MACHINE_EXCEPTION_RETURN:
		s->back++;
		break;
	case MACHINE_BRANCH:
		break;
	}
}

static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	struct story *s = ctx;
	uint64_t cycles = machine_ledger(s->m)->n[LEDGER_CYCLES];

	assert_false(s->refused);
	if (s->begun)
		assert_int_equal(r->insn->addr, s->next);
	assert_true(cycles >= s->cycles);
	assert_int_equal(s->m->instructions, s->retired + 1);
	if (!r->insn->conditional && !r->exception)
		assert_true(r->passed);
	s->begun = true;
	s->refused = r->exception;
	s->next = r->next;
	s->cycles = cycles;
	s->retired++;
	follow(s, r, flow);
}

static void on_leaving(void *ctx)
{
	struct story *s = ctx;

	assert_int_equal(s->left++, s->entered);
}

static void on_spent(void *ctx, enum machine_spent how)
{
	struct story *s = ctx;
	uint64_t cycles = machine_ledger(s->m)->n[LEDGER_CYCLES];

	if (how == MACHINE_ENTERING)
		assert_int_equal(++s->entering, s->entered);
	else
		s->waited += cycles - s->cycles;
	assert_true(cycles >= s->cycles);
	s->cycles = cycles;
}

static void on_entered(void *ctx, uint32_t vector)
{
	struct story *s = ctx;

	assert_int_equal(++s->entered, s->left);
	s->next = vector;
	s->refused = false;
}

static struct program *open_guest(const struct board_spec *spec,
				  const char *guest)
{
	const struct machine_arch *arch = spec->core->arch;
	const char *name = spec->info.name;
	struct error err = { "" };
	struct program *p;
	char path[512];

	snprintf(path, sizeof(path), "%s/%.*s/%s.elf", folder,
		 (int)strcspn(name, "-"), name, guest);
	p = program_open(path, arch->elf_machine, arch->elf_bits,
			 arch->big_endian, &err);
	if (!p)
		fail_msg("%s", err.text);
	return p;
}

/* The program from its start, to its end if that comes soon; the ledger then.
 */
static struct ledger run(const struct board_spec *spec, const char *guest,
			 struct story *s)
{
	const struct board_options options = { 0 };
	const struct machine_host host = { NULL, NULL, NULL };
	struct machine_observer o = { .ctx = s,
				      .retired = on_retired,
				      .leaving = on_leaving,
				      .entered = on_entered,
				      .spent = on_spent };
	struct program *p = open_guest(spec, guest);
	struct error err = { "" };
	struct target_stop stop;
	struct ledger ledger;
	struct machine *m = machine_new(spec, &options, &host, &err);

	if (!m || !machine_load(m, p, &err))
		fail_msg("%s", err.text);
	if (s) {
		s->m = m;
		machine_observe(m, &o);
	}
	machine_run_for(m, SOME, &stop);
	assert_string_equal(stop.text, "");
	if (stop.reason != TARGET_STOP_EXIT)
		assert_int_equal(stop.reason, TARGET_STOP_SLICE);
	if (s) {
		assert_int_equal(s->retired, stop.instructions);
		assert_int_equal(s->entering, s->entered);
	}
	ledger = *machine_ledger(m);
	machine_free(m);
	program_close(p);
	return ledger;
}

/* On each board; what came of all is checked by the caller. */
static void on_every_board(const char *guest,
			   void (*check)(const char *board,
					 const struct story *,
					 const struct ledger *))
{
	unsigned boards;
	const struct board_info *board = board_list(&boards);

	assert_true(boards > 0);
	for (unsigned i = 0; i < boards; i++) {
		struct error err = { "" };
		const struct board_spec *spec =
			board_spec_find(board[i].name, &err);
		struct story s = { 0 };
		struct ledger watched = run(spec, guest, &s);
		struct ledger alone = run(spec, guest, NULL);

		assert_memory_equal(&watched, &alone, sizeof(alone));
		assert_int_equal(s.entered, watched.n[LEDGER_EXC_TAKEN]);
		assert_int_equal(s.back, watched.n[LEDGER_EXC_RETURN]);
		check(board[i].name, &s, &watched);
	}
}

/* A plain C program: calls nest, and each returns to behind itself. */
static void check_calls(const char *board, const struct story *s,
			const struct ledger *ledger)
{
	(void)ledger;
	if (s->calls < 5 || s->returns + DEEP < s->calls ||
	    s->elsewhere > s->returns / 10)
		fail_msg("%s: %u calls, %u returns, %u of them elsewhere",
			 board, (unsigned)s->calls, (unsigned)s->returns,
			 (unsigned)s->elsewhere);
	assert_int_equal(s->entered, 0);
}

static void calls_and_returns(void **state)
{
	(void)state;
	on_every_board("sort", check_calls);
}

static void check_exceptions(const char *board, const struct story *s,
			     const struct ledger *ledger)
{
	(void)ledger;
	if (s->entered < 2 || s->back < 2)
		fail_msg("%s: %u exceptions, %u returns from them", board,
			 (unsigned)s->entered, (unsigned)s->back);
}

static void exceptions_and_returns(void **state)
{
	(void)state;
	on_every_board("test_exceptions", check_exceptions);
}

/* A jump whose address cannot be read goes nowhere. */
static void a_jump_that_fails_is_none(void **state)
{
	static const uint32_t jump = 0xe590f000; /* ldr pc, [r0] */
	struct board_options options = { .flat = true };
	struct machine_host host = { 0 };
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find("pb1176", &err);
	struct story s = { 0 };
	struct machine_observer o = { .ctx = &s,
				      .retired = on_retired,
				      .leaving = on_leaving,
				      .entered = on_entered,
				      .spent = on_spent };
	struct program *p = open_guest(spec, "test_exceptions");
	struct machine *m = machine_new(spec, &options, &host, &err);
	struct board_cpu cpu;
	struct target_stop stop;

	(void)state;
	if (!m || !machine_load(m, p, &err))
		fail_msg("%s", err.text);
	s.m = m;
	machine_observe(m, &o);
	machine_cpu(m, &cpu);
	assert_true(machine_mem_write(m, (uint32_t)cpu.pc, &jump, 4));
	cpu.r[0] = 0x7ffffff0; /* nothing is there */
	machine_set_cpu(m, &cpu);
	machine_run_for(m, 1, &stop);
	assert_int_equal(s.retired, 1);
	assert_true(s.refused || s.entered == 1);
	machine_wait(m, 7);
	assert_int_equal(s.waited, 7);
	machine_free(m);
	program_close(p);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_and_returns),
		cmocka_unit_test(exceptions_and_returns),
		cmocka_unit_test(a_jump_that_fails_is_none),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	return cmocka_run_group_tests_name("observer", tests, NULL, NULL);
}
