import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../src/core/match/fingerprint.ts";
import { type ProofFile, proofFile, proofOf } from "../../../src/core/saved-review/proof.ts";
import { t } from "../../../src/text/index.ts";
import { verifyProof } from "../../../src/verify/review.ts";
import { changed, commit, request } from "../core/match/honest.ts";
import { publishedFacts } from "../core/published-descriptors/scene.ts";
import { LYING } from "../core/review/refused.ts";
import { answerOf, facts, NOW, review } from "../core/review/scene.ts";
import { action, actionReview } from "../core/review/several.ts";
import { sending, svmCommit, svmFacts, svmSimulation } from "../core/review/svm-scene.ts";

const ABOUT = { app: "1.2.3", now: NOW };
const { published } = publishedFacts({});

function checked(file: ProofFile) {
	if (published === undefined) throw new Error("nothing is published");
	return verifyProof(file, published.index);
}

function proof(): ProofFile {
	const file = proofOf(review(LYING), [answerOf(facts())], ABOUT);
	if (file === null) throw new Error("nothing differs");
	// Serializes and parses the file.
	return proofFile.parse(JSON.parse(JSON.stringify(file)));
}

describe("a proof that a payload differs from its review", () => {
	it("is reproduced on another computer, with the field and both values", () => {
		const { ok, lines } = checked(proof());
		expect(ok).toBe(true);
		const at = lines.indexOf(t("verify.proof.differs"));
		expect(lines.slice(at + 1, at + 4)).toEqual(["  value", "    review:  0", "    signed:  1"]);
		expect(lines.at(-1)).toBe(t("verify.proof.proven"));
	});

	it("is not made for an honest item, for a request made here, or for one that can't be frozen", () => {
		expect(proofOf(review(), [answerOf(facts())], ABOUT)).toBeNull();
		expect(proofOf(review(commit({ review: null })), [], ABOUT)).toBeNull();
		expect(proofOf(actionReview(action(request()), []), [], ABOUT)).toBeNull();
		const honest = review(svmCommit([sending(1_000n)], svmSimulation()));
		expect(proofOf(honest, [{ family: "svm", facts: svmFacts() }], ABOUT)).toBeNull();
	});

	/** Corrects the payload, so that nothing differs any more. */
	const honest = (file: ProofFile) => {
		const { frozen } = file.review;
		if ("payload" in frozen && frozen.payload.kind === "evm_transaction")
			frozen.payload.transaction.value = "0";
	};
	const again = (file: ProofFile) => {
		file.review.fingerprint = fingerprintOf(file.review.frozen);
	};
	it.each([
		["the payload", honest],
		["the payload, with a matching fingerprint", (file) => [honest(file), again(file)]],
		[
			"the value in the review",
			(file) => {
				const { frozen } = file.review;
				if ("request" in frozen && frozen.request.type === "execute_evm")
					for (const each of frozen.request.transactions) each.value = "7";
				again(file);
			},
		],
		["the fingerprint", (file) => (file.review.fingerprint = "0".repeat(64))],
		["a line of the app's report", (file) => file.review.report.pop()],
		["the field", (file) => file.differs.splice(0, 1, { field: "to", reviewed: "0", payload: "1" })],
		["a value", (file) => file.differs.splice(0, 1, { field: "value", reviewed: "0", payload: "2" })],
		[
			"the number of differences",
			(file) => file.differs.push({ field: "to", reviewed: "0x1", payload: "0x2" }),
		],
	] as readonly (readonly [string, (file: ProofFile) => unknown])[])(
		"is refused if somebody changed %s",
		(_what, change) => {
			const { ok, lines } = checked(changed(proof(), change));
			expect(ok).toBe(false);
			expect(lines.at(-1)).toBe(t("verify.proof.not-proven"));
		},
	);
});
