/* SPDX-License-Identifier: MIT */
/*
 * A register that the program's core has no instruction for is refused with its
 * space, before anything is done with the target.
 */
#include <elf.h>
#include <string.h>

#include "target/probe/server/gdb.h"
#include "test.h"

static void refused(uint16_t machine, struct tally_reg reg, const char *says)
{
	struct gdb_target t = { .arch = gdb_arch_of(machine) };
	struct gdb_access a = { .reg = reg };
	struct error err;

	assert_non_null(t.arch);
	assert_false(gdb_stub_run(&t, &a, 1, &err));
	if (!strstr(err.text, says))
		fail_msg("not '%s': %s", says, err.text);
}

TEST(another_cores_register_is_named_by_its_space)
{
	const struct tally_reg pmcr = { TALLY_SYS(3, 3, 9, 12, 0), TALLY_SYSREG,
					64 },
			       pmnc = { TALLY_CP(0, 15, 12, 0), TALLY_CP15,
					32 },
			       nowhere = { 0x320, 99, 32 };

	refused(EM_ARM, pmcr,
		"the program's core has no instruction for a system register "
		"of AArch64");
	refused(EM_AARCH64, pmnc,
		"has no instruction for a register of coprocessor 15");
	refused(EM_PPC, nowhere,
		"0x320 of space 99: the program's core has no instruction for "
		"a register of a space without a row in src/space/spaces.def");
}

TEST(a_machine_without_a_row_has_none)
{
	assert_null(gdb_arch_of(EM_MIPS));
}
