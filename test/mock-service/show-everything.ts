import { randomUUID } from "node:crypto";
import type { EventBody } from "./log.ts";
import type { Stage } from "./turns.ts";

/**
 * Implements “show everything”: emits every kind of event that needs no chain, in every form of the
 * interface.
 */

const REPORT = [
	"## What I found",
	"",
	"- **three** positions, see https://example.com/report",
	"- [x] read, [ ] not `done`",
	"",
	"| Asset | Share |",
	"|---|--:|",
	"| ETH | 61 % |",
	"",
	"<script>alert(1)</script> ![chart](https://example.com/chart.png) [here](javascript:alert(1))",
].join("\n");

const ENDS = ["completed", "failed", "stalled", "cancelled"] as const;

function taskEvents(call_id: string, status: (typeof ENDS)[number], now: number): EventBody[] {
	const agent_id = `agt_${randomUUID()}`;
	const app = "demo";
	const task = { call_id, agent_id };
	const tool = { id: `tul_${randomUUID()}`, call_id, tool_name: "inside_tool" };
	return [
		{ type: "task_started", ...task, app, label: `Task that is ${status}`, resumed: status === "cancelled" },
		{
			type: "task_phase",
			...task,
			app,
			phase: "reading",
			elapsed_ms: 1_200,
			observed_at_ms: Math.round(now),
		},
		// Out of order, and one of them twice.
		{ type: "task_activity", kind: "note", ...task, child_seq: 1, text: "Second thought." },
		{
			type: "task_activity",
			kind: "tool_call",
			...task,
			child_seq: 0,
			tool_name: "first_step",
			args: { depth: 1 },
			result_preview: "ok",
		},
		{ type: "task_activity", kind: "note", ...task, child_seq: 1, text: "Second thought." },
		{ type: "tool_update", ...tool, result: { step: 1 } },
		{ type: "tool_complete", ...tool, result: { step: 2 } },
		{
			type: "task_completed",
			...task,
			status,
			message: `It is ${status}.`,
			staged_count: 1,
			steps: 2,
			duration_ms: 1_500,
		},
	];
}

/** Emits all of these events, and a report at the end. */
export async function showEverything(stage: Stage, now: number): Promise<void> {
	stage.emit(
		{ type: "message", sender: "system", content: "The app **demo** was updated." },
		{ type: "message", sender: "notice", content: "Your credit is nearly used up." },
	);
	await stage.pause();
	const call = `cal_${randomUUID()}`;
	stage.emit(
		{
			type: "message",
			sender: "agent",
			content: "",
			tool_call_id: call,
			tool_name: "lookup",
			tool_arguments: { name: "vitalik.eth", deep: { limit: 5 } },
		},
		{
			type: "message",
			sender: "agent",
			content: "",
			tool_call_id: call,
			tool_name: "lookup",
			tool_result: ["lookup", '{"address":"0x1","wei":1500000000000000000001}'],
		},
	);
	const tool = { id: `tul_${randomUUID()}`, call_id: `cal_${randomUUID()}`, tool_name: "read_pool" };
	stage.emit(
		{ type: "tool_update", ...tool, result: { status: "running" } },
		{ type: "tool_complete", ...tool, result: { price: "2941.20" } },
		{ type: "tool_update", id: `tul_${randomUUID()}`, call_id: null, tool_name: "never_done", result: null },
	);
	for (const status of ENDS) {
		await stage.pause();
		stage.emit(...taskEvents(`cal_${randomUUID()}`, status, now));
	}
	stage.emit(
		{ type: "title_changed", title: "Everything there is" },
		{ type: "error", message: "The quote provider did not answer." },
	);
	await stage.say(REPORT);
}
