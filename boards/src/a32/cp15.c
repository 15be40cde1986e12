/* SPDX-License-Identifier: MIT */
/*
 * The system control coprocessor: which registers there are, a core's rows say
 * (cp15_rows.c has those of several cores).  Only what the board honours is
 * there; every other register is undefined rather than quietly ignored, except
 * the lockdown registers, which read as zero.
 */
#include "boards/src/a32/cp15.h"

#include "boards/src/a32/inner.h"

/* The simulation does not do these; a core names those of its bits. */
static const struct {
	uint32_t bit;
	const char *why;
} refusals[] = {
	{ SCTLR_BIG_ENDIAN,
	  "big-endian operation (SCTLR bit 7) is not simulated" },
	{ SCTLR_ACCESS_FLAG,
	  "the access flag (SCTLR bit 29) is not simulated" },
	{ SCTLR_REMAP, "TEX remapping (SCTLR bit 28) is not simulated" },
	{ SCTLR_VECTORED,
	  "vectors from the interrupt controller (SCTLR bit 24) "
	  "are not simulated" },
	{ SCTLR_BACKGROUND,
	  "the MPU's background map (SCTLR bit 17) is of ARMv7; "
	  "this core is ARMv6: give it a region of 4 GiB" },
};

static uint32_t *kept_at(struct machine *m, const struct cp15_row *row)
{
	return (uint32_t *)(void *)((char *)&a32_of(m)->cp15 + row->at);
}

enum cp15_result cp15_read_kept(struct machine *m, const struct cp15_row *row,
				uint32_t *value)
{
	*value = *kept_at(m, row);
	return CP15_DONE;
}

enum cp15_result cp15_read_fixed(struct machine *m, const struct cp15_row *row,
				 uint32_t *value)
{
	(void)m;
	*value = row->value;
	return CP15_DONE;
}

/* Size and ways of a cache in its field of the type register, whose bit P tells
 * ARMv6 software that a way is larger than a page of 4 KiB. */
static uint32_t cache_field(uint32_t own, uint32_t bytes, uint32_t ways,
			    bool v6)
{
	enum { WAYS_LSB = 3, SIZE_LSB = 6, PAGES = 1 << 11, LINE_BITS = 3 };
	uint32_t field = own & LINE_BITS;

	if (!bytes)
		return own;
	for (; ways > 1; ways /= 2)
		field += 1u << WAYS_LSB;
	ways = 1u << (field >> WAYS_LSB);
	if (v6 && bytes / ways > 4096)
		field |= PAGES;
	for (; bytes > 512; bytes /= 2)
		field += 1u << SIZE_LSB;
	return field;
}

enum cp15_result cp15_read_cache_type(struct machine *m,
				      const struct cp15_row *row,
				      uint32_t *value)
{
	enum { FIELD = 0xfff, DATA_LSB = 12, KIND_LSB = 25, KIND_V6 = 0xe };
	const struct board_options *o = &m->options;
	const uint32_t own = row->value;
	const bool v6 = own >> KIND_LSB == KIND_V6;
	const uint32_t code =
		cache_field(own & FIELD, o->shape[BOARD_ICACHE].size,
			    o->shape[BOARD_ICACHE].ways, v6);
	const uint32_t data = cache_field(own >> DATA_LSB & FIELD,
					  o->shape[BOARD_DCACHE].size,
					  o->shape[BOARD_DCACHE].ways, v6);

	*value = (own & ~UINT32_C(0xffffff)) | data << DATA_LSB | code;
	return CP15_DONE;
}

enum cp15_result cp15_write_kept(struct machine *m, const struct cp15_row *row,
				 uint32_t value, const char **why)
{
	(void)why;
	*kept_at(m, row) = value & row->value;
	if (row->then & CP15_CONTROLS)
		machine_control(m);
	return row->then & CP15_ENGINE ? CP15_SHARED : CP15_DONE;
}

enum cp15_result cp15_write_context(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why)
{
	uarch_note(m->uarch, LEDGER_CID_WRITE_RETIRED);
	return cp15_write_kept(m, row, value, why);
}

enum cp15_result cp15_write_nothing(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why)
{
	(void)m;
	(void)row;
	(void)value;
	(void)why;
	return CP15_DONE;
}

enum cp15_result cp15_write_wait(struct machine *m, const struct cp15_row *row,
				 uint32_t value, const char **why)
{
	(void)m;
	(void)row;
	(void)value;
	(void)why;
	return CP15_WAIT;
}

static bool is_of_tlb(const struct cp15_row *row)
{
	return row->reg >> 8 == 8;
}

enum cp15_result cp15_write_operation(struct machine *m,
				      const struct cp15_row *row,
				      uint32_t value, const char **why)
{
	struct mapping map = { .page_bits = 12 };
	bool of_tlb = is_of_tlb(row);

	(void)why;
	if (of_tlb) {
		mmu_drop(a32_of(m)->mmu);
		m->fetch_known = false;
	}
	if (row->by_address) {
		const struct mmu_page *page;

		page = mmu_lookup(a32_of(m)->mmu, value,
				  row->what == MAINTAIN_I_INVALIDATE_LINE);
		if (mmu_translates(page))
			map = mmu_map(page, value);
	}
	uarch_maintain(m->uarch, (enum maintenance)row->what, value, &map);
	return of_tlb ? CP15_SHARED : CP15_DONE;
}

enum cp15_result cp15_write_control(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why)
{
	const struct a32_core *core = a32_core_of(m->spec);

	(void)row;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		if (value & refusals[i].bit & core->sctlr_refused) {
			*why = refusals[i].why;
			return CP15_REFUSED;
		}
	a32_of(m)->cp15.sctlr = value | core->sctlr_ones;
	machine_control(m);
	/* The engine's own MPU stays off. */
	return core->tables == TABLES_NONE ? CP15_DONE : CP15_SHARED;
}

static const struct cp15_row *in_group(const struct cp15_group *group,
				       uint32_t addr)
{
	for (unsigned i = 0; i < group->count; i++)
		if (group->row[i].reg == addr)
			return &group->row[i];
	return NULL;
}

static const struct cp15_row *find(const struct machine *m, uint32_t addr)
{
	const struct cp15_group *const *group = a32_core_of(m->spec)->cp15;
	const struct cp15_row *row = NULL;

	for (; *group && !row; group++)
		row = in_group(*group, addr);
	return row;
}

static enum cp15_result read_row(struct machine *m, const struct cp15_row *row,
				 bool privileged, uint32_t *value)
{
	if (!row || !row->read ||
	    (!privileged && !(row->user & CP15_USER_READS)))
		return CP15_UNDEFINED;
	return row->read(m, row, value);
}

enum cp15_result cp15_read(struct machine *m, uint32_t addr, bool privileged,
			   uint32_t *value)
{
	return read_row(m, find(m, addr), privileged, value);
}

enum cp15_result cp14_read(struct machine *m, uint32_t addr, bool privileged,
			   uint32_t *value)
{
	const struct cp15_group *group = a32_core_of(m->spec)->cp14;

	return read_row(m, group ? in_group(group, addr) : NULL, privileged,
			value);
}

enum cp15_result cp15_write(struct machine *m, uint32_t addr, bool privileged,
			    uint32_t value, const char **why)
{
	const struct cp15_row *row = find(m, addr);

	if (!row || !row->write ||
	    (!privileged && !(row->user & CP15_USER_WRITES)))
		return CP15_UNDEFINED;
	return row->write(m, row, value, why);
}

bool cp15_translates(const struct machine *m, uint32_t addr, bool *fetch)
{
	const struct cp15_row *row = find(m, addr);

	if (!row || !row->by_address || is_of_tlb(row) ||
	    a32_core_of(m->spec)->tables != TABLES_V6)
		return false;
	*fetch = row->what == MAINTAIN_I_INVALIDATE_LINE;
	return true;
}
