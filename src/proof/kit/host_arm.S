/* SPDX-License-Identifier: MIT */
/* Semihosting of a 32-bit ARM core; it has no levels to choose. */
	.syntax	unified
	.arm
	.text
	.global	proof_host, proof_level
	.type	proof_host, %function
	.type	proof_level, %function
proof_host:
	push	{r4, lr}
	svc	#0x123456
	pop	{r4, lr}
	bx	lr
	.size	proof_host, . - proof_host
proof_level:
	mov	r0, #0
	bx	lr
	.size	proof_level, . - proof_level

/* What compilers call of a C library, where there is none. */
	.weak	memset, memcpy
	.weak	__aeabi_memset, __aeabi_memset4, __aeabi_memset8
	.weak	__aeabi_memclr, __aeabi_memclr4, __aeabi_memclr8
	.weak	__aeabi_memcpy, __aeabi_memcpy4, __aeabi_memcpy8
	.type	memset, %function
	.type	memcpy, %function
__aeabi_memclr:
__aeabi_memclr4:
__aeabi_memclr8:
	mov	r2, #0
__aeabi_memset:
__aeabi_memset4:
__aeabi_memset8:
	mov	r3, r1
	mov	r1, r2
	mov	r2, r3
memset:
	mov	r12, r0
1:	subs	r2, r2, #1
	strbpl	r1, [r12], #1
	bpl	1b
	bx	lr
__aeabi_memcpy:
__aeabi_memcpy4:
__aeabi_memcpy8:
memcpy:
	mov	r12, r0
1:	subs	r2, r2, #1
	ldrbpl	r3, [r1], #1
	strbpl	r3, [r12], #1
	bpl	1b
	bx	lr
