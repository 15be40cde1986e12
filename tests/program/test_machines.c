/* SPDX-License-Identifier: MIT */
#include <elf.h>
#include <string.h>

#include "program/inner.h"
#include "program/machine.h"
#include "test.h"

TEST(a_row_a_machine)
{
	uint16_t elf = 0;

	do {
		const struct program_machine *of = program_machine(elf, 0);

		assert_int_not_equal(of->step, 0);
		assert_in_range(of->address, 32, 64);
		if (of->name)
			assert_int_equal(of->elf, elf);
	} while (++elf);
	assert_string_equal(program_machine(EM_AARCH64, 0)->name, "AArch64");
	assert_null(program_machine(EM_NONE, 0)->name);
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
	assert_int_equal(program_machine(EM_AARCH64, 0)->stack, 31);
	assert_int_equal(program_machine(EM_X86_64, 0)->stack, 7);
	assert_int_equal(program_machine(EM_ARM, 0)->stack, 0);
}

/* Arm's profiles share a number: a row for each that differs. */
TEST(a_row_a_profile)
{
	assert_string_equal(program_machine(EM_ARM, 'M')->name,
			    "ARM, M profile");
	assert_int_equal(program_machine(EM_ARM, 'M')->code, 't');
	assert_ptr_equal(program_machine(EM_ARM, 'A'),
			 program_machine(EM_ARM, 0));
	assert_ptr_equal(program_machine(EM_ARM, 'R'),
			 program_machine(EM_ARM, 0));
	assert_ptr_not_equal(program_machine(EM_ARM, 'M'),
			     program_machine(EM_ARM, 0));
	assert_ptr_equal(program_machine(EM_PPC, 'M'),
			 program_machine(EM_PPC, 0));
}

/* As GNU as 2.40 writes them of -mcpu=cortex-m3, all but the file's part cut.
 */
TEST(attributes_tell_the_profile)
{
	static const uint8_t cortex_m3[] = {
		'A', 30, 0, 0,   0, 'a', 'e', 'a', 'b', 'i', 0,
		1,   20, 0, 0,   0, 5,   '7', '-', 'M', 0,   6,
		10,  32, 1, 'x', 0, 34,  1,   7,   'M',
	};
	uint8_t spoilt[sizeof cortex_m3];

	assert_int_equal(program_profile(cortex_m3, sizeof cortex_m3, false),
			 'M');
	/* Cut or changed anywhere it is read to its end and no further. */
	for (size_t i = 0; i < sizeof cortex_m3; i++) {
		(void)program_profile(cortex_m3, i, false);
		for (unsigned bit = 0; bit < 8; bit++) {
			memcpy(spoilt, cortex_m3, sizeof spoilt);
			spoilt[i] ^= (uint8_t)(1u << bit);
			(void)program_profile(spoilt, sizeof spoilt, bit & 1);
		}
	}
	assert_int_equal(program_profile(cortex_m3, 0, false), 0);
	assert_int_equal(program_profile(cortex_m3, sizeof cortex_m3, true), 0);
}
