/* SPDX-License-Identifier: MIT */
/* Finds the Unicorn library and its functions at run time. */
#include "board/engine/unicorn.h"

#include <dlfcn.h>

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

/* The version it was built for: the functions' types are that one's. */
static const char file[] = "libunicorn.so." TEXT(UC_API_MAJOR);

struct unicorn unicorn;

static bool find(void *library, const char *name, void *to, struct error *err)
{
	void *symbol = dlsym(library, name);

	if (!symbol)
		return error_set(err, "%s has no %s; is it another version?",
				 file, name);
	/* POSIX lets a function's address be kept in a void *. */
	*(void **)to = symbol;
	return true;
}

bool engine_load(struct error *err)
{
	static void *library; /* stays loaded until the process ends */

	if (!library)
		library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return error_set(err,
				 "simulated boards need %s, which cannot be "
				 "loaded (%s); on Debian it is in the package "
				 "libunicorn2",
				 file, dlerror());
#define F(name) find(library, "uc_" #name, &unicorn.name, err) &&
	return UNICORN_FUNCTIONS(F) true;
#undef F
}
