/* SPDX-License-Identifier: MIT */
/*
 * A debug server that refuses, says things twice, answers other questions or
 * goes, at each packet of a session: the target is as it was found, or the
 * target tells that it is not, and a file what is left.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tally/monitors/arm11.h>
#include <tally/session.h>

#include "../run/program_image.h"
#include "fake_server.h"
#include "target/target.h"
#include "test.h"

static struct fake_server server;
static char folder[] = "/tmp/test-refused-XXXXXX", program[64];
static enum target_leaving left;
static struct error err, told;
static unsigned lacking; /* files that do not put all back */

static bool go_on(struct target_run *run)
{
	const struct target_control *c = run->target->control;
	struct target_stop stop;

	if (!target_settle(run, &err) || !c->go(run, 0, &err))
		return false;
	while (!c->wait(run, true, &stop))
		;
	return stop.reason == TARGET_STOP_BREAK;
}

static bool open_session(struct target_run *run, struct tally_session *s)
{
	static const struct tally_slot slot[] = { { .counter = 1,
						    .event = 7 } };
	static const struct tally_setup setup = { slot, 1, 0 };
	static struct tally_total total[1];
	static struct tally_step step[32];
	static const struct tally_store store = { total, step, 1, 32 };

	struct tally_bus *bus = run->target->registers->bus(run, 0);

	(void)tally_bus_recover(bus);
	return !tally_session_open(s, &tally_arm1176, bus, &setup, &store,
				   false);
}

/* One call of the region; false: it failed somewhere.  A caller may try again
 * to open what could not be opened. */
static bool measure(struct target_run *run, struct tally_session *s)
{
	const struct target_control *c = run->target->control;

	return c->stop_at(run, FAKE_BEGIN, true, &err) && go_on(run) &&
	       (open_session(run, s) || open_session(run, s)) &&
	       c->stop_at(run, FAKE_END, true, &err) &&
	       !tally_session_start(s) && go_on(run) &&
	       !tally_session_stop(s) && target_settle(run, &err);
}

static bool session(void)
{
	struct tally_session s = { 0 };
	struct target_run *run;
	struct target *t;
	char name[200];
	bool good;

	snprintf(name, sizeof name,
		 "gdb:127.0.0.1:%s,arm1176,scratch=0x9000,clock=400e6,"
		 "access=stub",
		 server.port);
	t = target_find(name, NULL, &err);
	assert_non_null(t);
	assert_true(target_load(t, program, &err));
	run = target_open(t, 0, &err);
	good = run && measure(run, &s);
	if (run) {
		(void)tally_bus_recover(t->registers->bus(run, 0));
		(void)tally_session_close(&s);
		(void)target_settle(run, &err);
		target_end(run);
	}
	left = target_left(t);
	told = t->left;
	target_close(t);
	return good;
}

/* But for where it stands, which the program decides. */
static bool is_as_found(void)
{
	struct fake_server *s = calloc(1, sizeof *s);
	bool same;

	assert_non_null(s);
	fake_start(s);
	fake_stop(s);
	s->core.reg[FAKE_PC] = server.core.reg[FAKE_PC];
	same = !memcmp(&s->core, &server.core, sizeof s->core) &&
	       server.core.reg[FAKE_PC] - FAKE_SCRATCH >= FAKE_MEMORY;
	free(s);
	return same;
}

/* Has the file of it a register as a comment, which it cannot write? */
static bool has_comments(const char *path)
{
	static char text[65536];
	FILE *from = fopen(path, "r");

	assert_non_null(from);
	text[fread(text, 1, sizeof text - 1, from)] = '\0';
	assert_int_equal(fclose(from), 0);
	return strstr(text, ", which only instructions of the core can write");
}

/* The file that it names is there, and goes; what that lacks is told. */
static void names_a_file(void)
{
	char *path = strstr(told.text, "what is left there is in /");
	bool lacks;

	assert_non_null(path);
	lacks = strstr(path, "; registers of arm1176 are only comments in it, "
			     "as nothing but instructions of the core writes "
			     "them: let the program write them, or reset the "
			     "target, else the next session may find the "
			     "monitor in use");
	path = strchr(path, '/');
	path[strcspn(path, ";")] = '\0';
	assert_string_not_equal(path, "");
	assert_memory_equal(path, folder, strlen(folder));
	assert_int_equal(has_comments(path), lacks);
	lacking += lacks;
	assert_int_equal(unlink(path), 0);
}

/* How often it was as found, of a fault at each packet. */
static unsigned at_each_packet_of(enum fake_fault fault, bool forgets,
				  unsigned room)
{
	unsigned last, found = 0;

	server = (struct fake_server){ .forgets = forgets, .room = room };
	fake_start(&server);
	if (!session())
		fail_msg("%s", err.text);
	fake_stop(&server);
	assert_int_equal(left, TARGET_AS_FOUND);
	assert_true(is_as_found());
	last = server.packets;
	for (unsigned n = 1; n < last; n++) {
		server.fault = fault;
		server.number = n;
		fake_start(&server);
		(void)session();
		fake_stop(&server);
		if (server.endless)
			fail_msg("fault %u at packet %u: a stub without its "
				 "end",
				 fault, n);
		if (left == TARGET_CHANGED)
			names_a_file();
		else if (!is_as_found())
			fail_msg("fault %u at packet %u: changed, and not told",
				 fault, n);
		found += left != TARGET_CHANGED;
	}
	return last - found;
}

static unsigned at_each_packet(enum fake_fault fault, bool forgets)
{
	return at_each_packet_of(fault, forgets, 0);
}

/* The link is made again, whether breakpoints stay or go with a connection. */
TEST(a_link_that_is_lost)
{
	assert_int_equal(at_each_packet(FAKE_CLOSES, false), 1);
	assert_int_equal(at_each_packet(FAKE_LATE, true), 1);
}

TEST(a_server_that_is_gone)
{
	lacking = 0;
	assert_true(at_each_packet(FAKE_GONE, false) > 20);
	assert_true(lacking > 10);
}

TEST(a_server_that_refuses)
{
	assert_true(at_each_packet(FAKE_REFUSES, false) > 20);
	(void)at_each_packet(FAKE_ONCE, false);
}

TEST(a_server_that_is_out_of_step)
{
	assert_int_equal(at_each_packet(FAKE_TWICE, false), 1);
	assert_int_equal(at_each_packet(FAKE_BEHIND, false), 1);
	(void)at_each_packet(FAKE_OTHER, true);
}

/* Memory that is kept takes several packets: its parts could change places. */
TEST(a_server_of_small_packets_that_is_out_of_step)
{
	(void)at_each_packet_of(FAKE_BEHIND, false, 1400);
}

static int make_program(void **state)
{
	static const struct image_symbol region = { "work", 0x8100, 0x100 };

	(void)state;
	assert_non_null(mkdtemp(folder));
	setenv("XDG_STATE_HOME", folder, 1);
	snprintf(program, sizeof program, "%s/program.elf", folder);
	program_image_file(program, &region, 1);
	return 0;
}

static int remove_program(void **state)
{
	char path[64];

	(void)state;
	(void)unlink(program);
	snprintf(path, sizeof path, "%s/tally", folder);
	(void)rmdir(path);
	return rmdir(folder);
}

TEST_GROUP(make_program, remove_program)
