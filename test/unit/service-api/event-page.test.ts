import { describe, expect, it } from "vitest";
import { TOO_DEEP } from "../../../src/service-api/depth.ts";
import { readCommit, readEventPage, readEventPageInSlices } from "../../../src/service-api/event-page.ts";
import { commit } from "../core/match/honest.ts";
import { message, page } from "../main/conversations/pages.ts";

const MAX_OF_A_SLICE = 16;

const long = () =>
	page(
		Array.from({ length: 100 }, (_, at) => message(at + 1)),
		{ commits: [...Array.from({ length: 300 }, (_, at) => commit({ commit_id: `commit-${at}` })), "none"] },
	);

describe("a long page, read in slices", () => {
	it("gives the same result as at once", async () => {
		const raw = long();
		expect(await readEventPageInSlices(raw, async () => {})).toEqual(readEventPage(raw));
	});

	it("yields after every few items", async () => {
		const raw = long();
		let breaths = 0;
		await readEventPageInSlices(raw, async () => {
			breaths += 1;
		});
		expect((breaths + 1) * MAX_OF_A_SLICE).toBeGreaterThanOrEqual(400 - MAX_OF_A_SLICE);
	});

	it("does not yield if it is short", async () => {
		const raw = page([message(1)], { commits: [commit()] });
		const never = () => Promise.reject(new Error("waited"));
		expect(await readEventPageInSlices(raw, never)).toMatchObject({ ok: true });
	});

	it("is not read further once it was cancelled", async () => {
		const reading = readEventPageInSlices(long(), () => Promise.reject(new Error("called off")));
		await expect(reading).rejects.toThrow("called off");
	});
});

it("a page whose commits are null has none, and keeps its events", () => {
	const read = readEventPage({ ...page([message(1)]), commits: null });
	expect(read).toMatchObject({ ok: true, value: { events: [{ kind: "known" }], commits: [] } });
});

describe("endless nesting", () => {
	const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);

	it("affects no other event, and only the nested one is lost", () => {
		const read = readEventPage(
			page([message(1), { ...message(2), type: "action", id: "a", request: deep }, { ...message(3), deep }]),
		);
		if (!read.ok) throw new Error(read.reason);
		expect(read.value.events).toMatchObject([
			{ kind: "known", event: { sequence: 1 } },
			{ kind: "unreadable", event: { type: "action", id: "a" }, reason: TOO_DEEP },
			{ kind: "unreadable", event: { sequence: 3 }, reason: TOO_DEEP },
		]);
		expect(() => JSON.stringify(read.value)).not.toThrow();
	});

	it("makes a commit unreadable by its id, and an item without an id a fault", () => {
		expect(readCommit({ ...commit({ commit_id: "c" }), review: deep })).toMatchObject({
			kind: "unreadable",
			commitId: "c",
			reason: TOO_DEEP,
		});
		expect(readEventPage({ ...page([]), events: [deep] })).toMatchObject({
			ok: true,
			value: { events: [], faults: [`events[0].${TOO_DEEP}`] },
		});
	});
});
