import { describe, expect, it } from "vitest";
import { detailOf, readDetail, type StepDetail, writeDetail } from "../../../../src/core/journal/details.ts";
import type { JournalState, JournalStep } from "../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../src/core/message.ts";

const step = (state: JournalState, detail: string | null, seq = 1): JournalStep => ({
	seq,
	rowId: "r",
	step: state,
	at: 1,
	detail,
});

const BLIND = "m/44'/60'/0'/0/0";

/** What the first encoding wrote, with the state that it was written with. */
const BOTH: readonly (readonly [JournalState, string, StepDetail])[] = [
	[
		"signing",
		`asked on Ledger Nano X, ${BLIND}`,
		{ kind: "asked", device: `Ledger Nano X, ${BLIND}`, renewed: false },
	],
	["signing", "blockhash renewed", { kind: "asked", device: null, renewed: true }],
	["signing", "blockhash renewed; asked on Ledger", { kind: "asked", device: "Ledger", renewed: true }],
	["claimed", "attempt at-1", { kind: "attempt", id: "at-1" }],
	["declining", "rejected on the device", { kind: "declined", how: "device" }],
	["declining", "taken back", { kind: "declined", how: "taken_back" }],
	["submitted", "by the service", { kind: "sent_by", whom: "service" }],
	["submitted", "found on the chain", { kind: "sent_by", whom: "unknown" }],
	["reported", "nothing to report", { kind: "unreported", why: "not_asked" }],
	["reported", "already known", { kind: "unreported", why: "known" }],
	["reported", "no service waits for an answer", { kind: "unreported", why: "no_service" }],
	[
		"reported",
		"The service refused the report: no.",
		{ kind: "refused", told: verbatim("The service refused the report: no.") },
	],
	["reported", "It did not take it.", { kind: "refused", told: verbatim("It did not take it.") }],
	["reporting", "at revision 4", { kind: "at_revision", revision: 4 }],
	["settled", "block 12", { kind: "in_block", block: "12" }],
	["settled", "block taken back", { kind: "block_taken_back", whose: "own" }],
	["reported", "block of a step taken back", { kind: "block_taken_back", whose: "step" }],
];

describe("the detail of a step", () => {
	it.each(BOTH)(
		"at %s, “%s”, is read as it was written before, and as it is written now",
		(state, text, detail) => {
			expect(readDetail(step(state, text))).toEqual(detail);
			expect(readDetail(step(state, writeDetail(detail)))).toEqual(detail);
		},
	);

	it("names the version of its encoding", () => {
		expect(JSON.parse(writeDetail({ kind: "in_block", block: "1" }))).toEqual({
			version: 3,
			kind: "in_block",
			block: "1",
		});
	});

	it.each([
		['{"version":2,"kind":"in_block","block":"1"}', { kind: "in_block", block: "1" }],
		[
			'{"version":2,"kind":"report_refused","message":"The service refused the report."}',
			{ kind: "refused", told: verbatim("The service refused the report.") },
		],
		[
			'{"version":2,"kind":"answer_refused","message":"It did not take it."}',
			{ kind: "refused", told: verbatim("It did not take it.") },
		],
	])("of the version before is read as it was written: %s", (text, detail) => {
		expect(readDetail(step("reported", text))).toEqual(detail);
	});

	it("keeps what is told by its code and values, and no sentence", () => {
		const told = sentences(
			message("signing.answer.not-taken.said", { said: "code_422" }),
			message("signing.answer.has-seen"),
		);
		const text = writeDetail({ kind: "refused", told });
		expect(JSON.parse(text)).toEqual({ version: 3, kind: "refused", told });
		expect(readDetail(step("reported", text))).toEqual({ kind: "refused", told });
	});

	it("of a version or a kind to come, or damaged, is kept as it stands, and concluded nothing from", () => {
		for (const text of [
			'{"version":4,"kind":"in_block","block":"1"}',
			'{"version":3,"kind":"unheard"}',
			'{"version":3,"kind":"in_block","block":1}',
			'{"version":3,"kind":"in_block","block":"1","more":1}',
			'{"version":3,"kind":"report_refused","message":"No."}',
			'{"version":3,"kind":"refused","told":"No."}',
			'{"version":2,"kind":"unheard"}',
			'{"version":2,"kind":"refused","told":{"code":"x"}}',
			'{"version":2,',
			"{}",
		])
			expect(readDetail(step("settled", text))).toEqual({ kind: "unread", text });
		expect(readDetail(step("reporting", "at revision x"))).toEqual({ kind: "unread", text: "at revision x" });
		expect(readDetail(step("handed_in", "anything"))).toEqual({ kind: "unread", text: "anything" });
	});

	it("is that of the latest step into a state", () => {
		const steps = [step("reported", "already known"), step("settled", "block 1"), step("reported", null, 3)];
		expect(detailOf(steps, "reported")).toBeNull();
		expect(detailOf(steps, "settled")).toEqual({ kind: "in_block", block: "1" });
		expect(detailOf(steps, "signing")).toBeNull();
	});
});
