/* SPDX-License-Identifier: MIT */
/*
 * The program that carries out records, in the words of each architecture.  A
 * record says which routine, which address and which value; what a routine
 * reads goes back into the record, for the value.  Handlers skip the
 * instruction that faults, and return from an interrupt with all of them
 * masked, until a routine lets them in again.
 */
#include "poke.h"

#include "boards/src/a32/inner.h"
#include "boards/src/a64/inner.h"
#include "boards/src/ppc/inner.h"

#include <string.h>

#define COUNT(array) ((unsigned)(sizeof(array) / sizeof((array)[0])))

/* r4: records, r5: the first routine */
static const uint32_t arm_words[] = {
	0xe8b40007, /* ldm r4!, {r0, r1, r2} */
	0xe085f000, /* add pc, r5, r0 */
	0xe5c12000, /* strb r2, [r1] */
	0xeafffffb, /* b 0 <loop> */
	0xe1c120b0, /* strh r2, [r1] */
	0xeafffff9, /* b 0 <loop> */
	0xe5812000, /* str r2, [r1] */
	0xeafffff7, /* b 0 <loop> */
	0xe1c120f0, /* strd r2, [r1] */
	0xeafffff5, /* b 0 <loop> */
	0xe881018c, /* stm r1, {r2, r3, r7, r8} */
	0xeafffff3, /* b 0 <loop> */
	0xe4a12000, /* strt r2, [r1], #0 */
	0xeafffff1, /* b 0 <loop> */
	0xe1013092, /* swp r3, r2, [r1] */
	0xeaffffef, /* b 0 <loop> */
	0xe1413092, /* swpb r3, r2, [r1] */
	0xeaffffed, /* b 0 <loop> */
	0xe1813f92, /* strex r3, r2, [r1] */
	0xeaffffeb, /* b 0 <loop> */
	0xe5d13000, /* ldrb r3, [r1] */
	0xea000013, /* b a8 <save> */
	0xe1d130b0, /* ldrh r3, [r1] */
	0xea000011, /* b a8 <save> */
	0xe5913000, /* ldr r3, [r1] */
	0xea00000f, /* b a8 <save> */
	0xe1c120d0, /* ldrd r2, [r1] */
	0xeaffffe3, /* b 0 <loop> */
	0xe891018c, /* ldm r1, {r2, r3, r7, r8} */
	0xeaffffe1, /* b 0 <loop> */
	0xe4b13000, /* ldrt r3, [r1], #0 */
	0xea000009, /* b a8 <save> */
	0xe1d130f0, /* ldrsh r3, [r1] */
	0xea000007, /* b a8 <save> */
	0xe1913f9f, /* ldrex r3, [r1] */
	0xea000005, /* b a8 <save> */
	0xf5d1f000, /* pld [r1] */
	0xeaffffd9, /* b 0 <loop> */
	0xe321f013, /* msr CPSR_c, #19 */
	0xeaffffd7, /* b 0 <loop> */
	0xeafffffe, /* b a0 <done> */
	0xe320f000, /* nop {0} */
	0xe5043004, /* str r3, [r4, #-4] */
	0xeaffffd3, /* b 0 <loop> */
};

/* x4: records, x5: the first routine */
static const uint32_t a64_words[] = {
	0xa8c10480, /* ldp x0, x1, [x4], #16 */
	0xf8408482, /* ldr x2, [x4], #8 */
	0x8b0000a0, /* add x0, x5, x0 */
	0xd61f0000, /* br x0 */
	0x39000022, /* strb w2, [x1] */
	0x17fffffb, /* b 0 <loop> */
	0x79000022, /* strh w2, [x1] */
	0x17fffff9, /* b 0 <loop> */
	0xb9000022, /* str w2, [x1] */
	0x17fffff7, /* b 0 <loop> */
	0xf9000022, /* str x2, [x1] */
	0x17fffff5, /* b 0 <loop> */
	0xa9000c22, /* stp x2, x3, [x1] */
	0x17fffff3, /* b 0 <loop> */
	0x3d800020, /* str q0, [x1] */
	0x17fffff1, /* b 0 <loop> */
	0xad000420, /* stp q0, q1, [x1] */
	0x17ffffef, /* b 0 <loop> */
	0x88037c22, /* stxr w3, w2, [x1] */
	0x17ffffed, /* b 0 <loop> */
	0x889ffc22, /* stlr w2, [x1] */
	0x17ffffeb, /* b 0 <loop> */
	0xd50b7421, /* dc zva, x1 */
	0x17ffffe9, /* b 0 <loop> */
	0x39400023, /* ldrb w3, [x1] */
	0x14000017, /* b c0 <save> */
	0x79400023, /* ldrh w3, [x1] */
	0x14000015, /* b c0 <save> */
	0xb9400023, /* ldr w3, [x1] */
	0x14000013, /* b c0 <save> */
	0xf9400023, /* ldr x3, [x1] */
	0x14000011, /* b c0 <save> */
	0xa9400c22, /* ldp x2, x3, [x1] */
	0x17ffffdf, /* b 0 <loop> */
	0x3dc00020, /* ldr q0, [x1] */
	0x17ffffdd, /* b 0 <loop> */
	0x4c402020, /* ld1 {v0.16b-v3.16b}, [x1] */
	0x17ffffdb, /* b 0 <loop> */
	0x885f7c23, /* ldxr w3, [x1] */
	0x14000009, /* b c0 <save> */
	0x39800023, /* ldrsb x3, [x1] */
	0x14000007, /* b c0 <save> */
	0xf9800020, /* prfm pldl1keep, [x1] */
	0x17ffffd5, /* b 0 <loop> */
	0xd50343ff, /* msr daifclr, #0x3 */
	0x17ffffd3, /* b 0 <loop> */
	0x14000000, /* b b8 <done> */
	0xd503201f, /* nop */
	0xf81f8083, /* stur x3, [x4, #-8] */
	0x17ffffcf, /* b 0 <loop> */
};

/* r6: records, r7: the first routine */
static const uint32_t ppc_words[] = {
	0x80660000, /* lwz r3,0(r6) */
	0x80860004, /* lwz r4,4(r6) */
	0x80a60008, /* lwz r5,8(r6) */
	0x38c6000c, /* addi r6,r6,12 */
	0x7c671a14, /* add r3,r7,r3 */
	0x7c6903a6, /* mtctr r3 */
	0x4e800420, /* bctr */
	0x98a40000, /* stb r5,0(r4) */
	0x4bffffe0, /* b 0 <loop> */
	0xb0a40000, /* sth r5,0(r4) */
	0x4bffffd8, /* b 0 <loop> */
	0x90a40000, /* stw r5,0(r4) */
	0x4bffffd0, /* b 0 <loop> */
	0xbf840000, /* stmw r28,0(r4) */
	0x4bffffc8, /* b 0 <loop> */
	0x7ca0272c, /* sthbrx r5,0,r4 */
	0x4bffffc0, /* b 0 <loop> */
	0x7ca0252c, /* stwbrx r5,0,r4 */
	0x4bffffb8, /* b 0 <loop> */
	0x7ca0212d, /* stwcx. r5,0,r4 */
	0x4bffffb0, /* b 0 <loop> */
	0x7c0027ec, /* dcbz 0,r4 */
	0x4bffffa8, /* b 0 <loop> */
	0x7c0020ac, /* dcbf 0,r4 */
	0x4bffffa0, /* b 0 <loop> */
	0x7c0023ac, /* dcbi 0,r4 */
	0x4bffff98, /* b 0 <loop> */
	0x89040000, /* lbz r8,0(r4) */
	0x4800004c, /* b bc <save> */
	0xa1040000, /* lhz r8,0(r4) */
	0x48000044, /* b bc <save> */
	0x81040000, /* lwz r8,0(r4) */
	0x4800003c, /* b bc <save> */
	0xbb840000, /* lmw r28,0(r4) */
	0x4bffff78, /* b 0 <loop> */
	0x7d002028, /* lwarx r8,0,r4 */
	0x4800002c, /* b bc <save> */
	0x7d0022ae, /* lhax r8,0,r4 */
	0x48000024, /* b bc <save> */
	0x7d00242c, /* lwbrx r8,0,r4 */
	0x4800001c, /* b bc <save> */
	0x7c00222c, /* dcbt 0,r4 */
	0x4bffff58, /* b 0 <loop> */
	0x7c008146, /* wrteei 1 */
	0x4bffff50, /* b 0 <loop> */
	0x48000000, /* b b4 <done> */
	0x60000000, /* nop */
	0x9106fffc, /* stw r8,-4(r6) */
	0x4bffff40, /* b 0 <loop> */
};

/* Reset to FIQ; the words behind are the handler of IRQ. */
static const uint32_t arm_vectors[] = {
	0xeafffffe, /* b . */
	0xe1b0f00e, /* movs pc, lr */
	0xe1b0f00e, /* movs pc, lr */
	0xe1b0f00e, /* movs pc, lr */
	0xe25ef004, /* subs pc, lr, #4 */
	0xeafffff9, /* b . - 20 */
	0xea000003, /* b . + 20 */
	0xe14fd000, /* mrs sp, spsr */
	0xe38dd0c0, /* orr sp, sp, #0xc0 */
	0xe161f00d, /* msr spsr_c, sp */
	0xe25ef004, /* subs pc, lr, #4 */
	0xe14fd000, /* mrs sp, spsr */
	0xe38dd080, /* orr sp, sp, #0x80 */
	0xe161f00d, /* msr spsr_c, sp */
	0xe25ef004, /* subs pc, lr, #4 */
};

static const uint32_t a64_skip[] = {
	0xd5384029, /* mrs x9, elr_el1 */
	0x91001129, /* add x9, x9, #4 */
	0xd5184029, /* msr elr_el1, x9 */
	0xd69f03e0, /* eret */
};

static const uint32_t a64_mask[] = {
	0xd5384009, /* mrs x9, spsr_el1 */
	0xb27a0529, /* orr x9, x9, #0xc0 */
	0xd5184009, /* msr spsr_el1, x9 */
	0xd69f03e0, /* eret */
};

static const uint32_t ppc_skip[] = {
	0x7d3a02a6, /* mfsrr0 r9 */
	0x39290004, /* addi r9, r9, 4 */
	0x7d3a03a6, /* mtsrr0 r9 */
	0x4c000064, /* rfi */
};

static const uint32_t ppc_skip_machine_check[] = {
	0x7d3a8aa6, /* mfmcsrr0 r9 */
	0x39290004, /* addi r9, r9, 4 */
	0x7d3a8ba6, /* mtmcsrr0 r9 */
	0x4c00004c, /* rfmci */
};

static const uint32_t ppc_mask[] = {
	0x7d3b02a6, /* mfsrr1 r9 */
	0x5529045e, /* rlwinm r9, r9, 0, 17, 15 */
	0x7d3b03a6, /* mtsrr1 r9 */
	0x4c000064, /* rfi */
};

static const uint32_t ppc_mask_critical[] = {
	0x7d3b0aa6, /* mfcsrr1 r9 */
	0x552903da, /* rlwinm r9, r9, 0, 15, 13 */
	0x7d3b0ba6, /* mtcsrr1 r9 */
	0x4c000066, /* rfci */
};

/* Two words each; behind them the branch to itself with which it ends. */
#define ROUTINES(words, first) ((COUNT(words) - (first)) / 2 - 2)

const struct poke_code *poke_code(const struct board_spec *spec)
{
	static const struct poke_code arm = { arm_words, COUNT(arm_words), 2,
					      ROUTINES(arm_words, 2), 4 };
	static const struct poke_code a64 = { a64_words, COUNT(a64_words), 4,
					      ROUTINES(a64_words, 4), 8 };
	static const struct poke_code ppc = { ppc_words, COUNT(ppc_words), 7,
					      ROUTINES(ppc_words, 7), 4 };

	return spec->core->arch == &a64_arch   ? &a64
	       : spec->core->arch == &ppc_arch ? &ppc
					       : &arm;
}

uint32_t poke_code_end(const struct poker *p)
{
	const struct poke_code *code = poke_code(p->spec);

	return poker_ram(p, POKE_CODE) + 4 * code->first + 8 * code->routines;
}

void poke_code_begin(struct poker *p)
{
	const struct poke_code *code = poke_code(p->spec);
	struct board_cpu cpu = { 0 };
	unsigned r = p->spec->core->arch == &ppc_arch ? 6 : 4;

	for (unsigned i = 0; i < 32; i++)
		cpu.r[i] = poker_value(p);
	cpu.r[r] = poker_ram(p, POKE_RECORDS);
	cpu.r[r + 1] = poker_ram(p, POKE_CODE) + 4 * code->first;
	cpu.r[15] = p->spec->core->arch == &ppc_arch ||
				    p->spec->core->arch == &a64_arch
			    ? 0
			    : poker_ram(p, POKE_CODE);
	cpu.pc = poker_ram(p, POKE_CODE);
	cpu.cpsr = p->spec->core->arch == &ppc_arch ? (uint32_t)MSR_ME
		   : p->spec->core->arch == &a64_arch
			   ? (uint32_t)PSTATE_DAIF
			   : CPSR_I | CPSR_F | MODE_SVC;
	machine_set_cpu(p->m, &cpu);
}

static void a64_vectors(struct poker *p)
{
	a64_of(p->m)->system.vbar = poker_ram(p, 0);
	for (uint32_t at = 0; at < 0x800; at += 0x80)
		poker_put(p, poker_ram(p, at), at % 0x200 ? a64_mask : a64_skip,
			  COUNT(a64_skip));
}

static void ppc_vectors(struct poker *p)
{
	for (unsigned i = 0; i < PPC_VECTORS; i++) {
		const uint32_t *words = ppc_skip;

		if (i == PPC_MACHINE_CHECK)
			words = ppc_skip_machine_check;
		else if (i == PPC_CRITICAL || i == PPC_WATCHDOG ||
			 i == PPC_DEBUG)
			words = ppc_mask_critical;
		else if (i == PPC_EXTERNAL || i == PPC_DECREMENTER ||
			 i == PPC_MONITOR)
			words = ppc_mask;
		poker_put(p, ppc_of(p->m)->system.ivor[i], words,
			  COUNT(ppc_skip));
	}
}

void poke_code_vectors(struct poker *p)
{
	if (p->spec->core->arch == &ppc_arch)
		ppc_vectors(p);
	else if (p->spec->core->arch == &a64_arch)
		a64_vectors(p);
	else
		poker_put(p, p->spec->vectors, arm_vectors, COUNT(arm_vectors));
}
