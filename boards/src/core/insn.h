/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_INSN_H
#define BOARD_CORE_INSN_H

#include <stdbool.h>
#include <stdint.h>

/* How an instruction may change the flow. */
enum insn_flow {
	FLOW_NEXT,     /* never */
	FLOW_BRANCH,   /* B: direct, no link */
	FLOW_CALL,     /* BL, BLX: direct or by register */
	FLOW_RETURN,   /* BX lr, MOV pc,lr, a load of pc from the stack */
	FLOW_INDIRECT, /* any other write of pc by software: BX rN, ADD pc, LDR
			  pc */
	/* A change of mode, which is no branch: */
	FLOW_SVC,       /* a call of the supervisor: SVC, sc */
	FLOW_HOST_CALL, /* an SVC that is semihosting's: no exception at all */
	FLOW_BREAKPOINT,
	FLOW_UNDEFINED,        /* by definition, or on this core */
	FLOW_EXCEPTION_RETURN, /* ERET, rfi, MOVS pc, LDM ^ with pc, RFE */
};

static inline bool flow_changes_mode(unsigned flow)
{
	return flow >= FLOW_SVC;
}

enum insn_class {
	CLASS_ALU,
	CLASS_SHIFT_BY_REG, /* ALU with a register-specified shift */
	CLASS_MULTIPLY,
	CLASS_MULTIPLY_LONG,
	CLASS_DIVIDE,
	CLASS_LOAD,
	CLASS_STORE,
	CLASS_LOAD_MULTIPLE,
	CLASS_STORE_MULTIPLE,
	CLASS_SWAP,
	CLASS_STATUS,      /* MRS, MSR, CPS */
	CLASS_COPROCESSOR, /* MRC, MCR and the like */
	CLASS_OTHER,
};

/*
 * The e500's model works these facts of an instruction out beforehand, once:
 * see core/e500_quick.c.  All zero: it has not been asked.
 */
enum { E500_WAITS = 3, E500_READIES = 2 };

struct e500_facts {
	uint8_t shape;
	uint8_t uops;
	uint16_t slots;                /* what it takes of its cycle */
	uint8_t waits_for[E500_WAITS]; /* where it is kept when it may issue */
	uint8_t makes_ready[E500_READIES];
};

/*
 * Operands of an instruction, and its kind, for a core that is scheduled by a
 * table of rows (operands/), without a unit or a latency, which are the core's.
 * Registers are places of enum operand_place.  All zero: nobody has asked.
 */
enum { OPERANDS_READ = 6, OPERANDS_WRITTEN = 5 };

struct operands {
	uint8_t inorder; /* enum inorder_class: a row of such a core's table */
	uint8_t outoforder; /* enum outoforder_class */
	uint8_t reads, writes;
	uint8_t read[OPERANDS_READ], role[OPERANDS_READ];
	uint8_t write[OPERANDS_WRITTEN];
	/* Besides, registers that LDM loads and STM stores; a bit for each. */
	uint16_t list;
	uint8_t bytes; /* loaded or stored; 0: those that matter to nobody */
	bool wide;     /* 128 bits of vectors: it takes the unit twice */
	bool updates;  /* the last that is written is the address's base */
};

/*
 * The facts of one instruction at one address: decoded once, kept until its
 * page is written.  Register sets: bit i for r0..r15, bit 16 for the flags;
 * Power: bit i for r0..r31.
 */
struct insn {
	uint32_t addr;
	uint32_t word; /* Thumb: both halfwords, the first in the upper half */
	uint8_t size;  /* 2 or 4 */
	bool thumb;
	bool conditional;    /* its condition can fail */
	bool indirect;       /* flow by register or memory, no fixed target */
	bool preload;        /* PLD */
	uint8_t flow;        /* enum insn_flow */
	uint8_t class;       /* enum insn_class */
	uint8_t transfers;   /* registers loaded or stored */
	uint8_t extra_reads; /* Power: CR, LR, CTR, carry; see ppc/decode.h */
	uint8_t extra_writes;
	uint32_t reads;
	uint32_t writes;
	uint32_t target; /* FLOW_BRANCH and FLOW_CALL unless indirect */
	union {          /* by the core's kind */
		struct e500_facts e500;
		struct operands operands;
	};
};

/* ARM only: does it load or store a coprocessor's registers, of which nobody
 * but the engine knows the values? */
static inline bool insn_of_coprocessor(const struct insn *i)
{
	return !i->thumb && (i->word >> 26 & 3) == 3;
}

#endif
