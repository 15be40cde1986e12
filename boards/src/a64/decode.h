/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_DECODE_H
#define BOARD_A64_DECODE_H

#include <stddef.h>

#include "base/error.h"
#include "boards/src/a64/quick.h"
#include "boards/src/core/insn.h"

#define A64_NOP UINT32_C(0xd503201f)

/* Instructions that the machine carries out itself, or has a part in. */
enum a64_special {
	A64_PLAIN,
	A64_REGISTER,    /* MRS, MSR */
	A64_MAINTENANCE, /* SYS, SYSL: caches and TLBs */
	A64_SVC,
	A64_BRK,
	A64_HLT,
	A64_ERET,
	A64_WFI,
	A64_HINT,
	A64_ISB,
	A64_NOT_HERE, /* HVC, SMC, DCPS, DRPS */
};

struct a64_insn {
	struct insn insn;
	uint8_t special; /* enum a64_special */
	uint8_t element; /* bytes whose alignment counts; 0: no access */
	bool load, store;
	bool vector;     /* uses SIMD or floating point registers */
	bool strict;     /* exclusive, acquire, release: aligned always */
	bool store_only; /* STXR: the engine's reads are not its own */
	bool zero_line;  /* DC ZVA */
	bool as_user;    /* LDTR and STTR */
	bool restate;    /* masks or stack selection may change with it */
	bool used;
	struct a64_quick quick;
};

struct a64_decoder;

/* `prepare` has the last word about an instruction, once all facts but `quick`
 * are there; NULL: nobody has. */
struct a64_decoder *a64_decoder_new(void (*prepare)(struct a64_insn *i),
				    struct error *err);
void a64_decoder_free(struct a64_decoder *d);

/* As decode(): an entry is its own check; valid until the next call. */
const struct a64_insn *a64_decode(struct a64_decoder *d, uint32_t addr,
				  uint32_t word);
/* The instruction's mnemonic, for messages. */
void a64_decode_name(struct a64_decoder *d, const struct insn *insn, char *to,
		     size_t room);

#endif
