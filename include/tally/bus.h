/* SPDX-License-Identifier: MIT */
#ifndef TALLY_BUS_H
#define TALLY_BUS_H

#include <tally/reg.h>
#include <tally/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The one door to registers.  A bus is native (MRC and MCR), a simulated
 * board, a debug link, a recording; `log`, `fault` and `replay` wrap or stand
 * in for any of them.
 *
 * A bus is sticky: its first failure stays in `status`, every later read
 * gives 0 and every later write is dropped before it reaches the target.  So
 * a driver reads like the procedure in the manual and asks once, at the end.
 *
 * The functions of `ops` return TALLY_OK or the failure; they are never called
 * on a failed bus.  Values are right-aligned; a write's upper bits beyond the
 * register's width are zero.  A register behind a select register (TALLY_NTH())
 * is one access for the caller: the bus selects, accesses, and puts the select
 * register back.
 */
struct tally_bus;

struct tally_bus_ops {
	enum tally_status (*read)(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value);
	/* NULL: nothing can be written, TALLY_E_NOREG. */
	enum tally_status (*write)(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value);
	/* All earlier writes have taken effect on return.  May be NULL. */
	enum tally_status (*sync)(struct tally_bus *bus);
	/* Which core's registers it reaches just now.  NULL: always the same.
	 */
	uint32_t (*core)(struct tally_bus *bus);
	/*
	 * Short ways, for who reads and writes often; both or none.  The
	 * register is a monitor's control, flags or counter that read() or
	 * write() has reached before: so these cannot fail.  The read waits
	 * until earlier writes have taken effect.
	 */
	uint64_t (*get)(struct tally_bus *bus, const struct tally_reg *reg);
	void (*put)(struct tally_bus *bus, const struct tally_reg *reg,
		    uint64_t value);
	/*
	 * A shorter way still: a function that does what get() does for this
	 * one register, or NULL.  May be NULL itself.
	 */
	uint64_t (*(*getter)(const struct tally_reg *reg))(
		struct tally_bus *bus, const struct tally_reg *reg);
};

struct tally_bus {
	const struct tally_bus_ops *ops;
	enum tally_status status; /* TALLY_OK, or the first failure */
	/* A driver's finding about the target; 0: nothing yet. */
	uint8_t learnt;
};

/*
 * Read, write, wait.  Any context in which the bus itself may be used: the
 * native buses may be called from an interrupt handler, a debug link may not.
 */
uint64_t tally_bus_read(struct tally_bus *bus, const struct tally_reg *reg);
void tally_bus_write(struct tally_bus *bus, const struct tally_reg *reg,
		     uint64_t value);
void tally_bus_sync(struct tally_bus *bus);

/*
 * Reads a register that the bus has reached before; by its short ways, where it
 * has them.  What is read is what holds now: it waits first.  Of a bus that has
 * failed a short way may give any value: ask `status` before it is used.  It
 * stays failed.
 */
uint64_t tally_bus_get(struct tally_bus *bus, const struct tally_reg *reg);
/*
 * The shortest way to one register, for who reads it often: to be called with
 * the same bus and register.
 */
typedef uint64_t tally_bus_getter(struct tally_bus *bus,
				  const struct tally_reg *reg);
tally_bus_getter *tally_bus_getter_of(const struct tally_bus *bus,
				      const struct tally_reg *reg);
void tally_bus_put(struct tally_bus *bus, const struct tally_reg *reg,
		   uint64_t value);

/*
 * write() of a bus that can only read, for monitors that nothing starts: what
 * goes to TALLY_NOWHERE is dropped, all else is TALLY_E_NOREG.
 */
enum tally_status tally_bus_drop(struct tally_bus *bus,
				 const struct tally_reg *reg, uint64_t value);

/*
 * Reads a register that may not be there.  False: the bus says that there is
 * none (TALLY_E_NOREG: a processor's trap, a debugger's error), and it has not
 * failed by that.  So a driver finds what only a trap can tell.
 */
bool tally_bus_try(struct tally_bus *bus, const struct tally_reg *reg,
		   uint64_t *value);

/*
 * Which of the bits `ones` of a register hold what is written?  It writes them
 * and puts back what it found: for registers whose width or whose fields only a
 * write can tell, while nothing counts.  0 if the register is not there.
 */
uint64_t tally_bus_holds(struct tally_bus *bus, const struct tally_reg *reg,
			 uint64_t ones);

/* The core whose registers the bus reaches just now; 0 where it cannot tell. */
uint32_t tally_bus_core(struct tally_bus *bus);

/* The sticky status, and TALLY_OK from here on: for a second attempt. */
enum tally_status tally_bus_recover(struct tally_bus *bus);

#ifdef __cplusplus
}
#endif

#endif
