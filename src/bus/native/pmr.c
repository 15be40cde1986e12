/* SPDX-License-Identifier: MIT */
/*
 * e500: performance monitor registers by MTPMR and MFPMR.  The number is part
 * of the instruction, hence one case per register.  [E500CORERM 7]
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/native.h>
#include <tally/only.h>

#if defined(__powerpc__)

/* Compilers for other cores of the family know them so, too. */
#define E500(text) ".machine push\n\t.machine e500\n\t" text "\n\t.machine pop"

/*
 * A number is 128 times what it is of (a count, PMLCa, PMLCb, PMGC0), plus the
 * counter, plus 16 for the supervisor's: side by side they are 26 places.
 */
enum {
	PMGC0 = 400,
	USER = 16,      /* the difference of the numbers */
	NUMBER = 0x193, /* the bits that one can have */
};
#define PLACE(n) (((n) >> 4) + 2 * ((n)&3))

/* PMGC0, which opens and closes the window, is apart: 400, and 384. */
#define FOUR(EACH, a, b, c, d) EACH(a) EACH(b) EACH(c) EACH(d)
#define REGISTERS(EACH)                                                        \
	FOUR(EACH, 144, 145, 146, 147) /* PMLCa */                             \
	FOUR(EACH, 272, 273, 274, 275) /* PMLCb */
#define USER_REGISTERS(EACH)                                                   \
	FOUR(EACH, 0, 1, 2, 3)         /* UPMC */                              \
	FOUR(EACH, 128, 129, 130, 131) /* UPMLCa */                            \
	FOUR(EACH, 256, 257, 258, 259) /* UPMLCb */

#define MFPMR(n) MFPMR_AT(PLACE(n), n)
#define MTPMR(n) MTPMR_AT(PLACE(n), n)
#define MFPMR_AT(at, n)                                                        \
	case at:                                                               \
		__asm__ volatile(E500("mfpmr %0, " #n)                         \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		break;
#define MTPMR_AT(at, n)                                                        \
	case at:                                                               \
		__asm__ volatile(E500("mtpmr " #n ", %0")                      \
				 :                                             \
				 : "r"(v)                                      \
				 : "memory");                                  \
		break;

static uint32_t place(uint32_t number)
{
	return number & ~(uint32_t)NUMBER ? UINT32_MAX : PLACE(number);
}

static enum tally_status sync(struct tally_bus *bus)
{
	(void)bus;
	__asm__ volatile("isync" : : : "memory");
	return TALLY_OK;
}

/*
 * A handler reads and writes counts and PMGC0: few compares find these, a table
 * of places the others.
 */
#define COUNTS(EACH) EACH(16, 16) EACH(17, 17) EACH(18, 18) EACH(19, 19)

static uint64_t get_other(struct tally_bus *bus, uint32_t number)
{
	uint32_t v;

	switch (place(number)) {
		REGISTERS(MFPMR)
		USER_REGISTERS(MFPMR)
		MFPMR(384) /* UPMGC0 */
	default:
		bus->status = TALLY_E_NOREG;
		return 0;
	}
	return v;
}

static uint64_t native_get(struct tally_bus *bus, const struct tally_reg *reg)
{
	uint32_t v;

	switch (reg->addr) {
		COUNTS(MFPMR_AT)
		MFPMR_AT(PMGC0, 400)
	default:
		return get_other(bus, reg->addr);
	}
	return v;
}

/* Reads the same words where user state can. */
static uint64_t get_user(struct tally_bus *bus, const struct tally_reg *reg)
{
	struct tally_reg user = *reg;

	if (user.addr & USER)
		user.addr -= USER;
	return native_get(bus, &user);
}

/*
 * A library for one monitor has a function for each count; for all monitors
 * they would be many.
 */
#ifdef TALLY_ONLY_MONITOR
#define GETTER(n)                                                              \
	static uint64_t get_##n(struct tally_bus *bus,                         \
				const struct tally_reg *reg)                   \
	{                                                                      \
		uint32_t v;                                                    \
                                                                               \
		(void)bus;                                                     \
		(void)reg;                                                     \
		__asm__ volatile(E500("mfpmr %0, " #n)                         \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		return v;                                                      \
	}
#define GETTER_CASE(n)                                                         \
	case n:                                                                \
		return get_##n;

FOUR(GETTER, 16, 17, 18, 19) /* PMC */
FOUR(GETTER, 0, 1, 2, 3)     /* UPMC */

static tally_bus_getter *getter(const struct tally_reg *reg)
{
	switch (reg->addr) {
		FOUR(GETTER_CASE, 16, 17, 18, 19)
	default:
		return NULL;
	}
}

static tally_bus_getter *getter_user(const struct tally_reg *reg)
{
	switch (reg->addr & ~(uint32_t)USER) {
		FOUR(GETTER_CASE, 0, 1, 2, 3)
	default:
		return NULL;
	}
}

#define ONE_GETTER      getter
#define ONE_GETTER_USER getter_user
#else
#define ONE_GETTER      NULL
#define ONE_GETTER_USER NULL
#endif

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	if (reg->space != TALLY_PMR)
		return TALLY_E_NOREG;
	*value = native_get(bus, reg);
	return bus->status;
}

static enum tally_status read_user(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	if (reg->space != TALLY_PMR)
		return TALLY_E_NOREG;
	*value = get_user(bus, reg);
	return bus->status;
}

static void put_other(struct tally_bus *bus, uint32_t number, uint32_t v)
{
	switch (place(number)) {
		REGISTERS(MTPMR)
	default:
		bus->status = TALLY_E_NOREG;
		break;
	}
}

static void native_put(struct tally_bus *bus, const struct tally_reg *reg,
		       uint64_t value)
{
	uint32_t v = (uint32_t)value;

	switch (reg->addr) {
		COUNTS(MTPMR_AT)
	case PMGC0: /* fenced */
		tally_control_PMR(v);
		break;
	default:
		put_other(bus, reg->addr, v);
		break;
	}
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	if (reg->space != TALLY_PMR)
		return TALLY_E_NOREG;
	native_put(bus, reg, value);
	return bus->status;
}

TALLY_BUS_TABLE(tally_pmr_ops) = { .read = read,
				   .write = write,
				   .sync = sync,
				   .get = native_get,
				   .put = native_put,
				   .getter = ONE_GETTER };
TALLY_BUS_TABLE(tally_pmr_user_ops) = { .read = read_user,
					.write = write,
					.sync = sync,
					.get = get_user,
					.put = native_put,
					.getter = ONE_GETTER_USER };

#endif
