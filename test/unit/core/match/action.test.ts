import { describe, expect, it } from "vitest";
import { matchAction } from "../../../../src/core/match/action.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { FrozenAction, Intent } from "../../../../src/core/match/frozen.ts";
import type { ActionRequest } from "../../../../src/service-api/action.ts";
import { evmAction, messageAction, svmAction, svmSignAction } from "../../main/signing/actions-scene.ts";
import { changed, OTHER, simulation } from "./honest.ts";

/** An action describes itself: each signed step is compared with the action's own request. */

const passing = simulation({ balanceChanges: [], approvals: [], fees: [], logs: [] });

const failing = (frozen: FrozenAction) =>
	matchAction(frozen)
		.checks.filter((check) => check.status === "failed" || check.status === "unknown")
		.map((check) => check.field);

/** Changes an honest action, and returns the fields that then fail. */
function lie(made: { readonly frozen: FrozenAction }, change: (copy: FrozenAction) => void): string[] {
	return failing(changed(made.frozen, change));
}

function intentAt(frozen: FrozenAction, at: number): Intent {
	const intent = frozen.intents[at];
	if (intent === undefined) throw new Error("no such intent");
	return intent;
}

function evmRequest(request: ActionRequest) {
	if (request.type !== "execute_evm") throw new Error("another request");
	return request;
}

describe("an action", () => {
	it.each([
		["two EVM transactions", evmAction(2)],
		["two Solana transactions", svmAction(2)],
		["two texts", messageAction(2)],
		["two Solana transactions to be signed only", svmSignAction()],
	])("of %s matches if described truthfully", (_, made) => {
		expect(matchAction(made.frozen).verdict).toBe("matched");
	});

	it("is refused if more, or less, would be signed than it shows", () => {
		expect(lie(evmAction(2), (copy) => copy.intents.pop())).toContain("count");
		expect(lie(evmAction(2), (copy) => copy.intents.push(intentAt(copy, 1)))).toContain("count");
		expect(lie(messageAction(2), (copy) => copy.intents.pop())).toContain("count");
	});

	it("is refused if the steps are swapped", () => {
		expect(lie(evmAction(2), (copy) => copy.intents.reverse())).toEqual(
			expect.arrayContaining(["[1].to", "nonces"]),
		);
		expect(lie(svmAction(2), (copy) => copy.intents.reverse())).not.toEqual([]);
		expect(lie(messageAction(2), (copy) => copy.intents.reverse())).toContain("[1].payload");
	});

	it("is refused if it asks for more signatures than anybody can review", () => {
		const texts = (count: number) =>
			lie(messageAction(), (copy) => {
				const payloads = Array.from({ length: count }, (_, at) => ({
					kind: "evm_personal" as const,
					message: `Sign in, part ${at}`,
				}));
				Object.assign(copy, { intents: payloads, request: { ...copy.request, payloads } });
			});
		expect(texts(32)).toEqual([]);
		expect(texts(33)).toEqual(["payloads"]);
		expect(texts(2_000)).toEqual(["payloads"]);
	});

	it("is refused if it skips a nonce between its steps", () => {
		expect(lie(evmAction(2), (copy) => Object.assign(intentAt(copy, 1), { nonce: 13 }))).toEqual(["nonces"]);
	});

	it("is refused if account or chain differ from its request", () => {
		expect(lie(evmAction(1), (copy) => Object.assign(copy, { signer: OTHER }))).toContain("place");
		expect(lie(evmAction(1), (copy) => Object.assign(copy, { chain_ref: "1" }))).toContain("place");
		expect(lie(messageAction(), (copy) => Object.assign(copy, { chain_ref: null }))).toContain("place");
	});

	it("is refused if the second step has another account or chain than the first", () => {
		const other = (change: object) =>
			lie(evmAction(2), (copy) => Object.assign(evmRequest(copy.request).transactions[1] ?? {}, change));
		expect(other({ from: OTHER })).not.toEqual([]);
		expect(other({ chain_id: 1 })).not.toEqual([]);
	});

	it.each([
		["to", { to: OTHER }],
		["value", { value: "1" }],
		["data", { data: "0x" }],
	])("is refused if the %s of a step differs from the request", (field, change) => {
		const found = lie(evmAction(2), (copy) => {
			const intent = intentAt(copy, 1);
			if (intent.kind === "evm_transaction") Object.assign(intent.transaction, change);
		});
		expect(found).toEqual([`[2].${field}`]);
	});

	it("is refused if another party is to submit it", () => {
		const found = lie(evmAction(1), (copy) => {
			Object.assign(evmRequest(copy.request).transactions[0] ?? {}, { broadcaster: "hosted" });
		});
		expect(found).not.toEqual([]);
	});

	it("is refused if its simulation failed, or has an unknown member", () => {
		const simulated = (change: object) =>
			lie(evmAction(1), (copy) => Object.assign(evmRequest(copy.request).simulation, change));
		expect(simulated({ status: "failed" })).not.toEqual([]);
		expect(simulated({ surprise: 1 })).not.toEqual([]);
	});

	it("is refused if its simulation is of another chain", () => {
		const moving = (change: object) => {
			const balanceChanges = [{ asset: "native", amount: "1", direction: "in" as const, ...change }];
			const tell = (copy: FrozenAction) =>
				Object.assign(copy.request, { simulation: { ...passing, balanceChanges } });
			return { evm: lie(evmAction(1), tell), svm: lie(svmAction(1), tell) };
		};
		expect(moving({})).toEqual({ evm: [], svm: [] });
		expect(moving({ chainId: 1 })).toEqual({ evm: ["simulation.chainId"], svm: ["simulation.cluster"] });
		expect(moving({ cluster: "testnet" }).svm).toEqual(["simulation.cluster"]);
	});

	it("is refused if a payload has another kind than the request", () => {
		const text = { kind: "evm_personal" as const, message: "hello" };
		expect(lie(evmAction(1), (copy) => copy.intents.splice(0, 1, text))).toContain("payload.kind");
	});

	it("is refused if one letter of a text differs from the request", () => {
		const found = lie(messageAction(), (copy) =>
			Object.assign(intentAt(copy, 0), { message: "Sign in to the vault" }),
		);
		expect(found).toContain("payload");
	});

	it("is refused if the approval would outlive the request", () => {
		expect(lie(evmAction(1), (copy) => Object.assign(copy, { expires_at: null }))).toEqual(["expires_at"]);
		expect(lie(evmAction(1), (copy) => Object.assign(copy, { expires_at: 1_790_000_901 }))).toEqual([
			"expires_at",
		]);
	});
});

describe("a sign-only Solana transaction", () => {
	const request = (change: object) => lie(svmSignAction(), (copy) => Object.assign(copy.request, change));

	it("is refused if the request names another signer or family, or no cluster", () => {
		expect(request({ signer: OTHER })).toContain("place");
		expect(request({ chainFamily: "evm" })).not.toEqual([]);
		expect(request({ cluster: null })).toContain("[1].cluster");
	});

	it("is refused if its bytes can't be read, or differ from the given ones", () => {
		expect(
			lie(svmSignAction(), (copy) => Object.assign(intentAt(copy, 0), { transaction_base64: "AAAA" })),
		).toContain("[1].payload");
	});

	it("keeps its blockhash in the fingerprint, since it is signed as given", () => {
		const { frozen } = svmSignAction();
		const other = changed(frozen, (copy) => {
			const [first, second] = copy.intents;
			if (first?.kind === "svm_transaction" && second?.kind === "svm_transaction")
				Object.assign(first, { transaction_base64: second.transaction_base64 });
		});
		expect(fingerprintOf(other)).not.toBe(fingerprintOf(frozen));
	});
});
