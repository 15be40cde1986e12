/* SPDX-License-Identifier: MIT */
/*
 * The MMU of ARMv5 with page tables of our own: sections, coarse and fine
 * tables, subpages, domains, and what the fault registers say.  It needs no
 * boot loader's tables, so it also runs cold, and on other simulators.
 * [DDI0198 3; ARM ARM B4]
 */
#include "common/fw.h"
#include "guests/check.h"

enum {
	MIB = 1 << 20,
	ENTRIES = 4096,
	SECTION = 0xC12, /* all may read and write, domain 0, not cached */
	SECTION_CACHED = SECTION | 0xC,
	SECTION_PRIVILEGED = 0x412,
	SECTION_DOMAIN_3 = SECTION | 3 << 5,
	COARSE = 0x11,
	COARSE_DOMAIN_3 = COARSE | 3 << 5,
	FINE = 0x13,
	SMALL = 0xFF2,
	SMALL_PRIVILEGED = 0x552,
	SMALL_FIRST_QUARTER = 0x032,
	TINY = 0x033,
	LARGE = 0xFF1,
	/* The map, by MiB numbers. */
	CODE = 0,
	NOTHING = 0x200,
	PRIVILEGED = 0x201,
	CLOSED = 0x202, /* domain without access */
	PAGES = 0x203,
	CLOSED_PAGES = 0x204,
	TINY_PAGES = 0x205,
	ALIAS = 0x206,
	MEMORY = 4 * MIB, /* where all of them lead */
};

static uint32_t table[ENTRIES] __attribute__((aligned(16384)));
static uint32_t coarse[256] __attribute__((aligned(1024)));
static uint32_t fine[1024] __attribute__((aligned(4096)));

static volatile uint32_t aborts, status, address;

static void on_data_abort(struct fw_frame *frame)
{
	uint32_t value;

	__asm__ volatile("mrc p15, 0, %0, c5, c0, 0" : "=r"(value));
	status = value & 0xFF;
	__asm__ volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(value));
	address = value;
	aborts++;
	frame->pc += 4;
}

/* The way back is in r0. */
static void on_prefetch_abort(struct fw_frame *frame)
{
	uint32_t value;

	__asm__ volatile("mrc p15, 0, %0, c5, c0, 1" : "=r"(value));
	status = value & 0xF;
	address = frame->pc;
	aborts++;
	frame->pc = frame->r[0];
}

static uint32_t place(const volatile void *p)
{
	return (uint32_t)(uintptr_t)p;
}

static void map(void)
{
	for (uint32_t i = 0; i < 16; i++)
		table[i] = i * MIB | SECTION_CACHED;
	for (uint32_t i = 0x100; i < 0x110; i++)
		table[i] = i * MIB | SECTION;
	table[PRIVILEGED] = MEMORY | SECTION_PRIVILEGED;
	table[CLOSED] = MEMORY | SECTION_DOMAIN_3;
	table[PAGES] = place(coarse) | COARSE;
	table[CLOSED_PAGES] = place(coarse) | COARSE_DOMAIN_3;
	table[TINY_PAGES] = place(fine) | FINE;
	table[ALIAS] = MEMORY | SECTION;
	coarse[1] = (MEMORY + 0x1000) | SMALL;
	coarse[2] = (MEMORY + 0x2000) | SMALL_PRIVILEGED;
	coarse[3] = (MEMORY + 0x3000) | SMALL_FIRST_QUARTER;
	for (uint32_t i = 16; i < 32; i++)
		coarse[i] = (MEMORY + 0x10000) | LARGE;
	fine[1] = (MEMORY + 0xC00) | TINY;
	__asm__ volatile("mcr p15, 0, %0, c7, c10, 4\n\t" /* drain */
			 "mcr p15, 0, %1, c2, c0, 0\n\t"
			 "mcr p15, 0, %2, c3, c0, 0\n\t"
			 "mcr p15, 0, %0, c8, c7, 0\n\t"
			 "mrc p15, 0, r12, c1, c0, 0\n\t"
			 "orr r12, r12, #1\n\t"
			 "mcr p15, 0, r12, c1, c0, 0"
			 :
			 : "r"(0), "r"(place(table)), "r"(1)
			 : "r12", "memory");
}

static uint32_t load(uint32_t at)
{
	uint32_t value = 0xBAD;

	__asm__ volatile("ldr %0, [%1]" : "+r"(value) : "r"(at) : "memory");
	return value;
}

static void store(uint32_t at, uint32_t value)
{
	__asm__ volatile("str %0, [%1]" : : "r"(value), "r"(at) : "memory");
}

/* Of User mode. */
static uint32_t user_load(uint32_t at)
{
	uint32_t value = 0xBAD;

	__asm__ volatile("ldrt %0, [%1]" : "+r"(value) : "r"(at) : "memory");
	return value;
}

static void branch(uint32_t to)
{
	register uint32_t back __asm__("r0");
	register uint32_t target __asm__("r1") = to;

	__asm__ volatile("adr r0, 1f\n\tbx r1\n1:"
			 : "=r"(back)
			 : "r"(target)
			 : "r12", "r14", "memory");
}

static void check_abort(const char *name, uint32_t want, uint32_t where)
{
	check_equal(name, status, want);
	check_equal("  where", address, where);
	check_equal("  once", aborts, 1);
	aborts = 0;
}

static void translations(void)
{
	store(ALIAS * MIB + 0x1234, 11);
	check_equal("small page", load(PAGES * MIB + 0x1234), 11);
	store(PAGES * MIB + 0x1F4, 0); /* not mapped: nothing happens */
	check_abort("page translation, write", 0x7, PAGES * MIB + 0x1F4);
	store(ALIAS * MIB + 0x1ABC4, 22);
	check_equal("large page", load(PAGES * MIB + 0x1ABC4), 22);
	store(ALIAS * MIB + 0xC08, 33);
	check_equal("tiny page", load(TINY_PAGES * MIB + 0x408), 33);
	check_equal("privileged section", load(PRIVILEGED * MIB + 0xC08), 33);
}

static void faults(void)
{
	load(NOTHING * MIB + 4);
	check_abort("section translation", 0x5, NOTHING * MIB + 4);
	load(TINY_PAGES * MIB + 0x800);
	check_abort("tiny page translation", 0x7, TINY_PAGES * MIB + 0x800);
	load(CLOSED * MIB);
	check_abort("section domain", 0x39, CLOSED * MIB);
	load(CLOSED_PAGES * MIB + 0x1000);
	check_abort("page domain", 0x3B, CLOSED_PAGES * MIB + 0x1000);
	user_load(PRIVILEGED * MIB);
	check_abort("section permission", 0xD, PRIVILEGED * MIB);
	user_load(PAGES * MIB + 0x2010);
	check_abort("page permission", 0xF, PAGES * MIB + 0x2010);
	load(PAGES * MIB + 0x3010); /* the first quarter is open */
	check_equal("subpage, open", aborts, 0);
	load(PAGES * MIB + 0x3410);
	check_abort("subpage, closed", 0xF, PAGES * MIB + 0x3410);
	branch(NOTHING * MIB);
	check_abort("fetch, section translation", 0x5, NOTHING * MIB);
	branch(PAGES * MIB + 0x3800);
	check_abort("fetch, page permission", 0xF, PAGES * MIB + 0x3800);
}

static void swap(void)
{
	uint32_t old;

	store(ALIAS * MIB + 0x40, 5);
	__asm__ volatile("swp %0, %1, [%2]"
			 : "=&r"(old)
			 : "r"(6), "r"(ALIAS * MIB + 0x40)
			 : "memory");
	check_equal("swap, old", old, 5);
	check_equal("swap, new", load(ALIAS * MIB + 0x40), 6);
}

int main(void)
{
	fw_handler[FW_DATA_ABORT] = on_data_abort;
	fw_handler[FW_PREFETCH_ABORT] = on_prefetch_abort;
	map();
	translations();
	faults();
	swap();
	return check_result();
}
