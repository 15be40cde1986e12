/* SPDX-License-Identifier: MIT */
/* Registers and memory for GDB; a register's bytes are in the target's order */
#include <string.h>

#include "program/program.h"
#include "serve/inner.h"

/* The value's digits; gives where they end. */
static char *put_value(const struct serve_gdbr *s, char *to, uint64_t value,
		       unsigned bits)
{
	uint8_t byte[8];
	unsigned count = bits / 8;

	for (unsigned i = 0; i < count; i++)
		byte[s->target->program->big_endian ? count - 1 - i : i] =
			(uint8_t)(value >> 8 * i);
	gdb_hex(to, byte, count);
	return to + (size_t)2 * count;
}

/* The first digits are the value's. */
static bool take_value(const struct serve_gdbr *s, const char *hex,
		       uint64_t *value, unsigned bits)
{
	uint8_t byte[8];
	unsigned count = bits / 8;

	if (!gdb_bytes(byte, hex, count))
		return false;
	*value = 0;
	for (unsigned i = 0; i < count; i++)
		*value |= (uint64_t)byte[s->target->program->big_endian
						 ? count - 1 - i
						 : i]
			  << 8 * i;
	return true;
}

static bool take_only(const struct serve_gdbr *s, const char *hex,
		      uint64_t *value, unsigned bits)
{
	return strlen(hex) == bits / 4 && take_value(s, hex, value, bits);
}

static bool read_core(struct serve_gdbr *s, struct target_core *core)
{
	struct error ignored;

	if (s->target->memory->read_core(s->session->run, core, &ignored))
		return true;
	serve_say(s, SERVE_FAULT);
	return false;
}

static void write_core(struct serve_gdbr *s, const struct target_core *core)
{
	struct error ignored;

	serve_say(s,
		  s->target->memory->write_core(s->session->run, core, &ignored)
			  ? "OK"
			  : SERVE_FAULT);
}

void serve_read_all(struct serve_gdbr *s)
{
	struct target_core core;
	char *at = s->out;
	unsigned bits;

	if (!read_core(s, &core))
		return;
	for (unsigned i = 0; i < serve_core_registers(s->core); i++) {
		const uint64_t *value =
			serve_core_value(s->core, &core, i, &bits);

		at = put_value(s, at, *value, bits);
	}
	serve_say(s, s->out);
}

void serve_write_all(struct serve_gdbr *s, const char *hex)
{
	struct target_core core;
	unsigned bits;

	if (!read_core(s, &core))
		return;
	for (unsigned i = 0; i < serve_core_registers(s->core); i++) {
		uint64_t *value = serve_core_value(s->core, &core, i, &bits);

		if (!take_value(s, hex, value, bits)) {
			serve_say(s, SERVE_MEANINGLESS);
			return;
		}
		hex += bits / 4;
	}
	if (*hex)
		serve_say(s, SERVE_MEANINGLESS);
	else
		write_core(s, &core);
}

/* NULL: the number is none of a monitor's register. */
static const struct serve_monitor_register *
monitor_register(const struct serve_gdbr *s, uint64_t number)
{
	const unsigned first = serve_core_registers(s->core);

	return number < first || number - first >= s->session->regs
		       ? NULL
		       : &s->session->reg[number - first];
}

static struct tally_bus *bus_of(struct serve_gdbr *s, unsigned monitor)
{
	return s->target->registers->bus(s->session->run, monitor);
}

void serve_read_one(struct serve_gdbr *s, const char *arguments)
{
	const struct serve_monitor_register *reg;
	struct target_core core;
	uint64_t number;
	unsigned bits;

	if (!gdb_number(&arguments, &number)) {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	reg = monitor_register(s, number);
	if (reg) {
		struct tally_bus *bus = bus_of(s, reg->monitor);

		bits = reg->reg.bits;
		put_value(s, s->out, tally_bus_read(bus, &reg->reg), bits);
		/* Not there, or not to be read: GDB says <unavailable>. */
		if (tally_bus_recover(bus) != TALLY_OK)
			memset(s->out, 'x', bits / 4);
		serve_say(s, s->out);
	} else if (number >= serve_core_registers(s->core)) {
		serve_say(s, SERVE_FAULT);
	} else if (read_core(s, &core)) {
		const uint64_t *value = serve_core_value(
			s->core, &core, (unsigned)number, &bits);

		put_value(s, s->out, *value, bits);
		serve_say(s, s->out);
	}
}

void serve_write_one(struct serve_gdbr *s, const char *arguments)
{
	const struct serve_monitor_register *reg;
	struct target_core core;
	uint64_t number, value, *place;
	unsigned bits;

	if (!gdb_number(&arguments, &number) || *arguments++ != '=') {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	reg = monitor_register(s, number);
	if (reg) {
		struct tally_bus *bus = bus_of(s, reg->monitor);

		if (!take_only(s, arguments, &value, reg->reg.bits)) {
			serve_say(s, SERVE_MEANINGLESS);
			return;
		}
		tally_bus_write(bus, &reg->reg, value);
		serve_say(s, tally_bus_recover(bus) == TALLY_OK ? "OK"
								: SERVE_FAULT);
	} else if (number >= serve_core_registers(s->core)) {
		serve_say(s, SERVE_FAULT);
	} else if (read_core(s, &core)) {
		place = serve_core_value(s->core, &core, (unsigned)number,
					 &bits);
		if (take_only(s, arguments, place, bits))
			write_core(s, &core);
		else
			serve_say(s, SERVE_MEANINGLESS);
	}
}

static bool take_range(const char **at, uint64_t *addr, uint64_t *size)
{
	return gdb_number(at, addr) && *(*at)++ == ',' && gdb_number(at, size);
}

void serve_read_memory(struct serve_gdbr *s, const char *arguments)
{
	uint8_t bytes[GDB_PAYLOAD / 2];
	uint64_t addr, size;
	struct error ignored;

	if (!take_range(&arguments, &addr, &size)) {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	if (size > sizeof bytes) /* GDB asks for the rest */
		size = sizeof bytes;
	if (!s->target->memory->read(s->session->run, addr, bytes, (size_t)size,
				     &ignored)) {
		serve_say(s, SERVE_FAULT);
		return;
	}
	gdb_hex(s->out, bytes, (size_t)size);
	serve_say(s, s->out);
}

void serve_write_memory(struct serve_gdbr *s, const char *arguments,
			size_t size, bool binary)
{
	const char *at = arguments;
	uint8_t bytes[GDB_PAYLOAD];
	uint64_t addr, count;
	struct error ignored;
	size_t left;

	if (!take_range(&at, &addr, &count) || *at++ != ':') {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	left = size - (size_t)(at - arguments);
	if (left != (binary ? count : 2 * count) || count > sizeof bytes ||
	    (!binary && !gdb_bytes(bytes, at, (size_t)count))) {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	if (binary)
		memcpy(bytes, at, (size_t)count);
	/* GDB tries with none whether there is such a packet. */
	serve_say(s, !count || s->target->memory->write(s->session->run, addr,
							bytes, (size_t)count,
							&ignored)
			     ? "OK"
			     : SERVE_FAULT);
}
