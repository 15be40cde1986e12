/* SPDX-License-Identifier: MIT */
/* Finds libpcap and its functions at run time. */
#include "board/pq3/libpcap.h"

#include <dlfcn.h>

/* Debian's name for it, and everyone else's. */
static const char debian[] = "libpcap.so.0.8", others[] = "libpcap.so.1";

struct libpcap libpcap;

static bool find(void *library, const char *name, void *to, struct error *err)
{
	void *symbol = dlsym(library, name);

	if (!symbol)
		return error_set(err, "libpcap has no %s; is it too old?",
				 name);
	/* POSIX lets a function's address be kept in a void *. */
	*(void **)to = symbol;
	return true;
}

bool libpcap_load(struct error *err)
{
	static void *library; /* stays loaded until the process ends */

	if (!library)
		library = dlopen(debian, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		library = dlopen(others, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return error_set(err,
				 "--pcap needs libpcap, which cannot be loaded "
				 "(%s); on Debian it is in the package "
				 "libpcap0.8",
				 dlerror());
#define F(name) find(library, "pcap_" #name, &libpcap.name, err) &&
	return LIBPCAP_FUNCTIONS(F) true;
#undef F
}
