/* SPDX-License-Identifier: MIT */
/*
 * A script says what will be put back, and a session would put back the same,
 * for every monitor and whatever its registers hold; and the flags that it
 * names are those that the monitor reads.
 */
#include <string.h>

#include <tally/counting.h>

#include "script/as_c.h"
#include "script/gdb.h"
#include "test.h"

enum { REGISTERS = 128, ROUNDS = 200, STEPS = 256 };

/* Registers that hold what they were given; nothing is written. */
struct holder {
	struct tally_bus bus;
	const struct catalog_monitor *monitor;
	uint64_t value[REGISTERS];
};

static enum tally_status
read_value(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	const struct holder *h = (const struct holder *)bus;

	for (unsigned i = 0; i < h->monitor->regs; i++)
		if (tally_reg_same(h->monitor->reg[i].reg, *reg)) {
			*value = h->value[i] & tally_counter_mask(reg->bits);
			return TALLY_OK;
		}
	return TALLY_E_NOREG;
}

/* A driver that looks may have the clock of its unit on meanwhile, by one bit
 * of a word that others share; nothing else is written. */
static enum tally_status
write_shared(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	struct holder *h = (struct holder *)bus;

	if (!tally_reg_shared(*reg))
		return TALLY_E_NOREG;
	for (unsigned i = 0; i < h->monitor->regs; i++)
		if (tally_reg_same(h->monitor->reg[i].reg, *reg))
			h->value[i] = tally_reg_merge(*reg, h->value[i], value);
	return TALLY_OK;
}

static const struct tally_bus_ops holder_ops = { .read = read_value,
						 .write = write_shared };

/* A register that cannot be read is put back by a session alone. */
static bool is_readable(const struct catalog_monitor *m, struct tally_reg reg)
{
	const struct catalog_register *r = catalog_register_at(m, reg);

	for (unsigned i = 0; i < m->fields; i++)
		if (!strcmp(m->field[i].reg, r->name) &&
		    m->field[i].access != ACCESS_WO)
			return true;
	return false;
}

static void leave_unreadable(const struct catalog_monitor *m,
			     struct tally_script *script)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < script->count; i++)
		if (is_readable(m, script->step[i].reg))
			script->step[kept++] = script->step[i];
	script->count = (uint16_t)kept;
}

static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) +
		 UINT64_C(1442695040888963407);
	return *state >> 29;
}

static uint64_t held(struct holder *h, struct tally_reg reg)
{
	uint64_t value = 0;

	assert_int_equal(read_value(&h->bus, &reg, &value), TALLY_OK);
	return value;
}

/* The steps of `save` and of the script; a last one may only be there here. */
static void check_restore(const struct script *s, struct holder *h)
{
	const struct tally_monitor *m = h->monitor->monitor;
	struct tally_step step[STEPS];
	struct tally_script wanted;

	tally_script_init(&wanted, step, STEPS);
	(void)m->ops->save(m, &s->setup, &h->bus, &wanted);
	assert_int_equal(h->bus.status, TALLY_OK);
	leave_unreadable(h->monitor, &wanted);
	assert_true(wanted.count == s->restore.count ||
		    wanted.count + 1 == s->restore.count);
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct tally_step *have = &s->restore.step[i];
		unsigned k = i < wanted.count ? i : 0;

		/* Not running: the last write repeats the first. */
		assert_true(tally_reg_same(have->reg, step[k].reg));
		assert_int_equal((have->value & held(h, have->reg)) |
					 s->always[i],
				 step[k].value);
	}
}

/* The control register is as START wrote it, unless flags are in it. */
static void put_control(const struct script *s, struct holder *h)
{
	const struct tally_step *start = s->phase[TALLY_START].step;

	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg &&
		    tally_reg_same(s->flag[i].reg->reg, start->reg))
			return;
	for (unsigned i = 0; i < h->monitor->regs; i++)
		if (tally_reg_same(h->monitor->reg[i].reg, start->reg))
			h->value[i] = start->value;
}

static void check_flags(const struct script *s, struct holder *h)
{
	const struct tally_monitor *m = h->monitor->monitor;
	uint32_t counters;

	put_control(s, h);
	counters = m->ops->flags(m, &h->bus);

	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct script_flag *flag = &s->flag[i];

		unsigned set =
			flag->reg ? held(h, flag->reg->reg) >> flag->bit & 1
				  : 0;
		unsigned counter = s->slot[i].counter;
		unsigned told = counter < 32 ? counters >> counter & 1 : 0;

		/*
		 * A counter without a flag never has one set.  Where it is the
		 * count's own top bit, an idle counter's, or that of one half
		 * of a pair, tells nothing.
		 */
		if (flag->reg && flag->reg == script_count(s, i))
			assert_true(set >= told);
		else
			assert_int_equal(set, told);
	}
}

static void check_monitor(const struct catalog_monitor *m, uint8_t options,
			  uint64_t *state)
{
	const struct script_wishes wishes = { .name = "tally",
					      .options = options };
	const struct request_member member = { .monitor = m };
	const struct request_wish overview = { NULL };
	struct holder h = { .bus = { &holder_ops, TALLY_OK }, .monitor = m };
	struct request *q;
	struct scripts s;
	struct error err;

	assert_true(m->regs <= REGISTERS);
	q = request_make(&member, 1, &overview, &err);
	assert_non_null(q);
	assert_true(scripts_make(&s, q, 0, &wishes, &err));
	for (unsigned round = 0; round < ROUNDS; round++) {
		for (unsigned i = 0; i < m->regs; i++)
			h.value[i] = next(state);
		for (unsigned p = 0; p < s.count; p++) {
			check_restore(&s.script[p], &h);
			check_flags(&s.script[p], &h);
		}
	}
	scripts_free(&s);
	request_free(q);
}

TEST(test_restore_and_flags)
{
	uint64_t seed = 1;
	unsigned count;
	const struct catalog_monitor *const *m = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++) {
		check_monitor(m[i], 0, &seed);
		check_monitor(m[i], m[i]->monitor->options, &seed);
	}
}

/* Bits of a made-up monitor's control that are 1 while a counter is not let. */
enum { INHIBITED = 0x1d };

static const struct tally_reg control = { TALLY_CP(0, 15, 12, 0), TALLY_CP15,
					  32 },
			      counter = { TALLY_CP(0, 15, 12, 1), TALLY_CP15,
					  32 };

static uint64_t found_in(struct tally_bus *bus, const struct tally_reg *reg)
{
	uint64_t value = 0;

	(void)bus->ops->read(bus, reg, &value);
	return value;
}

/* All are held, one is put back, and those go on that were found counting. */
static bool save_inverted(const struct tally_monitor *m,
			  const struct tally_setup *setup,
			  struct tally_bus *bus, struct tally_script *restore)
{
	(void)m;
	(void)setup;
	tally_script_write(restore, &control, INHIBITED);
	tally_script_write(restore, &counter, found_in(bus, &counter));
	tally_script_write(restore, &control,
			   (found_in(bus, &control) & 0xff) | 0x100);
	return false;
}

/* A counter is put back only where it stood. */
static bool save_what_stood(const struct tally_monitor *m,
			    const struct tally_setup *setup,
			    struct tally_bus *bus, struct tally_script *restore)
{
	(void)m;
	(void)setup;
	tally_script_write(restore, &control, INHIBITED);
	if (found_in(bus, &control) & 1)
		tally_script_write(restore, &counter, 0);
	return false;
}

/* Each bit is put back as its contrary. */
static bool save_contrary(const struct tally_monitor *m,
			  const struct tally_setup *setup,
			  struct tally_bus *bus, struct tally_script *restore)
{
	(void)m;
	(void)setup;
	tally_script_write(restore, &control, ~found_in(bus, &control));
	return false;
}

/* The monitor of an ARM1176 with another save(). */
struct made_up {
	struct tally_monitor_ops ops;
	struct tally_monitor monitor;
	struct catalog_monitor row;
};

static const struct catalog_monitor *
make_up(struct made_up *made,
	bool (*save)(const struct tally_monitor *m,
		     const struct tally_setup *setup, struct tally_bus *bus,
		     struct tally_script *restore))
{
	struct error err;
	const struct catalog_monitor *m = catalog_monitor("arm1176", &err);

	assert_non_null(m);
	made->ops = *m->monitor->ops;
	made->ops.save = save;
	made->monitor = *m->monitor;
	made->monitor.ops = &made->ops;
	made->row = *m;
	made->row.monitor = &made->monitor;
	return &made->row;
}

/* The script as it is wished; false: it is refused. */
static bool print_wished(const struct catalog_monitor *m,
			 const struct script_wishes *wishes, char *text,
			 size_t size, struct error *err)
{
	const struct request_member member = { .monitor = m };
	const struct request_wish overview = { NULL };
	struct request *q = request_make(&member, 1, &overview, err);
	FILE *to = fmemopen(text, size, "w");
	bool good;

	assert_non_null(q);
	assert_non_null(to);
	good = script_print(to, q, wishes, err);
	assert_int_equal(fclose(to), 0);
	request_free(q);
	return good;
}

/* The script of a form. */
static bool print(const struct catalog_monitor *m, enum script_form form,
		  char *text, size_t size, struct error *err)
{
	const struct script_wishes wishes = { .form = form, .name = "tally" };

	return print_wished(m, &wishes, text, size, err);
}

static bool save_nothing(const struct tally_monitor *m,
			 const struct tally_setup *setup, struct tally_bus *bus,
			 struct tally_script *restore)
{
	(void)m;
	(void)setup;
	(void)bus;
	(void)restore;
	return false;
}

static enum tally_status check_local(const struct tally_monitor *m,
				     const struct tally_setup *setup,
				     unsigned i)
{
	return tally_monitor_interrupts(
		       m, (enum tally_interrupt)setup->slot[i].interrupt)
		       ? TALLY_OK
		       : TALLY_E_FEATURE;
}

/* No core of the catalogue has one that is neither IRQ nor FIQ: a row can say
 * so, and scripts have it. */
TEST(an_interrupt_that_is_neither)
{
	static char text[1 << 18];
	struct script_wishes wishes = { .form = SCRIPT_JSON,
					.name = "tally",
					.interrupt = TALLY_LOCAL };
	struct made_up made;
	struct error err;

	make_up(&made, save_nothing);
	made.monitor.interrupts = 1 << TALLY_SILENT | 1 << TALLY_LOCAL;
	made.ops.check = check_local;
	assert_true(print_wished(&made.row, &wishes, text, sizeof text, &err));
	assert_non_null(strstr(text, "\"interrupt\": \"local\""));
	wishes.interrupt = TALLY_IRQ;
	memset(text, 0, sizeof text);
	assert_true(print_wished(&made.row, &wishes, text, sizeof text, &err));
	assert_null(strstr(text, "\"interrupt\": \"irq\""));
}

TEST(an_enable_that_is_inverted_is_put_back)
{
	static const char *const says[] = {
		[SCRIPT_TEXT] = "& 0x00000000 | 0x1d\n",
		[SCRIPT_C] = "& 0x00000000u) | 0x0000001du);\n",
		[SCRIPT_GDB] = "&0x00000000|0x1d\n",
		[SCRIPT_OPENOCD] = "& 0x00000000 | 0x1d}]\n",
		[SCRIPT_PRACTICE] = "&0x0\n  &value=(&value)|0x1D\n",
		[SCRIPT_JSON] = "\"always\": \"0x0000001d\"",
	};
	static char text[1 << 18];
	struct made_up made;
	struct error err;
	uint64_t seed = 1;

	check_monitor(make_up(&made, save_inverted), 0, &seed);
	for (unsigned form = SCRIPT_TEXT; form <= SCRIPT_JSON; form++) {
		memset(text, 0, sizeof text);
		assert_true(print(&made.row, (enum script_form)form, text,
				  sizeof text, &err));
		if (!strstr(text, says[form]))
			fail_msg("not in form %u: %s", form, says[form]);
	}
}

TEST(what_depends_on_what_was_found_is_refused)
{
	static char text[1 << 16];
	struct made_up made;
	struct error err;

	assert_false(print(make_up(&made, save_what_stood), SCRIPT_TEXT, text,
			   sizeof text, &err));
	assert_non_null(strstr(err.text, "depends on what was found"));
	assert_false(print(make_up(&made, save_contrary), SCRIPT_TEXT, text,
			   sizeof text, &err));
	assert_non_null(strstr(err.text, "depends on what was found"));
}

enum { NO_SPACE = 9 };

/* As the ARM1176's, in a space that nobody knows. */
static void encode_nowhere(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   enum tally_phase phase, struct tally_script *script)
{
	const struct catalog_monitor *real;
	struct error err;
	const unsigned from = script->count;

	(void)m;
	real = catalog_monitor("arm1176", &err);
	real->monitor->ops->encode(real->monitor, setup, phase, script);
	for (unsigned i = from; i < script->count; i++)
		script->step[i].reg.space = NO_SPACE;
}

TEST(a_space_without_a_row_is_named)
{
	static const enum script_form forms[] = { SCRIPT_C, SCRIPT_GDB,
						  SCRIPT_OPENOCD,
						  SCRIPT_PRACTICE };
	static char text[1 << 18];
	struct catalog_register reg[16];
	struct tally_counter at[3];
	struct made_up made;
	struct error err;

	make_up(&made, save_nothing);
	assert_in_range(made.row.regs, 1, 16);
	memcpy(reg, made.row.reg, made.row.regs * sizeof reg[0]);
	memcpy(at, made.monitor.counter, sizeof at);
	for (unsigned i = 0; i < made.row.regs; i++)
		reg[i].reg.space = NO_SPACE;
	for (unsigned i = 0; i < made.monitor.counters; i++)
		at[i].reg.space = NO_SPACE;
	made.row.reg = reg;
	made.monitor.counter = at;
	made.ops.encode = encode_nowhere;
	made.ops.flags_at = NULL;
	for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		assert_false(
			print(&made.row, forms[i], text, sizeof text, &err));
		assert_string_equal(err.text,
				    "PMNC of arm1176 is in space 9, of which "
				    "src/space/spaces.def has no row");
	}
}

/*
 * A space whose registers of 64 bits have halves on a core of 32: a read is
 * whole though the lower half carries meanwhile, and a write carries nothing.
 * What is behind a register without an upper half is another register.
 */
TEST(halves_of_a_wide_register)
{
	static const struct space halves = {
		.halves = { { 0xB00, 0xB1F, 0x80 }, { 0x323, 0x33F, 0x400 } },
		.c = { .read = "csrr %0, 0x{x:0+12}",
		       .write = "csrw 0x{x:0+12}, %0" },
	};
	char text[2048] = "";
	FILE *to = fmemopen(text, sizeof text, "w");

	assert_non_null(to);
	script_c_halves(to, "p", "mcycle", &halves, 0xB00, false);
	script_c_halves(to, "p", "mcycle", &halves, 0xB00, true);
	script_c_halves(to, "p", "inhibit", &halves, 0x320, false);
	script_c_halves(to, "p", "inhibit", &halves, 0x320, true);
	assert_int_equal(fclose(to), 0);
	assert_string_equal(
		text,
		"#if __SIZEOF_POINTER__ == 4\n"
		"static inline uint64_t p_read_mcycle(void)\n{\n"
		"\tuint32_t low, high, again;\n\n\tdo {\n"
		"\t\t__asm__ volatile(\"csrr %0, 0xB80\" : \"=r\"(high) : : "
		"\"memory\");\n"
		"\t\t__asm__ volatile(\"csrr %0, 0xB00\" : \"=r\"(low) : : "
		"\"memory\");\n"
		"\t\t__asm__ volatile(\"csrr %0, 0xB80\" : \"=r\"(again) : : "
		"\"memory\");\n"
		"\t} while (high != again);\n"
		"\treturn (uint64_t)high << 32 | low;\n}\n#else\n"
		"#if __SIZEOF_POINTER__ == 4\n"
		"static inline void p_write_mcycle(uint64_t value)\n{\n"
		"\t__asm__ volatile(\"csrw 0xB00, %0\" : : \"r\"(UINT32_C(0)) "
		": "
		"\"memory\");\n"
		"\t__asm__ volatile(\"csrw 0xB80, %0\" : : "
		"\"r\"((uint32_t)(value >> 32)) : \"memory\");\n"
		"\t__asm__ volatile(\"csrw 0xB00, %0\" : : "
		"\"r\"((uint32_t)value) : \"memory\");\n"
		"}\n#else\n"
		"#if __SIZEOF_POINTER__ == 4\n"
		"static inline uint64_t p_read_inhibit(void)\n{\n"
		"\tuint32_t low;\n\n"
		"\t__asm__ volatile(\"csrr %0, 0x320\" : \"=r\"(low) : : "
		"\"memory\");\n"
		"\treturn low;\n}\n#else\n"
		"#if __SIZEOF_POINTER__ == 4\n"
		"static inline void p_write_inhibit(uint64_t value)\n{\n"
		"\t__asm__ volatile(\"csrw 0x320, %0\" : : "
		"\"r\"((uint32_t)value) : \"memory\");\n"
		"}\n#else\n");
	assert_int_equal(space_half(&halves, 0x324), 0x400);
	assert_int_equal(space_half(&halves, 0xB1F), 0x80);
	assert_int_equal(space_half(&halves, 0xB20), 0);
}

TEST(test_wrapped)
{
	char text[256] = "";
	FILE *to = fmemopen(text, sizeof text, "w");

	assert_non_null(to);
	/* 79 columns and a line break; the end stays with the last word. */
	script_comment(
		to, "\t",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
		"bbbbbbbb c");
	assert_int_equal(fclose(to), 0);
	assert_string_equal(
		text,
		"\t/* aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
		"bbbbbbbb\n\t   c */\n");
}

/* Only what somebody looked for in QEMU is denied. */
TEST(qemu_is_denied_what_was_looked_for)
{
	const struct script_wishes wishes = { .via = SCRIPT_VIA_QEMU };
	struct error err;
	struct catalog_monitor m = *catalog_monitor("arm1176", &err);
	struct catalog_register reg[REGISTERS];
	struct tally_slot slot = { 0 };
	struct script script = { .monitor = &m,
				 .wishes = &wishes,
				 .slot = &slot,
				 .setup = { &slot, 1, 0 } };
	const struct scripts s = { &script, 1 };

	assert_false(gdb_can(&s, &err));
	assert_non_null(strstr(err.text, "QEMU 7.2 serves no register of "
					 "arm1176"));
	memcpy(reg, m.reg, m.regs * sizeof *reg);
	reg[0].reg.space = 99; /* a space that has no row yet */
	m.reg = reg;
	assert_true(gdb_can(&s, &err));
}

/* A form that has one read is refused where a count is two. */
TEST(no_script_where_a_read_is_no_count)
{
	static const struct {
		const struct tally_counting *counting;
		const char *why;
	} row[] = {
		{ &tally_streamed.counting, "no stream of their messages" },
	};
	const struct script_wishes wishes = { .name = "it" };
	const struct request_wish wish = { .events = "cycles" };
	struct error err;
	struct catalog_monitor m = *catalog_monitor("arm1176", &err);
	struct tally_monitor core = *m.monitor;
	const struct request_member member = { .monitor = &m };
	struct request *r;
	struct scripts s;

	m.monitor = &core;
	r = request_make(&member, 1, &wish, &err);
	assert_non_null(r);
	assert_true(scripts_make(&s, r, 0, &wishes, &err));
	scripts_free(&s);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		core.counting = row[i].counting;
		assert_false(scripts_make(&s, r, 0, &wishes, &err));
		assert_non_null(strstr(err.text, row[i].why));
		scripts_free(&s);
	}
	request_free(r);
}
