import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { matchAction } from "../../../../src/core/match/action.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { freezeAction, intentIndexOf, requestEnd } from "../../../../src/core/match/freeze-action.ts";
import type { Intent } from "../../../../src/core/match/frozen.ts";
import type { Action } from "../../../../src/service-api/events.ts";
import { actionOf, evmAction, messageAction, svmAction } from "../../main/signing/actions-scene.ts";
import { changed, OWNER, payload, request, SIGNER, transaction } from "./honest.ts";
import { CLUSTER, SVM_SIGNER } from "./honest-svm.ts";
import { signRequest } from "./typed-samples.ts";

/** Freezes an action into the one object that a user approves. */

const freezing = (action: Action, intents: readonly Intent[] = [payload()]) =>
	freezeAction(action, "session-1", OWNER, intents, false);
const fieldsOf = (action: Action) => {
	const found = freezing(action);
	return found.ok ? [] : found.refusals.map((each) => each.field);
};
const { action: honest } = evmAction(1);

describe("freezing an action", () => {
	it("copies its id, revision and request, and the members completed for it", () => {
		const found = freezing(honest);
		expect(found).toMatchObject({
			ok: true,
			frozen: {
				environment: "staging",
				identity: "person-1",
				session_id: "session-1",
				action_id: "action-1",
				action_revision: 3,
				signer: SIGNER,
				chain_family: "evm",
				chain_ref: "8453",
				request: honest.request,
				intents: [payload()],
			},
		});
		expect(found.ok && Object.isFrozen(found.frozen.request)).toBe(true);
	});

	it.each(["submitted", "completed", "rejected", "expired", "failed"] as const)(
		"refuses an action that is %s",
		(state) => {
			const found = freezing({ ...honest, state });
			const text = sentences(message(`freeze.action.${state}`), message("freeze.action.nothing-signed"));
			expect(found).toEqual({ ok: false, refusals: [{ field: "state", text }] });
		},
	);

	it("uses the Build of its stateless commit, and binds the approval to it", () => {
		const build = { digest: `sha256:${"a".repeat(64)}`, place: 0 };
		const fingerprints = [undefined, build, { ...build, place: 1 }].map((of) => {
			const found = freezeAction(honest, "session-1", OWNER, [payload()], false, of);
			if (!found.ok) throw new Error("refused");
			expect(found.frozen.build).toEqual(of);
			return fingerprintOf(found.frozen);
		});
		expect(new Set(fingerprints).size).toBe(3);
	});

	it("refuses a signature that no service accepts", () => {
		const { action } = messageAction();
		const build = { digest: `sha256:${"a".repeat(64)}`, place: 0 };
		const intents = action.request.type === "sign" ? action.request.payloads : [];
		expect(
			freezeAction(
				action,
				"session-1",
				OWNER,
				intents.filter((each) => each.kind === "evm_personal"),
				false,
				build,
			),
		).toMatchObject({
			ok: false,
			refusals: [{ field: "type" }],
		});
	});

	it("binds no member that the interface leaves open, for any value", () => {
		const found = freezing({ ...honest, trace_id: "4bf9", weight: 0.5 });
		expect(found).toEqual(freezing(honest));
		expect(found.ok).toBe(true);
	});

	it("refuses an unknown member of the transaction", () => {
		const odd = changed(honest, (copy) => {
			Object.assign((copy.request.type === "execute_evm" && copy.request.transactions[0]) || {}, { tip: 1 });
		});
		const found = freezing(odd);
		if (!found.ok) throw new Error("not frozen");
		expect(matchAction(found.frozen).checks).toContainEqual(
			expect.objectContaining({ field: "request.transactions[0].tip", status: "failed" }),
		);
	});

	it("signs nothing for an action whose transactions are separate commits", () => {
		const staged = changed(honest, (copy) => Object.assign(copy.request, { commitStages: ["evm:1"] }));
		expect(freezing(staged)).toMatchObject({
			ok: false,
			refusals: [{ field: "request.commitStages", waiting: true }],
		});
	});

	it("refuses a number that two parsers could read differently", () => {
		const loose = changed(honest, (copy) => Object.assign(copy.request, { simulation: { gas: 2 ** 60 } }));
		expect(fieldsOf(loose)).not.toEqual([]);
	});

	it("refuses an empty action", () => {
		expect(freezing(honest, []).ok).toBe(false);
	});
});

describe("the expiry of an approval", () => {
	const endOf = (action: Action) => {
		const found = freezing(action);
		if (!found.ok) throw new Error(found.refusals[0]?.text.code);
		return found.frozen.expires_at;
	};

	it("is the earlier one of the action's and its request's", () => {
		expect(endOf({ ...honest, expires_at: 1_790_000_100 })).toBe(1_790_000_100);
		expect(endOf({ ...honest, expires_at: 1_790_009_999 })).toBe(1_790_000_900);
		expect(endOf({ ...honest, expires_at: null })).toBe(1_790_000_900);
	});

	it("is in seconds, even if the service gave milliseconds", () => {
		expect(endOf({ ...honest, expires_at: 1_790_000_100_000 })).toBe(1_790_000_100);
	});

	it("is null if neither states one", () => {
		const open = actionOf(request([transaction({ expires_at: null })]), { expires_at: null });
		expect(endOf(open)).toBeNull();
	});

	it("of a sign request is digits in seconds or an ISO date with a zone; an unreadable one has expired", () => {
		const end = (expiresAt: string | null) =>
			requestEnd({ ...signRequest({ kind: "evm_personal", message: "m" }), expiresAt });
		expect(end("1790000100")).toBe(1_790_000_100);
		expect(end("2026-09-21T14:15:00Z")).toBe(Date.UTC(2026, 8, 21, 14, 15) / 1000);
		expect(end("2026-09-21T16:15:00+02:00")).toBe(Date.UTC(2026, 8, 21, 14, 15) / 1000);
		expect(end("2026-09-21T14:15:00")).toBe(0);
		expect(end("soon")).toBe(0);
		expect(end("")).toBe(0);
		expect(end(null)).toBeNull();
	});

	it("is the earliest of all its transactions", () => {
		const all = [transaction({ expires_at: 1_790_000_300 }), transaction({ expires_at: 1_790_000_200 })];
		expect(requestEnd(request(all))).toBe(1_790_000_200);
	});
});

describe("the scope of an action", () => {
	it("is the account and chain of its first transaction or of its sign request", () => {
		expect(intentIndexOf(honest.request)).toEqual({ signer: SIGNER, chain_family: "evm", chain_ref: "8453" });
		expect(intentIndexOf(svmAction(1).action.request)).toEqual({
			signer: SVM_SIGNER,
			chain_family: "svm",
			chain_ref: CLUSTER,
		});
		expect(intentIndexOf(messageAction().action.request)).toMatchObject({
			signer: SIGNER,
			chain_ref: "8453",
		});
		const nowhere = signRequest({ kind: "evm_personal", message: "m" }, { chainId: null });
		expect(intentIndexOf(nowhere).chain_ref).toBeNull();
	});
});
