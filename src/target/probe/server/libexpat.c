/* SPDX-License-Identifier: MIT */
/* Finds Expat and its functions at run time. */
#include "target/probe/server/libexpat.h"

#include "base/library.h"

struct libexpat libexpat;

bool libexpat_load(struct error *err)
{
	static struct library library = {
		.file = "libexpat.so.1",
		.package = "libexpat1",
		.needs = "what a GDB server says of its registers needs",
	};

	if (!library_load(&library, err))
		return false;
#define F(name) library_find(&library, "XML_" #name, &libexpat.name, err) &&
	return LIBEXPAT_FUNCTIONS(F) true;
#undef F
}
