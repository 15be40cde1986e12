/* SPDX-License-Identifier: MIT */
#include <elf.h>
#include <string.h>

#include "program/machine.h"
#include "test.h"

TEST(a_row_a_machine)
{
	uint16_t elf = 0;

	do {
		const struct program_machine *of = program_machine(elf);

		assert_int_not_equal(of->step, 0);
		assert_in_range(of->address, 32, 64);
		if (of->name)
			assert_int_equal(of->elf, elf);
	} while (++elf);
	assert_string_equal(program_machine(EM_AARCH64)->name, "AArch64");
	assert_null(program_machine(EM_NONE)->name);
}

/* Thumb is of ARM alone: elsewhere the lowest bit is an address's. */
TEST(a_place_is_without_thumb)
{
	assert_int_equal(program_place(EM_ARM, 0x8001), 0x8000);
	assert_int_equal(program_place(EM_ARM, 0x8002), 0x8002);
	assert_int_equal(program_place(EM_AARCH64, 0x8001), 0x8001);
	assert_int_equal(program_place(EM_X86_64, 0x8001), 0x8001);
	assert_int_equal(program_place(EM_NONE, 0x8001), 0x8001);
}

/* DWARF for the Arm 64-bit Architecture 4.1; System V ABI, AMD64, figure 3.36.
 */
TEST(stack_pointers)
{
	assert_int_equal(program_machine(EM_AARCH64)->stack, 31);
	assert_int_equal(program_machine(EM_X86_64)->stack, 7);
	assert_int_equal(program_machine(EM_ARM)->stack, 0);
}
