/* SPDX-License-Identifier: MIT */
/* Finds libyaml and its functions at run time. */
#include "suite/libyaml.h"

#include "base/library.h"

struct libyaml libyaml;

bool libyaml_load(struct error *err)
{
	static struct library library = {
		.file = "libyaml-0.so.2",
		.package = "libyaml-0-2",
		.needs = "a suite needs",
	};

	if (!library_load(&library, err))
		return false;
#define F(name) library_find(&library, "yaml_" #name, &libyaml.name, err) &&
	return LIBYAML_FUNCTIONS(F) true;
#undef F
}
