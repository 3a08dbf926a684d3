import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
	elapsedMs,
	endText,
	TASK_STATES,
	TaskRow,
	ToolRow,
} from "../../../../../src/renderer/desk/session/task-row.tsx";
import { ClockProvider } from "../../../../../src/renderer/state/clock.tsx";
import { NOW } from "../../../../preview/samples/common.ts";
import { task, tool } from "../../../../preview/samples/transcript.ts";

const rendered = (element: React.ReactElement) =>
	renderToStaticMarkup(<ClockProvider mainNow={NOW}>{element}</ClockProvider>);

describe("a task's duration", () => {
	const elapsed = { ms: 60_000, at: NOW - 5_000 };
	it("counts on from the last update, while it runs", () => {
		expect(elapsedMs(task("k", "x", { elapsed }), NOW)).toBe(65_000);
		expect(elapsedMs(task("k", "x", { at: NOW - 3_000 }), NOW)).toBe(3_000);
	});
	it("does not run backwards if the service's clock is ahead", () => {
		expect(elapsedMs(task("k", "x", { elapsed: { ms: 60_000, at: NOW + 3_600_000 } }), NOW)).toBe(60_000);
	});
	it("stops once it is over", () => {
		expect(elapsedMs(task("k", "x", { elapsed, state: "failed", durationMs: 812 }), NOW)).toBe(812);
		expect(elapsedMs(task("k", "x", { elapsed, state: "ended" }), NOW)).toBe(60_000);
		expect(elapsedMs(task("k", "x", { state: "ended" }), NOW)).toBeNull();
	});
});

describe("a task's row", () => {
	it("names each end in its own words", () => {
		const texts = Object.values(TASK_STATES).map((state) => state.text);
		expect(new Set(texts).size).toBe(texts.length);
	});
	it("summarises the text at the end", () => {
		expect(endText(task("k", "x", { reportedSteps: 3, staged: 1, durationMs: 4_200 }))).toBe(
			"3 steps · 1 transaction staged · took 4.2 s",
		);
		expect(endText(task("k", "x"))).toBeNull();
	});
	it("shows its current activity while it is closed", () => {
		const html = rendered(
			<TaskRow
				item={task("k", "Watch", {
					phase: "waiting",
					resumed: true,
					steps: [{ kind: "note", seq: 0, text: "Price \u202Efell" }],
				})}
			/>,
		);
		for (const part of ["Watch", "uniswap", "resumed", "running", "waiting", "⟦U+202E⟧"])
			expect(html).toContain(part);
	});
});

describe("a tool's row", () => {
	it("is one line with name, state and the beginning of its result, as text", () => {
		const html = rendered(
			<ToolRow item={tool("t", "<b>quote</b>", { preview: '{"a":"<i>"}', state: "ended" })} />,
		);
		expect(html).toContain("&lt;b&gt;quote");
		expect(html).toContain("no result reported");
		expect(html).toContain("&lt;i&gt;");
	});
});
