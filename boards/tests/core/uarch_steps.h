/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UARCH_STEPS_H
#define TESTS_UARCH_STEPS_H

#include <string.h>

#include "cores.h"
#include "test.h"

/*
 * A program for the microarchitecture model, one instruction at a time: each
 * step retires one instruction at `pc` and moves on.
 */
struct steps {
	struct uarch *u;
	const uint64_t *n; /* the ledger */
	uint64_t mark[LEDGER_ITEMS];
	uint32_t pc;
	bool thumb;
	bool abort; /* instructions end in an exception */
	struct mapping code;
	struct mapping data;
};

/*
 * A test of all ARM11 cores is on_arm11(name) in the list of tests, and asks
 * core(state) which of them it is this time.
 */
static const enum uarch_kind arm11_cores[] = { UARCH_ARM1136, UARCH_ARM1156,
					       UARCH_ARM1176 };

static inline enum uarch_kind core(void *const *state)
{
	return *(const enum uarch_kind *)*state;
}

#define on_arm11_core(test, core_name, number)                                 \
	{                                                                      \
#test "_" #core_name, test, NULL, NULL,                        \
			(void *)(uintptr_t)&arm11_cores[number]                \
	}
#define on_arm11_with_mmu(test)                                                \
	on_arm11_core(test, arm1136, 0), on_arm11_core(test, arm1176, 2)
#define on_arm11(test) on_arm11_with_mmu(test), on_arm11_core(test, arm1156, 1)

static const struct uarch_control everything_on = {
	.mmu = true,
	.icache = true,
	.dcache = true,
	.branch_prediction = true,
	.static_prediction = true,
	.dynamic_prediction = true,
	.return_stack = true,
};

static const struct mapping cached_section = {
	.page_bits = 20,
	.cacheable = true,
	.bufferable = true,
};

static inline void steps_begin(struct steps *s, enum uarch_kind kind,
			       const struct board_options *options)
{
	static const struct board_options plain;

	memset(s, 0, sizeof(*s));
	s->u = uarch_new(uarch_of(kind), options ? options : &plain, NULL);
	s->n = uarch_ledger(s->u)->n;
	uarch_set_control(s->u, &everything_on);
	s->pc = 0x8000;
	s->code = cached_section;
	s->data = cached_section;
}

static inline void steps_end(struct steps *s)
{
	uarch_free(s->u);
}

/* gained() counts from here. */
static inline void mark(struct steps *s)
{
	memcpy(s->mark, s->n, sizeof(s->mark));
}

static inline uint64_t gained(const struct steps *s, enum ledger_item item)
{
	return s->n[item] - s->mark[item];
}

#define assert_gained(s, item, expected)                                       \
	assert_int_equal(gained(s, item), expected)

static inline void retire(struct steps *s, struct insn i, bool passed,
			  uint32_t next, const struct access *access,
			  unsigned accesses)
{
	struct mapping code = s->code;
	struct retired r = {
		.insn = &i,
		.fetch = &code,
		.passed = passed,
		.exception = s->abort || (flow_changes_mode(i.flow) && !next),
		.accesses = (uint8_t)accesses,
		.access = access,
	};

	i.addr = s->pc;
	i.thumb = s->thumb;
	if (!i.size)
		i.size = 4;
	code.paddr = s->pc;
	s->pc = next ? next : s->pc + i.size;
	r.next = s->pc;
	uarch_retire(s->u, &r);
}

/* ADD rd, rn, #: one cycle. */
static inline void add(struct steps *s, unsigned rd, unsigned rn)
{
	struct insn i = { .class = CLASS_ALU,
			  .reads = 1u << rn,
			  .writes = 1u << rd };

	retire(s, i, true, 0, NULL, 0);
}

static inline struct access access_at(const struct steps *s, uint32_t addr,
				      unsigned size, bool write)
{
	struct access a = {
		.vaddr = addr,
		.size = (uint8_t)size,
		.write = write,
		.map = s->data,
	};

	a.map.paddr = addr;
	return a;
}

/* LDR rd, [r9] and STR rd, [r9] with r9 = addr. */
static inline void ldr(struct steps *s, unsigned rd, uint32_t addr)
{
	struct insn i = { .word = 0xE5990000 | rd << 12,
			  .class = CLASS_LOAD,
			  .transfers = 1,
			  .reads = 1u << 9,
			  .writes = 1u << rd };
	struct access a = access_at(s, addr, 4, false);

	retire(s, i, true, 0, &a, 1);
}

static inline void str(struct steps *s, unsigned rd, uint32_t addr)
{
	struct insn i = { .word = 0xE5890000 | rd << 12,
			  .class = CLASS_STORE,
			  .transfers = 1,
			  .reads = 1u << 9 | 1u << rd };
	struct access a = access_at(s, addr, 4, true);

	retire(s, i, true, 0, &a, 1);
}

/* LDM or STM r9, {r0 .. r(count-1)} with r9 = addr. */
static inline void multiple(struct steps *s, unsigned count, uint32_t addr,
			    bool write)
{
	uint32_t list = (1u << count) - 1;
	struct insn i = { .word = 0xE8890000 | list,
			  .class = write ? CLASS_STORE_MULTIPLE
					 : CLASS_LOAD_MULTIPLE,
			  .transfers = (uint8_t)count,
			  .reads = 1u << 9 | (write ? list : 0),
			  .writes = write ? 0 : list };
	struct access a[16];

	if (!write)
		i.word |= 1u << 20;
	for (unsigned k = 0; k < count; k++)
		a[k] = access_at(s, addr + 4 * k, 4, write);
	retire(s, i, true, 0, a, count);
}

/* Everything that the tests need is there: code, page, line at 0x100000. */
static inline void warm(struct steps *s)
{
	add(s, 0, 0);
	ldr(s, 0, 0x100000);
	uarch_idle(s->u, 1000);
	s->pc = 0x8000;
	mark(s);
}

/* B<cond> or B (conditional = false) to target. */
static inline void branch(struct steps *s, uint32_t target, bool conditional,
			  bool taken)
{
	struct insn i = { .word = conditional ? 0x1A000000 : 0xEA000000,
			  .class = CLASS_OTHER,
			  .flow = FLOW_BRANCH,
			  .conditional = conditional,
			  .writes = 1u << 15,
			  .size = s->thumb ? 2 : 4,
			  .target = target };

	retire(s, i, taken, taken ? target : 0, NULL, 0);
}

/* BL, or BLX to an address. */
static inline void call(struct steps *s, uint32_t word, uint32_t target)
{
	struct insn i = { .word = word,
			  .class = CLASS_OTHER,
			  .flow = FLOW_CALL,
			  .writes = 1u << 15 | 1u << 14,
			  .target = target };

	retire(s, i, true, target, NULL, 0);
}

static inline void bl(struct steps *s, uint32_t target)
{
	call(s, 0xEB000000, target);
}

/* BX lr, or another jump through a register. */
static inline void jump(struct steps *s, enum insn_flow flow, bool conditional,
			uint32_t to)
{
	struct insn i = { .word = 0xE12FFF1E,
			  .class = CLASS_OTHER,
			  .flow = (uint8_t)flow,
			  .conditional = conditional,
			  .indirect = true,
			  .reads = 1u << 14,
			  .writes = 1u << 15 };

	retire(s, i, true, to, NULL, 0);
}

static inline void swi(struct steps *s)
{
	struct insn i = { .class = CLASS_OTHER, .flow = FLOW_SVC };

	retire(s, i, true, 0, NULL, 0);
}

#endif
