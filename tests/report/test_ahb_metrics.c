/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor's metrics, from counts worked out by hand.
 */
#include "counted_fixture.h"
#include "test.h"

/*
 * The bus trace of DDI 0287B table 4-2, as far as it is public: idle, WB, NW1,
 * three beats more of INCR4, WB, WA, NR2, WS: 10 cycles; Wr 4, BurstIncr4 1, Rd
 * 1 (a SINGLE), WaitNonSeqBus 3, WaitNonSeqSlave 0, WaitTotal 4.
 */
CASE(the_worked_trace)
{
	RUN("arm926pxp-ahb", NULL, "armd", { "CtTotalCyclesNonDebug", 10 },
	    { "CtArmdWr", 4 }, { "CtArmdRd", 1 }, { "CtArmdBurstIncr4", 1 },
	    { "CtArmdBurstSingle", 1 }, { "CtArmdWaitTotal", 4 },
	    { "CtArmdWaitNonSeqBus", 3 });
	assert_int_equal(request->plan->passes, 1);
	assert_metric("armd_wait_per_transfer", 4 / 5.0);
	assert_metric("armd_cycles_per_transfer", 9 / 5.0);
	assert_metric("armd_first_beat_latency", 3 / 2.0);
	assert_metric("armd_first_beat_fabric_share", 1);
	assert_metric("armd_first_beat_slave_share", 0);
	assert_metric("armd_later_beat_wait", 1 / 3.0);
	assert_metric("armd_occupancy", 9 / 10.0);
	assert_metric("armd_throughput", 5 / 10.0);
	assert_metric("armd_efficiency", 5 / 9.0);
	assert_metric("armd_burst_length", 5 / 2.0);
	assert_metric("armd_bytes_max", 20);
	assert_metric("armd_bytes_min", 4 * 4 + 1);
	assert_metric("armd_bandwidth_max", 20 * 100e6 / 10);
	assert_int_equal(broken(), 0);
	assert_true(identity_of("armd_beats")->checked);
	assert_true(identity_of("armd_beats")->value == 0);
	assert_true(identity_of("armd_time")->value == 1);
	assert_true(identity_of("armd_waits")->value == 1);
	/* No fill: the ratios have no value, and say whose divisor it is. */
	assert_true(metric_of("armd_dirty_evictions")->doubts &
		    DOUBT_UNDEFINED);
	assert_string_equal(metric_of("armd_dirty_evictions")->why,
			    "divides by 0: CtArmdLineFill");
}

/* 10 fills of 8 words, 5 half and 2 full lines back, walks of both kinds. */
CASE(caches_and_walks)
{
	RUN("arm926pxp-ahb", NULL, "armd,armi", { "CtArmdLineFill", 10 },
	    { "CtArmdCastOut4", 5 }, { "CtArmdCastOut8", 2 },
	    { "CtArmdBurstIncr4", 6 }, { "CtArmdBurstIncr8", 3 },
	    { "CtArmdBurstSingle", 50 }, { "CtArmdPageWalkD", 4 },
	    { "CtArmdPageWalkI", 1 }, { "CtArmdRd", 80 + 20 },
	    { "CtArmdWr", 6 * 4 + 3 * 8 + 30 }, { "CtArmdRdApbDma", 5 },
	    { "CtArmdWrApbDma", 6 }, { "CtArmdRdApbCore", 7 },
	    { "CtArmdWrApbCore", 8 }, { "CtArmiLineFill", 2 },
	    { "CtArmiBurstIncr4", 3 }, { "CtArmiBurstSingle", 1 },
	    { "CtArmiRd", 1 + 12 + 16 }, { "CtTotalCyclesNonDebug", 1000 });
	assert_metric("armd_castouts", 7);
	assert_metric("armd_castout_bytes", 5 * 16 + 2 * 32);
	assert_metric("armd_dirty_evictions", 0.7);
	assert_metric("armd_line_fill_bytes", 320);
	assert_metric("armd_page_walks", 5);
	assert_metric("armd_data_walks_per_fill", 0.4);
	assert_metric("armd_inst_walks_per_fill", 0.5);
	assert_metric("armd_apb_share", 26 / 178.0);
	assert_metric("armd_apb_dma_share", 11 / 178.0);
	assert_metric("armd_apb_core_share", 15 / 178.0);
	assert_metric("armi_bytes", 4 * 29);
	assert_metric("armi_line_fills", 2);
	assert_metric("armi_bandwidth", 4 * 29 * 100e6 / 1000);
	assert_int_equal(broken(), 0);
}

CASE(dma_gxi_and_cycles)
{
	RUN("arm926pxp-ahb", NULL, "dma0,gxi,cycles", { "CtDma0Rd", 60 },
	    { "CtDma0Wr", 40 }, { "CtDma0RdUart", 5 }, { "CtDma0WrUart", 5 },
	    { "CtDma0RdSci", 20 }, { "CtDma0WrSsp", 30 },
	    { "CtDma0BurstIncr", 50 }, { "CtGxiRd", 30 }, { "CtGxiWr", 10 },
	    { "CtGxiRdAddrWait", 60 }, { "CtGxiWrAddrWait", 5 },
	    { "CtGxiRdDataWait", 90 }, { "CtGxiPageChange", 4 },
	    { "CtTotalCycles", 400 }, { "CtTotalCyclesEn", 200 },
	    { "CtTotalCyclesNonDebug", 150 });
	assert_metric("dma0_uart_share", 0.1);
	assert_metric("dma0_sci_share", 0.2);
	assert_metric("dma0_ssp_share", 0.3);
	assert_metric("dma0_offchip_share", 0.4);
	assert_metric("gxi_read_request_wait", 2);
	assert_metric("gxi_write_wait", 0.5);
	assert_metric("gxi_read_data_wait", 3);
	assert_metric("gxi_page_change_rate", 0.1);
	assert_metric("gxi_bytes", 160);
	assert_metric("debug_cycles", 50);
	assert_metric("debug_share", 0.25);
	assert_metric("monitored_share", 0.5);
	assert_int_equal(broken(), 0);
}
