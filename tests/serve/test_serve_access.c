/* SPDX-License-Identifier: MIT */
/*
 * Registers and memory of a target, read and written by GDB's packets.
 */
#include <elf.h>
#include <stdio.h>

#include "dialogue_fixture.h"
#include "test.h"

/* The core's, by number and all at once, in the order of its bytes; then those
 * of the monitors. */
CASE(registers_of_arm)
{
	static const struct turn turn[] = {
		{ "p0", "00000000" },
		{ "p1", "04030201" },
		{ "pe", "382a1c0e" },
		{ "pf", "04800000" },
		{ "p10", "d3010000" },
		{ "p11", "cdab0000" },
		{ "p12", "cdab0000" },
		{ "p13", "xxxxxxxx" },
		{ "p14", "E0e" },
		{ "p", "E16" },
		{ "P1=78563412", "OK" },
		{ "p1", "78563412" },
		{ "P1=7856", "E16" },
		{ "P1=7856341299", "E16" },
		{ "P1;78563412", "E16" },
		{ "P14=00000000", "E0e" },
		{ "P11=11223344", "OK" },
		{ "p11", "11223344" },
		{ "P11=1122", "E16" },
		{ "P11=1122334455", "E16" },
		{ "P13=11223344", "E0e" },
		{ "p11", "11223344" },
		{ "g", "0000000078563412080604020c090603~" },
		{ "G0000", "E16" },
		{ "vKill;1", "OK" },
		{ NULL, NULL },
	};

	ends_with(turn, SERVE_END_KILLED);
	assert_int_equal(it.core.r[1], 0x12345678);
	assert_int_equal(it.cell, 0x44332211);
	assert_int_equal(it.core.r[2], 0x02040608);
}

CASE(registers_at_once)
{
	char all[2 * 4 * 17 + 2] = "G", more[sizeof all + 2];
	const struct turn turn[] = {
		{ more, "E16" },
		{ all, "OK" },
		{ "g", all + 1 },
		{ NULL, NULL },
	};

	for (unsigned i = 0; i < 17; i++)
		snprintf(all + 1 + (size_t)8 * i, 9, "%02x000000", i + 1);
	snprintf(more, sizeof more, "G%s00", all + 1);
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(it.core.r[14], 15);
	assert_int_equal(it.core.pc, 16);
	assert_int_equal(it.core.state, 17);
}

CASE(registers_of_power)
{
	static const struct turn turn[] = {
		{ "p1", "01020304" },
		{ "p20", "00008004" }, /* pc, behind 32 of them */
		{ "p22", "00000007" },
		{ "p25", "0000000a" },
		{ "p26", "0000abcd" },
		{ "P24=00001000", "OK" },
		{ "qXfer:features:read:target.xml:0,80",
		  "m<?xml version=\"1.0\"?>\n"
		  "<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
		  "<target version=\"1.0\">\n<architecture>powerpc:~" },
		{ NULL, NULL },
	};

	program.machine = EM_PPC;
	program.big_endian = true;
	for (unsigned i = 0; i < TARGET_CORE_MORE; i++)
		it.core.more[i] = 7 + i;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(it.core.more[2], 0x1000);
}

CASE(registers_of_64_bits)
{
	static const struct turn turn[] = {
		{ "p1f", "0807060504030201" }, /* sp */
		{ "p20", "0480000000000000" }, { "p21", "d3010000" },
		{ "p22", "cdab0000" },         { NULL, NULL },
	};

	program.machine = EM_AARCH64;
	it.core.r[31] = 0x0102030405060708;
	ends_with(turn, SERVE_END_GONE);
}

CASE(a_core_that_is_lost)
{
	static const struct turn turn[] = {
		{ "g", "E0e" },           { "p0", "E0e" },
		{ "P0=00000000", "E0e" }, { "G00", "E0e" },
		{ "p11", "cdab0000" },    { NULL, NULL },
	};

	it.core_is_lost = true;
	ends_with(turn, SERVE_END_GONE);
}

CASE(memory_of_it)
{
	static const struct turn turn[] = {
		{ "m8002,3", "020304" },
		{ "m8000,40", "000102~" },
		{ "m8000,41", "E0e" },
		{ "m8000", "E16" },
		{ "mx,1", "E16" },
		{ "M8001,2:aabb", "OK" },
		{ "m8000,4", "00aabb03" },
		{ "M8001,2:aab", "E16" },
		{ "M8001,2:aabbcc", "E16" },
		{ "M8001,2:xxbb", "E16" },
		{ "M8001,2", "E16" },
		{ "M7fff,1:00", "E0e" },
		{ "X8004,0:", "OK" },
		{ "X8004,3:a#}", "OK" },
		{ "m8003,5", "0361237d07" },
		{ "X8004,2:abc", "E16" },
		{ "X9000,0:", "OK" },
		{ "X9000,1:a", "E0e" },
		{ NULL, NULL },
	};

	ends_with(turn, SERVE_END_GONE);
}
