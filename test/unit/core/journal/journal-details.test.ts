import { describe, expect, it } from "vitest";
import { detailOf, readDetail, type StepDetail, writeDetail } from "../../../../src/core/journal/details.ts";
import type { JournalState, JournalStep } from "../../../../src/core/journal/types.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";

const step = (state: JournalState, detail: string | null, seq = 1): JournalStep => ({
	seq,
	rowId: "r",
	step: state,
	at: 1,
	detail,
});

const DETAILS: readonly StepDetail[] = [
	{ kind: "asked", device: "Ledger Nano X, m/44'/60'/0'/0/0", renewed: false },
	{ kind: "asked", device: null, renewed: true },
	{ kind: "attempt", id: "at-1" },
	{ kind: "declined", how: "device" },
	{ kind: "declined", how: "taken_back" },
	{ kind: "sent_by", whom: "service" },
	{ kind: "sent_by", whom: "unknown" },
	{ kind: "unreported", why: "not_asked" },
	{ kind: "at_revision", revision: 4 },
	{ kind: "in_block", block: "12" },
	{ kind: "allowed_once", rules: [{ id: "most", name: "Five at once" }] },
	{ kind: "block_taken_back", whose: "step" },
];

describe("the detail of a step", () => {
	it.each(DETAILS)("is read back as written: %j", (detail) => {
		expect(readDetail(step("reported", writeDetail(detail)))).toEqual(detail);
	});

	it("names the version of its encoding", () => {
		expect(JSON.parse(writeDetail({ kind: "in_block", block: "1" }))).toEqual({
			version: 1,
			kind: "in_block",
			block: "1",
		});
	});

	it("stores codes and values, and no sentence", () => {
		const told = sentences(
			message("signing.answer.not-taken.said", { said: "code_422" }),
			message("signing.answer.has-seen"),
		);
		const text = writeDetail({ kind: "refused", told });
		expect(JSON.parse(text)).toEqual({ version: 1, kind: "refused", told });
		expect(readDetail(step("reported", text))).toEqual({ kind: "refused", told });
	});

	it("of a future version or kind, or damaged, is kept unchanged, without conclusions from it", () => {
		for (const text of [
			'{"version":2,"kind":"in_block","block":"1"}',
			'{"version":1,"kind":"unheard"}',
			'{"version":1,"kind":"in_block","block":1}',
			'{"version":1,"kind":"in_block","block":"1","more":1}',
			'{"version":1,"kind":"refused","told":"No."}',
			'{"version":1,',
			"{}",
			"taken back",
		])
			expect(readDetail(step("settled", text))).toEqual({ kind: "unread", text });
	});

	it("is the detail of the latest step into a state", () => {
		const steps = [
			step("reported", writeDetail({ kind: "unreported", why: "known" })),
			step("settled", writeDetail({ kind: "in_block", block: "1" })),
			step("reported", null, 3),
		];
		expect(detailOf(steps, "reported")).toBeNull();
		expect(detailOf(steps, "settled")).toEqual({ kind: "in_block", block: "1" });
		expect(detailOf(steps, "signing")).toBeNull();
	});
});
