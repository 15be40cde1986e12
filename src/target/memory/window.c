/* SPDX-License-Identifier: MIT */
/*
 * The window of a monitor in this computer's memory: whether it is there by
 * what the device tree says, and where it is mapped.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "target/memory/devmem.h"

enum { COMPATIBLE_MOST = 4096 };

/* ---- the device tree ----------------------------------------------------- */

/* Is the text one of the blank-separated globs? */
static bool is_one_of(const char *globs, const char *text)
{
	char glob[64];
	int taken = 0;

	for (; sscanf(globs, "%63s%n", glob, &taken) == 1; globs += taken)
		if (fnmatch(glob, text, 0) == 0)
			return true;
	return false;
}

/* Is one of the texts of a `compatible` file, each with a NUL, among them? */
static bool names_it(const char *path, const char *globs)
{
	char text[COMPATIBLE_MOST + 1];
	FILE *from = fopen(path, "re");
	size_t size, at;
	bool found = false;

	if (!from)
		return false;
	size = fread(text, 1, COMPATIBLE_MOST, from);
	(void)fclose(from);
	text[size] = '\0';
	for (at = 0; at < size && !found; at += strlen(text + at) + 1)
		found = is_one_of(globs, text + at);
	return found;
}

static bool tree_has(const char *top, const char *globs)
{
	char *const paths[] = { (char *)(uintptr_t)top, NULL };
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	bool found = false;
	FTSENT *entry;

	while (tree && !found && (entry = fts_read(tree)))
		found = entry->fts_info == FTS_F &&
			strcmp(entry->fts_name, "compatible") == 0 &&
			names_it(entry->fts_path, globs);
	if (tree)
		(void)fts_close(tree);
	return found;
}

bool devmem_is_here(const struct devmem_target *t, unsigned monitor,
		    struct error *err)
{
	const struct catalog_monitor *m = t->monitor[monitor].monitor;
	char top[PATH_MAX], model[128] = "";

	if (t->force)
		return true;
	snprintf(top, sizeof top, "%s/proc/device-tree", t->doors->root);
	if (access(top, R_OK) < 0)
		return error_set(err,
				 "%s: this computer has no device tree that "
				 "tells whether %s is there; if it is, and at "
				 "that place, add ,force",
				 t->target.facts.name, m->name);
	if (tree_has(top, m->device_tree))
		return true;
	(void)perf_file(t->doors, "/proc/device-tree/model", model,
			sizeof model);
	return error_set(err,
			 "%s: by its device tree this computer%s%s%s has no %s "
			 "(%s); if it has one, and at that place, add ,force",
			 t->target.facts.name, *model ? ", " : "", model,
			 *model ? "," : "", m->name, m->device_tree);
}

/* ---- the mapping --------------------------------------------------------- */

/* A file of a UIO device's first window: 0x1000. */
static uint64_t uio_number(const struct devmem_target *t, const char *what)
{
	const char *slash = strrchr(t->device, '/');
	char path[PATH_MAX], text[64];
	struct error ignored;
	uint64_t number;

	snprintf(path, sizeof path, "/sys/class/uio/%s/maps/map0/%s",
		 slash ? slash + 1 : t->device, what);
	return perf_file(t->doors, path, text, sizeof text) &&
			       number_read(text, &number, &ignored)
		       ? number
		       : 0;
}

/* Finds where it begins in the file, and that all of it is in there. */
static bool find_place(const struct devmem_target *t, unsigned monitor, int fd,
		       uint64_t *place, struct error *err)
{
	const struct devmem_monitor *m = &t->monitor[monitor];
	uint64_t size = UINT64_MAX;
	struct stat st;

	*place = m->address;
	if (t->by == DEVMEM_UIO) {
		size = uio_number(t, "size");
		*place += uio_number(t, "offset");
	} else if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		size = (uint64_t)st.st_size; /* of a file that stands for it */
	}
	if (m->address < size && size - m->address >= m->bytes)
		return true;
	return error_set(err,
			 "%s: %s has %llu bytes, and the registers of %s need "
			 "%zu from 0x%llx on",
			 t->target.facts.name, t->device,
			 (unsigned long long)size, m->monitor->name, m->bytes,
			 (unsigned long long)m->address);
}

static bool refused(const struct devmem_target *t, struct error *err)
{
	const int why = errno;
	const char *cure = "";

	if (why == EACCES)
		cure = "; root may";
	else if (why == EPERM)
		cure = "; a driver has this window, or the kernel keeps it "
		       "(CONFIG_STRICT_DEVMEM; iomem=relaxed on its command "
		       "line allows it, and so does a UIO device)";
	else if (why == ENOENT && t->by == DEVMEM_UIO)
		cure = "; bind the device to uio_pdrv_genirq";
	else if (why == ENOENT)
		cure = "; a kernel with CONFIG_DEVMEM has it, and a UIO device "
		       "does as well, -t uio:";
	return error_set(err, "%s: %s: %s%s", t->target.facts.name, t->device,
			 strerror(why), cure);
}

static void take_bus(struct devmem_window *w, const struct devmem_monitor *m,
		     size_t within)
{
	volatile uint32_t *base = (void *)((char *)w->page + within);

	if (strncmp(m->monitor->native, "MMIO_BE", 7) == 0)
		w->way.big = (struct tally_bus_mmio_be)TALLY_BUS_MMIO_BE(
			base, (uint32_t)m->bytes);
	else
		w->way.own = (struct tally_bus_mmio)TALLY_BUS_MMIO(
			base, (uint32_t)m->bytes);
	devmem_guard(&w->guard, &w->way.bus);
}

/* False: somebody else has these registers.  A device without locks has them
 * for all who ask. */
static bool lock(const struct devmem_target *t, unsigned monitor, int fd,
		 uint64_t place, struct error *err)
{
	const struct devmem_monitor *m = &t->monitor[monitor];
	struct flock l = { .l_type = F_WRLCK,
			   .l_whence = SEEK_SET,
			   .l_start = (off_t)place,
			   .l_len = (off_t)m->bytes };

	if (fcntl(fd, F_OFD_SETLK, &l) == 0 ||
	    (errno != EAGAIN && errno != EACCES))
		return true;
	return error_set(err,
			 "%s: another process has locked the registers of %s: "
			 "wait until it ends (lslocks tells which one)",
			 t->target.facts.name, m->monitor->name);
}

static bool map(const struct devmem_target *t, unsigned monitor, int fd,
		struct devmem_window *w, struct error *err)
{
	const struct devmem_monitor *m = &t->monitor[monitor];
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t place, from;
	void *at;

	if (!find_place(t, monitor, fd, &place, err) ||
	    !lock(t, monitor, fd, place, err))
		return false;
	/* A UIO device takes the page for the number of a window. */
	from = t->by == DEVMEM_UIO ? 0 : place - place % page;
	w->mapped = (size_t)(place - from + m->bytes);
	at = mmap(NULL, w->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		  (off_t)from);
	if (at == MAP_FAILED)
		return refused(t, err);
	w->page = at;
	w->fd = fd;
	take_bus(w, m, (size_t)(place - from));
	return true;
}

bool devmem_map(const struct devmem_target *t, unsigned monitor,
		struct devmem_window *w, struct error *err)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof path, "%s%s", t->doors->root, t->device);
	fd = open(path, O_RDWR | O_SYNC | O_CLOEXEC);
	if (fd < 0)
		return refused(t, err);
	if (map(t, monitor, fd, w, err))
		return true;
	(void)close(fd);
	return false;
}

bool devmem_stays(const struct devmem_target *t)
{
	return t->by != DEVMEM_UIO || uio_number(t, "size");
}

void devmem_unmap(struct devmem_window *w)
{
	if (w->page) {
		(void)munmap(w->page, w->mapped);
		(void)close(w->fd);
	}
	w->page = NULL;
}
