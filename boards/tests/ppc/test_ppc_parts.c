/* SPDX-License-Identifier: MIT */
/*
 * The parts of an e500 machine, one by one: the MMU's entries, searches and
 * defaults [E500CORERM 12.2, 12.3], and the interrupt controller's priorities,
 * nesting and end [Linux mpic.c].
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "boards/src/ppc/inner.h"
#include "test.h"

static struct ppc_mmu *t;
static struct ppc_mas *mas;

static int begin_on(const char *board)
{
	struct error err;
	const struct board_spec *spec = board_spec_find(board, &err);

	t = spec ? ppc_mmu_new(spec) : NULL;
	if (!t)
		return -1;
	mas = ppc_mmu_mas(t);
	return 0;
}

static int v1(void **state)
{
	(void)state;
	return begin_on("mpc8540ads");
}

static int v2(void **state)
{
	(void)state;
	return begin_on("mpc8548cds");
}

static int end(void **state)
{
	(void)state;
	ppc_mmu_free(t);
	return 0;
}

/* MAS0: TLBSEL from bit 28, ESEL from 16.  MAS1: V, IPROT, TID from 16, TS 12,
 * TSIZE from 8. */
static void enter(uint32_t mas0, uint32_t mas1, uint32_t from, uint32_t to)
{
	mas->mas[0] = mas0;
	mas->mas[1] = mas1;
	mas->mas[2] = from;
	mas->mas[3] = to;
	mas->mas[7] = 0;
	ppc_mmu_tlbwe(t);
}

static uint32_t leads(uint32_t vaddr, bool space)
{
	const struct ppc_page *page = ppc_mmu_lookup(t, vaddr, space);

	return page->miss ? UINT32_MAX : ppc_mmu_map(page, vaddr).paddr;
}

#define MMU(test, on) TEST_WITH(test, on, end)

/* 4^TSIZE KiB: 1 is 4 KiB, 5 is 1 MiB, 9 is 256 MiB. */
MMU(sizes, v1)
{
	enter(0x10010000, 0x80000100, 0x20000000, 0x3f);
	enter(0x10020000, 0x80000500, 0x30000000, 0x100000 | 0x3f);
	enter(0x10030000, 0x80000900, 0x40000000, 0x3f);
	assert_int_equal(leads(0x20000abc, false), 0xabc);
	assert_int_equal(leads(0x20001000, false), UINT32_MAX);
	assert_int_equal(leads(0x300fffff, false), 0x1fffff);
	assert_int_equal(leads(0x30100000, false), UINT32_MAX);
	assert_int_equal(leads(0x47654321, false), 0x7654321);
	assert_int_equal(leads(0x50000000, false), UINT32_MAX);
	/* Each knows how large it is, and from which array. */
	assert_int_equal(ppc_mmu_lookup(t, 0x47000000, false)->map.page_bits,
			 28);
	assert_true(ppc_mmu_lookup(t, 0x47000000, false)->map.variable_size);
	enter(0, 0x80000900, 0x60000000, 0x5000 | 0x3f);
	assert_int_equal(leads(0x60000004, false), 0x5004);
	assert_int_equal(leads(0x60001004, false), UINT32_MAX);
	assert_false(ppc_mmu_lookup(t, 0x60000000, false)->map.variable_size);
}

/* A process of three, or of all; a space. */
MMU(owners, v1)
{
	enter(0, 0x80070100, 0x20000000, 0x1000 | 0x3f);
	enter(0x00010000, 0x80001100, 0x20000000, 0x2000 | 0x3f);
	assert_int_equal(leads(0x20000000, false), UINT32_MAX);
	assert_int_equal(leads(0x20000000, true), 0x2000);
	for (unsigned i = 0; i < 3; i++) {
		memset(mas->pid, 0, sizeof(mas->pid));
		mas->pid[i] = 7;
		ppc_mmu_changed(t);
		assert_int_equal(leads(0x20000000, false), 0x1000);
	}
	mas->pid[2] = 8;
	ppc_mmu_changed(t);
	assert_int_equal(leads(0x20000000, false), UINT32_MAX);
}

/* TID 0 is every process's, in both arrays, whatever the three PIDs are. */
MMU(everybodys, v1)
{
	enter(0, 0x80000100, 0x20000000, 0x1000 | 0x3f);
	enter(0x10010000, 0x80000500, 0x30000000, 0x100000 | 0x3f);
	for (uint32_t i = 0; i < 3; i++)
		mas->pid[i] = 5 + i;
	ppc_mmu_changed(t);
	assert_int_equal(leads(0x20000000, false), 0x1000);
	assert_int_equal(leads(0x30000000, false), 0x100000);
	mas->mas[6] = 9 << 16;
	ppc_mmu_tlbsx(t, 0x30000000);
	assert_int_equal(mas->mas[1] & 0xc0000000, 0x80000000);
}

/* MAS3: UX SX UW SW UR SR, from bit 5. */
MMU(rights, v1)
{
	const struct ppc_page *page;

	enter(0, 0x80000100, 0x20000000, 0x20 | 0x04 | 0x02);
	page = ppc_mmu_lookup(t, 0x20000000, false);
	assert_true(ppc_mmu_allows(page, MMU_EXECUTE, true));
	assert_false(ppc_mmu_allows(page, MMU_EXECUTE, false));
	assert_false(ppc_mmu_allows(page, MMU_WRITE, true));
	assert_true(ppc_mmu_allows(page, MMU_WRITE, false));
	assert_true(ppc_mmu_allows(page, MMU_READ, true));
	assert_false(ppc_mmu_allows(page, MMU_READ, false));
}

/* tlbsx finds by MAS6's process and space, and shows; tlbre shows by number. */
MMU(search_and_read, v2)
{
	enter(0x10050000, 0xc0090500, 0x30000000 | MAS2_M, 0x100000 | 0x3f);
	mas->mas[6] = 9 << 16;
	ppc_mmu_tlbsx(t, 0x30012345);
	assert_int_equal(mas->mas[0], 0x10050000);
	assert_int_equal(mas->mas[1], 0xc0090500);
	assert_int_equal(mas->mas[2], 0x30000000 | MAS2_M);
	assert_int_equal(mas->mas[3], 0x100000 | 0x3f);
	mas->mas[6] = 9 << 16 | 1; /* the other space: defaults */
	mas->mas[4] = 0x00000108;  /* TLB0, 4 KiB, inhibited */
	ppc_mmu_tlbsx(t, 0x30012345);
	assert_int_equal(mas->mas[1], 0x00091100);
	assert_int_equal(mas->mas[2], 0x00000008);
	assert_int_equal(mas->mas[3], 0); /* nothing of the page found before */
	mas->mas[0] = 0x10050000;
	ppc_mmu_tlbre(t);
	assert_int_equal(mas->mas[1], 0xc0090500);
}

/* A miss proposes the next way of the set, and the page. */
static void miss_on(unsigned ways)
{
	mas->mas[4] = 0x00000104;
	for (unsigned i = 0; i < 2 * ways; i++) {
		ppc_mmu_missed(t, 0x20003fff, false);
		assert_int_equal(mas->mas[0] >> 16, i % ways);
		assert_int_equal(mas->mas[1], 0x80000100);
		assert_int_equal(mas->mas[2], 0x20003004);
		mas->mas[3] = (i << 12) | 0x3f;
		mas->mas[2] = 0x20003000 + (i << 19); /* of the same set */
		ppc_mmu_tlbwe(t);
	}
	/* As many as there are ways are left. */
	for (unsigned i = 0; i < 2 * ways; i++)
		assert_int_equal(leads(0x20003000 + (i << 19), false),
				 i < ways ? UINT32_MAX : i << 12);
}

MMU(misses_v1, v1)
{
	miss_on(2);
}

MMU(misses_v2, v2)
{
	miss_on(4);
}

/* By address in one array, all of one array; IPROT stays. */
MMU(invalidation, v2)
{
	enter(0x10010000, 0x80000100, 0x20000000, 0x1000 | 0x3f);
	enter(0x10020000, 0xc0000100, 0x20001000, 0x2000 | 0x3f);
	enter(0, 0x80000100, 0x20002000, 0x3000 | 0x3f);
	enter(0, 0xc0000100, 0x20003000, 0x4000 | 0x3f);
	ppc_mmu_tlbivax(t, 0x20000000); /* TLB0 has it not */
	assert_int_equal(leads(0x20000000, false), 0x1000);
	ppc_mmu_tlbivax(t, 0x20000008);
	assert_int_equal(leads(0x20000000, false), UINT32_MAX);
	ppc_mmu_tlbivax(t, 0x20001008);
	assert_int_equal(leads(0x20001000, false), 0x2000);
	ppc_mmu_tlbivax(t, 0x20002000);
	assert_int_equal(leads(0x20002000, false), UINT32_MAX);
	assert_int_equal(leads(0x20003000, false), 0x4000);
	ppc_mmu_tlbivax(t, 0x4); /* all of TLB0, where IPROT is not kept */
	assert_int_equal(leads(0x20003000, false), UINT32_MAX);
	ppc_mmu_flush(t, true, true);
	assert_int_equal(leads(0x20001000, false), 0x2000);
}

/* ---- the interrupt controller ------------------------------------------- */

enum {
	GCR = 0x1020,
	CTPR = 0x20080,
	IACK = 0x200a0,
	EOI = 0x200b0,
	IPI_RAISE = 0x20040,
	IPI_VPR = 0x10a0,
	SVR = 0x10e0,
	MIXED = 0x20000000,
	RESET = (int)0x80000000,
};

static struct ppc ppc;
static struct machine machine;

static int pic(void **state)
{
	(void)state;
	memset(&ppc, 0, sizeof(ppc));
	machine.own = &ppc;
	ppc_pic_reset(&ppc.pic);
	return 0;
}

static void put(uint32_t offset, uint32_t value)
{
	ppc_pic_write(&machine, offset, value);
}

static uint32_t get(uint32_t offset)
{
	return ppc_pic_read(&machine, offset);
}

static bool asks(void)
{
	bool external, critical;

	ppc_pic_lines(&ppc.pic, &external, &critical);
	return external;
}

/* Internal source `n`, its vector its number and 0x100. */
static void let(unsigned n, uint32_t priority)
{
	put(0x10200 + n * 0x20, 0x00c00000 | priority << 16 | (0x100 + n));
}

#define PIC(test) TEST_WITH(test, pic, NULL)

PIC(after_reset)
{
	assert_int_equal(get(CTPR), 15);
	assert_int_equal(get(0x10200 + 28 * 0x20), 0x80800000);
	assert_int_equal(get(0x10210 + 28 * 0x20), 1);
	ppc_pic_set(&ppc.pic, 28, true);
	put(GCR, MIXED);
	put(CTPR, 0);
	assert_false(asks()); /* masked */
	let(28, 5);
	assert_true(asks());
	put(GCR, 0); /* passes external pins only */
	assert_false(asks());
	put(GCR, MIXED);
	put(CTPR, 5); /* has to be more urgent */
	assert_false(asks());
	put(CTPR, 4);
	assert_true(asks());
	let(28, 0);
	assert_false(asks());
	put(GCR, (uint32_t)RESET);
	assert_int_equal(get(CTPR), 15);
	assert_int_equal(get(GCR), 0);
}

/* An interrupt that is served keeps all away that are not more urgent. */
PIC(nesting)
{
	put(GCR, MIXED);
	put(CTPR, 0);
	put(SVR, 0x1ff);
	let(3, 4);
	let(9, 8);
	let(10, 8);
	assert_int_equal(get(IACK), 0x1ff); /* spurious */
	ppc_pic_set(&ppc.pic, 3, true);
	assert_int_equal(get(IACK), 0x103);
	assert_false(asks()); /* a level, but in service */
	assert_int_equal(get(0x10200 + 3 * 0x20) >> 30 & 1, 1);
	ppc_pic_set(&ppc.pic, 10, true);
	ppc_pic_set(&ppc.pic, 9, true);
	assert_true(asks());
	assert_int_equal(get(IACK), 0x109); /* the lower of two */
	assert_false(asks());
	ppc_pic_set(&ppc.pic, 9, false);
	put(EOI, 0);
	assert_int_equal(get(IACK), 0x10a);
	ppc_pic_set(&ppc.pic, 10, false);
	put(EOI, 0);
	assert_false(asks());
	put(EOI, 0); /* source 3's level still stands */
	assert_true(asks());
	assert_int_equal(ppc.pic.taken, 3);
}

PIC(by_software)
{
	put(GCR, MIXED);
	put(CTPR, 0);
	put(IPI_VPR + 2 * 0x10, 0x00030042);
	put(IPI_RAISE + 2 * 0x10, 1);
	assert_true(asks());
	assert_int_equal(get(IACK), 0x42);
	put(EOI, 0);
	assert_false(asks()); /* once */
}

/* A destination's CI0 leads past it all, to the critical input. */
PIC(critical_input)
{
	bool external, critical;

	put(GCR, MIXED);
	put(CTPR, 0);
	let(28, 5);
	put(0x10210 + 28 * 0x20, 0x40000000);
	ppc_pic_set(&ppc.pic, 28, true);
	ppc_pic_lines(&ppc.pic, &external, &critical);
	assert_false(external);
	assert_true(critical);
	ppc_pic_set(&ppc.pic, 28, false);
	ppc_pic_lines(&ppc.pic, &external, &critical);
	assert_false(critical);
}

/*
 * Registers are words: a store of less, anywhere but at the UARTs, changes
 * nothing, and so neither takes up an interrupt nor clears an event.
 */
TEST(parts_of_registers)
{
	enum {
		PIC_AT = 0x40000,
		UARTS_AT = 0x4500, /* to 0x46ff */
		IEVENT_AT = 0x24010,
		DMACTRL_AT = 0x2402c,
	};
	static const struct ppc_insn nothing;
	const struct board_options o = { .flat = true };
	const struct machine_host host = { 0 };
	struct target_stop stop;
	struct error err;
	struct machine *m = machine_new(board_spec_find("mpc8540ads", &err), &o,
					&host, &err);
	struct ppc_pic was;
	uint32_t event;

	assert_non_null(m);
	m->stop = &stop;
	ppc_of(m)->now = &nothing;
	ppc_ccsr_write(m, PIC_AT + GCR, 4, MIXED);
	ppc_ccsr_write(m, PIC_AT + CTPR, 4, 0);
	ppc_ccsr_write(m, PIC_AT + 0x10200 + 28 * 0x20, 4, 0x00c5011c);
	ppc_pic_set(&ppc_of(m)->pic, 28, true);
	ppc_ccsr_write(m, DMACTRL_AT, 4, 0x18); /* stops, at once */
	event = (uint32_t)ppc_ccsr_read(m, IEVENT_AT, 4);
	assert_int_not_equal(event, 0);
	was = ppc_of(m)->pic;
	for (uint32_t at = 0; at < PQ3_CCSR_SIZE; at++) {
		if (at - UARTS_AT < 0x200)
			continue;
		ppc_ccsr_write(m, at, 1, 0xff);
		if (at % 2 == 0)
			ppc_ccsr_write(m, at, 2, 0xffff);
	}
	assert_memory_equal(&ppc_of(m)->pic, &was, sizeof(was));
	assert_int_equal(ppc_ccsr_read(m, IEVENT_AT, 4), event);
	assert_int_equal(ppc_ccsr_read(m, PIC_AT + IACK, 4), 0x11c);
	machine_free(m);
}

/* Three system calls, whose handler is one rfi, and a return of its own. */
TEST(kinds_of_mode_changes)
{
	static const uint32_t words[] = {
		0x3c600010, /* lis r3, 0x10 */
		0x7c7f0ba6, /* mtspr IVPR, r3 */
		0x38800040, /* li r4, 0x40 */
		0x7c9863a6, /* mtspr IVOR8, r4 */
		0x44000002, /* sc */
		0x44000002, /* sc */
		0x44000002, /* sc */
		0x7ca000a6, /* mfmsr r5 */
		0x7cbb03a6, /* mtsrr1 r5 */
		0x60660030, /* ori r6, r3, 0x30 */
		0x7cda03a6, /* mtsrr0 r6 */
		0x4c000064, /* rfi */
		0x48000000, /* 0x30: b . */
		0x60000000, /* nop */
		0x60000000, /* nop */
		0x60000000, /* nop */
		0x4c000064, /* 0x40: rfi */
	};
	const struct board_options o = { .flat = true };
	const struct machine_host host = { 0 };
	uint8_t bytes[sizeof(words)];
	const struct program_segment segment = { .addr = 0x100000,
						 .size = sizeof(bytes),
						 .file_size = sizeof(bytes),
						 .bytes = bytes };
	const struct program p = { .entry = segment.addr,
				   .segment = &segment,
				   .segments = 1 };
	struct target_stop stop;
	struct error err;
	struct machine *m;

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(words[i / 4] >> (24 - i % 4 * 8));
	m = machine_new(board_spec_find("mpc8540ads", &err), &o, &host, &err);
	assert_non_null(m);
	assert_true(machine_load(m, &p, &err));
	assert_true(machine_break(m, 0x100030, true));
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_SVC], 3);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_SC_TRAP], 3);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_RETURN], 3 + 1);
	machine_free(m);
}
