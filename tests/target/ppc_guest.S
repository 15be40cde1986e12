/* SPDX-License-Identifier: MIT */
/* A short program for test_target; it ends at `done`. */
	.text
	.globl	loop, done

	.type	loop, @function
loop:					/* 1 + 2 * 100 instructions */
	li	3, 100
1:	addic.	3, 3, -1
	bne	1b
	.type	done, @function
done:
	nop
	b	done
