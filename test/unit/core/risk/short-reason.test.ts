import { describe, expect, it } from "vitest";
import { codesOf, message, sentences } from "../../../../src/core/message.ts";
import { shortReason } from "../../../../src/core/risk/short-reason.ts";

describe("the reason in few words", () => {
	it("is the short text of the finding's code, with its values", () => {
		const text = message("finding.look-alike", {
			from: 5,
			to: 8,
			hex: true,
			address: "0x1",
			whom: message("finding.look-alike.own"),
			imitated: "0x2",
		});
		expect(shortReason(text)).toEqual(
			message("reason.look-alike", { whom: message("finding.look-alike.own") }),
		);
		const step = message("finding.of-step", { step: 2, words: text });
		expect(JSON.stringify(shortReason(step))).toContain("reason.look-alike");
	});

	it("is the first of several sentences, and the words as they are where a value is missing", () => {
		const first = message("finding.unknown-call");
		expect(shortReason(sentences(first, message("finding.unknown-call.unseen")))).toBe(first);
		const old = { code: "finding.look-alike", params: { address: "0x1" } };
		expect(codesOf(shortReason(old))).toEqual(["finding.look-alike"]);
	});
});
