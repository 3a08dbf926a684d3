import { describe, expect, it } from "vitest";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import type { RevocationRequest } from "../../../../../src/core/review/approval-request.ts";
import { RevocationQueue } from "../../../../../src/main/reviewing/own/revocation-queue.ts";
import { stub } from "../../../../fixtures/stub.ts";

const request = (asset: string) => stub<RevocationRequest>({ asset });

function scene(failing: readonly string[] = []) {
	const planned: string[] = [];
	const forgotten = new Set<string>();
	const queue = new RevocationQueue({
		get: (id) => (forgotten.has(id) ? null : stub({ id })),
		async plan({ asset }) {
			planned.push(asset);
			if (failing.includes(asset)) return { ok: false, text: verbatim(`${asset} would fail`) };
			return { ok: true, planned: stub({ id: asset }) };
		},
	});
	return { queue, planned, forgotten };
}

const nobody = () => false;
const open = (id: string) => ({ ok: true, entryId: `revocation:${id}` });

describe("several revocations", () => {
	it("are planned one by one, each when its review opens", async () => {
		const { queue, planned } = scene();
		expect(await queue.start(["a", "b", "c"].map(request))).toEqual(open("a"));
		expect(planned).toEqual(["a"]);
		expect(queue.positionOf("revocation:a")).toEqual({ at: 1, of: 3 });
		expect(queue.remaining("revocation:a", nobody)).toBe(2);
		expect(await queue.step("revocation:a", 1, nobody)).toEqual(open("b"));
		expect(planned).toEqual(["a", "b"]);
		expect(queue.positionOf("revocation:b")).toEqual({ at: 2, of: 3 });
	});

	it("are opened again without a new plan, in both directions", async () => {
		const { queue, planned } = scene();
		await queue.start(["a", "b"].map(request));
		await queue.step("revocation:a", 1, nobody);
		expect(await queue.step("revocation:b", -1, nobody)).toEqual(open("a"));
		expect(await queue.step("revocation:a", -1, nobody)).toEqual(open("b"));
		expect(planned).toEqual(["a", "b"]);
	});

	it("are planned again if their plan was forgotten meanwhile", async () => {
		const { forgotten, planned, queue } = scene();
		await queue.start(["a", "b"].map(request));
		await queue.step("revocation:a", 1, nobody);
		forgotten.add("a");
		expect(await queue.step("revocation:b", -1, nobody)).toEqual(open("a"));
		expect(planned).toEqual(["a", "b", "a"]);
	});

	it("leave out those that were decided, and end with the last", async () => {
		const { queue } = scene();
		await queue.start(["a", "b", "c"].map(request));
		const isDecided = (id: string) => id === "revocation:a" || id === "revocation:b";
		await queue.step("revocation:a", 1, nobody);
		expect(await queue.step("revocation:b", 1, isDecided)).toEqual(open("c"));
		expect(queue.remaining("revocation:c", isDecided)).toBe(0);
		expect(await queue.step("revocation:c", 1, isDecided)).toBeNull();
	});

	it("drop one that can't be planned, and say why", async () => {
		const { queue } = scene(["b"]);
		await queue.start(["a", "b", "c"].map(request));
		expect(await queue.step("revocation:a", 1, nobody)).toEqual({
			ok: false,
			text: verbatim("b would fail"),
		});
		expect(queue.positionOf("revocation:a")).toEqual({ at: 1, of: 2 });
		expect(await queue.step("revocation:a", 1, nobody)).toEqual(open("c"));
	});

	it("don't affect other requests, and are replaced by the next start", async () => {
		const { queue } = scene();
		await queue.start([request("a")]);
		expect(await queue.step("commit:1", 1, nobody)).toBeNull();
		expect(queue.remaining("commit:1", nobody)).toBe(0);
		await queue.start([request("d")]);
		expect(queue.positionOf("revocation:a")).toBeNull();
		expect(await queue.start([])).toBeNull();
	});
});
