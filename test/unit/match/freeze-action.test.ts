import { describe, expect, it } from "vitest";
import type { Action } from "../../../src/contract/events.ts";
import { freezeAction, placeOf, requestEnd } from "../../../src/main/match/freeze-action.ts";
import type { Intent } from "../../../src/main/match/frozen.ts";
import { actionOf, evmAction, messageAction, svmAction } from "../signing/actions-scene.ts";
import { changed, OWNER, payload, request, SIGNER, transaction } from "./honest.ts";
import { CLUSTER, SVM_SIGNER } from "./honest-svm.ts";
import { signRequest } from "./typed-samples.ts";

/** From an action to the one object that a person approves. */

const freezing = (action: Action, intents: readonly Intent[] = [payload()]) =>
	freezeAction(action, "session-1", OWNER, intents, false);
const fieldsOf = (action: Action) => {
	const found = freezing(action);
	return found.ok ? [] : found.refusals.map((each) => each.field);
};
const { action: honest } = evmAction(1);

describe("freezing an action", () => {
	it("takes its id, revision and request, and what was completed for it", () => {
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
		"refuses one that is %s",
		(state) => {
			const found = freezing({ ...honest, state });
			expect(found).toMatchObject({
				ok: false,
				refusals: [{ field: "state", words: expect.stringMatching(/Nothing is signed for it\.$/) }],
			});
		},
	);

	it("refuses a member that this version does not know", () => {
		expect(fieldsOf({ ...honest, surprise: true })).toEqual(["surprise"]);
		expect(fieldsOf({ ...honest, requested_mode: "blind" })).toEqual(["requested_mode"]);
	});

	it("refuses a number that two readers could read in two ways", () => {
		const loose = changed(honest, (copy) => Object.assign(copy.request, { simulation: { gas: 2 ** 60 } }));
		expect(fieldsOf(loose)).not.toEqual([]);
	});

	it("refuses to freeze nothing", () => {
		expect(freezing(honest, []).ok).toBe(false);
	});
});

describe("the end of an approval", () => {
	const endOf = (action: Action) => {
		const found = freezing(action);
		if (!found.ok) throw new Error(found.refusals[0]?.words);
		return found.frozen.expires_at;
	};

	it("is the earlier one of the action's and its request's", () => {
		expect(endOf({ ...honest, expires_at: 1_790_000_100 })).toBe(1_790_000_100);
		expect(endOf({ ...honest, expires_at: 1_790_009_999 })).toBe(1_790_000_900);
		expect(endOf({ ...honest, expires_at: null })).toBe(1_790_000_900);
	});

	it("is in seconds, also where the service gave milliseconds", () => {
		expect(endOf({ ...honest, expires_at: 1_790_000_100_000 })).toBe(1_790_000_100);
	});

	it("is null where neither states one", () => {
		const open = actionOf(request([transaction({ expires_at: null })]), { expires_at: null });
		expect(endOf(open)).toBeNull();
	});

	it("of a request to sign is digits in seconds or an ISO date with its zone; what can't be read has expired", () => {
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

describe("the place of an action", () => {
	it("is the account and chain of its first transaction or of its request to sign", () => {
		expect(placeOf(honest.request)).toEqual({ signer: SIGNER, chain_family: "evm", chain_ref: "8453" });
		expect(placeOf(svmAction(1).action.request)).toEqual({
			signer: SVM_SIGNER,
			chain_family: "svm",
			chain_ref: CLUSTER,
		});
		expect(placeOf(messageAction().action.request)).toMatchObject({ signer: SIGNER, chain_ref: "8453" });
		const nowhere = signRequest({ kind: "evm_personal", message: "m" }, { chainId: null });
		expect(placeOf(nowhere).chain_ref).toBeNull();
	});
});
