/* SPDX-License-Identifier: MIT */
/*
 * Every register of every monitor against every native bus that the monitor's
 * row names: it is answered, and by the instruction that names this register.
 * The buses are compiled for the host, with their instructions turned into
 * texts (native_host.c).
 */
#include <ctype.h>
#include <stdio.h>

#include <tally/native.h>

#include "catalog_check.h"
#include "core/hpm.h"
#include "native_host.h"
#include "space/space.h"
#include "test.h"

enum { TEXT_ROOM = 640, WINDOW = 0x10000 };

/* Accesses write down here what they do, with fences; '|' ends a statement. */
static char done[TEXT_ROOM];

/* Joins what stands in quotes of "\"mrc p15, 0, %0, c\" \"9\" : \"=r\"(v)". */
void native_instruction(const char *text)
{
	bool quoted = false;
	size_t n = strlen(done);

	for (; *text && (quoted || *text != ':'); text++) {
		assert_true(n + 2 < sizeof(done));
		if (*text == '"')
			quoted = !quoted;
		else if (quoted)
			done[n++] = *text;
	}
	done[n++] = '|';
	done[n] = '\0';
}

static volatile uint32_t memory[WINDOW / 4];

static struct way {
	const char *name; /* as a monitor's row has it */
	struct tally_bus bus;
} ways[] = {
#define NATIVE(WORD, word, macro, fence, control) { #WORD, TALLY_BUS_##WORD },
#include <tally/native.def>
};

/* A bus in memory is larger than what its users see of it. */
#define MAPPED(WORD, word)                                                     \
	static struct tally_bus_##word at_##word =                             \
		TALLY_BUS_##WORD(memory, WINDOW);
#include <tally/native.def>

static struct tally_bus *bus_of(const char *way)
{
	unsigned i;

#define MAPPED(WORD, word)                                                     \
	if (!strcmp(way, #WORD))                                               \
		return &at_##word.bus;
#include <tally/native.def>
	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!strcmp(way, ways[i].name))
			return &ways[i].bus;
	fail_msg("no bus of this test is called %s", way);
	return NULL;
}

/*
 * The register as AArch32 has it: under the same numbers, but for the 64 bits
 * of the cycle counter, which another instruction moves, and for the ID
 * register that tells the version (ID_DFR0). [DDI0487 G8.4]
 */
static struct tally_reg in_a32(struct tally_reg reg)
{
	uint32_t numbers = reg.addr & 0x7FF; /* CRn, CRm, op2 */

	switch (numbers) {
	case TALLY_SYS(0, 0, 9, 13, 0):
		return (struct tally_reg){ TALLY_CP64(0, 9), TALLY_CP15, 64 };
	case TALLY_SYS(0, 0, 0, 5, 0):
		return (struct tally_reg){ TALLY_CP(0, 0, 1, 2), TALLY_CP15,
					   32 };
	default:
		return (struct tally_reg){ TALLY_CP(0, numbers >> 7,
						    numbers >> 3 & 15,
						    numbers & 7),
					   TALLY_CP15, 32 };
	}
}

/* The instruction, as the manuals write it; of a space that has no line here,
 * as its row of spaces.def does. */
static void instruction(struct tally_reg reg, bool writes, char *text)
{
	unsigned a = reg.addr;

	switch (reg.space) {
	case TALLY_SYSREG:
		snprintf(text, ROOM, writes ? "msr %s" : "mrs %%0, %s", "");
		snprintf(text + strlen(text), ROOM - strlen(text),
			 "S%u_%u_C%u_C%u_%u", a >> 14, a >> 11 & 7, a >> 7 & 15,
			 a >> 3 & 15, a & 7);
		break;
	case TALLY_PMR:
		snprintf(text, ROOM, writes ? "mtpmr %u, %%0" : "mfpmr %%0, %u",
			 a);
		break;
	default: {
		const struct space *s = space_of(reg.space);

		assert_non_null(s);
		assert_non_null(s->c.read);
		space_put(text, ROOM, writes ? s->c.write : s->c.read, a);
		break;
	}
	case TALLY_CP14:
	case TALLY_CP15:
		if (a >> 16)
			snprintf(text, ROOM, "%s p15, %u, %%0, %%1, c%u",
				 writes ? "mcrr" : "mrrc", a >> 12 & 7,
				 a >> 4 & 15);
		else
			snprintf(text, ROOM, "%s p%u, %u, %%0, c%u, c%u, %u",
				 writes ? "mcr" : "mrc",
				 reg.space == TALLY_CP14 ? 14 : 15, a >> 12 & 7,
				 a >> 8 & 15, a >> 4 & 15, a & 7);
	}
}

/*
 * Is it among them, after `from`, and not the beginning of a longer number?
 * NULL, or what comes after it.
 */
static const char *carried_out(const char *from, const char *text)
{
	const char *at = from ? strstr(from, text) : NULL;

	if (!at || isdigit((unsigned char)at[strlen(text)]))
		return NULL;
	return at + strlen(text);
}

/*
 * Behind a select register: what it held is read, the number goes into it, the
 * access sees that, and what it held goes back.
 */
static void check_selected(const char *name, const char *way,
			   struct tally_reg reg, bool writes)
{
	char get[ROOM], put[ROOM], access[ROOM];
	const char *at = done;

	instruction(tally_reg_select(reg), false, get);
	instruction(tally_reg_select(reg), true, put);
	instruction(tally_reg_window(reg), writes, access);
	at = carried_out(at, get);
	at = carried_out(at, put);
	at = carried_out(at, "isb");
	at = carried_out(at, access);
	at = carried_out(at, put);
	check(at, "%s on %s: not %s, %s, isb, %s, %s, but %s", name, way, get,
	      put, access, put, done);
}

enum { ELSEWHERE = 8 }; /* no space has this bit in its number */

static void check_access(const char *name, const char *way,
			 struct tally_reg reg, bool writes)
{
	struct tally_bus *bus = bus_of(way);
	enum tally_status s;
	uint64_t value = 0;
	char wanted[ROOM];

	done[0] = '\0';
	s = writes ? bus->ops->write(bus, &reg, 0)
		   : bus->ops->read(bus, &reg, &value);
	check(s == TALLY_OK, "%s: the %s of its address is not answered by %s",
	      name, writes ? "write" : "read", way);
	reg.space ^= ELSEWHERE;
	s = writes ? bus->ops->write(bus, &reg, 0)
		   : bus->ops->read(bus, &reg, &value);
	check(s == TALLY_E_NOREG,
	      "%s: its number in another space is a register to %s, too", name,
	      way);
	reg.space ^= ELSEWHERE;
	if (reg.space == TALLY_MMIO)
		return;
	if (tally_reg_behind(reg)) {
		check_selected(name, way, reg, writes);
		return;
	}
	instruction(reg, writes, wanted);
	check(carried_out(done, wanted), "%s on %s: not %s, but %s", name, way,
	      wanted, done);
}

/*
 * The short ways are for registers of the bus's own space alone; those that
 * they do not have end in a failed bus.
 */
static void check_short(const char *name, const char *way, struct tally_reg reg,
			bool writes, bool counter)
{
	struct tally_bus *bus = bus_of(way);
	char wanted[ROOM];

	if (!bus->ops->get || reg.space == TALLY_MMIO)
		return;
	done[0] = '\0';
	if (writes)
		bus->ops->put(bus, &reg, 0);
	else
		(void)bus->ops->get(bus, &reg);
	if (tally_bus_recover(bus) == TALLY_E_NOREG) {
		check(!counter, "%s is not to be had the short way of %s", name,
		      way);
		return;
	}
	if (tally_reg_behind(reg)) {
		check_selected(name, way, reg, writes);
		return;
	}
	instruction(reg, writes, wanted);
	check(carried_out(done, wanted),
	      "%s on %s, the short way: not %s, but %s", name, way, wanted,
	      done);
}

static bool is_counter(const struct catalog_monitor *m, struct tally_reg reg)
{
	for (unsigned i = 0; i < m->monitor->counters; i++)
		if (tally_reg_same(m->monitor->counter[i].reg, reg))
			return true;
	return false;
}

/* Can any of its fields be read; and written? */
static bool has_access(const struct catalog_monitor *m,
		       const struct catalog_register *r, bool writes)
{
	bool known = false;

	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];

		if (strcmp(f->reg, r->name) != 0)
			continue;
		known = true;
		if (f->access != (writes ? ACCESS_RO : ACCESS_WO))
			return true;
	}
	return !known;
}

TEST(every_register_of_every_monitor)
{
	unsigned count, accesses = 0;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (unsigned k = 0; k < count; k++) {
		const struct catalog_monitor *m = all[k];
		const char *list = m->native;
		char way[ROOM], name[2 * ROOM];

		check(list && *list, "%s has no way to its registers", m->name);
		while (catalog_word(&list, way, sizeof(way)))
			for (unsigned i = 0; i < 2 * m->regs; i++) {
				const struct catalog_register *r =
					&m->reg[i / 2];
				bool a32 = !strcmp(way, "A32") &&
					   r->reg.space == TALLY_SYSREG;
				bool writes = i % 2;

				if (!has_access(m, r, writes))
					continue;
				snprintf(name, sizeof(name), "%s %s", m->name,
					 r->name);
				check_access(name, way,
					     a32 ? in_a32(r->reg) : r->reg,
					     writes);
				if (!a32 &&
				    r->reg.space ==
					    m->monitor->counter[0].reg.space)
					check_short(name, way, r->reg, writes,
						    is_counter(m, r->reg));
				accesses++;
			}
	}
	assert_true(accesses > 0);
}

/* Does a write to nowhere do nothing, and one to no register of the way fail?
 */
static bool drops(struct tally_bus *bus)
{
	static const struct tally_reg nowhere = TALLY_NOWHERE;
	static const struct tally_reg elsewhere = { 0, ELSEWHERE, 32 };

	return bus->ops->write(bus, &nowhere, 0) == TALLY_OK &&
	       bus->ops->write(bus, &elsewhere, 0) == TALLY_E_NOREG;
}

static enum tally_status takes_all(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	(void)reg;
	(void)value;
	return TALLY_OK;
}

TEST(a_way_drops_what_goes_nowhere)
{
	static const struct tally_bus_ops dropping = { .write =
							       tally_bus_drop },
					  taking = { .write = takes_all };
	struct tally_bus one = { &dropping, TALLY_OK, 0 },
			 all = { &taking, TALLY_OK, 0 };

	assert_true(drops(&one));
	assert_false(drops(&all));
	assert_false(drops(bus_of("CP15"))); /* no monitor of its asks for it */
}

/*
 * A region of code is opened by the same write with which the monitor starts,
 * by every way that has such an instruction.
 */
TEST(control_of_every_way)
{
	unsigned count, checked = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned k = 0; k < count; k++) {
		static const struct tally_setup nothing = { NULL, 0, 0 };
		const struct catalog_monitor *m = all[k];
		const char *list = m->native;
		struct tally_step step;
		struct tally_script start = { &step, 0, 1, TALLY_OK };
		char way[ROOM], wanted[ROOM];

		m->monitor->ops->encode(m->monitor, &nothing, TALLY_START,
					&start);
		assert_int_equal(start.count, 1);
		while (catalog_word(&list, way, sizeof(way))) {
			struct tally_reg reg = step.reg;

			if (tally_reg_none(reg)) {
				check(drops(bus_of(way)),
				      "%s: nothing starts it, and the write of "
				      "%s refuses TALLY_NOWHERE: it has to end "
				      "in tally_bus_drop()",
				      m->name, way);
				continue;
			}

			done[0] = '\0';
			if (!native_control(way))
				continue;
			if (!strcmp(way, "A32") && reg.space == TALLY_SYSREG)
				reg = in_a32(reg);
			instruction(reg, true, wanted);
			check(carried_out(done, wanted),
			      "%s by %s: not %s, but %s", m->name, way, wanted,
			      done);
			checked++;
		}
	}
	assert_true(checked > 0);
}

/*
 * A bus that has failed stays so, whatever is read and written afterwards in
 * the short way: a session then gives 0 and not a count.
 */
TEST(a_failure_stays)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned k = 0; k < count; k++) {
		const char *list = all[k]->native;
		struct tally_reg reg = all[k]->monitor->counter[0].reg;
		char way[ROOM];

		while (catalog_word(&list, way, sizeof(way))) {
			struct tally_bus *bus = bus_of(way);

			if (!strcmp(way, "A32") && reg.space == TALLY_SYSREG)
				reg = in_a32(reg);
			done[0] = '\0';
			bus->status = TALLY_E_BUS;
			(void)tally_bus_get(bus, &reg);
			check(bus->status == TALLY_E_BUS, "%s by %s: %d",
			      all[k]->name, way, bus->status);
			tally_bus_put(bus, &reg, 0);
			assert_int_equal(tally_bus_recover(bus), TALLY_E_BUS);
		}
	}
}
