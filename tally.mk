# SPDX-License-Identifier: MIT
# The freestanding library in anybody's makefile, by two lines:
#
#	include path/to/tally/tally.mk
#	program: libtally.a
#
# It is compiled by the CC and CFLAGS that are there, into the folder at hand.
# What no program uses is left out by -Wl,--gc-sections.
TALLY_ROOT := $(dir $(lastword $(MAKEFILE_LIST)))
TALLY_SOURCES := $(wildcard $(TALLY_ROOT)src/core/*.c \
	$(TALLY_ROOT)src/monitors/*.c $(TALLY_ROOT)src/monitors/*/*.c \
	$(TALLY_ROOT)src/bus/native/*.c)
TALLY_OBJECTS := $(addprefix tally_,$(notdir $(TALLY_SOURCES:.c=.o)))
CPPFLAGS += -I$(TALLY_ROOT)include
# Handlers call it: it leaves vector and floating point registers alone
# (include/tally/library.h).
TALLY_CFLAGS = $(foreach machine,$(shell $(CC) $(CFLAGS) -dumpmachine),\
	$(if $(filter aarch64%,$(machine)),-mgeneral-regs-only) \
	$(if $(filter powerpc%,$(machine)),-msoft-float))
# The cores of a family's list, tally_core_FAMILY-WORD.o of each: one_FAMILY.c,
# compiled with the core's word.
TALLY_LISTS := $(wildcard $(TALLY_ROOT)include/tally/monitors/*/cores.def)
TALLY_WORDS := sed -n 's,^LISTED[(]\([a-z0-9_]*\).*,\1,p'
TALLY_CORES := $(foreach list,$(TALLY_LISTS),$(addprefix \
	$(notdir $(patsubst %/,%,$(dir $(list))))-,$(shell $(TALLY_WORDS) $(list))))
TALLY_CORE_OBJECTS := $(TALLY_CORES:%=tally_core_%.o)
vpath %.c $(sort $(dir $(TALLY_SOURCES)))

# The first target stays that of who includes this.
.DEFAULT_GOAL := $(.DEFAULT_GOAL)

# What an object is made of is written beside it, as GCC and clang do: a changed
# header has it made again.
tally_%.o: %.c
	$(CC) $(CPPFLAGS) $(CFLAGS) $(TALLY_CFLAGS) -ffreestanding \
		-ffunction-sections -fdata-sections -MMD -MP -c $< -o $@

.SECONDEXPANSION:
$(TALLY_CORE_OBJECTS): tally_core_%.o: \
		one_$$(firstword $$(subst -, ,$$*)).c
	$(CC) $(CPPFLAGS) $(CFLAGS) $(TALLY_CFLAGS) -ffreestanding \
		-ffunction-sections -fdata-sections -MMD -MP \
		-DTALLY_CORE=$(lastword $(subst -, ,$*)) -c $< -o $@

libtally.a: $(TALLY_OBJECTS) $(TALLY_CORE_OBJECTS)
	$(AR) rcs $@ $^

-include $(TALLY_OBJECTS:.o=.d) $(TALLY_CORE_OBJECTS:.o=.d)
