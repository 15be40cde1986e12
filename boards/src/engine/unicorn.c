/* SPDX-License-Identifier: MIT */
/* Finds the Unicorn library and its functions at run time. */
#include "boards/src/engine/unicorn.h"

#include "base/library.h"
#include "program/capstone.h"

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

struct unicorn unicorn;

/* The engines take instructions apart by Capstone. */
bool engine_load(struct error *err)
{
	/* The version it was built for: the functions' types are that one's. */
	static struct library library = {
		.file = "libunicorn.so." TEXT(UC_API_MAJOR),
		.package = "libunicorn2",
		.needs = "simulated boards need",
	};

	if (!capstone_load(err) || !library_load(&library, err))
		return false;
#define F(name) library_find(&library, "uc_" #name, &unicorn.name, err) &&
	return UNICORN_FUNCTIONS(F) true;
#undef F
}
