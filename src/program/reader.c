/* SPDX-License-Identifier: MIT */
/*
 * The process in which a file is interpreted.  Files come from anywhere and
 * libelf is large, so that happens in a sandbox: the process has the file's
 * bytes and a socket, and what it says is checked as a stranger's.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/sandbox.h"
#include "base/seconds.h"
#include "base/text.h"
#include "program/inner.h"

enum { SOCKET = 3, MOST_SECONDS = 60 };

static const uint64_t ADDRESS_SPACE = UINT64_C(8) << 30;

/* What comes first; then so many segments and symbols.  No padding. */
struct head {
	uint64_t entry;
	uint32_t ok;
	uint32_t sandbox; /* enum sandbox_state */
	uint32_t machine, bits, big_endian;
	uint32_t segments, symbols;
	char text[sizeof((struct error *)0)->text];
	uint32_t unused;
};

struct sent_segment {
	uint64_t addr, size, file_size;
	uint64_t offset; /* in the file */
	uint64_t writable;
};

struct sent_symbol {
	uint64_t name; /* its offset in the file */
	uint64_t addr, size, end, reach;
	uint32_t sized, global;
};

/* ---- in the process ----------------------------------------------------- */

/* What waits to be sent: symbols are small, and there may be many. */
static struct {
	size_t used;
	char bytes[1 << 15];
} outbox;

static void flush(void)
{
	const char *at = outbox.bytes;

	while (outbox.used) {
		ssize_t n = send(SOCKET, at, outbox.used, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			_exit(0); /* nobody listens */
		at += n;
		outbox.used -= (size_t)n;
	}
}

static void put(const void *bytes, size_t count)
{
	if (count > sizeof outbox.bytes - outbox.used)
		flush();
	memcpy(outbox.bytes + outbox.used, bytes, count);
	outbox.used += count;
}

static void put_findings(const struct opened *o)
{
	for (size_t i = 0; i < o->p.segments; i++) {
		const struct program_segment *s = &o->segment[i];
		const struct sent_segment sent = {
			s->addr, s->size, s->file_size,
			(uint64_t)(s->bytes - o->image), s->writable
		};

		put(&sent, sizeof sent);
	}
	for (size_t i = 0; i < o->p.symbols; i++) {
		const struct program_symbol *s = &o->symbol[i];
		const struct extent *e = &o->extent[i];
		const struct sent_symbol sent = {
			(uint64_t)(s->name - (const char *)o->image),
			s->addr,
			s->size,
			e->end,
			e->reach,
			e->sized,
			e->global
		};

		put(&sent, sizeof sent);
	}
}

/* The socket, and nothing else of the tool's. */
static void fresh_files(int socket)
{
	int high = fcntl(socket, F_DUPFD, SOCKET + 1);
	int nowhere;

	if (high < 0 || dup2(high, SOCKET) < 0)
		_exit(1);
	close_range(SOCKET + 1, ~0U, 0);
	nowhere = open("/dev/null", O_RDWR);
	if (nowhere < 0)
		_exit(1);
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	/* What a sanitizer has to say is for the tool's user. */
	if (sandbox_wanted())
		dup2(nowhere, STDERR_FILENO);
}

_Noreturn static void read_apart(interpreter *by, struct opened *o,
				 const struct wanted *w, int socket,
				 pid_t parent, _Atomic uint32_t *refused)
{
	const struct sandbox sandbox = { SOCKET, ADDRESS_SPACE, refused };
	const struct rlimit none = { 0, 0 };
	const struct rlimit time = { MOST_SECONDS, MOST_SECONDS };
	struct head head = { .ok = 0 };
	struct error err = { "" };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	prctl(PR_SET_NAME, "tally-reader");
	setrlimit(RLIMIT_CORE, &none);
	setrlimit(RLIMIT_CPU, &time);
	fresh_files(socket);
	head.sandbox = sandbox_enter(&sandbox);
	head.ok = by(o, w, &err);
	head.machine = o->p.machine;
	head.bits = o->p.bits;
	head.big_endian = o->p.big_endian;
	head.entry = o->p.entry;
	if (head.ok) {
		head.segments = (uint32_t)o->p.segments;
		head.symbols = (uint32_t)o->p.symbols;
	}
	memcpy(head.text, err.text, sizeof head.text);
	put(&head, sizeof head);
	if (head.ok)
		put_findings(o);
	flush();
	_exit(0);
}

/* ---- in the tool -------------------------------------------------------- */

struct reader {
	pid_t pid;
	int fd;
	_Atomic uint32_t *refused;
	double end; /* when it must have answered, as seconds_now() says */
};

static bool get(const struct reader *r, void *to, size_t count)
{
	char *at = to;

	while (count) {
		struct pollfd p = { .fd = r->fd, .events = POLLIN };
		ssize_t n;

		if (seconds_now() >= r->end)
			return false;
		if (poll(&p, 1, 1000) <= 0)
			continue;
		n = recv(r->fd, at, count, MSG_DONTWAIT);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0)
			return false;
		at += n;
		count -= (size_t)n;
	}
	return true;
}

static bool take_segment(struct opened *o, const struct sent_segment *s)
{
	struct program_segment *to = &o->segment[o->p.segments];

	if (s->offset > o->size || s->file_size > o->size - s->offset ||
	    s->file_size > s->size || s->size > UINT64_MAX - s->addr)
		return false;
	*to = (struct program_segment){ s->addr, s->size, s->file_size,
					o->image + s->offset,
					s->writable != 0 };
	o->p.segments++;
	return true;
}

static bool take_symbol(struct opened *o, const struct sent_symbol *s)
{
	const char *name =
		program_name((const char *)o->image, o->size, s->name);

	if (!name)
		return false;
	o->symbol[o->p.symbols] =
		(struct program_symbol){ name, s->addr, s->size };
	o->extent[o->p.symbols] =
		(struct extent){ s->end, s->reach, s->sized != 0,
				 s->global != 0 };
	o->p.symbols++;
	return true;
}

static bool take_segments(const struct reader *r, struct opened *o,
			  uint32_t count)
{
	struct sent_segment *sent = calloc(count + 1u, sizeof *sent);
	bool good = sent && get(r, sent, count * sizeof *sent);

	for (uint32_t i = 0; good && i < count; i++)
		good = take_segment(o, &sent[i]);
	free(sent);
	return good;
}

static bool take_symbols(const struct reader *r, struct opened *o,
			 uint32_t count)
{
	struct sent_symbol *sent = calloc(count + 1u, sizeof *sent);
	bool good = sent && get(r, sent, count * sizeof *sent);

	for (uint32_t i = 0; good && i < count; i++)
		good = take_symbol(o, &sent[i]);
	free(sent);
	return good;
}

static bool take_findings(const struct reader *r, struct opened *o,
			  const struct head *head)
{
	/* No file has more of them than it has bytes for. */
	if (head->segments > o->size / sizeof(Elf32_Phdr) ||
	    head->symbols > o->size / sizeof(Elf32_Sym))
		return false;
	o->segment = calloc(head->segments + 1u, sizeof *o->segment);
	o->symbol = calloc(head->symbols + 1u, sizeof *o->symbol);
	o->extent = calloc(head->symbols + 1u, sizeof *o->extent);
	if (!o->segment || !o->symbol || !o->extent)
		return false;
	o->p.machine = (uint16_t)head->machine;
	o->p.bits = (uint8_t)head->bits;
	o->p.big_endian = head->big_endian != 0;
	o->p.entry = head->entry;
	o->p.segment = o->segment;
	o->p.symbol = o->symbol;
	return take_segments(r, o, head->segments) &&
	       take_symbols(r, o, head->symbols);
}

/* It ended early, said what cannot be, or took for ever. */
static bool tell_end(struct reader *r, struct error *err)
{
	int status = 0;
	pid_t got;
	char call[48];

	kill(r->pid, SIGKILL);
	do
		got = waitpid(r->pid, &status, 0);
	while (got < 0 && errno == EINTR);
	r->pid = 0;
	if (*r->refused)
		return error_set(err,
				 "cannot be read: its reader asked the kernel "
				 "for %s and was stopped",
				 sandbox_call(*r->refused, call, sizeof call));
	if (got > 0 && WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
		return error_set(err,
				 "cannot be read: its reader ended with signal "
				 "%d (%s)",
				 WTERMSIG(status),
				 sigdescr_np(WTERMSIG(status)));
	return error_set(err, "cannot be read: its reader failed");
}

static bool listen_to(struct reader *r, struct opened *o, struct error *err)
{
	struct head head;

	if (!get(r, &head, sizeof head) || head.sandbox >= SANDBOX_STATES)
		return tell_end(r, err);
	o->p.unguarded = sandbox_why((enum sandbox_state)head.sandbox);
	if (!head.ok) {
		head.text[sizeof head.text - 1] = '\0';
		return error_set(err, "%s", text_clean(head.text));
	}
	return take_findings(r, o, &head) || tell_end(r, err);
}

static bool start(struct reader *r, interpreter *by, struct opened *o,
		  const struct wanted *w, struct error *err)
{
	pid_t parent = getpid();
	sigset_t all, old;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return error_set(err, "cannot be read: %s", strerror(errno));
	/* No handler of the tool's shall ever run in the process. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	r->pid = fork();
	if (r->pid == 0)
		read_apart(by, o, w, pair[1], parent, r->refused);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	close(pair[1]);
	r->fd = pair[0];
	if (r->pid < 0)
		return error_set(err, "cannot be read: no process: %s",
				 strerror(errno));
	return true;
}

bool reader_interpret(interpreter *by, struct opened *o, const struct wanted *w,
		      struct error *err)
{
	void *shared = mmap(NULL, sizeof(uint32_t), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct reader r = { .fd = -1, .end = seconds_now() + MOST_SECONDS };
	struct error ignored;
	bool good;

	if (shared == MAP_FAILED)
		return error_set(err, "does not fit into memory");
	r.refused = shared;
	good = start(&r, by, o, w, err) && listen_to(&r, o, err);
	if (r.pid > 0)
		(void)tell_end(&r, &ignored);
	if (r.fd >= 0)
		close(r.fd);
	munmap(shared, sizeof(uint32_t));
	return good;
}
