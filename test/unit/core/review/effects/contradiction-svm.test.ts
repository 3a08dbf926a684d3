import { describe, expect, it } from "vitest";
import { withBlockhash } from "../../../../../src/core/match/svm/transaction.ts";
import { ReviewContradictions } from "../../../../../src/core/review/effects/contradiction.ts";
import { type CommitView, commitView } from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";

const NEW_BLOCKHASH = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";

interface Change {
	readonly blockhash?: string;
	readonly preserve?: boolean;
	readonly description?: string;
}

/** Returns a Solana commit, with changes that a second view of it may contain. */
function view({ blockhash, preserve = false, description }: Change = {}): CommitView {
	const made = commitView.parse(structuredClone(loadExamples().commit_views["svm_needs_signature_sign"]));
	for (const told of made.review === null ? [] : [made.review.request, ...made.review.legs]) {
		if (told.type !== "execute_svm") throw new Error("not of Solana");
		for (const transaction of told.transactions) {
			transaction.preserve_blockhash = preserve;
			if (description !== undefined) transaction.description = description;
			if (blockhash === undefined) continue;
			transaction.recent_blockhash = blockhash;
			transaction.last_valid_block_height = 999_999;
			const bytes = transaction.unsigned_transaction_base64;
			if (typeof bytes === "string")
				transaction.unsigned_transaction_base64 = withBlockhash(bytes, blockhash);
		}
	}
	return made;
}

function second(first: CommitView, again: CommitView) {
	const contradictions = new ReviewContradictions();
	contradictions.addView(first);
	contradictions.addView(again);
	return contradictions.of(again);
}

describe("a blockhash that the service renews under one digest", () => {
	it("is the same review again", () => {
		expect(second(view(), view({ blockhash: NEW_BLOCKHASH }))).toBeNull();
	});

	it("is another review if the blockhash must be kept", () => {
		const kept = { preserve: true } as const;
		expect(second(view(kept), view({ ...kept, blockhash: NEW_BLOCKHASH }))).toMatchObject({
			field: "review",
		});
	});

	it("hides no other change", () => {
		const other = view({ blockhash: NEW_BLOCKHASH, description: "Something else" });
		expect(second(view(), other)).toMatchObject({ field: "review", status: "failed" });
	});
});
