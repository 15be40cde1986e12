/* SPDX-License-Identifier: MIT */
/*
 * fw_map_ccsr(): maps the block of device registers at 0xe0000000 where nobody
 * has.  A boot loader has; QEMU's ppce500 machine, where the same programs
 * run, has not.  Changes r7 to r9 only, since r3 to r6 are what main() gets.
 */
	.text
	.global	fw_map_ccsr
fw_map_ccsr:
	li	9, 0
	mtspr	630, 9			/* MAS6: process 0, space 0 */
	lis	7, 0xe000
	tlbsx	0, 7
	mfspr	8, 625
	andis.	8, 8, 0x8000
	bnelr
	lis	8, 0x100f		/* TLB1, entry 15 */
	mtspr	624, 8
	lis	8, 0xc000		/* valid, protected, 1 MiB */
	ori	8, 8, 0x500
	mtspr	625, 8
	ori	8, 7, 0xa		/* inhibited, guarded */
	mtspr	626, 8
	ori	8, 7, 0x3f
	mtspr	627, 8
	li	8, 15
	mtspr	944, 8
	isync
	tlbwe
	isync
	blr
