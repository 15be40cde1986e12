/* SPDX-License-Identifier: MIT */
/* Registers of a core's monitor in its memory-mapped debug view. */
#include "target/probe/view/view.h"

#include <string.h>

#include "catalog/catalog.h"

/* Registers that both architectures have there, from the view on [DDI0406,
 * DDI0487]. */
enum {
	PMCFGR = 0xE00,
	CFGR_N = 0xFF,
	CR_N_LSB = 11,
	LOCK = 0xFB0,        /* PMLAR */
	LOCK_STATUS = 0xFB4, /* PMLSR: there is one (1), it is closed (2) */
	TYPE = 0xFCC,        /* PMDEVTYPE */
	TYPE_MONITOR = 0x16,
	TYPE_CORE = 0x15,
	/* Of the core's debug registers. */
	OS_LOCK = 0x300,
	OS_LOCK_STATUS = 0x304,
	CLOSED = 2,
};

#define OPENS  UINT32_C(0xC5ACCE55) /* PMLAR; and it closes the OS lock */
#define SHUT   UINT32_C(0xC5ACCE55)
#define OTHERS UINT32_C(0)

/* ---- where registers are ------------------------------------------------- */

#define VIEW(address, low, high)                                               \
	{ { (address), SPACE, (high) ? 64 : 32 }, (low), (high), false },
#define OF_CORE(address, low, high)                                            \
	{ { (address), SPACE, (high) ? 64 : 32 }, (low), (high), true },

#define SPACE TALLY_CP15
static const struct view_row armv7_row[] = {
#include "target/probe/view/armv7.def"
};
#undef SPACE

#define SPACE TALLY_SYSREG
static const struct view_row pmuv3_row[] = {
#include "target/probe/view/pmuv3.def"
};
#undef SPACE

static const struct debug_view armv7_view = {
	.row = armv7_row,
	.rows = sizeof armv7_row / sizeof armv7_row[0],
	.core = 0x1000,
	.control = { TALLY_CP(0, 9, 12, 0), TALLY_CP15, 32 },
};

static const struct debug_view pmuv3_view = {
	.row = pmuv3_row,
	.rows = sizeof pmuv3_row / sizeof pmuv3_row[0],
	.core = 0x20000,
	.control = { TALLY_SYS(3, 3, 9, 12, 0), TALLY_SYSREG, 64 },
};

/* Registers have the same width in no two views, so it is not compared. */
const struct view_row *view_row(const struct debug_view *v,
				const struct tally_reg *reg)
{
	for (unsigned i = 0; i < v->rows; i++)
		if (v->row[i].reg.addr == reg->addr &&
		    v->row[i].reg.space == reg->space)
			return &v->row[i];
	return NULL;
}

/* One that has all of the monitor's counters; a Cortex-A8 has none. */
const struct debug_view *view_of(const struct catalog_monitor *m)
{
	static const struct debug_view *const views[] = { &armv7_view,
							  &pmuv3_view };

	if (!strcmp(m->name, "cortex-a8"))
		return NULL;
	for (unsigned v = 0; v < sizeof views / sizeof views[0]; v++) {
		unsigned i = 0;

		while (i < m->monitor->counters &&
		       view_row(views[v], &m->monitor->counter[i].reg))
			i++;
		if (i == m->monitor->counters)
			return views[v];
	}
	return NULL;
}

/* ---- access -------------------------------------------------------------- */

static bool get(struct gdb_target *t, uint64_t addr, uint64_t *value,
		struct error *err)
{
	uint8_t byte[4];

	if (!t->by->read_memory(t, addr, byte, sizeof byte, err))
		return false;
	*value = gdb_get_bytes(t, byte, sizeof byte);
	return true;
}

static bool put(struct gdb_target *t, uint64_t addr, uint64_t value,
		struct error *err)
{
	uint8_t byte[4];

	gdb_put_bytes(t, byte, value & UINT32_MAX, sizeof byte);
	return t->by->write_memory(t, addr, byte, sizeof byte, err);
}

/* The low word may wrap between the two. */
static bool get_both(struct gdb_target *t, uint64_t low, uint64_t high,
		     uint64_t *value, struct error *err)
{
	uint64_t before, half, after;

	if (!get(t, high, &after, err))
		return false;
	do {
		before = after;
		if (!get(t, low, &half, err) || !get(t, high, &after, err))
			return false;
	} while (before != after);
	*value = after << 32 | half;
	return true;
}

static bool is_control(const struct debug_view *v, const struct tally_reg *reg)
{
	return v->control.addr == reg->addr && v->control.space == reg->space;
}

unsigned view_words(const struct gdb_monitor *m, const struct tally_reg *reg,
		    bool big, uint64_t at[2])
{
	const struct view_row *row = m->view ? view_row(m->view, reg) : NULL;
	const bool two = row ? row->high : reg->bits == 64;
	uint64_t base = m->base;

	if (m->view && !row)
		return 0;
	base -= row && row->of_core ? m->view->core : 0;
	at[0] = base + (row ? row->low : reg->addr + 4u * (two && big));
	at[1] = base + (row ? row->high : reg->addr + 4u * (two && !big));
	return two ? 2 : 1;
}

bool view_access(struct gdb_target *t, const struct gdb_monitor *m,
		 const struct tally_reg *reg, bool write, uint64_t *value,
		 struct error *err)
{
	const struct view_row *row = view_row(m->view, reg);
	const uint64_t base = m->base - (row->of_core ? m->view->core : 0);
	uint64_t more;

	if (write)
		return put(t, base + row->low, *value, err) &&
		       (!row->high ||
			put(t, base + row->high, *value >> 32, err));
	if (row->high)
		return get_both(t, base + row->low, base + row->high, value,
				err);
	if (!get(t, base + row->low, value, err))
		return false;
	if (!is_control(m->view, reg))
		return true;
	if (!get(t, base + PMCFGR, &more, err))
		return false;
	*value |= (more & CFGR_N) << CR_N_LSB;
	return true;
}

/* ---- what is there, and its locks ---------------------------------------- */

static bool is_type(struct gdb_target *t, uint64_t base, unsigned type,
		    const char *what, struct error *err)
{
	uint64_t found;

	return get(t, base + TYPE, &found, err) &&
	       ((found & 0xFF) == type ||
		error_set(err,
			  "%s: no %s are at 0x%llx: the type of what is there "
			  "is 0x%02x, and theirs 0x%02x; say where the "
			  "monitor's view begins, as the ROM table has it "
			  "(OpenOCD's dap info)",
			  t->name, what, (unsigned long long)base,
			  (unsigned)(found & 0xFF), type));
}

/* The words that open it, and whether it was closed. */
static bool unlock(struct gdb_target *t, uint64_t status, uint64_t lock,
		   uint64_t closed, uint64_t word, bool *was, struct error *err)
{
	uint64_t found;

	if (!get(t, status, &found, err))
		return false;
	*was = (found & closed) == closed;
	return !*was || put(t, lock, word, err);
}

static bool open_one(struct gdb_target *t, struct gdb_monitor *m,
		     struct error *err)
{
	const uint64_t core = m->base - m->view->core;

	return is_type(t, m->base, TYPE_MONITOR,
		       "registers of a core's monitor", err) &&
	       is_type(t, core, TYPE_CORE, "debug registers of its core",
		       err) &&
	       unlock(t, core + OS_LOCK_STATUS, core + OS_LOCK, CLOSED, OTHERS,
		      &m->os_lock, err) &&
	       unlock(t, m->base + LOCK_STATUS, m->base + LOCK, 1 | CLOSED,
		      OPENS, &m->lock, err);
}

static bool close_one(struct gdb_target *t, struct gdb_monitor *m,
		      struct error *err)
{
	const uint64_t core = m->base - m->view->core;

	if (m->lock && !put(t, m->base + LOCK, OTHERS, err))
		return false;
	m->lock = false;
	if (m->os_lock && !put(t, core + OS_LOCK, SHUT, err))
		return false;
	m->os_lock = false;
	return true;
}

bool view_open_all(struct gdb_target *t, struct error *err)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (t->monitor[i].view && !open_one(t, &t->monitor[i], err))
			return false;
	return true;
}

bool view_close_all(struct gdb_target *t, struct error *err)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (t->monitor[i].view && !close_one(t, &t->monitor[i], err))
			return false;
	return true;
}
