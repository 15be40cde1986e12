/* SPDX-License-Identifier: MIT */
/* The interrupt controller in assembly: nothing to tell it, see board.c. */
	.macro	acknowledge
	.endm
