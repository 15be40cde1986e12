/* SPDX-License-Identifier: MIT */
#ifndef BOARD_ENGINE_UNICORN_H
#define BOARD_ENGINE_UNICORN_H

#include <unicorn/unicorn.h>

#include "boards/src/engine/engine.h"

/*
 * The Unicorn library, loaded when the first board is opened and not when the
 * command starts: its relocations take ten times as long as everything else
 * that most verbs do.  Only the engines include this, and the cores, which name
 * the processor that executes their instructions.  Below here the library's
 * functions go by their own names.
 */
#define UNICORN_FUNCTIONS(F)                                                   \
	F(close)                                                               \
	F(ctl)                                                                 \
	F(emu_start)                                                           \
	F(emu_stop)                                                            \
	F(hook_add)                                                            \
	F(mem_map_ptr)                                                         \
	F(mem_write)                                                           \
	F(open)                                                                \
	F(reg_read)                                                            \
	F(reg_write)                                                           \
	F(strerror)

struct unicorn {
#define F(name) __typeof__(uc_##name) *(name);
	UNICORN_FUNCTIONS(F)
#undef F
};

extern struct unicorn unicorn;

#define uc_close       unicorn.close
#define uc_ctl         unicorn.ctl
#define uc_emu_start   unicorn.emu_start
#define uc_emu_stop    unicorn.emu_stop
#define uc_hook_add    unicorn.hook_add
#define uc_mem_map_ptr unicorn.mem_map_ptr
#define uc_mem_write   unicorn.mem_write
#define uc_open        unicorn.open
#define uc_reg_read    unicorn.reg_read
#define uc_reg_write   unicorn.reg_write
#define uc_strerror    unicorn.strerror

#endif
