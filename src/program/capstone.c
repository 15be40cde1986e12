/* SPDX-License-Identifier: MIT */
/* Finds the Capstone library and its functions at run time. */
#include "program/capstone.h"

#include "base/library.h"

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

struct capstone capstone;

bool capstone_load(struct error *err)
{
	/* The version it was built for: the functions' types are that one's. */
	static struct library library = {
		.file = "libcapstone.so." TEXT(CS_API_MAJOR),
		.package = "libcapstone4",
		.needs = "taking instructions apart needs",
	};

	if (!library_load(&library, err))
		return false;
#define F(name) library_find(&library, "cs_" #name, &capstone.name, err) &&
	return CAPSTONE_FUNCTIONS(F) true;
#undef F
}
