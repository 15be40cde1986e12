/* SPDX-License-Identifier: MIT */
/*
 * Hypervisors are checked for this, by register and without the library: what
 * kvm-unit-tests' pmu cases assert, and exact counts where those have bounds.
 * Prints PASS, FAIL, or SKIP with the name of what the monitor has not.
 */
#include "virt/virt.h"

enum {
	SW_INCR = 0x00,
	INST_RETIRED = 0x08,
	CPU_CYCLES = 0x11,
	MEM_ACCESS = 0x13,
	INST_SPEC = 0x1b,
	CHAIN = 0x1e,
	STALL_FRONTEND = 0x23,
	STALL_BACKEND = 0x24,
};

enum { E = 1, P = 2, C = 4, LC = 0x40, N_LSB = 11, N_MASK = 0x1f, PMU = 23 };

#define ALL       UINT64_C(0xffffffff)
#define CYCLES    (UINT64_C(1) << 31)
#define NEAR_WRAP UINT64_C(0xfffffff0)

static uint8_t data[64] __attribute__((aligned(64)));
static unsigned interrupts;
static uint64_t flags_seen;

static unsigned counters(void)
{
	return virt_read(pmcr_el0) >> N_LSB & N_MASK;
}

static bool has(unsigned event)
{
	uint64_t word =
		event < 0x20 ? virt_read(pmceid0_el0) : virt_read(pmceid1_el0);

	return word >> (event & 0x1f) & 1;
}

static bool skipped(const char *name, unsigned event)
{
	if (has(event))
		return false;
	virt_print("SKIP ");
	virt_print(name);
	virt_print("\n");
	return true;
}

/* Stopped, nothing enabled, all counts 0, counters 0 and 1 as given. */
static void prepare(unsigned event0, unsigned event1)
{
	virt_write(pmcr_el0, LC | P | C);
	virt_write(pmcntenclr_el0, ALL);
	virt_write(pmintenclr_el1, ALL);
	virt_write(pmovsclr_el0, ALL);
	virt_write(pmccfiltr_el0, 0);
	virt_write(pmevtyper0_el0, event0);
	virt_write(pmevtyper1_el0, event1);
	virt_write(pmcntenset_el0, 3);
}

/* So many turns of two instructions; with a load, of three. */
static void loop(uint64_t turns)
{
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns)
			 :
			 : "cc");
}

static void loads(uint64_t turns)
{
	uint64_t word;

	__asm__ volatile("1: ldr %1, [%2]\n\tsubs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns), "=&r"(word)
			 : "r"(data)
			 : "cc");
}

static void increments(unsigned times, uint64_t mask)
{
	while (times--)
		virt_write(pmswinc_el0, mask);
}

static void introspection(void)
{
	virt_check("six counters", 6, counters());
	virt_check("an implementer", 0x41, virt_read(pmcr_el0) >> 24);
	virt_check("software increments", 1, has(SW_INCR));
	virt_check("cycles", 1, has(CPU_CYCLES));
	virt_check("instructions", 1, has(INST_RETIRED) || has(INST_SPEC));
	/* Stalls are required from PMUv3p1 (version 4) on. */
	if ((virt_read(id_aa64dfr0_el1) >> 8 & 0xf) >= 4)
		virt_check("stalls", 1,
			   has(STALL_FRONTEND) && has(STALL_BACKEND));
}

static void config(void)
{
	virt_write(pmselr_el0, 0);
	/* One that there is: of any other, what reads back is unknown. */
	virt_write(pmxevtyper_el0, CPU_CYCLES);
	virt_write(pmxevcntr_el0, 0xdeadbeef);
	virt_check("type by selection", CPU_CYCLES,
		   virt_read(pmevtyper0_el0) & 0x3ff);
	virt_check("count by selection", 0xdeadbeef,
		   virt_read(pmevcntr0_el0) & ALL);
	/* An event that no core has: its counter still is one. */
	virt_write(pmevtyper0_el0, 0x3e);
	virt_write(pmevcntr0_el0, 0x12345678);
	virt_check("count of no event", 0x12345678,
		   virt_read(pmevcntr0_el0) & ALL);
}

static void basic(void)
{
	uint64_t there = CYCLES | ((1u << counters()) - 1);

	prepare(CPU_CYCLES, INST_RETIRED);
	virt_write(pmcntenclr_el0, ALL);
	virt_check("none enabled", 0, virt_read(pmcntenset_el0));
	virt_check("none disabled", 0, virt_read(pmcntenclr_el0));
	virt_check("P and C read as 0", LC, virt_read(pmcr_el0) & 0x47);
	virt_write(pmcntenset_el0, ALL);
	virt_check("those that exist", there, virt_read(pmcntenset_el0));
	virt_write(pmcntenclr_el0, ALL & ~UINT64_C(3));
	virt_check("two left", 3, virt_read(pmcntenset_el0));
	virt_write(pmintenset_el1, ALL);
	virt_check("interrupts that exist", there, virt_read(pmintenset_el1));
	virt_write(pmintenclr_el1, ALL);
	virt_check("no flag", 0, virt_read(pmovsclr_el0));
	virt_write(pmevcntr0_el0, NEAR_WRAP);
	virt_check("preset", NEAR_WRAP, virt_read(pmevcntr0_el0) & ALL);
	virt_check("the other is 0", 0, virt_read(pmevcntr1_el0));
	virt_write(pmcr_el0, LC | E);
	loop(20);
	virt_write(pmcr_el0, LC);
	virt_check("cycles wrapped, instructions did not", 1,
		   virt_read(pmovsclr_el0));
}

static void accesses(void)
{
	if (skipped("accesses", MEM_ACCESS))
		return;
	prepare(MEM_ACCESS, MEM_ACCESS);
	virt_write(pmcr_el0, LC | E);
	loads(20);
	virt_write(pmcr_el0, LC);
	virt_check("accesses", 20, virt_read(pmevcntr0_el0));
	virt_check("accesses again", 20, virt_read(pmevcntr1_el0));
	virt_check("no overflow", 0, virt_read(pmovsclr_el0));
	prepare(MEM_ACCESS, MEM_ACCESS);
	virt_write(pmevcntr0_el0, NEAR_WRAP);
	virt_write(pmevcntr1_el0, NEAR_WRAP);
	virt_write(pmcr_el0, LC | E);
	loads(20);
	virt_write(pmcr_el0, LC);
	virt_check("both wrapped", 3, virt_read(pmovsclr_el0));
	virt_check("by 16", 4, virt_read(pmevcntr0_el0) & ALL);
	prepare(MEM_ACCESS, MEM_ACCESS);
	for (unsigned i = 0; i < 100; i++) {
		virt_write(pmcr_el0, LC | P | E);
		loads(250);
		virt_write(pmcr_el0, LC);
		if (virt_read(pmevcntr0_el0) != 250)
			break;
		if (i == 99)
			virt_check("a hundred times 250", 250,
				   virt_read(pmevcntr0_el0));
	}
}

static void by_software(void)
{
	prepare(SW_INCR, SW_INCR);
	virt_write(pmevcntr0_el0, NEAR_WRAP);
	increments(100, 1);
	virt_check("not while it is off", NEAR_WRAP,
		   virt_read(pmevcntr0_el0) & ALL);
	virt_write(pmcr_el0, LC | E);
	increments(100, 3);
	virt_write(pmcr_el0, LC);
	virt_check("a hundred more", NEAR_WRAP + 100 - ALL - 1,
		   virt_read(pmevcntr0_el0) & ALL);
	virt_check("a hundred", 100, virt_read(pmevcntr1_el0));
	virt_check("one wrapped", 1, virt_read(pmovsclr_el0));
}

/* The high half, when the low one has just wrapped; flags in the end. */
static void chain(const char *name, uint64_t high, uint64_t then,
		  uint64_t flags)
{
	prepare(SW_INCR, CHAIN);
	virt_write(pmevcntr0_el0, NEAR_WRAP);
	virt_write(pmevcntr1_el0, high);
	virt_write(pmcr_el0, LC | E);
	increments(100, 1);
	virt_write(pmcr_el0, LC);
	virt_check(name, then, virt_read(pmevcntr1_el0) & ALL);
	virt_check("low half", 84, virt_read(pmevcntr0_el0) & ALL);
	virt_check("flags", flags, virt_read(pmovsclr_el0));
}

static void chained(void)
{
	if (skipped("chained counters", CHAIN))
		return;
	chain("from 0", 0, 1, 1);
	chain("from 1", 1, 2, 1);
	chain("from all ones", ALL, 0, 3);
	prepare(CPU_CYCLES, CHAIN);
	virt_write(pmevcntr0_el0, NEAR_WRAP);
	virt_write(pmcr_el0, LC | E);
	loop(20);
	virt_write(pmcr_el0, LC);
	virt_check("of cycles", 1, virt_read(pmevcntr1_el0));
}

/* The high half while one of the two is off, or another event. */
static void promotion(void)
{
	if (skipped("chain promotion", CHAIN))
		return;
	prepare(SW_INCR, CHAIN);
	virt_write(pmevcntr0_el0, ALL);
	virt_write(pmcntenclr_el0, 1);
	virt_write(pmcr_el0, LC | E);
	increments(2, 1);
	virt_check("high alone counts nothing", 0, virt_read(pmevcntr1_el0));
	virt_check("low is off", ALL, virt_read(pmevcntr0_el0) & ALL);
	virt_write(pmcntenset_el0, 1);
	virt_write(pmcntenclr_el0, 2);
	increments(2, 1);
	virt_check("low alone", 1, virt_read(pmevcntr0_el0) & ALL);
	virt_check("has wrapped", 1, virt_read(pmovsclr_el0));
	virt_check("high is off", 0, virt_read(pmevcntr1_el0));
	virt_write(pmcntenset_el0, 2);
	virt_check("that wrap is over", 0, virt_read(pmevcntr1_el0));
	virt_write(pmevcntr0_el0, ALL);
	increments(1, 1);
	virt_check("the next counts", 1, virt_read(pmevcntr1_el0));
	virt_write(pmevtyper1_el0, SW_INCR);
	virt_write(pmevcntr0_el0, ALL);
	increments(1, 1);
	virt_check("no chain, no wrap", 1, virt_read(pmevcntr1_el0));
	virt_write(pmevtyper1_el0, CHAIN);
	virt_write(pmevcntr0_el0, ALL);
	increments(1, 1);
	virt_check("chained again", 2, virt_read(pmevcntr1_el0));
	virt_write(pmcr_el0, LC);
}

static void on_interrupt(unsigned number)
{
	if (number != PMU)
		return;
	interrupts++;
	flags_seen |= virt_read(pmovsclr_el0);
	virt_write(pmovsclr_el0, ALL);
}

static void until_idle(void)
{
	__asm__ volatile("msr daifclr, #2\n\tnop\n\tnop\n\tmsr daifset, #2"
			 :
			 :
			 : "memory");
}

static void expect(const char *name, unsigned number, uint64_t flags)
{
	until_idle();
	virt_check(name, number, interrupts);
	virt_check("its flags", flags, flags_seen);
	interrupts = 0;
	flags_seen = 0;
}

static void overflow_interrupts(void)
{
	virt_interrupt = on_interrupt;
	virt_line(PMU);
	prepare(SW_INCR, SW_INCR);
	virt_write(pmevcntr0_el0, ALL);
	virt_write(pmevcntr1_el0, ALL);
	virt_write(pmcr_el0, LC | E);
	increments(1, 3);
	expect("not enabled, none", 0, 0);
	virt_write(pmovsclr_el0, ALL);
	virt_write(pmintenset_el1, 3);
	virt_write(pmevcntr0_el0, ALL);
	increments(1, 1);
	expect("on counter 0", 1, 1);
	virt_write(pmevcntr1_el0, ALL);
	increments(1, 2);
	expect("on counter 1", 1, 2);
	if (skipped("chained interrupts", CHAIN))
		return;
	virt_write(pmevtyper1_el0, CHAIN);
	virt_write(pmevcntr0_el0, ALL);
	virt_write(pmevcntr1_el0, 0);
	increments(1, 1);
	expect("low half", 1, 1);
	virt_write(pmevcntr0_el0, ALL);
	virt_write(pmevcntr1_el0, ALL);
	increments(1, 1);
	expect("both halves", 1, 3);
}

static void monotonic(void)
{
	unsigned rising = 0;

	prepare(SW_INCR, SW_INCR);
	virt_write(pmcntenset_el0, CYCLES);
	virt_write(pmcr_el0, LC | C | E);
	for (unsigned i = 0; i < 10; i++) {
		uint64_t before = virt_read(pmccntr_el0);
		uint64_t after = virt_read(pmccntr_el0);

		rising += after > before;
	}
	virt_write(pmcr_el0, LC);
	virt_check("the cycle counter only rises", 10, rising);
}

int main(void)
{
	introspection();
	config();
	basic();
	accesses();
	by_software();
	chained();
	promotion();
	overflow_interrupts();
	monotonic();
	return virt_checked();
}
