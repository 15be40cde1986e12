/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_LIBDW_H
#define PROGRAM_LIBDW_H

#include <elfutils/libdw.h>

#include "base/error.h"

/*
 * The library that reads debug information, loaded when it is asked for and
 * not when the command starts: it brings three others along.  Below here its
 * functions go by their own names.
 */
#define LIBDW_FUNCTIONS(F)                                                     \
	F(attr_integrate)                                                      \
	F(begin_elf)                                                           \
	F(child)                                                               \
	F(dieoffset)                                                           \
	F(formstring)                                                          \
	F(getsrclines)                                                         \
	F(lineaddr)                                                            \
	F(lineendsequence)                                                     \
	F(lineno)                                                              \
	F(linesrc)                                                             \
	F(nextcu)                                                              \
	F(offdie)                                                              \
	F(onesrcline)                                                          \
	F(ranges)                                                              \
	F(siblingof)                                                           \
	F(tag)

struct libdw {
#define F(name) __typeof__(dwarf_##name) *(name);
	LIBDW_FUNCTIONS(F)
#undef F
};

extern struct libdw libdw;

/* Once; then it does nothing.  False: the library or a function is missing. */
bool libdw_load(struct error *err);

#define dwarf_attr_integrate  libdw.attr_integrate
#define dwarf_begin_elf       libdw.begin_elf
#define dwarf_child           libdw.child
#define dwarf_dieoffset       libdw.dieoffset
#define dwarf_formstring      libdw.formstring
#define dwarf_getsrclines     libdw.getsrclines
#define dwarf_lineaddr        libdw.lineaddr
#define dwarf_lineendsequence libdw.lineendsequence
#define dwarf_lineno          libdw.lineno
#define dwarf_linesrc         libdw.linesrc
#define dwarf_nextcu          libdw.nextcu
#define dwarf_offdie          libdw.offdie
#define dwarf_onesrcline      libdw.onesrcline
#define dwarf_ranges          libdw.ranges
#define dwarf_siblingof       libdw.siblingof
#define dwarf_tag             libdw.tag

#endif
