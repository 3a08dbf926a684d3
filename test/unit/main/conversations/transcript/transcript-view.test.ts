import { describe, expect, it } from "vitest";
import type { TaskItem, ToolItem, TranscriptItem } from "../../../../../src/ipc/conversations.ts";
import { readEventPage } from "../../../../../src/service-api/event-page.ts";
import { EVENT_KINDS } from "../../../../../src/service-api/events.ts";
import { transcriptLog } from "../transcript-log.ts";

/** A log is folded into a transcript, in whatever order its events mention things. */

let count = 0;
const AT = 1_790_000_000;

function event(type: string, members: Record<string, unknown>, turn = "trn_1"): Record<string, unknown> {
	count += 1;
	return { event_id: `evt_${count}`, sequence: count, turn_id: turn, occurred_at: AT, type, ...members };
}

function items(...events: readonly Record<string, unknown>[]): readonly TranscriptItem[] {
	const page = readEventPage({ session_id: "s", cursor: "c", events, has_more: false });
	if (!page.ok) throw new Error(page.reason);
	const log = transcriptLog("s");
	log.add(page.value.events.toSorted((a, b) => a.event.sequence - b.event.sequence));
	return log.all();
}

const kinds = (found: readonly TranscriptItem[]) => found.map(({ kind }) => kind);

function only<K extends TranscriptItem["kind"]>(
	kind: K,
	found: readonly TranscriptItem[],
): Extract<TranscriptItem, { kind: K }> {
	const those = found.filter((item): item is Extract<TranscriptItem, { kind: K }> => item.kind === kind);
	const [one] = those;
	if (one === undefined || those.length > 1) throw new Error(`${those.length} of kind ${kind}`);
	return one;
}

const say = (members: Record<string, unknown>) =>
	event("message", { sender: "agent", content: "", ...members });
const update = (result: unknown, members: Record<string, unknown> = {}) =>
	event("tool_update", { id: "tul_1", call_id: "cal_1", tool_name: "quote", result, ...members });
const complete = (result: unknown, members: Record<string, unknown> = {}) =>
	event("tool_complete", { id: "tul_1", call_id: "cal_1", tool_name: "quote", result, ...members });
const turn = (state: string, id = "trn_1") => event("turn_state_changed", { state }, id);
const TASK = { call_id: "cal_t", agent_id: "agt_1" };
const started = (members: Record<string, unknown> = {}) =>
	event("task_started", { ...TASK, label: "Watch", app: "scout", resumed: false, ...members });
const phase = (name: string, elapsed_ms = 500) =>
	event("task_phase", { ...TASK, app: "scout", phase: name, elapsed_ms, observed_at_ms: 1_790_000_000_500 });
const note = (child_seq: number, text: string) =>
	event("task_activity", { ...TASK, kind: "note", child_seq, text });
const call = (child_seq: number, tool_name: string, result_preview = "") =>
	event("task_activity", {
		...TASK,
		kind: "tool_call",
		child_seq,
		tool_name,
		args: { a: 1 },
		result_preview,
	});
const ended = (status = "completed") =>
	event("task_completed", { ...TASK, status, message: "Over.", staged_count: 2, steps: 3, duration_ms: 812 });
const steps = (task: TaskItem) => task.steps.map((step) => (step.kind === "note" ? step.text : step.name));
const results = (tools: readonly ToolItem[]) =>
	tools.map((each) => [each.name, each.state, each.result?.text]);

describe("messages", () => {
	it("keep their sender, and later ones of the same key replace earlier ones", () => {
		const found = items(
			say({ message_key: "k", content: "Hal", is_streaming: true }),
			say({ sender: "notice", content: "Aside" }),
			say({ message_key: "k", content: "Hallo", is_streaming: false }),
		);
		expect(found).toMatchObject([
			{ kind: "message", sender: "agent", text: "Hallo", live: false },
			{ kind: "message", sender: "notice", text: "Aside" },
		]);
	});

	it("that were never finished stop being live when their turn is over", () => {
		const found = items(say({ content: "Hal", is_streaming: true }), turn("interrupted"));
		expect(only("message", found).live).toBe(false);
	});
});

describe("a tool", () => {
	it("is one row from its start to its end", () => {
		const found = items(update({ step: 1 }), say({ content: "Meanwhile" }), complete({ out: "7" }));
		expect(kinds(found)).toEqual(["tool", "message"]);
		expect(only("tool", found)).toMatchObject({ name: "quote", state: "done", preview: '{ "out": "7" }' });
	});

	it("does not return to running by a late update", () => {
		const found = items(complete({ out: "7" }), update({ step: 1 }));
		expect(only("tool", found)).toMatchObject({ state: "done", preview: '{ "out": "7" }' });
	});

	it("gets its arguments and result from messages, in either order", () => {
		const asked = say({ tool_call_id: "cal_1", tool_name: "quote", tool_arguments: { from: "ETH" } });
		const answered = say({ tool_call_id: "cal_1", tool_name: "quote", tool_result: ["quote", '{"out":7}'] });
		for (const order of [
			[asked, answered],
			[answered, asked],
		]) {
			const found = items(...order);
			expect(kinds(found)).toEqual(["tool"]);
			const row = only("tool", found);
			expect(row).toMatchObject({ state: "done", result: { text: '{"out":7}' } });
			expect(row.args?.text).toContain('"from": "ETH"');
		}
	});

	it("keeps the text sent with its result, unless that is the result", () => {
		const result = ["quote", "7"];
		expect(only("tool", items(say({ tool_result: result, content: "Seven." }))).note).toBe("Seven.");
		expect(only("tool", items(say({ tool_result: result, content: "7" }))).note).toBeNull();
	});

	it("that never ended says so once its turn is over, and not before", () => {
		expect(only("tool", items(update({}), turn("awaiting_action"))).state).toBe("running");
		expect(only("tool", items(update({}), turn("complete", "trn_2"))).state).toBe("running");
		expect(only("tool", items(update({}), turn("failed"))).state).toBe("ended");
		expect(only("tool", items(update({}), turn("failed"), complete({}))).state).toBe("done");
	});

	it("of another call is another row", () => {
		const found = items(
			update({}),
			update({}, { call_id: "cal_2" }),
			update({}, { call_id: null, id: "tul_9" }),
		);
		expect(found.map(({ key }) => key)).toEqual(["tool:cal_1", "tool:cal_2", "tool:tul_9"]);
	});

	it("distinguishes a null result from none", () => {
		expect(only("tool", items(complete(null))).result?.text).toBe("null");
	});

	it("truncates a long value, and states its length", () => {
		const { result } = only("tool", items(complete("x".repeat(250_000))));
		expect([result?.text.length, result?.length]).toEqual([40_000, 250_000]);
	});
});

describe("a task", () => {
	it("is a tree of its steps, with phase, time and end", () => {
		const found = items(
			started(),
			phase("building"),
			call(0, "stage"),
			note(1, "Passed."),
			phase("done", 700),
		);
		expect(only("task", found)).toMatchObject({
			label: "Watch",
			app: "scout",
			state: "running",
			phase: "done",
			elapsed: { ms: 700, at: 1_790_000_000_500 },
			durationMs: null,
		});
		expect(steps(only("task", found))).toEqual(["stage", "Passed."]);
	});

	it.each(["completed", "failed", "stalled", "cancelled"])("ends as %s, with its output", (status) => {
		expect(only("task", items(started(), ended(status)))).toMatchObject({
			state: status,
			message: "Over.",
			reportedSteps: 3,
			staged: 2,
			durationMs: 812,
		});
	});

	it("has its steps in the order of child_seq, each once, for any order and repetition", () => {
		const found = items(
			started(),
			note(2, "c"),
			call(0, "a"),
			note(1, "b"),
			note(2, "c"),
			call(0, "a", "done"),
		);
		const task = only("task", found);
		expect(steps(task)).toEqual(["a", "b", "c"]);
		expect(task.steps[0]).toMatchObject({ preview: "done" });
	});

	it("exists even if its beginning arrives late, or never", () => {
		const late = only("task", items(phase("building"), note(0, "a"), ended("failed"), started()));
		expect(late).toMatchObject({ label: "Watch", state: "failed", phase: "building" });
		expect(steps(late)).toEqual(["a"]);
		expect(only("task", items(note(0, "a")))).toMatchObject({ label: "", state: "running" });
	});

	it("that is resumed runs again, and keeps its steps", () => {
		const task = only("task", items(started(), note(0, "a"), ended("stalled"), started({ resumed: true })));
		expect(task).toMatchObject({ state: "running", resumed: true, durationMs: null });
		expect(steps(task)).toEqual(["a"]);
	});

	it("contains the tools of its own call, each by its id, in any order", () => {
		const own = { call_id: TASK.call_id };
		const found = items(
			update({ step: 1 }, { ...own, id: "tul_a" }),
			started(),
			update({ step: 1 }, { ...own, id: "tul_b" }),
			complete("x", { ...own, id: "tul_a" }),
		);
		expect(kinds(found)).toEqual(["task"]);
		expect(results(only("task", found).tools)).toEqual([
			["quote", "done", "x"],
			["quote", "running", '{\n  "step": 1\n}'],
		]);
	});

	it("ends its tools together with their turn", () => {
		const own = { call_id: TASK.call_id };
		const task = only("task", items(started(), update({}, own), turn("interrupted")));
		expect([task.state, task.tools[0]?.state]).toEqual(["ended", "ended"]);
	});
});

describe("the rest of a log", () => {
	it("gives each item a position: titles, errors, turn states, and unknown or unreadable events", () => {
		const found = items(
			event("title_changed", { title: "New" }),
			event("error", { message: "Oh" }),
			turn("failed"),
			event("hologram_shown", { x: 1 }),
			event("task_phase", { phase: 7 }),
		);
		expect(found).toMatchObject([
			{ kind: "title", title: "New" },
			{ kind: "error", text: "Oh" },
			{ kind: "turn", state: "failed" },
			{ kind: "unknown", types: [{ type: "hologram_shown", count: 1 }] },
			{ kind: "unreadable", type: "task_phase", reason: { code: "transcript.breaks-contract" } },
		]);
		const raw = found[3]?.kind === "unknown" ? found[3].raw.text : "";
		expect(JSON.parse(raw)).toMatchObject({ x: 1 });
	});

	it("shows one line for everything unknown, over any number of turns", () => {
		const found = items(
			event("system_notice", { text: "one" }),
			say({ content: "Hello" }),
			event("system_notice", { text: "two" }, "trn_2"),
			event("branch", { text: "three" }, "trn_2"),
			turn("paused", "trn_2"),
		);
		expect(kinds(found)).toEqual(["unknown", "message"]);
		const unknown = only("unknown", found);
		expect(unknown.types).toEqual([
			{ type: "system_notice", count: 2 },
			{ type: "branch", count: 1 },
			{ type: "turn_state_changed: paused", count: 1 },
		]);
		expect(unknown.raw.text).toContain("paused");
	});

	it("shows the text of an unknown sender as such", () => {
		const found = items(say({ sender: "supervisor", content: "Wait." }));
		expect(found).toMatchObject([{ kind: "message", sender: "unknown", from: "supervisor", text: "Wait." }]);
	});

	it("ends a task with an unknown status, and shows the service's word", () => {
		const ended = { ...TASK, status: "parked", message: "Later", staged_count: 0, steps: 1, duration_ms: 5 };
		const task = only("task", items(started(), event("task_completed", ended)));
		expect(task).toMatchObject({ state: "ended", message: "parked: Later", reportedSteps: 1 });
	});

	it("treats an event as unreadable if it lacks more than a listed value", () => {
		expect(kinds(items(say({ sender: "supervisor", content: 7 }), say({ sender: 7 })))).toEqual([
			"unreadable",
			"unreadable",
		]);
	});

	it("has no line for an unreadable action, since it has an entry", () => {
		expect(items(event("action", { id: "act", revision: 0, state: "pending", request: {} }))).toEqual([]);
	});

	it("has no untested kind of the interface", () => {
		expect([...EVENT_KINDS].toSorted()).toEqual(
			[
				"action",
				"error",
				"message",
				"task_activity",
				"task_completed",
				"task_phase",
				"task_started",
				"title_changed",
				"tool_complete",
				"tool_update",
				"turn_state_changed",
			].toSorted(),
		);
	});
});
