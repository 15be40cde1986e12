/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_ARCH_H
#define BOARD_MACHINE_ARCH_H

#include "boards/src/machine/machine.h"
#include "boards/src/machine/spec.h"

/* An architecture is a set of functions behind the doors of machine.c. */
struct machine_arch {
	/* The programs that it runs, as an ELF header has them. */
	uint16_t elf_machine;
	uint8_t elf_bits;
	bool big_endian;
	bool wide; /* semihosting: fields of parameter blocks are of 64 bits */
	/* The core's monitor has a counter of cycles besides its others. */
	bool cycle_counter;
	/* The boot loader passes the arguments: after reset nobody does. */
	bool boot_arguments;
	/* Gets what executes the instructions into this process, for those who
	 * are forked off; NULL: nothing has to be got. */
	bool (*load)(struct error *err);
	/* Calls machine_models() and makes the rest: engine, decoder,
	 * translation; done() also after make() failed. */
	bool (*make)(struct machine *m, struct error *err);
	void (*done)(struct machine *m);
	/* The end of RAM for programs: the boot loader keeps the rest. */
	uint32_t (*ram_end)(const struct board_spec *spec);
	const char *behind_ram_end; /* what that is */
	/* Registers and memory as reset, and as a boot loader, leaves them. */
	void (*reset)(struct machine *m);
	void (*boot)(struct machine *m);
	void (*jump)(struct machine *m, uint32_t entry);
	/* After a fault: where the debugger finds the program. */
	void (*go_on_at)(struct machine *m, uint32_t pc);
	void (*run)(struct machine *m);
	void (*halt)(struct machine *m);
	/* The instruction in flight, or the last one where none is. */
	uint32_t (*at)(const struct machine *m);
	/* Bytes from there to the end of the page, and where they are; 0: no
	 * memory, or none that the privileged may have. */
	size_t (*part)(struct machine *m, uint32_t vaddr, bool write,
		       uint32_t *paddr);
	/* Writes memory and tells the engine of it; NULL: memory is written
	 * and nobody needs to know. */
	void (*write)(struct machine *m, uint32_t paddr, const void *from,
		      size_t n);
	/* Translations of n bytes of memory, which are in one page, are old: a
	 * debugger has written there.  NULL: nothing is kept. */
	void (*forget)(struct machine *m, uint32_t vaddr, uint32_t paddr,
		       size_t n);
	/* Registers that are not the monitor's. */
	enum tally_status (*reg_read)(struct machine *m,
				      const struct tally_reg *reg,
				      uint64_t *value);
	/* NULL: none of them can be written. */
	enum tally_status (*reg_write)(struct machine *m,
				       const struct tally_reg *reg,
				       uint64_t value);
	/* The ledger of a monitor that is elsewhere; NULL: none is. */
	bool (*monitor_ledger)(const struct machine *m, unsigned monitor,
			       struct monitor_ledger *ledger);
	/* Another instance of such monitors; false: out of memory.  Which one
	 * reg_read() and reg_write() mean.  NULL where none is elsewhere. */
	bool (*monitor_add)(struct machine *m);
	void (*monitor_choose)(struct machine *m, unsigned instance);
	/* How often an item of the core's ledger has happened; NULL: as often
	 * as the ledger says. */
	uint64_t (*counted)(const struct machine *m, unsigned item);
	/* Before which cycle that of counted_only cannot be more, if no
	 * register of the monitor is written. */
	uint64_t (*counted_until)(const struct machine *m, unsigned item);
	unsigned counted_only; /* of the others the ledger does; 0: of none */
	/* NULL: no bus is simulated. */
	struct target_bursts (*broken)(const struct machine *m);
	/* The frames that came from a capture; NULL: there is no network. */
	struct target_frames (*frames)(const struct machine *m);
	/* Takes up the interrupt lines; NULL: the board's controller has them.
	 */
	void (*lines)(struct machine *m);
	/* The interrupt of a monitor arrives there, with that number; NULL: at
	 * the board's controller, as the monitor is wired. */
	unsigned (*input)(const struct machine *m, unsigned monitor,
			  struct input *to);
	/* The bit that keeps the core from taking one; NULL: none does. */
	const char *(*masks)(const struct machine *m, bool fast);
	void (*cpu)(struct machine *m, struct board_cpu *cpu);
	/* The stack pointer, and where a function's return address is. */
	void (*stack)(const struct machine *m, uint64_t *sp, uint64_t *link);
	void (*set_cpu)(struct machine *m, const struct board_cpu *cpu);
};

#endif
