import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import { Pager } from "../../../../src/main/inbox/pager.ts";
import { stub } from "../../../fixtures/stub.ts";

/** A review's pages have the same order as the list. */

type Asked = Extract<Entry["request"], { kind: "commit" }>;

const asked = (batch: { readonly batch_id: string; readonly index: number } | null): Entry["request"] =>
	stub<Asked>({
		kind: "commit",
		commitId: "c",
		confirmedByGet: true,
		read: { kind: "known", view: { batch } },
	});

const entry = (id: string, change: Partial<Entry> = {}): Entry => ({
	id,
	sessionId: "s",
	request: asked(null),
	row: null,
	state: "waiting",
	actionable: true,
	firstSeen: 0,
	expiresAt: null,
	note: null,
	...change,
});

const [a, b, c] = [entry("a"), entry("b"), entry("c")];
const over = (of: Entry): Entry => ({ ...of, state: "done", actionable: false });

describe("the review's pager", () => {
	it("follows the order of the list; unlisted ones come last", () => {
		const pager = new Pager();
		pager.setOrder(["c", "a"]);
		expect(pager.waiting([a, b, c]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
		expect(pager.step([a, b, c], c, 1)?.id).toBe("a");
		expect(pager.step([a, b, c], c, -1)?.id).toBe("b");
		expect(pager.step([a, b, c], b, 1)?.id).toBe("c");
	});

	it("continues from the position of an entry that no longer waits", () => {
		const pager = new Pager();
		pager.setOrder(["c", "a", "b"]);
		expect(pager.step([over(a), b, c], over(a), 1)?.id).toBe("b");
		expect(pager.step([over(a), b, c], over(a), -1)?.id).toBe("c");
		expect(pager.step([a, over(b), c], over(b), 1)?.id).toBe("c");
	});

	it("begins at the first of the list, and ends if nothing waits", () => {
		const pager = new Pager();
		pager.setOrder(["b"]);
		expect(pager.step([a, b], null, 1)?.id).toBe("b");
		expect(pager.step([over(a)], over(a), 1)).toBeNull();
		expect(pager.step([], null, -1)).toBeNull();
	});

	it("continues with a batch's next step first, then the list", () => {
		const step = (id: string, index: number) => entry(id, { request: asked({ batch_id: "B", index }) });
		const [first, second, third] = [step("1", 0), step("2", 1), step("3", 2)];
		const pager = new Pager();
		pager.setOrder(["1", "a", "3", "2"]);
		expect(pager.step([over(first), a, second, third], over(first), 1)?.id).toBe("2");
		expect(pager.step([over(first), a, over(second), third], over(second), 1)?.id).toBe("3");
		expect(pager.step([over(first), a, second, third], a, 1)?.id).toBe("3");
	});

	it("skips missing entries", () => {
		const pager = new Pager();
		pager.setOrder(["gone", "b", "b"]);
		expect(pager.waiting([a, b]).map(({ id }) => id)).toEqual(["b", "a"]);
	});
});
