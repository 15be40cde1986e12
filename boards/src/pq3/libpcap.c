/* SPDX-License-Identifier: MIT */
/* Finds libpcap and its functions at run time. */
#include "boards/src/pq3/libpcap.h"

#include "base/library.h"

struct libpcap libpcap;

bool libpcap_load(struct error *err)
{
	static struct library debian = {
		.file = "libpcap.so.0.8",
		.package = "libpcap0.8",
		.needs = "--pcap needs",
	};
	/* Everyone else's name for it. */
	static struct library others = { .file = "libpcap.so.1" };
	struct error ignored;
	const struct library *l = &debian;

	if (!library_load(&debian, err)) {
		l = &others;
		if (!library_load(&others, &ignored))
			return false;
	}
#define F(name) library_find(l, "pcap_" #name, &libpcap.name, err) &&
	return LIBPCAP_FUNCTIONS(F) true;
#undef F
}
