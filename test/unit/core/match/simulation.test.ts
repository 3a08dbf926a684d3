import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { matchFrozenEvm } from "../../../../src/core/match/evm/commit.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { freeze } from "../../../../src/core/match/freeze.ts";
import { commitView } from "../../../../src/service-api/commit.ts";
import { newer } from "../../../fixtures/newer.ts";
import { changed, commit, frozenOf, OWNER } from "./honest.ts";
import { failedFields } from "./svm/lies.ts";

/** Commits of a newer service, from parsing to the match. */

const view = commitView.parse(newer("commit-with-newer-members"));

describe("numbers and chains with two spellings", () => {
	const written = commitView.parse(newer("commit-in-hex"));
	const frozen = frozenOf(written);

	it("are compared as values, and displayed as plain digits", () => {
		const { checks, verdict } = matchFrozenEvm(frozen);
		expect(verdict).toBe("matched");
		expect(checks.find(({ field }) => field === "value")).toMatchObject({ reviewed: "0", payload: "0" });
		expect(checks.find(({ field }) => field === "chain_ref")).toMatchObject({
			reviewed: "8453",
			payload: "8453",
		});
		expect(checks.find(({ field }) => field === "gas_limit")).toMatchObject({
			reviewed: "60000",
			payload: "60000",
		});
	});

	it("give the same approval in either spelling", () => {
		expect(fingerprintOf(frozen)).toBe(fingerprintOf(frozenOf(commit())));
	});

	it("are refused if the values differ", () => {
		const other = changed(written, (copy) => {
			if (copy.action?.kind === "sign" && copy.action.payload.kind === "evm_transaction")
				copy.action.payload.transaction.value = "0x1";
		});
		expect(failedFields(matchFrozenEvm(frozenOf(other)))).toContain("value");
	});
});

describe("a commit with a newer service's members", () => {
	it("matches, and is the same approval with any descriptive members", () => {
		const frozen = frozenOf(view);
		expect(matchFrozenEvm(frozen).verdict).toBe("matched");
		const later = changed(view, (copy) => Object.assign(copy, { continuation: { state: "retrying" } }));
		expect(fingerprintOf(frozenOf(later))).toBe(fingerprintOf(frozen));
	});

	it("is refused if the service signs it itself", () => {
		const automatic = changed(view, (copy) => Object.assign(copy, { signing_mode: "auto" }));
		expect(freeze(automatic, OWNER)).toMatchObject({
			ok: false,
			refusals: [
				{
					field: "signing_mode",
					text: sentences(message("contract.signing-mode.auto"), message("nothing-signed")),
				},
			],
		});
	});

	it("is refused if the service's own check forbids it", () => {
		const blocked = changed(view, (copy) =>
			Object.assign(copy.review?.request ?? {}, {
				transactionSafety: { decision: { eligibility: "blocked" } },
			}),
		);
		expect(failedFields(matchFrozenEvm(frozenOf(blocked)))).toEqual(["request.transactionSafety"]);
	});
});
