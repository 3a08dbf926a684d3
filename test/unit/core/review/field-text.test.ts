import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { fieldText } from "../../../../src/core/review/field-text.ts";
import { request } from "../match/honest.ts";
import { review } from "./scene.ts";
import { action, actionReview, pair } from "./several.ts";
import { sending, svmCommit, svmSimulation } from "./svm-scene.ts";

describe("the name of a checked field", () => {
	it("is readable, for each check of a commit and of an action", () => {
		const { action: several, intents } = pair();
		for (const { match } of [
			review(),
			review(svmCommit([sending(1_000n)], svmSimulation())),
			actionReview(action(request()), []),
			actionReview(several, intents),
		]) {
			expect(match.checks).not.toEqual([]);
			for (const { field } of match.checks)
				expect([field, fieldText(field)]).toEqual([field, expect.any(Object)]);
		}
	});

	it("has the number of its step or instruction", () => {
		expect(fieldText("[2].nonce")).toEqual(
			message("difference.of-step", { step: "2", field: message("difference.field.nonce") }),
		);
		expect(fieldText("instructions[0].accounts")).toEqual(
			message("check.field.instruction-part", { place: "1", part: message("check.field.accounts") }),
		);
		expect(fieldText("instructions[0]")).toEqual(message("check.field.instruction", { place: "1" }));
		expect(fieldText("signatures[1]")).toEqual(message("check.field.signatures"));
	});

	it("is the path itself in typed data, and no member of Object", () => {
		expect(fieldText("message.owner")).toBe("message.owner");
		expect(fieldText("[1].message.owner")).toEqual(
			message("difference.of-step", { step: "1", field: "message.owner" }),
		);
		expect(fieldText("constructor")).toBe("constructor");
	});
});
