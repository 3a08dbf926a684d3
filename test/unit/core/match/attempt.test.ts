import { describe, expect, it } from "vitest";
import { claimDifference } from "../../../../src/core/match/attempt.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { freeze, offersBoth, routeOf } from "../../../../src/core/match/freeze.ts";
import { type FrozenCommit, frozenCommit } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import type { CommitView, EvmTransactionPayload } from "../../../../src/service-api/commit.ts";
import { changed, commit, frozenOf, OWNER, payload, request, transaction } from "./honest.ts";

/** Fingerprint of the commit in honest.ts. If it changes, every open approval becomes invalid. */
const KNOWN = "ade36b7f55464a09869a5fa2913e708e214fb3f38387999daac99bbf1029af33";

const both = (patch: Partial<CommitView> = {}) =>
	commit({ supported_transports: ["sign_and_broadcast", "browser_send"], ...patch });
const retired = (digest = "digest-1", patch: Partial<CommitView> = {}): CommitView => {
	const { supported_transports: _, ...bare } = commit();
	return {
		...bare,
		action: { kind: "start_wallet_send", payload: payload(), review_digest: digest },
		...patch,
	};
};
const hosted = () => {
	const asked = request([transaction({ broadcaster: "hosted" })]);
	const review = { version: 1, revision: 1, digest: "digest-1", request: asked, legs: [asked] };
	return both({ broadcaster: "hosted", review });
};

function frozenBy(view: CommitView, preferred?: "browser_send"): FrozenCommit {
	const freezing = freeze(view, OWNER, [], false, preferred);
	if (!freezing.ok) throw new Error(freezing.refusals[0]?.text.code);
	return freezing.frozen;
}

describe("the route of a commit", () => {
	it("is the user's choice if the service offers both", () => {
		expect(routeOf(both(), "browser_send")).toEqual({ ok: true, route: "browser_send" });
		expect(routeOf(both(), "sign_and_broadcast")).toEqual({ ok: true, route: "sign_and_broadcast" });
		expect(offersBoth(both())).toBe(true);
	});

	it.each([
		["signing if nothing else is offered", commit(), "sign_and_broadcast"],
		[
			"signing if no list is given",
			changed(commit(), (copy) => delete copy.supported_transports),
			"sign_and_broadcast",
		],
		[
			"an attempt if nothing else is offered",
			commit({ supported_transports: ["browser_send"] }),
			"browser_send",
		],
		["an attempt for the older form", retired(), "browser_send"],
	] as const)("is %s, whatever the user prefers", (_, view, route) => {
		for (const preferred of ["browser_send", "sign_and_broadcast"] as const)
			expect(routeOf(view, preferred)).toEqual({ ok: true, route });
		expect(offersBoth(view)).toBe(false);
	});

	it("is signing for a payload that the service submits, and for a review without a digest", () => {
		expect(routeOf(hosted(), "browser_send")).toEqual({ ok: true, route: "sign_and_broadcast" });
		const nameless = changed(both(), (copy) => Object.assign(copy.review ?? {}, { digest: "" }));
		expect(routeOf(nameless, "browser_send")).toEqual({ ok: true, route: "sign_and_broadcast" });
	});

	it.each([
		["offers no route", commit({ supported_transports: [] }), "supported_transports"],
		[
			"offers only an attempt for what the service submits",
			{ ...hosted(), supported_transports: ["browser_send" as const] },
			"supported_transports",
		],
		["names another review in the older form", retired("digest-2"), "action.review_digest"],
		["is of the older form without a review", retired("digest-1", { review: null }), "action"],
		[
			"is of the older form, but offers no attempt",
			retired("digest-1", { supported_transports: ["sign_and_broadcast"] }),
			"action",
		],
	])("is missing if the service %s", (_, view, field) => {
		expect(routeOf(view, "browser_send")).toMatchObject({ ok: false, refusal: { field } });
		expect(freeze(view, OWNER).ok).toBe(false);
	});
});

describe("a frozen review", () => {
	it("has the same fingerprint whether the service offers one route or both", () => {
		const frozen = frozenOf(commit());
		expect(frozen.route).toBe("sign_and_broadcast");
		expect(fingerprintOf(frozenBy(both()))).toBe(fingerprintOf(frozen));
		expect(fingerprintOf(frozen)).toBe(KNOWN);
	});

	it("binds the route: another one is another approval", () => {
		const sent = frozenBy(both(), "browser_send");
		expect(sent).toEqual({ ...frozenOf(commit()), route: "browser_send" });
		expect(fingerprintOf(sent)).not.toBe(fingerprintOf(frozenOf(commit())));
		expect(frozenCommit.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
	});

	it("is matched with its route named, by otherwise equal checks", () => {
		const before = matchFrozen(frozenOf(commit()));
		const sent = matchFrozen(frozenBy(both(), "browser_send"));
		expect(sent.verdict).toBe("matched");
		expect(sent.checks.filter(({ field }) => field !== "route")).toEqual(before.checks);
		expect(sent.checks.find(({ field }) => field === "route")).toMatchObject({ status: "passed" });
	});

	it.each([
		["is submitted by the service", { ...frozenOf(hosted()), route: "browser_send" as const }],
		["has no digest", { ...frozenBy(both(), "browser_send"), review_digest: "" }],
	])("does not match as an attempt if it %s", (_, frozen) => {
		const { verdict, checks } = matchFrozen(frozen);
		expect(verdict).toBe("refused");
		expect(checks.filter(({ status }) => status === "failed").map(({ field }) => field)).toContain("route");
	});
});

describe("a claimed payload", () => {
	it("is the approved payload, letter by letter", () => {
		expect(claimDifference(payload(), payload())).toBeNull();
	});

	const lies: readonly (readonly [string, Parameters<typeof payload>[0], Parameters<typeof payload>[1]])[] = [
		["chain_id", {}, { chain_id: 1 }],
		["signer", {}, { signer: payload().signer.toLowerCase() }],
		["nonce", {}, { nonce: 12 }],
		["transaction.to", { to: payload().transaction.to.toLowerCase() }, {}],
		["transaction.value", { value: "1" }, {}],
		["transaction.value", { value: "0x0" }, {}],
		["transaction.data", { data: "0x" }, {}],
		["transaction.gas_limit", { gas_limit: 60_001 }, {}],
		["transaction.max_fee_per_gas", { max_fee_per_gas: "2000000001" }, {}],
		["transaction.max_priority_fee_per_gas", { max_priority_fee_per_gas: "0" }, {}],
	];
	it.each(lies)("differs by name if its %s does", (field, inner, outer) => {
		expect(claimDifference(payload(), payload(inner, outer))).toMatchObject({ field });
	});

	it("differs by additional or missing members, or by its kind", () => {
		const surplus: EvmTransactionPayload = changed(payload(), (copy) =>
			Object.assign(copy.transaction, { access_list: [] }),
		);
		expect(claimDifference(payload(), surplus)).toEqual({
			field: "transaction.access_list",
			approved: "nothing",
			claimed: "[]",
		});
		const lacking = changed(payload(), (copy) => Reflect.deleteProperty(copy.transaction, "value"));
		expect(claimDifference(payload(), lacking)).toMatchObject({
			field: "transaction.value",
			claimed: "nothing",
		});
		const other = { kind: "svm_transaction" as const, signer: payload().signer, transaction_base64: "" };
		expect(claimDifference(payload(), other)).toMatchObject({ field: "kind" });
	});
});
