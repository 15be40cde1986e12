/* SPDX-License-Identifier: MIT */
/*
 * The same from C++17: a window that closes itself.
 *
 *	tally amalgam -m arm1176
 *	tally board pb1176 --run --cc -I../include -fno-exceptions \
 *		plusplus.cc tally_arm1176.c
 *	tally board pb1176 plusplus.elf
 */
#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/native.h>
#include <tally/session.h>

static const tally_slot slot[] = {
	TALLY_SLOT(TALLY_ARM11_CCNT, TALLY_EVENT_CYCLES),
	TALLY_SLOT(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC),
};
static const tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, ARM11, slot);

class Window
{
      public:
	explicit Window(tally_session &session) : s(session)
	{
		tally_session_start(&s);
	}
	~Window()
	{
		tally_session_stop(&s);
	}
	Window(const Window &) = delete;
	Window &operator=(const Window &) = delete;

      private:
	tally_session &s;
};

int main()
{
	tally_bus bus = TALLY_BUS_CP15;
	static tally_session s;
	uint64_t count[2];

	if (tally_session_open(&s, &tally_arm1176, &bus, &setup, &store, false))
		return 1;
	{
		Window window(s);

		for (int i = 0; i < 1000; i++)
			__asm__ volatile("");
	}
	if (tally_session_read_all(&s, count))
		return 1;
	printf("%8llu cycles\n%8llu instructions\n", count[0], count[1]);
	return tally_session_close(&s);
}
