import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { computer, ME, propose, row, START, transfer } from "./scene.ts";

/** The state of a proposal, as its agent reads it from the journal. */

const MESSAGE = { kind: "message", family: "evm", from: ME, message: "Hello" } as const;

async function stateWith(
	parent: Partial<JournalRow> | null,
	steps: readonly Partial<JournalRow>[] = [],
	proposed: Parameters<typeof propose>[0] = transfer(),
) {
	const one = computer();
	one.add("a1");
	const answer = await one.call("a1", propose(proposed));
	if (answer.kind !== "proposal") throw new Error("not proposed");
	const { id } = answer.status;
	if (parent !== null) one.rows.set(`proposal:${id}`, row(parent));
	one.steps.set("row", steps.map(row));
	const status = one.calls.statusOf(id);
	if (status === null) throw new Error("gone");
	const { state, isFinal, transactionIds, signatures, reason } = status;
	return { state, isFinal, transactionIds, signatures, reason };
}

const HASHES = ["0xa", "0xb"];
const step = (change: Partial<JournalRow>, at = 0): Partial<JournalRow> => ({
	transactionId: HASHES[at] ?? null,
	...change,
});

describe("a proposed transaction", () => {
	it.each<[string, boolean, readonly string[], Partial<JournalRow> | null, readonly Partial<JournalRow>[]]>([
		["waiting", false, [], null, []],
		["waiting", false, [], { state: "refused" }, [{ state: "refused" }]],
		["waiting", false, [], { state: "settled", dead: true }, []],
		["approved", false, [], { state: "approved" }, [{ state: "approved" }]],
		["approved", false, [], { state: "approved" }, [{ state: "signing" }]],
		["signed", false, [], { state: "approved" }, [step({ state: "signed" })]],
		["sent", false, ["0xa"], { state: "approved" }, [step({ state: "submitted" })]],
		["sent", false, ["0xa"], { state: "reported" }, [step({ state: "submitted" })]],
		["confirmed", true, ["0xa"], { state: "reported" }, [step({ state: "settled", outcome: "confirmed" })]],
		[
			"confirmed",
			true,
			["0xa"],
			{ state: "settled", outcome: "confirmed" },
			[step({ state: "settled", outcome: "confirmed" })],
		],
		[
			"approved",
			false,
			["0xa"],
			{ state: "approved" },
			[step({ state: "settled", outcome: "confirmed" }), { state: "approved" }],
		],
		[
			"sent",
			false,
			["0xa", "0xb"],
			{ state: "reported" },
			[step({ state: "settled", outcome: "confirmed" }), step({ state: "submitted" }, 1)],
		],
		[
			"failed",
			false,
			["0xa"],
			{ state: "reported" },
			[step({ state: "settled", outcome: "failed" }), { state: "approved" }],
		],
		[
			"failed",
			true,
			["0xa"],
			{ state: "settled", outcome: "failed" },
			[step({ state: "settled", outcome: "failed" }), { state: "settled", outcome: "skipped" }],
		],
		[
			"failed",
			true,
			["0xa"],
			{ state: "settled", outcome: "failed" },
			[step({ state: "settled", outcome: "replaced" })],
		],
	])("is %s (final: %s) with %o", async (state, isFinal, transactionIds, parent, steps) => {
		expect(await stateWith(parent, steps)).toMatchObject({ state, isFinal, transactionIds });
	});

	it("says why a step failed", async () => {
		const text = message("signing.answer.expired-before");
		const failed = await stateWith({ state: "settled", outcome: "failed" }, [
			{ state: "settled", outcome: "failed", text },
		]);
		expect(failed.reason).not.toBeNull();
		expect(failed.reason).not.toBe("");
	});
});

describe("a proposed message", () => {
	const signed: Partial<JournalRow> = {
		state: "settled",
		outcome: "answered",
		signature: { kind: "one", bytes: "0x51" },
	};

	it("returns its signature once the whole request has ended", async () => {
		expect(await stateWith({ state: "settled", outcome: "answered" }, [signed], MESSAGE)).toMatchObject({
			state: "signed",
			isFinal: true,
			signatures: ["0x51"],
			transactionIds: [],
		});
	});

	it("returns no signature before that, and none that was withheld", async () => {
		const open = await stateWith(
			{ state: "approved" },
			[{ ...signed, state: "signed", outcome: null }],
			MESSAGE,
		);
		expect(open).toMatchObject({ state: "approved", isFinal: false, signatures: [] });
		const kept = await stateWith({ state: "settled", outcome: "refused" }, [signed], MESSAGE);
		expect(kept).toMatchObject({ state: "refused", isFinal: true, signatures: [] });
	});
});

it("a proposal that expires says so", async () => {
	const one = computer();
	one.add("a1");
	const answer = await one.call("a1", propose(transfer(), { expiresAt: START / 1000 + 30 }));
	if (answer.kind !== "proposal") throw new Error("not proposed");
	one.clock.skip(29_000);
	expect(one.calls.statusOf(answer.status.id)).toMatchObject({ state: "waiting", chain: "8453", key: null });
	one.clock.skip(2_000);
	expect(one.calls.statusOf(answer.status.id)).toMatchObject({ state: "expired", isFinal: true });
	expect(one.calls.waitingOf("a1")).toEqual([]);
});
