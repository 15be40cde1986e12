/* SPDX-License-Identifier: MIT */
/*
 * The images that are known.  Of the Raspberry Pi: where the firmware loads a
 * file, and where its UART is, are facts of its documentation (config.txt;
 * BCM2835 ARM Peripherals 1.2.3 and 13; BCM2711 ARM Peripherals 1.2.4).
 */
#include "proof/image.h"

#include <string.h>

static const char pi_makefile[] =
	"# SPDX-License-Identifier: MIT\n"
	"# Made by `tally prove --image raspberrypi`.\n"
	"WHERE = raspberrypi\n"
	"# Without GCC clang makes the images.\n"
	"A32 = $(if $(shell command -v arm-none-eabi-gcc),,\\\n"
	"\t'CC=clang --target=arm-none-eabi -fuse-ld=lld')\n"
	"A64 = $(if $(shell command -v aarch64-linux-gnu-gcc),,\\\n"
	"\t'CC=clang --target=aarch64-none-elf -fuse-ld=lld')\n"
	"CC64 = $(if $(A64),clang --target=aarch64-none-elf,"
	"aarch64-linux-gnu-gcc)\n"
	"OBJCOPY64 = $(if $(A64),llvm-objcopy,aarch64-linux-gnu-objcopy)\n"
	"\n"
	"all: kernel.img kernel8.img\n"
	"\n"
	"kernel.img:\n"
	"\t$(MAKE) -C arm1176 proof.bin $(A32) TEXT=0x8000 "
	"PUT=-DPROOF_PI=0x20000000 WHERE=$(WHERE)\n"
	"\tcp arm1176/proof.bin $@\n"
	"\n"
	"# The Pi 3's kit, and that of the Pi 4 at 0x100000.\n"
	"kernel8.img: which.S\n"
	"\t$(MAKE) -C cortex-a53 proof.bin $(A64) TEXT=0x81000 "
	"PUT=-DPROOF_PI=0x3f000000 WHERE=$(WHERE)\n"
	"\t$(MAKE) -C cortex-a72 proof.bin $(A64) TEXT=0x100000 "
	"PUT=-DPROOF_PI=0xfe000000 WHERE=$(WHERE)\n"
	"\t$(CC64) -c -o which.o which.S\n"
	"\t$(OBJCOPY64) -O binary -j .text which.o $@\n"
	"\n"
	"clean:\n"
	"\t$(MAKE) -C arm1176 clean\n"
	"\t$(MAKE) -C cortex-a53 clean\n"
	"\t$(MAKE) -C cortex-a72 clean\n"
	"\trm -f which.o kernel.img kernel8.img\n"
	"\n"
	".PHONY: all clean kernel.img kernel8.img\n";

static const char pi_config[] =
	"# Read by the card's firmware: 64 bits on a Pi 3 and 4, a file at "
	"0x80000 there\n"
	"# and at 0x8000 elsewhere, and the clock of the UART that the kit "
	"sets up.\n"
	"[pi3]\n"
	"arm_64bit=1\n"
	"kernel_address=0x80000\n"
	"[pi4]\n"
	"arm_64bit=1\n"
	"kernel_address=0x80000\n"
	"[all]\n"
	"init_uart_clock=48000000\n"
	"dtoverlay=disable-bt\n";

static const char pi_which[] =
	"/* SPDX-License-Identifier: MIT */\n"
	"/*\n"
	" * The first instruction of kernel8.img, at 0x80000: a Cortex-A72 "
	"goes "
	"to its\n"
	" * kit, and every other core to the Cortex-A53's.\n"
	" */\n"
	"\t.text\n"
	"begin:\tmrs\tx1, midr_el1\n"
	"\tubfx\tx1, x1, #4, #12\n"
	"\tmov\tx2, #0xd08\n"
	"\tcmp\tx1, x2\n"
	"\tb.eq\tcortex_a72\n"
	"\tb\tcortex_a53\n"
	"\t.balign\t0x1000\n"
	"cortex_a53:\n"
	"\t.incbin\t\"cortex-a53/proof.bin\"\n"
	"\t.org\tbegin + 0x80000\n"
	"cortex_a72:\n"
	"\t.incbin\t\"cortex-a72/proof.bin\"\n";

static const char pi_readme[] =
	"Do the monitors of a Raspberry Pi count what their manuals say?\n"
	"\n"
	"    make            makes kernel.img (Pi 1, Zero: ARM1176) and\n"
	"                    kernel8.img (Pi 3, 4: Cortex-A53, Cortex-A72)\n"
	"\n"
	"1. Copy kernel.img, kernel8.img and config.txt to a card from which "
	"the Pi\n"
	"   boots already; keep what they replace.\n"
	"2. Pins 8 (it sends) and 6 (ground) go to a serial adapter of 3.3 V,\n"
	"   115200 bits a second, 8 bits, no parity.\n"
	"3. On the other computer, before the Pi gets its power:\n"
	"\n"
	"    stty -F /dev/ttyUSB0 115200 raw\n"
	"    tally collect --text /dev/ttyUSB0\n"
	"\n"
	"   or keep what comes in a file, and read that.\n";

static const struct image images[] = {
	{
		.name = "raspberrypi",
		.kit = { { "arm1176", "arm1176" },
			 { "cortex-a53", "pmuv3/cortex-a53" },
			 { "cortex-a72", "pmuv3/cortex-a72" } },
		.file = { { "Makefile", pi_makefile },
			  { "config.txt", pi_config },
			  { "which.S", pi_which },
			  { "README", pi_readme } },
		.made = "kernel.img kernel8.img",
		.wants = "make, and gcc-arm-none-eabi and "
			 "gcc-aarch64-linux-gnu, or clang, lld and llvm",
	},
};

const struct image *image_find(const char *name, struct error *err)
{
	for (unsigned i = 0; i < sizeof images / sizeof images[0]; i++)
		if (!strcmp(images[i].name, name))
			return &images[i];
	error_set(err,
		  "--image %.60s: there is none of that name; there are %s",
		  name, images[0].name);
	return NULL;
}
