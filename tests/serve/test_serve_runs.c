/* SPDX-License-Identifier: MIT */
/*
 * A target that is let run by GDB's packets: where it is to stop, why it has,
 * and who asks or goes away meanwhile.
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gdb/packet.h"

#include "dialogue_fixture.h"
#include "test.h"

static void is_point(const char *said, const char *answer, uint64_t addr,
		     unsigned kinds, bool set)
{
	const struct turn turn[] = { { said, answer }, { NULL, NULL } };

	it.point = 0;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(it.point, addr);
	assert_int_equal(it.watched, kinds);
	assert_int_equal(it.is_set, set);
}

CASE(points)
{
	static const struct turn turn[] = {
		{ "Z5,8000,4", "" },  { "Z", "" },
		{ "Z0;8000", "E16" }, { "Z0,x,4", "E16" },
		{ "Z2,8000", "E16" }, { "z2,8000,", "E16" },
		{ NULL, NULL },
	};
	struct target_control cannot_watch = control;

	is_point("Z0,8004,4", "OK", 0x8004, 0, true);
	is_point("z1,8008,4", "OK", 0x8008, 0, false);
	is_point("Z0,9000,4", "E0e", 0x9000, 0, true);
	is_point("Z2,8010,4", "OK", 0x8010, TARGET_WATCH_WRITE, true);
	is_point("Z3,8010,4", "OK", 0x8010, TARGET_WATCH_READ, true);
	is_point("z4,8010,4", "OK", 0x8010,
		 TARGET_WATCH_READ | TARGET_WATCH_WRITE, false);
	ends_with(turn, SERVE_END_GONE);
	cannot_watch.watch_at = NULL;
	target.control = &cannot_watch;
	is_point("Z2,8010,4", "", 0, TARGET_WATCH_READ | TARGET_WATCH_WRITE,
		 false);
	is_point("Z1,8010,4", "OK", 0x8010, 0, true);
}

/* Each reason to stop as GDB has it. */
CASE(stops)
{
	tells("c", "T05thread:1;", SERVE_END_GONE);
	tells("vCont;c:1", "T05thread:1;", SERVE_END_GONE);
	tells("C05", "T05thread:1;", SERVE_END_GONE);
	assert_int_equal(it.goes, 3);
	it.next.reason = TARGET_STOP_SLICE;
	tells("s", "T05thread:1;", SERVE_END_GONE);
	tells("vCont;s:1;c", "T05thread:1;", SERVE_END_GONE);
	assert_int_equal(it.goes, 3);
	assert_int_equal(it.steps, 2);
	it.next.watched = (struct target_watched){ TARGET_WATCH_WRITE, 0x8010 };
	tells("c", "T05watch:8010;thread:1;", SERVE_END_GONE);
	it.next.watched.kinds = TARGET_WATCH_READ;
	tells("c", "T05rwatch:8010;thread:1;", SERVE_END_GONE);
	it.next.watched.kinds |= TARGET_WATCH_WRITE;
	tells("c", "T05awatch:8010;thread:1;", SERVE_END_GONE);
	it.next.watched.kinds = 0;
	it.next.reason = TARGET_STOP_HALTED;
	tells("c", "T02thread:1;", SERVE_END_GONE);
	it.next.reason = TARGET_STOP_EXIT;
	it.next.status = 0x103;
	tells("c", "W03", SERVE_END_STOPPED);
	assert_int_equal(stop.status, 0x103);
	it.next.reason = TARGET_STOP_LOST;
	tells("s", "X09", SERVE_END_STOPPED);
	tells("vCont;r", "", SERVE_END_GONE);
}

/* An address to go on at is refused, rather than passed over. */
CASE(elsewhere)
{
	static const struct turn turn[] = {
		{ "c8000", "E16" },    { "s8000", "E16" },
		{ "C05;8000", "E16" }, { "S05;8000", "E16" },
		{ NULL, NULL },
	};

	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(it.goes + it.steps, 0);
	tells("S05", "T05thread:1;", SERVE_END_GONE);
	assert_int_equal(it.steps, 1);
}

/* Why it gave up stands on GDB's console before it. */
CASE(faults)
{
	static const struct turn fault[] = {
		{ "c", "O6261" },
		{ NULL, "O0a" },
		{ NULL, "T0bthread:1;" },
		{ NULL, NULL },
	};
	static const struct turn given_up[] = {
		{ "c", "O6261" },
		{ NULL, "O0a" },
		{ NULL, "T18thread:1;" },
		{ NULL, NULL },
	};

	it.next.reason = TARGET_STOP_FAULT;
	strcpy(it.next.text, "ba");
	ends_with(fault, SERVE_END_GONE);
	it.next.reason = TARGET_STOP_GIVEN_UP;
	ends_with(given_up, SERVE_END_GONE);
}

/* The target runs on until GDB interrupts; memory is there meanwhile, and
 * nothing else is heard, a packet of one NUL neither. */
CASE(while_it_runs)
{
	static const struct turn turn[] = {
		{ "c", NULL },         { "m8002,2", "0203" },
		{ "g", NULL },         { "M8002,1:77", "OK" },
		{ "m8002,2", "7703" }, { "^", "T02thread:1;" },
		{ "m8002,1", "77" },   { "c", NULL },
		{ "m8002,1", "77" },   { "m8002,1", "77" },
		{ "~", NULL },         { "^", "T02thread:1;" },
		{ NULL, NULL },
	};

	it.there = false;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(it.goes, 7);
	assert_int_equal(it.halts, 7);
	assert_int_equal(it.steps, 0);
}

/* A client that closes its end while the target runs leaves it stopped. */
CASE(who_goes_away)
{
	static const struct turn turn[] = { { "c", NULL }, { NULL, NULL } };

	it.there = false;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(it.goes, 1);
	assert_int_equal(it.halts, 1);
	assert_int_equal(stop.reason, TARGET_STOP_HALTED);
}

/* A client goes while the target is being stopped for it: the target is not
 * asked to stop once more, which nothing would come of. */
CASE(who_goes_away_before_the_answer)
{
	struct serve_session here = { .run = &run };
	static char frame[GDB_FRAME];
	enum serve_end how = SERVE_END_KILLED;
	size_t size;
	int two[2];

	it.there = false;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	size = gdb_frame(frame, "c", 1);
	assert_int_equal(write(two[1], frame, size), size);
	size = gdb_frame(frame, "m8002,2", 7);
	assert_int_equal(write(two[1], frame, size), size);
	here.fd = two[0];
	it.far = two[1];
	assert_true(serve_gdb(&here, &stop, &how, &err));
	assert_int_equal(how, SERVE_END_GONE);
	assert_int_equal(it.far, -1);
	assert_int_equal(it.goes, 1);
	assert_int_equal(it.halts, 1);
	close(two[0]);
}

/* A client that looks at memory before it hears of the stop that it has asked
 * for hears of it all the same. */
CASE(who_interrupts_and_looks)
{
	static const char said[] = "$QStartNoAckMode#b0$c#63\x03$m8002,1#94";
	static const char answers[] = "+$OK#9a$02#62$T02thread:1;#d4";
	struct serve_session here = { .run = &run };
	enum serve_end how;
	char got[64] = "";
	int two[2];

	it.there = false;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	assert_int_equal(write(two[1], said, strlen(said)), strlen(said));
	assert_int_equal(shutdown(two[1], SHUT_WR), 0);
	here.fd = two[0];
	assert_true(serve_gdb(&here, &stop, &how, &err));
	assert_int_equal(how, SERVE_END_GONE);
	assert_int_equal(read(two[1], got, sizeof got - 1), strlen(answers));
	assert_string_equal(got, answers);
	assert_int_equal(it.goes, 1);
	close(two[0]);
	close(two[1]);
}

static bool once_it_goes(void)
{
	return it.goes > 0;
}

/* The one who serves can end it, though GDB is still there and says nothing. */
CASE(who_serves_ends_it)
{
	struct serve_session here = { .run = &run,
				      .interrupted = once_it_goes };
	enum serve_end how = SERVE_END_KILLED;
	int two[2];

	it.there = false;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	assert_int_equal(write(two[1], "$c#63", 5), 5);
	here.fd = two[0];
	assert_true(serve_gdb(&here, &stop, &how, &err));
	assert_int_equal(how, SERVE_END_INTERRUPTED);
	assert_int_equal(stop.reason, TARGET_STOP_HALTED);
	assert_int_equal(it.halts, 1);
	close(two[0]);
	close(two[1]);
}

CASE(one_that_does_not_go)
{
	static const struct turn turn[] = { { "c", "X09" }, { NULL, NULL } };
	enum serve_end how;

	it.cannot_go = true;
	it.there = false;
	assert_false(serves(turn, &how));
	assert_string_equal(err.text, "it does not go");
}
