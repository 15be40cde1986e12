/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_CP15_H
#define BOARD_A32_CP15_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/reg.h>

#include "boards/src/a32/mmu.h"

struct machine;

/* The system control coprocessor's registers. */
struct cp15 {
	uint32_t sctlr, actlr, cpacr;
	uint32_t ttbr0, ttbr1, ttbcr, dacr;
	uint32_t dfsr, ifsr, dfar, ifar;
	uint32_t vbar;
	uint32_t debug_override; /* ARM926 */
	uint32_t cache_size;     /* ARMv7: which cache is asked about */
	uint32_t context;        /* process and address space identifiers */
	uint32_t thread[3];
	uint32_t sder; /* what debuggers may see of Secure user mode */
	/* ARM1156: the MPU's regions, and the one that c6 is about */
	struct mpu_region region[MPU_REGIONS];
	uint32_t region_number;
};

enum cp15_result {
	CP15_DONE,
	CP15_UNDEFINED, /* no such register, or not for this mode */
	CP15_SHARED,    /* done, and the engine has to execute it as well */
	CP15_WAIT,      /* carried out; now wait for an interrupt */
	CP15_REFUSED,   /* the board cannot do it; `why` says what */
};

enum {
	SCTLR_MMU = 1 << 0,
	SCTLR_ALIGN = 1 << 1,
	SCTLR_DCACHE = 1 << 2,
	SCTLR_BIG_ENDIAN = 1 << 7,
	SCTLR_PREDICT = 1 << 11,
	SCTLR_ICACHE = 1 << 12,
	SCTLR_VECTORS = 1 << 13,
	SCTLR_ROUND_ROBIN = 1 << 14, /* ARM926 */
	SCTLR_BACKGROUND = 1 << 17,  /* ARMv7: MPU's default map below all */
	SCTLR_UNALIGNED = 1 << 22,   /* ARMv6 */
	SCTLR_XP = 1 << 23,          /* ARMv6 */
	SCTLR_VECTORED = 1 << 24,    /* ARMv6: the VIC gives the address */
	SCTLR_REMAP = 1 << 28,       /* ARM1176: TEX remapping */
	SCTLR_ACCESS_FLAG = 1 << 29, /* ARM1176 */
	SCTLR_THUMB = 1 << 30,       /* ARM1156: exceptions in Thumb state */
	ACTLR_RETURN_STACK = 1 << 0, /* ARM1176 */
	ACTLR_DYNAMIC = 1 << 1,
	ACTLR_STATIC = 1 << 2,
	DEBUG_NO_PREFETCH = 1 << 16, /* ARM926 [DDI0198 7.1] */
};

/*
 * A register or an operation of some cores.  What has no read cannot be read,
 * and what has no write cannot be written: that is undefined.
 */
struct cp15_row {
	uint32_t reg; /* TALLY_CP() */
	uint8_t user; /* what user mode may: enum cp15_user */
	uint8_t then; /* what follows a write: enum cp15_then */
	uint8_t what; /* of an operation: enum maintenance */
	bool by_address;
	uint16_t at;    /* where it is kept: offset in struct cp15 */
	uint32_t value; /* of a fixed one; the bits that are kept, of others */
	enum cp15_result (*read)(struct machine *m, const struct cp15_row *row,
				 uint32_t *value);
	enum cp15_result (*write)(struct machine *m, const struct cp15_row *row,
				  uint32_t value, const char **why);
};

enum cp15_user { CP15_USER_READS = 1, CP15_USER_WRITES = 2 };

enum cp15_then {
	CP15_CONTROLS = 1, /* translation or caches go by it */
	CP15_ENGINE = 2,   /* it is the engine's affair, too */
};

struct cp15_group {
	const struct cp15_row *row;
	unsigned count;
};

/* Registers of the coprocessor's opcode_1 0. */
#define CP(crn, crm, opc2) TALLY_CP(0, crn, crm, opc2)

#define CP15_GROUP(rows)                                                       \
	{                                                                      \
		rows, sizeof(rows) / sizeof((rows)[0])                         \
	}

/* Simply kept, of which only the bits of `mask` can be written. */
#define CP15_KEPT_BITS(address, member, follows, mask)                         \
	{                                                                      \
		.reg = (address), .at = offsetof(struct cp15, member),         \
		.then = (follows), .value = (mask), .read = cp15_read_kept,    \
		.write = cp15_write_kept,                                      \
	}
#define CP15_KEPT(address, member, follows)                                    \
	CP15_KEPT_BITS(address, member, follows, UINT32_MAX)
/* The process and address space identifiers, whose writes count. */
#define CP15_CONTEXT(address)                                                  \
	{                                                                      \
		.reg = (address), .at = offsetof(struct cp15, context),        \
		.value = UINT32_MAX, .read = cp15_read_kept,                   \
		.write = cp15_write_context                                    \
	}
/* Reads as a constant, and cannot be written. */
#define CP15_FIXED(address, constant)                                          \
	{                                                                      \
		.reg = (address), .value = (constant), .read = cp15_read_fixed \
	}
/* The cache type: a constant, but for caches that are not this core's. */
#define CP15_CACHE_TYPE(constant)                                              \
	{                                                                      \
		.reg = CP(0, 0, 1), .value = (constant),                       \
		.read = cp15_read_cache_type                                   \
	}
/* Reads as a constant, and takes every write without a consequence. */
#define CP15_IGNORED(address, constant)                                        \
	{                                                                      \
		.reg = (address), .value = (constant),                         \
		.read = cp15_read_fixed, .write = cp15_write_nothing           \
	}
/* Not there, though others have it. */
#define CP15_NONE(address)                                                     \
	{                                                                      \
		.reg = (address)                                               \
	}
/* Done by writing, with no model. */
#define CP15_NOTHING(address, who)                                             \
	{                                                                      \
		.reg = (address), .user = (who), .write = cp15_write_nothing   \
	}
/* Maintenance of a whole cache or TLB, and of the line or page that the value
 * is the address of. */
#define CP15_ALL(address, operation)                                           \
	{                                                                      \
		.reg = (address), .what = (operation),                         \
		.write = cp15_write_operation                                  \
	}
#define CP15_LINE(address, operation)                                          \
	{                                                                      \
		.reg = (address), .what = (operation), .by_address = true,     \
		.write = cp15_write_operation                                  \
	}
/* An operation that users may carry out, too. */
#define CP15_BARRIER(address, operation)                                       \
	{                                                                      \
		.reg = (address), .what = (operation),                         \
		.user = CP15_USER_WRITES, .write = cp15_write_operation        \
	}
#define CP15_WAITS(address)                                                    \
	{                                                                      \
		.reg = (address), .write = cp15_write_wait                     \
	}

enum cp15_result cp15_read_kept(struct machine *m, const struct cp15_row *row,
				uint32_t *value);
enum cp15_result cp15_read_fixed(struct machine *m, const struct cp15_row *row,
				 uint32_t *value);
enum cp15_result cp15_read_cache_type(struct machine *m,
				      const struct cp15_row *row,
				      uint32_t *value);
enum cp15_result cp15_write_kept(struct machine *m, const struct cp15_row *row,
				 uint32_t value, const char **why);
enum cp15_result cp15_write_control(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why);
enum cp15_result cp15_write_context(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why);
enum cp15_result cp15_write_nothing(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why);
enum cp15_result cp15_write_operation(struct machine *m,
				      const struct cp15_row *row,
				      uint32_t value, const char **why);
enum cp15_result cp15_write_wait(struct machine *m, const struct cp15_row *row,
				 uint32_t value, const char **why);

/*
 * Groups that several cores have; a core lists its groups, and the first row of
 * a register counts.
 */
extern const struct cp15_group cp15_common;    /* all of them */
extern const struct cp15_group cp15_tables;    /* those with page tables */
extern const struct cp15_group cp15_v6;        /* ARMv6 */
extern const struct cp15_group cp15_v6_tables; /* both */
extern const struct cp15_group cp15_mpu;       /* regions instead of tables */
extern const struct cp15_group cp15_tcm, cp15_tcm_trustzone;
extern const struct cp15_group cp15_threads;  /* thread identifiers */
extern const struct cp15_group cp15_v7_mp;    /* multiprocessing */
extern const struct cp15_group cp15_v7;       /* ARMv7, before the others */
extern const struct cp15_group cp15_security; /* Security Extensions */
/* Of coprocessor 14, the debug logic's: of ARM1176, and of ARMv7. */
extern const struct cp15_group cp14_v6, cp14_v7;

/* `addr` is a TALLY_CP().  Nothing is counted; that is the caller's. */
enum cp15_result cp15_read(struct machine *m, uint32_t addr, bool privileged,
			   uint32_t *value);
/* Coprocessor 14 is read so; nothing of it can be written. */
enum cp15_result cp14_read(struct machine *m, uint32_t addr, bool privileged,
			   uint32_t *value);
enum cp15_result cp15_write(struct machine *m, uint32_t addr, bool privileged,
			    uint32_t value, const char **why);
/*
 * Is it an operation on a line whose address is translated first?  Then `fetch`
 * says which side's.  Caches with virtual tags need no translation.
 */
bool cp15_translates(const struct machine *m, uint32_t addr, bool *fetch);

#endif
