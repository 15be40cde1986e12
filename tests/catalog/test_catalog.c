/* SPDX-License-Identifier: MIT */
/*
 * The catalogue of registers: each monitor, its counters, registers, fields
 * and options, held against the rules that the rest relies on.
 */
#include "catalog_check.h"

#include "catalog/questions.h"
#include "catalog/words.h"
#include "core/hpm.h"
#include "test.h"
#include "tidy.h"

/* "arm1176", or "family/core-1". */
static bool tidy_monitor(const char *name)
{
	return *name >= 'a' && *name <= 'z' &&
	       name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789/-")] ==
		       '\0';
}

static void check_monitor(const struct catalog_monitor *m)
{
	const struct tally_monitor *t = m->monitor;
	const struct catalog_event *e;
	struct error err;
	unsigned i;

	check(tidy_monitor(m->name), "%s", m->name);
	check(one_line(m->title) && one_line(m->summary) &&
		      one_line(m->sources),
	      "%s", m->name);
	assert_ptr_equal(catalog_monitor(m->name, &err), m);
	check(m->events && m->regs && m->fields && m->metrics && m->notes &&
		      m->groups && m->refusals,
	      "%s has an empty table", m->name);
	for (i = 0; i < t->counters; i++)
		check((tidy_name(m->counter[i].name) ||
		       tidy_event(m->counter[i].name)) &&
			      one_line(m->counter[i].title),
		      "%s counter %u", m->name, i);
	check(catalog_group(m, m->overview, &err), "%s", m->name);
	/* A device has none; cycles have a counter, an event, or neither. */
	e = m->instructions ? catalog_event(m, m->instructions, &err) : NULL;
	check(!m->instructions || (e && e->kind == EVENT_OCCURRENCE &&
				   strstr(e->title, "instruction")),
	      "%s: instructions by %s", m->name, m->instructions);
	e = m->cycles ? catalog_event(m, m->cycles, &err) : NULL;
	check(!m->cycles || (e && e->kind == EVENT_DURATION &&
			     (strstr(e->title, "cycle") ||
			      strstr(e->title, "clock"))),
	      "%s: cycles by %s", m->name, m->cycles);
	check(!m->device_tree ==
		      (m->monitor->counter[0].reg.space != TALLY_MMIO || m->at),
	      "%s: in a device tree it is %s", m->name,
	      m->device_tree ? m->device_tree : "not told");
}

TEST(monitors_are_whole)
{
	each_monitor(check_monitor);
}

/* Counters that can be chained or widened have room for more than they count.
 */
static bool has_width(const struct catalog_monitor *m, const char *reg,
		      unsigned bits)
{
	if (bits > 32)
		return true;
	for (unsigned i = 0; i < m->fields; i++)
		if (strcmp(m->field[i].reg, reg) == 0 &&
		    (m->field[i].field.width == bits ||
		     (m->monitor->pairs && m->field[i].field.width > bits)))
			return true;
	return false;
}

/* A counter is one register of the catalogue, where the driver reads it. */
static void check_counter_registers(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->monitor->counters; i++) {
		struct error err;
		const struct catalog_register *r =
			catalog_register(m, m->counter[i].name, &err);

		check(r, "%s", err.text);
		check(has_width(m, r->name, m->monitor->counter[i].bits),
		      "%s: counter %s wraps after %u bits, and no field of "
		      "its register is as wide",
		      m->name, m->counter[i].name, m->monitor->counter[i].bits);
		check(strcmp(r->name, m->counter[i].reg) == 0,
		      "%s: the register of counter %s is %s, not %s", m->name,
		      m->counter[i].name, r->name, m->counter[i].reg);
		check(tally_reg_same(r->reg, m->monitor->counter[i].reg) &&
			      r->reg.bits == m->monitor->counter[i].reg.bits,
		      "%s %s", m->name, r->name);
	}
}

TEST(counters_are_registers)
{
	each_monitor(check_counter_registers);
}

/*
 * Has a field of that width room for the codes?  What is above its bits is no
 * part of a code, but the counter that alone has the event.
 */
static bool tells_codes_apart(const struct catalog_monitor *m, unsigned width)
{
	const uint64_t mask = tally_counter_mask(width);

	for (unsigned i = 0; i < m->events; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct catalog_event *a = &m->event[i];
			const struct catalog_event *b = &m->event[k];

			if (a->counters & b->counters &&
			    !((catalog_word_of(m, a) ^ catalog_word_of(m, b)) &
			      mask))
				return false;
		}
	return m->words || width <= 16;
}

/* A word is the bit that its code names. */
static uint64_t word_of(uint16_t code)
{
	return UINT64_C(1) << (code & 63);
}

static bool code_of(uint64_t word, unsigned n, uint16_t *code)
{
	(void)word;
	(void)n;
	(void)code;
	return false;
}

static const struct catalog_words by_bit = { word_of, code_of };

static void check_fields(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		struct error err = { "" };
		const struct catalog_register *r =
			catalog_register(m, f->reg, &err);

		check(r, "%s", err.text);
		check(f->field.width >= 1 &&
			      f->field.lsb + f->field.width <= r->reg.bits,
		      "%s %s.%s reaches beyond its register's %u bits", m->name,
		      f->reg, f->name, r->reg.bits);
		check(!f->event || tells_codes_apart(m, f->field.width),
		      "%s %s.%s is too narrow for its codes, or wider than "
		      "the 16 bits of one without CORE_WORDS",
		      m->name, f->reg, f->name);
		check(one_line(f->title), "%s %s.%s", m->name, f->reg, f->name);
		for (k = 0; k < i; k++)
			check(strcmp(m->field[k].reg, f->reg) != 0 ||
				      (!(tally_field_mask(m->field[k].field) &
					 tally_field_mask(f->field)) &&
				       strcmp(m->field[k].name, f->name) != 0),
			      "%s %s.%s overlaps %s, or is called like it",
			      m->name, f->reg, f->name, m->field[k].name);
	}
}

TEST(fields_do_not_overlap)
{
	each_monitor(check_fields);
}

static void check_registers(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];
		const char *rest = r->aliases;
		char alias[ROOM];
		struct error err;

		check(one_line(r->title) && one_line(r->source), "%s %s",
		      m->name, r->name);
		check(catalog_register(m, r->name, &err) == r, "%s %s", m->name,
		      r->name);
		while (catalog_alias(&rest, alias, sizeof(alias)))
			check(catalog_register(m, alias, &err) == r, "%s %s",
			      m->name, alias);
		for (k = 0; k < i; k++)
			check(!tally_reg_same(m->reg[k].reg, r->reg), "%s %s",
			      m->name, r->name);
	}
}

TEST(registers_are_distinct)
{
	each_monitor(check_registers);
}

/*
 * A monitor accepts the options that it is told to accept, bit by bit; a row of
 * several bits is one of several values.
 */
static void check_options(const struct catalog_monitor *m)
{
	unsigned i, count, rows = 0;
	const struct catalog_option *option = catalog_options(&count);
	bool fiq = false;

	for (i = 0; i < 8; i++) {
		const struct tally_setup setup = { .options =
							   (uint8_t)(1u << i) };
		bool takes =
			tally_setup_check(m->monitor, &setup, NULL) == TALLY_OK;
		bool told = false;
		unsigned k;

		for (k = 0; k < count; k++)
			if (option[k].bits == setup.options)
				told |= catalog_accepts(m, &option[k]);
		check(takes == told, "%s: option bit %u", m->name, i);
	}
	for (i = 0; i < count; i++) {
		check(one_line(option[i].text), "%s", option[i].name);
		fiq |= !option[i].bits && catalog_accepts(m, &option[i]);
		rows |= option[i].bits;
	}
	check(fiq == m->monitor->fiq, "%s: TALLY_FIQ", m->name);
	check(rows == 0xFF, "an option has no row");
}

TEST(options_are_told)
{
	each_monitor(check_options);
}

/* A field of words is as wide as the words that it takes apart. */
TEST(fields_of_words)
{
	struct catalog_monitor m = catalog_hpm;

	assert_false(tells_codes_apart(&m, 56));
	m.words = &by_bit;
	assert_true(tells_codes_apart(&m, 56));
	assert_true(tells_codes_apart(&m, 64));
	assert_false(tells_codes_apart(&m, 9));
}
