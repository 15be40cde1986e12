/* SPDX-License-Identifier: MIT */
#include "gdb/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* How long connecting may take, and how long a server may take nothing of what
 * is sent to it: chosen. */
enum { CONNECT_MS = 5000, SEND_MS = 5000 };

extern char **environ;

/* ---- a socket ------------------------------------------------------------ */

/* connect(2), but no longer than the patience. */
static bool connect_to(int fd, const struct addrinfo *at)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	const int flags = fcntl(fd, F_GETFL);
	int trouble = 0;
	socklen_t size = sizeof trouble;

	fcntl(fd, F_SETFL, flags | O_NONBLOCK);
	if (connect(fd, at->ai_addr, at->ai_addrlen) == 0)
		trouble = 0;
	else if (errno != EINPROGRESS)
		trouble = errno;
	else if (poll(&p, 1, CONNECT_MS) <= 0)
		trouble = ETIMEDOUT;
	else
		getsockopt(fd, SOL_SOCKET, SO_ERROR, &trouble, &size);
	fcntl(fd, F_SETFL, flags);
	errno = trouble;
	return trouble == 0;
}

/* -1 and errno: no address of these takes it. */
static int connect_any(const struct addrinfo *list)
{
	const int yes = 1;

	for (const struct addrinfo *at = list; at; at = at->ai_next) {
		int trouble, fd = socket(at->ai_family,
					 at->ai_socktype | SOCK_CLOEXEC,
					 at->ai_protocol);

		if (fd < 0)
			continue;
		if (connect_to(fd, at)) {
			setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes,
				   sizeof yes);
			return fd;
		}
		trouble = errno;
		close(fd);
		errno = trouble;
	}
	return -1;
}

static int open_socket(const char *host, const char *port, const char *question,
		       struct error *err)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	/* This machine needs no file of names: a bare one has none. */
	const char *node = strcmp(host, "localhost") != 0 ? host : NULL;
	struct addrinfo *list;
	int fd, trouble = getaddrinfo(node, port, &hints, &list);

	if (trouble) {
		error_set(err, "%s:%s: %s", host, port, gai_strerror(trouble));
		return -1;
	}
	fd = connect_any(list);
	if (fd < 0)
		error_set(err, "%s:%s: %s; %s?", host, port, strerror(errno),
			  question);
	freeaddrinfo(list);
	return fd;
}

/* ---- a serial line ------------------------------------------------------- */

static int open_line(const char *path, struct error *err)
{
	const int fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	struct termios how;
	struct stat is;

	if (fd < 0) {
		error_set(err, "%s: %s", path, strerror(errno));
		return -1;
	}
	/* A file would be overwritten by what is sent. */
	if (fstat(fd, &is) || !S_ISCHR(is.st_mode)) {
		error_set(err,
			  "%s is no serial line; name a device, as in "
			  "/dev/ttyACM0",
			  path);
		close(fd);
		return -1;
	}
	if (tcgetattr(fd, &how) == 0) {
		cfmakeraw(&how);
		how.c_cflag |= CLOCAL;
		(void)cfsetspeed(&how, B115200);
		(void)tcsetattr(fd, TCSANOW, &how);
	}
	return fd;
}

/* ---- a program ----------------------------------------------------------- */

/* In a group of its own: Ctrl-C is for us, and it is needed to put back. */
static int spawn(const char *command, int end, pid_t *program)
{
	char *words[] = { "sh", "-c", (char *)command, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	int trouble;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, end, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, end, STDOUT_FILENO);
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setpgroup(&how, 0);
	trouble = posix_spawn(program, "/bin/sh", &files, &how, words, environ);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	return trouble;
}

static int start_program(struct gdb_wire *w, const char *command,
			 struct error *err)
{
	int end[2], trouble;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end)) {
		error_set(err, "%s: %s", command, strerror(errno));
		return -1;
	}
	trouble = spawn(command, end[1], &w->program);
	close(end[1]);
	if (!trouble)
		return end[0];
	w->program = 0;
	close(end[0]);
	error_set(err, "%s: %s", command, strerror(trouble));
	return -1;
}

/* The program is asked to end, and killed if it does not. */
static void end_program(pid_t program)
{
	enum { TICKS = 200, TICK_MS = 10 };

	(void)kill(-program, SIGTERM);
	for (unsigned i = 0; i < TICKS; i++) {
		if (waitpid(program, NULL, WNOHANG))
			return;
		(void)poll(NULL, 0, TICK_MS);
	}
	(void)kill(-program, SIGKILL);
	(void)waitpid(program, NULL, 0);
}

/* ---- any ----------------------------------------------------------------- */

bool gdb_wire_open(struct gdb_wire *w, const char *host, const char *port,
		   const char *question, struct error *err)
{
	*w = (struct gdb_wire){ .serial = host[0] == '/', .patience = SEND_MS };
	if (host[0] == '|')
		w->fd = start_program(w, host + 1, err);
	else if (w->serial)
		w->fd = open_line(host, err);
	else
		w->fd = open_socket(host, port, question, err);
	return w->fd >= 0;
}

void gdb_wire_close(struct gdb_wire *w)
{
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	if (w->program)
		end_program(w->program);
	w->program = 0;
}

static ssize_t send_some(struct gdb_wire *w, const void *bytes, size_t size)
{
	struct pollfd p = { .fd = w->fd, .events = POLLOUT };
	ssize_t n;

	do {
		n = w->serial ? write(w->fd, bytes, size)
			      : send(w->fd, bytes, size,
				     MSG_NOSIGNAL | MSG_DONTWAIT);
	} while (n < 0 && errno == EAGAIN && poll(&p, 1, w->patience) > 0);
	return n;
}

bool gdb_wire_send(struct gdb_wire *w, const char *bytes, size_t size)
{
	while (size) {
		const ssize_t n = send_some(w, bytes, size);

		if (n < 0 && errno == EINTR)
			continue;
		w->stuck = n < 0 && errno == EAGAIN;
		if (n <= 0)
			return false;
		bytes += n;
		size -= (size_t)n;
	}
	return true;
}

const char *gdb_wire_trouble(const struct gdb_wire *w)
{
	return w->stuck ? "takes nothing of what is sent to it"
			: "has closed the connection";
}

ssize_t gdb_wire_receive(struct gdb_wire *w, void *bytes, size_t room,
			 int patience)
{
	struct pollfd p = { .fd = w->fd, .events = POLLIN };
	ssize_t n;

	if (poll(&p, 1, patience) <= 0)
		return 0;
	n = w->serial ? read(w->fd, bytes, room)
		      : recv(w->fd, bytes, room, MSG_DONTWAIT);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	return n > 0 ? n : -1;
}
