/* SPDX-License-Identifier: MIT */
/*
 * Code of an e500 core for proof_more.c.  A function NAME has what is counted,
 * NAME_empty what stands around it; r3 is an array of PROOF_WORDS bytes.
 */
#include "proof_code.h"

	.text

	.macro	function name
	.balign	32
	.global	\name
	.type	\name, @function
\name:
	mflr	0
	.endm
	.macro	finish name
	mtlr	0
	blr
	.size	\name, . - \name
	.endm

leaf:	blr

function proof_calls
	.rept	8
	bl	leaf
	.endr
finish proof_calls
function proof_calls_empty
finish proof_calls_empty

	.balign	16
vector:	rfi

	/* IVPR is SPR 63, and the system call's offset SPR 408. */
	.macro	call_supervisor name, times
function \name
	mfspr	5, 63
	mfspr	6, 408
	lis	7, vector@ha
	addi	7, 7, vector@l
	clrrwi	8, 7, 16
	mtspr	63, 8
	rlwinm	8, 7, 0, 16, 27
	mtspr	408, 8
	isync
	.rept	\times
	sc
	.endr
	mtspr	63, 5
	mtspr	408, 6
	isync
finish \name
	.endm

	call_supervisor proof_exceptions, 5
	call_supervisor proof_exceptions_empty, 0

/* What is lost of a vector is kept in the frame: NUMBER at AT. */
	.macro	keep number, at
	mfspr	8, \number
	stw	8, \at(1)
	.endm
	.macro	put_back number, at
	lwz	8, \at(1)
	mtspr	\number, 8
	.endm
	.macro	lead_to ivor, handler
	lis	8, \handler@ha
	addi	8, 8, \handler@l
	rlwinm	8, 8, 0, 16, 27
	mtspr	\ivor, 8
	.endm

	.balign	16
user_called:
	li	4, 0
	b	user_back
	.balign	16
user_refused:
	li	4, 1
user_back:
	put_back	63, 8
	put_back	402, 12
	put_back	403, 16
	put_back	405, 20
	put_back	406, 24
	put_back	408, 28
	put_back	413, 32
	put_back	414, 36
	lwz	8, 40(1)
	mtmsr	8
	isync
	lis	8, proof_user_refused@ha
	stw	4, proof_user_refused@l(8)
	lwz	0, 68(1)
	mtlr	0
	addi	1, 1, 64
	blr

/* The code that proof_user_runs names, in user state: whatever exception it has
 * leads back, and its own call, behind it, is the one that should.  IVORs of
 * data and instruction storage, alignment, program, system call, TLBs. */
	.global	proof_user
	.type	proof_user, @function
proof_user:
	mflr	0
	stwu	1, -64(1)
	stw	0, 68(1)
	keep	63, 8
	keep	402, 12
	keep	403, 16
	keep	405, 20
	keep	406, 24
	keep	408, 28
	keep	413, 32
	keep	414, 36
	mfmsr	7
	stw	7, 40(1)
	lis	8, user_called@ha
	addi	8, 8, user_called@l
	clrrwi	8, 8, 16
	mtspr	63, 8
	lead_to	402, user_refused
	lead_to	403, user_refused
	lead_to	405, user_refused
	lead_to	406, user_refused
	lead_to	408, user_called
	lead_to	413, user_refused
	lead_to	414, user_refused
	isync
	lis	8, proof_user_runs@ha
	lwz	8, proof_user_runs@l(8)
	mtsrr0	8
	rlwinm	7, 7, 0, 17, 15		/* EE */
	ori	7, 7, 0x4000		/* PR */
	mtsrr1	7
	lis	8, user_end@ha
	addi	8, 8, user_end@l
	mtlr	8
	rfi
user_end:
	sc
	.size	proof_user, . - proof_user

	/* Cleans a line and throws it out. */
	.macro	lines name, load
function \name
	li	6, PROOF_TURNS
	mtctr	6
1:	dcbf	0, 3
	sync
	.if	\load
	lwz	5, 0(3)
	.endif
	bdnz	1b
finish \name
	.endm

	lines	proof_lines, 1
	lines	proof_lines_empty, 0

/* The line of the loop itself is thrown out, and fetched anew. */
function proof_fetches
	li	6, PROOF_TURNS
	mtctr	6
	bl	1f
1:	mflr	4
2:	icbi	0, 4
	sync
	isync
	bdnz	2b
finish proof_fetches

function proof_walk
	li	6, PROOF_WORDS / PROOF_STRIDE
	mtctr	6
	addi	3, 3, -PROOF_STRIDE
1:	lwzu	5, PROOF_STRIDE(3)
	bdnz	1b
finish proof_walk

function proof_dirty
	li	6, PROOF_WORDS / PROOF_STRIDE
	mtctr	6
1:	lwz	5, 0(3)
	stw	5, 0(3)
	addi	3, 3, PROOF_STRIDE
	bdnz	1b
finish proof_dirty

/* Bit 16 of the coin chooses one of two places, 8 bytes apart. */
function proof_targets
	lwz	5, PROOF_SEED(3)
	li	6, PROOF_COINS
	ori	5, 5, 1
	bl	1f
1:	mflr	4
	addi	4, 4, 3f - 1b
2:	slwi	7, 5, 13
	xor	5, 5, 7
	srwi	7, 5, 17
	xor	5, 5, 7
	slwi	7, 5, 5
	xor	5, 5, 7
	rlwinm	7, 5, 19, 28, 28
	add	7, 7, 4
	mtctr	7
	bctr
3:	nop
	b	4f
	nop
	nop
4:	addic.	6, 6, -1
	bne	2b
	stw	5, PROOF_SEED(3)
finish proof_targets

function proof_coins
	lwz	5, PROOF_SEED(3)
	li	6, PROOF_COINS
	mtctr	6
	ori	5, 5, 1
1:	slwi	7, 5, 13
	xor	5, 5, 7
	srwi	7, 5, 17
	xor	5, 5, 7
	slwi	7, 5, 5
	xor	5, 5, 7
	andis.	7, 5, 1
	beq	2f
	nop
2:	bdnz	1b
	stw	5, PROOF_SEED(3)
finish proof_coins

function proof_quiet
	li	6, 200
	mtctr	6
1:	nop
	bdnz	1b
finish proof_quiet

function proof_nothing
finish proof_nothing

	.global	proof_ready, proof_cache_id
	.type	proof_ready, @function
	.type	proof_cache_id, @function
/* L1CSR0, L1CSR1 and BUCSR: bit 31 of each. */
proof_ready:
	mfspr	4, 1010
	rlwinm	3, 4, 2, 29, 29		/* PROOF_DCACHE */
	mfspr	4, 1011
	rlwimi	3, 4, 1, 30, 30		/* PROOF_ICACHE */
	mfspr	4, 1013
	rlwimi	3, 4, 3, 28, 28		/* PROOF_PREDICTOR */
	ori	3, 3, PROOF_VECTORS
	blr
	.size	proof_ready, . - proof_ready
proof_cache_id:
	mfspr	3, 515			/* L1CFG0 */
	blr
	.size	proof_cache_id, . - proof_cache_id

/* Any other interrupt that waits: none is let in any more. */
	.balign	16
other:	mfsrr1	8
	rlwinm	8, 8, 0, 17, 15		/* EE */
	mtsrr1	8
	rfi
	.balign	16
ours:	li	3, 1
	mfsrr1	8
	rlwinm	8, 8, 0, 17, 15
	mtsrr1	8
	rfi

	.global	proof_interrupted
	.type	proof_interrupted, @function
proof_interrupted:
	li	3, 0
	mfspr	4, 63			/* IVPR */
	mfspr	5, 404			/* external input */
	mfspr	6, 410			/* decrementer */
	mfspr	7, 411			/* fixed interval */
	mfspr	9, 531			/* performance monitor */
	lis	8, ours@ha
	addi	8, 8, ours@l
	clrrwi	8, 8, 16
	mtspr	63, 8
	lead_to	404, other
	lead_to	410, other
	lead_to	411, other
	lead_to	531, ours
	isync
	mfmsr	10
	ori	8, 10, 0x8000		/* EE */
	mtmsr	8
	isync
	nop
	mtmsr	10
	isync
	mtspr	63, 4
	mtspr	404, 5
	mtspr	410, 6
	mtspr	411, 7
	mtspr	531, 9
	isync
	blr
	.size	proof_interrupted, . - proof_interrupted
