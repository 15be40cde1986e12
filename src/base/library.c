/* SPDX-License-Identifier: MIT */
#include "base/library.h"

#include <dlfcn.h>

bool library_load(struct library *l, struct error *err)
{
	if (!l->handle)
		l->handle = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
	return l->handle ||
	       error_set(err,
			 "%s %s, which cannot be loaded (%s); on Debian it is "
			 "in the package %s",
			 l->needs, l->file, dlerror(), l->package);
}

bool library_find(const struct library *l, const char *name, void *to,
		  struct error *err)
{
	void *symbol = dlsym(l->handle, name);

	if (!symbol)
		return error_set(err, "%s has no %s; is it another version?",
				 l->file, name);
	/* POSIX lets a function's address be kept in a void *. */
	*(void **)to = symbol;
	return true;
}
