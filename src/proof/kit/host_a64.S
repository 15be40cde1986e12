/* SPDX-License-Identifier: MIT */
/* Semihosting of an AArch64 core, and where it is. */
	.text
	.global	proof_host, proof_level
	.type	proof_host, %function
	.type	proof_level, %function
proof_host:
	hlt	#0xf000
	ret
	.size	proof_host, . - proof_host
proof_level:
	mrs	x0, CurrentEL
	lsr	x1, x0, #2
	mov	x0, #1
	lsl	x0, x0, x1
	ret
	.size	proof_level, . - proof_level

/* What compilers call of a C library, where there is none. */
	.weak	memset, memcpy
	.type	memset, %function
	.type	memcpy, %function
memset:
	mov	x3, x0
1:	cbz	x2, 2f
	strb	w1, [x3], #1
	sub	x2, x2, #1
	b	1b
2:	ret
memcpy:
	mov	x3, x0
1:	cbz	x2, 2f
	ldrb	w4, [x1], #1
	strb	w4, [x3], #1
	sub	x2, x2, #1
	b	1b
2:	ret
