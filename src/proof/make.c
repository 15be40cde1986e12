/* SPDX-License-Identifier: MIT */
/* A kit's Makefile, and the page that says how it is used. */
#include "proof/inner.h"

#include "catalog/names.h"

void kit_put_makefile(FILE *to, const struct catalog_monitor *m,
		      const struct kit_machine *machine)
{
	char name[80];

	name_word(m->name, name, sizeof name);
	fprintf(to,
		"# SPDX-License-Identifier: MIT\n"
		"# Made by `tally prove -m %s --out`; README says how it is "
		"used.\n"
		"CROSS = %s\n"
		"CC = $(CROSS)gcc\n"
		"CPU = %s\n"
		"OPT = -Os\n"
		"LIBS = $(if $(findstring clang,$(CC)),,-lgcc)\n"
		"OBJCOPY = $(if $(findstring clang,$(CC)),llvm-,$(CROSS))"
		"objcopy\n"
		"# Where lines go: README has the others.\n"
		"PUT = %s\n"
		"# Where the program begins in memory.\n"
		"TEXT = %s\n"
		"WHERE = elsewhere\n"
		"# Where the monitor's interrupt shows: ADDRESS,BIT.\n"
		"LINE =\n"
		"comma = ,\n"
		"LINE_WORDS = $(subst $(comma), ,$(LINE))\n"
		"FLAGS = %s -std=gnu11 -Wall -Wno-unused-function "
		"-ffreestanding "
		"-fno-stack-protector \\\n"
		"\t-fno-pic -fno-pie -fno-asynchronous-unwind-tables "
		"-ffunction-sections -fdata-sections \\\n"
		"\t$(if $(LINE),-DPROOF_IRQ_AT=$(word 1,$(LINE_WORDS)) "
		"-DPROOF_IRQ_BIT=$(word 2,$(LINE_WORDS)))\n"
		"LINK = -nostdlib -static -Wl,-T,kit.ld "
		"-Wl,--defsym,PROOF_TEXT=$(TEXT) \\\n"
		"\t-Wl,--gc-sections -Wl,--build-id=none -Wl,-z,noexecstack\n"
		"START = start_%s.S\n"
		"SOURCES = $(START) host_%s.S code_%s.S proof_pieces.S "
		"proof.c proof_lines.c proof_put.c \\\n"
		"\tproof_control.c proof_user.c proof_ends.c proof_line.c "
		"proof_more.c proof_rows.c "
		"tally_%s.c\n\n"
		"proof.elf: $(SOURCES) proof.h proof_code.h proof_more.def "
		"proof_monitor.h "
		"tally_%s.h "
		"kit.ld Makefile\n"
		"\t$(CC) $(CPU) $(FLAGS) $(OPT) $(PUT) "
		"'-DPROOF_WHERE=\"$(WHERE)\"' $(LINK) \\\n"
		"\t\t-o $@ $(SOURCES) $(LIBS)\n\n"
		"proof.bin: proof.elf\n"
		"\t$(OBJCOPY) -O binary $< $@\n\n"
		"clean:\n"
		"\trm -f proof.elf proof.bin\n",
		m->name, machine->cross, kit_cpu(m), machine->put,
		machine->text, machine->flags, machine->suffix, machine->suffix,
		machine->suffix, name, name);
}

void kit_put_readme(FILE *to, const struct catalog_monitor *m,
		    const struct kit_machine *machine)
{
	fprintf(to,
		"Does this chip's monitor count what its manual says?\n"
		"\n"
		"A kit for %s, made by `tally prove -m %s --out`.  It runs on\n"
		"the core itself, in a privileged mode with interrupts "
		"masked,\n"
		"and needs no C library.\n"
		"\n"
		"    make                  with %sgcc\n"
		"    make CC='clang --target=%s -fuse-ld=lld'\n"
		"\n"
		"What is said to make:\n"
		"\n"
		"    TEXT=0x...    where the program begins in memory\n"
		"    OPT=-O2       any of -O0 to -O3 and -Os: no count "
		"changes\n"
		"    WHERE=word    the board, for the first line\n"
		"    LINE=0x...,7  a register, and its bit in which the "
		"monitor's\n"
		"                  interrupt shows, masked or not (an e500 "
		"needs none)\n"
		"    START=        nothing: the chip has a start of its own, "
		"which calls\n"
		"                  proof_main(); it gives the number of "
		"failures\n"
		"    PUT=          where the lines go, one of\n"
		"      -DPROOF_SEMIHOSTING      a debugger or an emulator "
		"(ARM)\n"
		"      -DPROOF_PL011=0x...      a UART at an address\n"
		"      -DPROOF_16550=0x...      likewise; -DPROOF_STEP=4 if "
		"its\n"
		"                               registers are 4 bytes apart\n"
		"      -DPROOF_MINI=0x...       the small UART of a BCM283x\n"
		"      -DPROOF_PI=0x...         peripherals of a Raspberry "
		"Pi,\n"
		"                               whose PL011 is set up\n"
		"      -DPROOF_ITM              port 0 of the trace macrocell\n"
		"      -DPROOF_MEMORY=16384     proof_text[proof_text_length]\n"
		"                               (nothing: write "
		"proof_put(char) yourself)\n"
		"\n"
		"Each line is TAP, and ends in the CRC-32 of what stands "
		"before ` *`.\n"
		"`not ok` has what was expected and what was counted; SKIP "
		"says why\n"
		"something cannot be had there.  Of caches, TLBs and "
		"predictors the\n"
		"count lies between `least` and `most`.\n",
		m->title, m->name, machine->cross, machine->clang);
}
