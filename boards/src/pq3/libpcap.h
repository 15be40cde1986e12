/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_LIBPCAP_H
#define BOARD_PQ3_LIBPCAP_H

#include <pcap/pcap.h>

#include "base/error.h"

/*
 * libpcap, loaded when a capture is read and not when the command starts: the
 * nine libraries that Debian's brings along take a third of the time of most
 * verbs.  Only capture.c includes this; below here its functions go by their
 * own names.
 */
#define LIBPCAP_FUNCTIONS(F)                                                   \
	F(close)                                                               \
	F(datalink)                                                            \
	F(datalink_val_to_name)                                                \
	F(geterr)                                                              \
	F(next_ex)                                                             \
	F(fopen_offline_with_tstamp_precision)

struct libpcap {
#define F(name) __typeof__(pcap_##name) *(name);
	LIBPCAP_FUNCTIONS(F)
#undef F
};

extern struct libpcap libpcap;

/* Once; then it does nothing.  False: the library or a function is missing. */
bool libpcap_load(struct error *err);

#define pcap_close                libpcap.close
#define pcap_datalink             libpcap.datalink
#define pcap_datalink_val_to_name libpcap.datalink_val_to_name
#define pcap_geterr               libpcap.geterr
#define pcap_next_ex              libpcap.next_ex
#define pcap_fopen_offline_with_tstamp_precision                               \
	libpcap.fopen_offline_with_tstamp_precision

#endif
