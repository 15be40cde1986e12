/* SPDX-License-Identifier: MIT */
/*
 * The tables of libpfm4, which knows the processors that no table here has.  It
 * is loaded when a name is asked for that nobody else knows.
 */
#include "kernel/pfm.h"

#if TALLY_LIBPFM
#include <dlfcn.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>

static struct {
	__typeof__(pfm_initialize) *initialize;
	__typeof__(pfm_get_os_event_encoding) *encode;
	__typeof__(pfm_get_event_info) *info;
} libpfm;

/* POSIX lets a function's address be kept in a void *. */
static bool take(void *library, const char *name, void *to)
{
	return (*(void **)to = dlsym(library, name)) != NULL;
}

static bool load(void)
{
	static bool begun;
	void *library;

	if (begun)
		return true;
	library = dlopen("libpfm.so.4", RTLD_NOW | RTLD_LOCAL);
	begun = library &&
		take(library, "pfm_initialize", &libpfm.initialize) &&
		take(library, "pfm_get_os_event_encoding", &libpfm.encode) &&
		take(library, "pfm_get_event_info", &libpfm.info) &&
		libpfm.initialize() == PFM_SUCCESS;
	return begun;
}

bool linux_pfm_find(const char *name, struct linux_pfm *to)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t code = { .attr = &attr, .size = sizeof code };
	pfm_event_info_t info = { .size = sizeof info };

	if (!load() || libpfm.encode(name, PFM_PLM0 | PFM_PLM3,
				     PFM_OS_PERF_EVENT, &code) != PFM_SUCCESS)
		return false;
	if (attr.exclude_user || attr.exclude_kernel)
		return false;
	*to = (struct linux_pfm){
		.type = attr.type,
		.config = { attr.config, attr.config1, attr.config2 },
	};
	if (libpfm.info(code.idx, PFM_OS_PERF_EVENT, &info) == PFM_SUCCESS)
		snprintf(to->title, sizeof to->title, "%s", info.desc);
	return true;
}
#else
bool linux_pfm_find(const char *name, struct linux_pfm *to)
{
	(void)name;
	(void)to;
	return false;
}
#endif
