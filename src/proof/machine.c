/* SPDX-License-Identifier: MIT */
/* Machines that run a kit, and what their compilers are told. */
#include <string.h>

#include "program/machine.h"
#include "proof/inner.h"
#include "space/space.h"

static const struct kit_machine machines[] = {
	{ "ARM", "arm", "arm-none-eabi-", "arm-none-eabi",
	  "-marm -mfloat-abi=soft", "-DPROOF_SEMIHOSTING", "0x8000", ".inst",
	  "\tmov\tr12, lr\n", "\tbx\tr12\n" },
	{ "AArch64", "a64", "aarch64-linux-gnu-", "aarch64-none-elf",
	  "-mgeneral-regs-only -mstrict-align -mno-outline-atomics",
	  "-DPROOF_SEMIHOSTING", "0x40080000", ".inst", "\tmov\tx9, x30\n",
	  "\tret\tx9\n" },
	{ "PowerPC", "power", "powerpc-linux-gnu-", "powerpc-linux-gnu",
	  "-msoft-float -mbig-endian",
	  /* Power has no semihosting: lines would go nowhere. */
	  "$(error say where the lines go: PUT=-DPROOF_16550=ADDRESS, or "
	  "another of README)",
	  "0x100000", ".long", "\tmflr\t0\n\tmr\t4, 3\n",
	  "\tmtlr\t0\n\tblr\n" },
};

const struct kit_machine *kit_machine_of(const struct catalog_monitor *m)
{
	const struct space *s = space_of(m->monitor->counter[0].reg.space);
	const char *name = s ? program_machine(s->machine, 0)->name : NULL;

	for (unsigned i = 0; i < sizeof machines / sizeof machines[0]; i++)
		if (name && !strcmp(machines[i].name, name))
			return &machines[i];
	return NULL;
}

const char *kit_cpu(const struct catalog_monitor *m)
{
	/* The first name that a monitor's begins with. */
	static const struct {
		const char *name, *cpu;
	} cores[] = {
		{ "arm1136", "-mcpu=arm1136jf-s" },
		{ "arm1156", "-mcpu=arm1156t2-s" },
		{ "arm1176", "-mcpu=arm1176jzf-s" },
		{ "cortex-a", "-march=armv7-a -mno-unaligned-access" },
		{ "cortex-r", "-march=armv7-r -mno-unaligned-access" },
		{ "pmuv3", "-march=armv8-a" },
		{ "e500", "$(if $(findstring clang,$(CC)),-mcpu=e500 -mno-spe,"
			  "-mcpu=powerpc -Wa,-me500)" },
		{ "", "-mcpu=xscale" },
	};
	unsigned i = 0;

	while (strncmp(cores[i].name, m->name, strlen(cores[i].name)) != 0)
		i++;
	return cores[i].cpu;
}
