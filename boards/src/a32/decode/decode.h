/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_DECODE_H
#define BOARD_A32_DECODE_H

#include <stddef.h>

#include "base/error.h"
#include "boards/src/a32/quick.h"
#include "boards/src/core/insn.h"

/*
 * A core has these of the additions to the instruction set after ARMv5; the
 * others are undefined, though the engine may carry them out.
 */
struct decode_features {
	bool v6;       /* ARMv6 itself */
	bool thumb2;   /* ARMv6T2: Thumb-2, and LDRHT and the like */
	bool v6k;      /* exclusive accesses of all sizes, CLREX */
	bool barriers; /* DMB, DSB, ISB */
	bool divide;   /* SDIV, UDIV */
	bool wait;     /* WFI, which before is no operation */
};

/* Instructions that the machine carries out itself, not the engine. */
enum decode_special {
	SPECIAL_NONE,
	SPECIAL_COPROCESSOR, /* any access to coprocessor 14 or 15 */
	SPECIAL_SVC,
	SPECIAL_BREAKPOINT, /* BKPT */
	SPECIAL_IT,         /* IT of Thumb-2 */
	SPECIAL_HINT,       /* NOP, YIELD, WFE, WFI, SEV: no operation here */
	SPECIAL_UNDEFINED,  /* SMC and what else the board does not have */
	SPECIAL_WAIT,       /* WFI that waits */
};

/* An instruction's facts, with those that only the machine needs. */
struct decoded {
	struct insn insn;
	const struct decode_features *has;
	uint8_t special;   /* enum decode_special */
	uint8_t condition; /* 0 to 14 */
	bool plain;        /* nothing is to be done before the engine does it */
	bool by_target;    /* where it leads tells whether it was taken */
	bool restate;      /* mode, Thumb state or masks may change with it */
	bool as_user;      /* LDRT and STRT: accesses with user rights */
	bool store_only;   /* STREX: the engine's reads are not its own */
	bool align_word;   /* several words or exclusive: word aligned always */
	bool from_memory;  /* RFE: the CPSR comes from memory */
	bool if_zero;      /* CBZ, on the register in bits 2:0 ... */
	bool if_not_zero;  /* CBNZ */
	uint8_t it;        /* the ITSTATE that an IT instruction sets */
	uint8_t in_it;     /* the ITSTATE that this one is executed under */
	struct quick quick;
	/* The key of the facts' instruction, to be compared at once: address
	 * and word; and size, Thumb and ITSTATE, 0: no instruction's. */
	uint64_t key;
	uint32_t form;
};

static inline uint32_t decoded_next(const struct decoded *d)
{
	return d->insn.addr + d->insn.size;
}

struct decoder;

/* `has` has to live as long as the decoder.  `prepare` has the last word about
 * an instruction, once all facts but `quick` are there; NULL: nobody has. */
struct decoder *decoder_new(const struct decode_features *has,
			    void (*prepare)(struct decoded *d),
			    struct error *err);
void decoder_free(struct decoder *d);

/*
 * The facts of `word` at `addr`, from the cache or fresh.  An entry is its
 * own check: it is for this very word at this address, so code that was
 * overwritten can never meet the facts of what stood there.  `it` is the
 * ITSTATE, 0 outside of every block.  Valid until the next call.
 */
const struct decoded *decode(struct decoder *d, uint32_t addr, uint32_t word,
			     unsigned size, bool thumb, uint8_t it);

/* Facts of what stands there in memory; NULL: it goes over the end of a
 * page. */
const struct decoded *decode_at(struct decoder *d, uint32_t addr,
				const uint8_t *at, bool thumb, uint8_t it);

/* The ITSTATE behind an instruction that is no exception return. */
uint8_t decode_it_after(const struct decoded *d);

/* The instruction's mnemonic, for messages. */
void decode_name(struct decoder *d, const struct insn *insn, char *to,
		 size_t room);

/*
 * Bytes of the instruction of Thumb state at `addr` that begins with that
 * halfword.  Before Thumb-2, BL and BLX are pairs but at the end of a page.
 */
unsigned decode_thumb_size(const struct decode_features *has, uint32_t addr,
			   uint32_t half);

/* CMP, CMN, TST of two bytes: they set flags even in an IT block. */
bool decode_compares(uint32_t word);

/* decode_arm.c and decode_thumb*.c: everything but the register sets. */
void decode_arm(struct decoded *d);
void decode_thumb(struct decoded *d);
void decode_thumb2(struct decoded *d);
void decode_thumb_call(struct decoded *d);

#endif
