/* SPDX-License-Identifier: MIT */
/*
 * PMUv3: scripts and limits against values worked out by hand from the manual,
 * and sessions on an array of registers (pmuv3_target.h).
 */
#include <stdint.h>
#include <string.h>

#include <tally/session.h>

#include "pmuv3_target.h"
#include "test.h"

#define PMCR       TALLY_SYS(3, 3, 9, 12, 0)
#define CNTENSET   TALLY_SYS(3, 3, 9, 12, 1)
#define CNTENCLR   TALLY_SYS(3, 3, 9, 12, 2)
#define OVSCLR     TALLY_SYS(3, 3, 9, 12, 3)
#define SELR       TALLY_SYS(3, 3, 9, 12, 5)
#define CCNTR      TALLY_SYS(3, 3, 9, 13, 0)
#define XEVTYPER   TALLY_SYS(3, 3, 9, 13, 1)
#define XEVCNTR    TALLY_SYS(3, 3, 9, 13, 2)
#define USERENR    TALLY_SYS(3, 3, 9, 14, 0)
#define INTENSET   TALLY_SYS(3, 0, 9, 14, 1)
#define INTENCLR   TALLY_SYS(3, 0, 9, 14, 2)
#define CCFILTR    TALLY_SYS(3, 3, 14, 15, 7)
#define EVCNTR(n)  TALLY_SYS(3, 3, 14, 8 + (n) / 8, (n) % 8)
#define EVTYPER(n) TALLY_SYS(3, 3, 14, 12 + (n) / 8, (n) % 8)

/* As QEMU's models have them; PMCR.N is 6 on each. */
#define A53_PMCR 0x41033000
#define A57_PMCR 0x41013000
#define A72_PMCR 0x41023000
#define A53_MIDR 0x410FD034

static struct tally_step step[TALLY_PMUV3_STEPS];
static struct tally_script script;

static enum tally_status encode(const struct tally_monitor *m,
				const struct tally_slot *slot, uint8_t slots,
				uint8_t options, enum tally_phase phase)
{
	const struct tally_setup setup = { slot, slots, options };

	tally_script_init(&script, step, TALLY_PMUV3_STEPS);
	return tally_encode(m, &setup, phase, &script);
}

struct want {
	uint32_t addr;
	uint64_t value;
};

static void assert_steps(const struct want *want, unsigned count)
{
	assert_int_equal(script.count, count);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(step[i].reg.addr, want[i].addr);
		assert_int_equal(step[i].value, want[i].value);
	}
}

/* [DDI0487 D24.5]: the encodings that an assembler gave for two of them. */
TEST(addresses)
{
	assert_int_equal(TALLY_SYS(3, 3, 9, 12, 0), 0xDCE0);
	assert_int_equal(EVCNTR(30), TALLY_SYS(3, 3, 14, 11, 6));
	assert_int_equal(tally_pmuv3.counter[30].reg.addr, EVCNTR(30));
	assert_int_equal(tally_pmuv3.counter[31].reg.addr, CCNTR);
	assert_int_equal(tally_pmuv3_a32.counter[9].reg.addr,
			 TALLY_CP(0, 14, 9, 1));
	assert_int_equal(tally_pmuv3_a32.counter[31].reg.addr,
			 TALLY_CP64(0, 9));
	assert_int_equal(TALLY_PMUV3_CYCLES(&tally_cortex_a53), 6);
}

/*
 * Cycles with an interrupt after 1000, INST_RETIRED (8) at EL0 alone
 * (0x80000000), L1D_CACHE (4) in counters 2 and 3, which is CHAIN (0x1E)
 * counted everywhere (0x08000000).  LC is 0x40; bits 0, 2, 3 and 31 count.
 */
static const struct tally_slot three[] = {
	{ .counter = 6,
	  .event = TALLY_EVENT_CYCLES,
	  .interrupt = TALLY_IRQ,
	  .period = 1000 },
	{ .counter = 0,
	  .event = TALLY_PMUV3_INST_RETIRED,
	  .levels = TALLY_EL0 },
	{ .counter = 2,
	  .event = TALLY_PMUV3_L1D_CACHE,
	  .interrupt = TALLY_IRQ,
	  .period = UINT64_C(0x100000001),
	  .pair = true },
};

TEST(scripts)
{
	static const struct want configure[] = {
		{ PMCR, 0x40 },
		{ CNTENCLR, 0xFFFFFFFF },
		{ INTENCLR, 0xFFFFFFFF },
		{ OVSCLR, 0xFFFFFFFF },
		{ CCFILTR, 0x08000000 },
		{ CCNTR, UINT64_MAX - 999 },
		{ EVTYPER(0), 0x80000008 },
		{ EVCNTR(0), 0 },
		{ EVTYPER(2), 0x08000004 },
		{ EVCNTR(2), 0xFFFFFFFF }, /* -0x100000001 in two halves */
		{ EVTYPER(3), 0x0800001E },
		{ EVCNTR(3), 0xFFFFFFFE },
		{ CNTENSET, 0x8000000D },
		{ INTENSET, 0x80000008 },
		{ USERENR, 1 },
	};
	static const struct want start[] = { { PMCR, 0x41 } };
	static const struct want stop[] = { { PMCR, 0x40 } };
	static const struct want release[] = {
		{ PMCR, 0x40 },
		{ CNTENCLR, 0xFFFFFFFF },
		{ INTENCLR, 0xFFFFFFFF },
		{ OVSCLR, 0xFFFFFFFF },
	};
	const struct tally_monitor *m = &tally_cortex_a53;

	assert_int_equal(encode(m, three, 3, TALLY_USER, TALLY_CONFIGURE),
			 TALLY_OK);
	assert_steps(configure, 15);
	assert_int_equal(step[0].reg.space, TALLY_SYSREG);
	encode(m, three, 3, TALLY_USER, TALLY_START);
	assert_steps(start, 1);
	encode(m, three, 3, TALLY_USER, TALLY_STOP);
	assert_steps(stop, 1);
	encode(m, three, 3, TALLY_USER, TALLY_RELEASE);
	assert_steps(release, 4);
}

/* LP is 0x80, X 0x10: counters of 64 bits, no pair then. */
TEST(wide_counters)
{
	static const struct tally_slot slot = { .counter = 30,
						.event = 0x8,
						.period = 1 };

	assert_int_equal(encode(&tally_pmuv3, &slot, 1,
				TALLY_WIDE | TALLY_EXPORT, TALLY_CONFIGURE),
			 TALLY_OK);
	assert_int_equal(step[0].value, 0xD0);
	assert_int_equal(step[5].reg.addr, EVCNTR(30));
	assert_int_equal(step[5].value, UINT64_MAX);
	encode(&tally_pmuv3, &slot, 1, 0, TALLY_CONFIGURE);
	assert_int_equal(step[5].value, 0xFFFFFFFF);
}

/* Words are written behind PMSELR, too, without interrupts, and in CP15. */
TEST(other_ways)
{
	static const struct tally_slot slot = { .counter = 2, .event = 0x8 };
	static const struct want selected[] = {
		{ TALLY_NTH(XEVTYPER, SELR, 2), 0x08000008 },
		{ TALLY_NTH(XEVCNTR, SELR, 2), 0 },
	};
	static const struct want user[] = {
		{ PMCR, 0x40 },         { CNTENCLR, 0xFFFFFFFF },
		{ OVSCLR, 0xFFFFFFFF }, { EVTYPER(2), 0x08000008 },
		{ EVCNTR(2), 0 },       { CNTENSET, 0x4 },
	};

	encode(&tally_pmuv3_select, &slot, 1, 0, TALLY_CONFIGURE);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(step[4 + i].reg.addr, selected[i].addr);
		assert_int_equal(step[4 + i].value, selected[i].value);
	}
	encode(&tally_pmuv3_el0, &slot, 1, 0, TALLY_CONFIGURE);
	assert_steps(user, 6);
	encode(&tally_cortex_a53_a32, &slot, 1, 0, TALLY_CONFIGURE);
	assert_int_equal(script.count, 8);
	assert_int_equal(step[4].reg.space, TALLY_CP15);
	assert_int_equal(step[4].reg.addr, TALLY_CP(0, 14, 12, 2));
	assert_int_equal(step[5].reg.addr, TALLY_CP(0, 14, 8, 2));
}

/*
 * The words of the levels, by the filter rules [DDI0487 D13.7]: P is bit 31, U
 * 30, NSH 27, M 26.  EL3 counts if M equals P.
 */
TEST(filters)
{
	static const struct {
		uint8_t levels;
		uint32_t word;
	} want[] = {
		{ 0, 0x08000000 },
		{ TALLY_EL0, 0x80000000 },
		{ TALLY_EL1, 0x44000000 },
		{ TALLY_EL2, 0xC8000000 },
		{ TALLY_EL3, 0xC4000000 },
		{ TALLY_EL0 | TALLY_EL1 | TALLY_EL3, 0x00000000 },
		{ TALLY_EL0 | TALLY_EL1, 0x04000000 },
		{ TALLY_EL0 | TALLY_EL1 | TALLY_EL2 | TALLY_EL3, 0x08000000 },
	};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		const struct tally_slot slot = { .counter = 0,
						 .event = 0x11,
						 .levels = want[i].levels };

		encode(&tally_cortex_a57, &slot, 1, 0, TALLY_CONFIGURE);
		assert_int_equal(step[4].value, want[i].word | 0x11);
		if (want[i].levels & TALLY_EL3)
			continue;
		/* AArch32 has no M. */
		encode(&tally_cortex_a57_a32, &slot, 1, 0, TALLY_CONFIGURE);
		assert_int_equal(step[4].value,
				 (want[i].word & ~0x04000000u) | 0x11);
	}
}

static void refused(const struct tally_monitor *m, struct tally_slot a,
		    struct tally_slot b, uint8_t options, int status)
{
	const struct tally_slot slot[] = { a, b };

	assert_int_equal(encode(m, slot, 2, options, TALLY_CONFIGURE), status);
}

TEST(refusals)
{
	const struct tally_monitor *m = &tally_cortex_a53;
	const struct tally_slot cycles = { 6, 0, TALLY_EVENT_CYCLES, 0, 0, 0 };
	const struct tally_slot inst = { 1, 0, 0x8, 0, 0, 0 };
	const struct tally_slot pair = { 0, 0, 0x4, 0, 0, true };
	const struct tally_slot timed = { 6, 0, TALLY_EVENT_CYCLES, 9, 0, 0 };
	const struct tally_slot loud = { 6, TALLY_IRQ, TALLY_EVENT_CYCLES };
	struct tally_slot s;

	refused(m, cycles, inst, 0, TALLY_OK);
	refused(m, pair, inst, 0, TALLY_E_COUNTER); /* 1 is the pair's */
	refused(m, inst, pair, 0, TALLY_E_COUNTER);
	s = (struct tally_slot){ 1, 0, 0x4, 0, 0, true };
	refused(m, cycles, s, 0, TALLY_E_COUNTER); /* odd */
	s = (struct tally_slot){ 6, 0, TALLY_EVENT_CYCLES, 0, 0, true };
	refused(m, s, inst, 0, TALLY_E_COUNTER);
	s = (struct tally_slot){ 30, 0, 0x4, 0, 0, true };
	refused(&tally_pmuv3, s, inst, 0, TALLY_E_COUNTER); /* 31: cycles */
	refused(m, cycles, pair, TALLY_WIDE, TALLY_E_FEATURE);
	s = (struct tally_slot){ 0, 0, 0x1E, 0, 0, false };
	refused(m, s, cycles, 0, TALLY_E_EVENT); /* CHAIN by itself */
	s = (struct tally_slot){ 0, 0, 0x3F, 0, 0, false };
	refused(m, s, cycles, 0, TALLY_OK); /* no row: unchecked */
	s = (struct tally_slot){ 0, 0, TALLY_EVENT_CYCLES, 0, 0, false };
	refused(m, s, inst, 0, TALLY_E_EVENT);
	s = (struct tally_slot){ 0, TALLY_FIQ, 0x8, 0, 0, false };
	refused(m, s, cycles, 0, TALLY_E_FEATURE);
	s = (struct tally_slot){ 0, TALLY_IRQ, 0x8, 0, 0, false };
	refused(&tally_pmuv3_el0, s, inst, 0, TALLY_E_FEATURE);
	s = (struct tally_slot){ 0, 0, 0x8, 0, TALLY_EL3, false };
	refused(&tally_cortex_a53_a32, s, cycles, 0, TALLY_E_FEATURE);
	refused(&tally_cortex_a53_a32, inst, cycles, TALLY_WIDE,
		TALLY_E_FEATURE);
	/* Divided, the flag of the cycle counter is none of its 64 bits. */
	refused(m, inst, cycles, TALLY_DIVIDE, TALLY_OK);
	refused(m, inst, timed, TALLY_DIVIDE, TALLY_E_FEATURE);
	refused(m, inst, loud, TALLY_DIVIDE, TALLY_E_FEATURE);
	s = (struct tally_slot){ 0, 0, 0x8, UINT64_C(1) << 32, 0, false };
	refused(m, s, cycles, 0, TALLY_E_INVALID);
	refused(m, s, cycles, TALLY_WIDE, TALLY_OK);
}

static struct pmuv3_target target;

static struct tally_limits limits_of(const struct tally_monitor *m)
{
	struct tally_limits l;

	assert_int_equal(tally_limits_read(m, &target.bus, &l), TALLY_OK);
	assert_int_equal(target.writes, 0);
	return l;
}

/* PMCR.N is bits 15:11: 0x3000 says 6; PMCEID0 0x20001 events 0 and 0x11. */
TEST(limits_of_measured_cores)
{
	static const uint32_t pmcr[] = { A53_PMCR, A57_PMCR, A72_PMCR };

	for (unsigned i = 0; i < 3; i++) {
		struct tally_limits l;

		pmuv3_target_init(&target, pmcr[i], 1, A53_MIDR);
		target.ceid[0] = 0x20001;
		target.ceid[1] = 0;
		l = limits_of(&tally_pmuv3);
		assert_int_equal(l.counters, 0x8000003F);
		assert_int_equal(l.code_max, 0x3FF);
		assert_int_equal(l.options,
				 TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER);
		assert_false(l.pairs);
		assert_true(tally_limits_event(&l, 0x0));
		assert_true(tally_limits_event(&l, 0x11));
		assert_false(tally_limits_event(&l, 0x8));
		assert_false(tally_limits_event(&l, 0x4004));
		assert_true(tally_limits_event(&l, 0xC0)); /* cannot tell */
		assert_int_equal(limits_of(&tally_cortex_a53).counters, 0x7F);
		assert_int_equal(limits_of(&tally_pmuv3_a32).event[0], 0x20001);
		assert_int_equal(limits_of(&tally_pmuv3_el0).code_max, 0x3FF);
	}
}

/* Neoverse N2 by its list: PMCEID0 0F0F1A7F_7FFF0F3F, PMCEID1 77_FEF2AE7F. */
TEST(limits_have_both_halves)
{
	static const struct tally_monitor *const forms[] = { &tally_pmuv3,
							     &tally_pmuv3_a32 };

	for (unsigned i = 0; i < 2; i++) {
		struct tally_limits l;

		pmuv3_target_init(&target, 0x3000, 6, 0x410FD490);
		target.ceid[0] = UINT64_C(0x0F0F1A7F7FFF0F3F);
		target.ceid[1] = UINT64_C(0x00000077FEF2AE7F);
		l = limits_of(forms[i]);
		assert_int_equal(l.event[0], UINT64_C(0xFEF2AE7F7FFF0F3F));
		assert_int_equal(l.event[1], UINT64_C(0x000000770F0F1A7F));
		assert_true(tally_limits_event(&l, 0x3F)); /* STALL_SLOT */
		assert_false(tally_limits_event(&l, 0x4007));
		assert_true(tally_limits_event(&l, 0x4026));
		assert_int_equal(l.code_max, 0xFFFF);
		assert_true(l.pairs);
		assert_int_equal(l.options & TALLY_WIDE, i ? 0 : TALLY_WIDE);
	}
}

/* From p1 on, 4, there are high halves and 16 bits of code, used or not. */
TEST(limits_from_p1_on)
{
	static const struct tally_monitor *const forms[] = { &tally_pmuv3,
							     &tally_pmuv3_a32 };

	for (unsigned i = 0; i < 4; i++) {
		pmuv3_target_init(&target, 0x3000, 4 + i / 2, A53_MIDR);
		target.ceid[0] = UINT64_C(0x1000000001);
		target.ceid[1] = 0;
		assert_int_equal(limits_of(forms[i % 2]).event[1], 0x10);
		target.ceid[0] = 1;
		assert_int_equal(limits_of(forms[i % 2]).code_max, 0xFFFF);
	}
	pmuv3_target_init(&target, 0x3000, 1, A53_MIDR);
	target.ceid[0] = 1;
	target.ceid[1] = 0;
	assert_int_equal(limits_of(&tally_pmuv3).code_max, 0x3FF);
}

TEST(no_counter_and_all)
{
	pmuv3_target_init(&target, 0x41030000, 1, A53_MIDR);
	assert_int_equal(limits_of(&tally_pmuv3).counters, 0x80000000);
	assert_int_equal(limits_of(&tally_cortex_a53).counters, 0x40);
	/* EL2 keeps four of six: HPMN 2 */
	pmuv3_target_init(&target, 0x41031000, 1, A53_MIDR);
	assert_int_equal(limits_of(&tally_pmuv3).counters, 0x80000003);
	pmuv3_target_init(&target, 0x4103F800, 1, A53_MIDR);
	assert_int_equal(limits_of(&tally_pmuv3).counters, 0xFFFFFFFF);
}

/* 0 and 0xF are none; AArch32: 1 and 2 are PMUv1 and PMUv2. */
TEST(probes)
{
	static const struct {
		uint32_t id;
		bool a64, a32;
	} version[] = {
		{ 0x00000000, false, false }, { 0x03000100, true, true },
		{ 0x01000100, true, false },  { 0x02000100, true, false },
		{ 0x04000400, true, true },   { 0x0F000F00, false, false },
		{ 0x06000600, true, true },
	};

	for (unsigned i = 0; i < 7; i++) {
		pmuv3_target_init(&target, A53_PMCR, 1, A53_MIDR);
		target.id = version[i].id;
		assert_int_equal(
			tally_pmuv3.ops->probe(&tally_pmuv3, &target.bus),
			version[i].a64 ? TALLY_OK : TALLY_E_ABSENT);
		assert_int_equal(
			tally_pmuv3.ops->probe(&tally_pmuv3_a32, &target.bus),
			version[i].a32 ? TALLY_OK : TALLY_E_ABSENT);
	}
	pmuv3_target_init(&target, A53_PMCR, 1, A53_MIDR);
	assert_int_equal(tally_pmuv3.ops->probe(&tally_cortex_a53, &target.bus),
			 TALLY_OK);
	assert_int_equal(tally_pmuv3.ops->probe(&tally_cortex_a57, &target.bus),
			 TALLY_E_ABSENT);
	/* EL0: EN, and not UEN, which would make it mean something else. */
	for (unsigned bits = 0; bits < 0x20; bits++) {
		target.userenr = bits;
		assert_int_equal(
			tally_pmuv3.ops->probe(&tally_pmuv3_el0, &target.bus),
			(bits & 0x11) == 1 ? TALLY_OK : TALLY_E_ABSENT);
	}
}

/* Part numbers [ARM-software/data]; another core and another maker. */
TEST(cores_by_midr)
{
	assert_ptr_equal(tally_pmuv3_of(0x410FD034), &tally_cortex_a53);
	assert_ptr_equal(tally_pmuv3_of(0x411FD050), &tally_cortex_a55);
	assert_ptr_equal(tally_pmuv3_of(0x411FD070), &tally_cortex_a57);
	assert_ptr_equal(tally_pmuv3_of(0x410FD083), &tally_cortex_a72);
	assert_ptr_equal(tally_pmuv3_of(0x414FD0B1), &tally_cortex_a76);
	assert_ptr_equal(tally_pmuv3_of(0x414FD0C1), &tally_neoverse_n1);
	assert_ptr_equal(tally_pmuv3_of(0x410FD493), &tally_neoverse_n2);
	assert_ptr_equal(tally_pmuv3_of(0x411FD402), &tally_neoverse_v1);
	assert_ptr_equal(tally_pmuv3_of(0x410FD0F0), &tally_pmuv3);
	assert_ptr_equal(tally_pmuv3_of(0x480FD034), &tally_pmuv3);
}

TEST(increments)
{
	pmuv3_target_init(&target, A53_PMCR, 1, A53_MIDR);
	tally_pmuv3_increment(&tally_pmuv3, &target.bus, 0x80000005);
	assert_int_equal(target.swinc, 5);
}
