/* SPDX-License-Identifier: MIT */
/*
 * The machine's life, and the doors through which the outside reaches it.
 * Guest memory is one reservation of 4 GiB indexed by physical address; the
 * host gives pages only where something is written.
 */
#include "boards/src/machine/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "boards/src/layout/layout.h"
#include "boards/src/machine/inner.h"
#include "boards/src/machine/profile.h"

static const size_t SPACE = (size_t)1 << 32;
static const uint32_t STACK_SIZE = 1 << 20; /* chosen */
/* How much a program says before the host is asked again. */
static const uint64_t CONSOLE_EVERY = 1 << 16;

static bool make_memory(struct machine *m, struct error *err)
{
	void *at = mmap(NULL, SPACE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return error_set(err, "cannot reserve 4 GiB of address space "
				      "for the board's memory: see ulimit -v");
	m->memory = at;
	return true;
}

/* False only when out of memory. */
static bool make_l2(struct machine *m)
{
	if (m->spec->l2 == L2_NONE)
		return true;
	m->l2 = l2_new(m->spec->l2, &m->options);
	if (!m->l2)
		return false;
	if (m->options.jitter)
		l2_junk(m->l2, m->options.seed);
	uarch_attach_l2(m->uarch, m->l2);
	m->devices.l2 = m->l2;
	return true;
}

bool machine_models(struct machine *m, struct ahb *bus, struct error *err)
{
	const struct board_options *o = &m->options;
	const struct pmu_quirks quirks = {
		.poison = o->poison,
		.strict = o->strict,
		.random_reset = o->poison,
		.late = o->strict,
		.seed = o->seed,
		.lost_overflow = o->ill & 1u << BOARD_ILL_LOST_OVERFLOW
	};

	m->uarch = uarch_new(m->spec->core->uarch, o, bus);
	if (!m->uarch || !make_l2(m) || !monitors_make(m, &quirks))
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	for (unsigned i = 0; i < BOARD_SIGNALS; i++)
		uarch_etmextout(m->uarch, i, o->inject.period[i],
				o->inject.high[i]);
	for (unsigned i = 0; i < BOARD_RAMS; i++)
		uarch_inject_error(m->uarch, (enum board_ram)i,
				   o->inject.error[i]);
	return true;
}

static bool make(struct machine *m, struct error *err)
{
	const char *line = m->options.command_line;

	m->command_line = strdup(line ? line : "");
	if (!m->command_line)
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	m->options.command_line = m->command_line;
	return make_memory(m, err) && m->arch->make(m, err);
}

/*
 * A program may say a lot in few instructions, so that the host has to be asked
 * in between whether the run shall go on.
 */
static void console_out(void *ctx, const void *bytes, size_t n)
{
	struct machine *m = ctx;
	uint64_t limit = m->options.max_console;

	if (limit && n > limit - m->console.said) {
		m->console.full = true;
		n = (size_t)(limit - m->console.said);
	}
	m->console.said += n;
	if (n && m->host.console)
		m->host.console(m->host.ctx, bytes, n);
	if (m->console.full || m->console.said >= m->console.looked_at) {
		m->console.looked_at = m->console.said + CONSOLE_EVERY;
		machine_attend(m);
	}
}

struct machine *machine_new(const struct board_spec *spec,
			    const struct board_options *options,
			    const struct machine_host *host, struct error *err)
{
	struct machine *m = calloc(1, sizeof(*m));

	if (!m) {
		error_set(err, "out of memory for board %s", spec->info.name);
		return NULL;
	}
	m->spec = spec;
	m->arch = spec->core->arch;
	m->options = *options;
	m->options.step |= options->layout != 0;
	m->host = *host;
	m->lines_at = UINT64_MAX;
	m->flight.fetch = &m->fetch;
	m->flight.access = m->access;
	devices_init(&m->devices, m->spec->interrupts);
	m->devices.ctx = m;
	m->devices.console = console_out;
	if (!make(m, err)) {
		machine_free(m);
		return NULL;
	}
	m->arch->reset(m);
	return m;
}

void machine_free(struct machine *m)
{
	if (!m)
		return;
	m->arch->done(m);
	semihost_free(m->semihost);
	monitors_free(m);
	uarch_free(m->uarch);
	layout_free(m->layout);
	l2_free(m->l2);
	if (m->memory)
		munmap(m->memory, SPACE);
	window_free(m);
	profile_free(m->profile);
	free(m->breaks);
	free(m->command_line);
	free(m);
}

static uint32_t machine_ram_end(const struct machine *m)
{
	return m->arch->ram_end(m->spec);
}

static bool load_segment(struct machine *m, const struct program_segment *s,
			 struct error *err)
{
	const struct board_spec *spec = m->spec;
	const struct place *place = NULL;
	uint32_t offset = 0;

	if (s->size == 0)
		return true;
	if (s->addr + s->size <= UINT64_C(1) << 32)
		place = board_place(spec, (uint32_t)s->addr);
	if (place)
		offset = (uint32_t)s->addr - place->base;
	if (!place || place->kind == PLACE_DEVICE ||
	    s->size > place->size - offset)
		return error_set(err,
				 "the program wants memory at 0x%08llx to "
				 "0x%08llx, which %s does not have; link it "
				 "for 0x%08x to 0x%08x",
				 (unsigned long long)s->addr,
				 (unsigned long long)(s->addr + s->size - 1),
				 spec->info.name, (unsigned)spec->ram_base,
				 (unsigned)(machine_ram_end(m) - STACK_SIZE));
	if (s->writable && place->kind == PLACE_FLASH)
		return error_set(err,
				 "the program wants its data at 0x%08llx, in "
				 "the %s of %s, where nothing can be stored; "
				 "link it for 0x%08x to 0x%08x",
				 (unsigned long long)s->addr, place->name,
				 spec->info.name, (unsigned)spec->ram_base,
				 (unsigned)(machine_ram_end(m) - STACK_SIZE));
	if (!m->options.cold && place->kind == PLACE_RAM &&
	    s->addr + s->size > machine_ram_end(m))
		return error_set(err,
				 "the program wants the memory at 0x%08x, "
				 "where the boot loader's %s is; link it "
				 "lower, or start it cold",
				 (unsigned)machine_ram_end(m),
				 m->arch->behind_ram_end);
	memcpy(m->memory + s->addr, s->bytes, s->file_size);
	memset(m->memory + s->addr + s->file_size, 0, s->size - s->file_size);
	return true;
}

static bool read_guest(void *ctx, uint32_t vaddr, void *to, size_t n)
{
	return machine_read_virtual(ctx, vaddr, to, n);
}

/* To the end of the page at most; how much, or 0: not there. */
static size_t write_piece(struct machine *m, uint32_t vaddr, const void *from,
			  size_t n, bool by_debugger)
{
	uint32_t paddr;
	size_t size = m->arch->part(m, vaddr, true, &paddr);

	if (size > n)
		size = n;
	if (!size)
		return 0;
	if (m->arch->write)
		m->arch->write(m, paddr, from, size);
	else
		memcpy(m->memory + paddr, from, size);
	if (by_debugger && m->arch->forget)
		m->arch->forget(m, vaddr, paddr, size);
	return size;
}

static bool write_virtual(struct machine *m, uint32_t vaddr, const void *from,
			  size_t n, bool by_debugger)
{
	const uint8_t *bytes = from;

	while (n) {
		size_t size = write_piece(m, vaddr, bytes, n, by_debugger);

		if (!size)
			return false;
		bytes += size;
		vaddr += (uint32_t)size;
		n -= size;
	}
	return true;
}

static bool write_guest(void *ctx, uint32_t vaddr, const void *from, size_t n)
{
	return write_virtual(ctx, vaddr, from, n, false);
}

static uint64_t cycles_now(void *ctx)
{
	struct machine *m = ctx;

	return uarch_ledger(m->uarch)->n[LEDGER_CYCLES];
}

/* The heap begins after the program, the stack ends at the page table. */
static bool make_semihost(struct machine *m, const struct program *p,
			  struct error *err)
{
	const struct board_spec *spec = m->spec;
	uint32_t end = spec->ram_base, top = machine_ram_end(m);
	struct semihost_machine sm = {
		.ctx = m,
		.read = read_guest,
		.write = write_guest,
		.console = console_out,
		.cycles = cycles_now,
		.clock_hz = spec->info.clock_hz,
		.wide = spec->core->arch->wide,
		.command_line = m->command_line,
	};

	for (size_t i = 0; i < p->segments; i++) {
		uint64_t last = p->segment[i].addr + p->segment[i].size;

		if (last - spec->ram_base <= spec->ram_size && last > end)
			end = (uint32_t)last;
	}
	sm.heap_base = (end + 7) & ~7u;
	sm.heap_limit = sm.stack_limit = top - STACK_SIZE;
	sm.stack_base = top;
	if (sm.heap_base > sm.heap_limit)
		sm.heap_base = sm.heap_limit;
	m->semihost = semihost_new(&sm);
	return m->semihost ||
	       error_set(err, "out of memory for board %s", spec->info.name);
}

bool machine_load(struct machine *m, const struct program *p, struct error *err)
{
	for (size_t i = 0; i < p->segments; i++)
		if (!load_segment(m, &p->segment[i], err))
			return false;
	semihost_free(m->semihost);
	m->semihost = NULL;
	if (!make_semihost(m, p, err))
		return false;
	m->program = p;
	if (!machine_lay_out(m, machine_ram_end(m) - STACK_SIZE, err))
		return false;
	if (!m->options.cold)
		m->arch->boot(m);
	if (m->l2 && m->options.l2)
		l2_device_boot(&m->devices, m->spec->l2_monitor);
	m->arch->jump(m, (uint32_t)p->entry);
	return monitors_set_aside(m) ||
	       error_set(err, "out of memory for board %s", m->spec->info.name);
}

void machine_run(struct machine *m, struct target_stop *stop)
{
	machine_run_for(m, UINT64_MAX - m->instructions, stop);
}

void machine_run_for(struct machine *m, uint64_t instructions,
		     struct target_stop *stop)
{
	const bool watching = machine_watchpoints(m);

	memset(stop, 0, sizeof(*stop));
	m->run_until = m->instructions + instructions;
	m->stop = stop;
	m->stopped = false;
	m->attention = 0;
	m->next_poll = m->instructions;
	window_resume(m);
	machine_lines(m);
	m->arch->run(m);
	m->stop = NULL;
	if (watching)
		machine_observe(m, NULL);
	window_suspend(m, stop);
	stop->instructions = m->instructions;
}

/* The slice ends with the instruction that is over. */
void machine_clock(struct machine *m)
{
	if (machine_ledger(m)->n[LEDGER_CYCLES] < m->until)
		return;
	m->run_until = m->instructions;
	machine_attend(m);
}

static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	(void)r;
	(void)flow;
	machine_clock(ctx);
}

static void on_spent(void *ctx, enum machine_spent how)
{
	(void)how;
	machine_clock(ctx);
}

void machine_run_until(struct machine *m, uint64_t cycle,
		       struct target_stop *stop)
{
	m->until = cycle;
	machine_observe(m, &(struct machine_observer){ .ctx = m,
						       .retired = on_retired,
						       .spent = on_spent });
	m->clocked = true;
	machine_run_for(m,
			machine_ledger(m)->n[LEDGER_CYCLES] < cycle
				? UINT64_MAX - m->instructions
				: 0,
			stop);
	m->clocked = false;
	machine_observe(m, NULL);
}

void machine_stop(struct machine *m, enum target_stop_reason reason,
		  uint32_t pc)
{
	struct target_stop *stop = m->stop;

	if (!m->stopped) {
		m->stopped = true;
		stop->reason = reason;
		stop->pc = pc;
		if (reason == TARGET_STOP_HALTED)
			machine_where(m, pc, stop->text, sizeof(stop->text));
	}
	m->arch->halt(m);
}

void machine_fault(struct machine *m, uint32_t pc, const char *format, ...)
{
	va_list args;

	if (!m->stopped) {
		va_start(args, format);
		vsnprintf(m->stop->text, sizeof(m->stop->text), format, args);
		va_end(args);
	}
	machine_stop(m, TARGET_STOP_FAULT, pc);
	m->arch->go_on_at(m, pc);
}

const char *machine_where(const struct machine *m, uint32_t pc, char *to,
			  size_t room)
{
	const struct program_symbol *symbol = NULL;
	uint64_t offset = 0;

	if (m->program)
		symbol = program_at(m->program, pc, &offset);
	if (symbol)
		snprintf(to, room, "0x%08x (%.100s+0x%llx)", (unsigned)pc,
			 symbol->shown, (unsigned long long)offset);
	else
		snprintf(to, room, "0x%08x", (unsigned)pc);
	return to;
}

void machine_lines(struct machine *m)
{
	monitors_lines(m);
	if (m->arch->lines)
		m->arch->lines(m);
	else
		m->spec->lines(&m->devices, &m->irq, &m->fiq);
}

bool machine_read_virtual(struct machine *m, uint32_t vaddr, void *to, size_t n)
{
	uint8_t *bytes = to;
	uint32_t paddr;

	while (n) {
		size_t size = m->arch->part(m, vaddr, false, &paddr);

		if (!size)
			return false;
		if (size > n)
			size = n;
		memcpy(bytes, m->memory + paddr, size);
		bytes += size;
		vaddr += (uint32_t)size;
		n -= size;
	}
	return true;
}

void machine_cpu(struct machine *m, struct board_cpu *cpu)
{
	memset(cpu, 0, sizeof(*cpu));
	m->arch->cpu(m, cpu);
}

void machine_set_cpu(struct machine *m, const struct board_cpu *cpu)
{
	m->arch->set_cpu(m, cpu);
}

bool machine_mem_read(struct machine *m, uint32_t addr, void *to, size_t n)
{
	return machine_port_read(m, addr, to, n) ||
	       machine_read_virtual(m, addr, to, n);
}

bool machine_mem_write(struct machine *m, uint32_t addr, const void *from,
		       size_t n)
{
	return machine_port_write(m, addr, from, n) ||
	       write_virtual(m, addr, from, n, true);
}

bool machine_asked(const struct machine *m)
{
	return m->semihost && semihost_asked(m->semihost);
}

struct target_bursts machine_broken_bursts(const struct machine *m)
{
	return m->arch->broken ? m->arch->broken(m)
			       : (struct target_bursts){ { 0 } };
}

struct target_frames machine_frames(const struct machine *m)
{
	return m->arch->frames ? m->arch->frames(m)
			       : (struct target_frames){ 0 };
}

const struct ledger *machine_ledger(const struct machine *m)
{
	return uarch_ledger(m->uarch);
}
