/* SPDX-License-Identifier: MIT */
#ifndef PROOF_CODE_H
#define PROOF_CODE_H

/* Numbers that the code in assembler and who counts it have in common. */
#define PROOF_WORDS  65536 /* bytes that are walked through */
#define PROOF_STRIDE 32    /* no line of a first-level cache is shorter */
#define PROOF_TURNS  64
#define PROOF_COINS  1024 /* branches of which a coin decides */
#define PROOF_SEED   16   /* where in the array the coin's state is */

/* Parts of a core that proof_ready() finds switched on. */
#define PROOF_MMU       1
#define PROOF_ICACHE    2
#define PROOF_DCACHE    4
#define PROOF_PREDICTOR 8
#define PROOF_VECTORS   16 /* exceptions may be led elsewhere */
#define PROOF_UNALIGNED 32 /* loads and stores need not be aligned */

#endif
