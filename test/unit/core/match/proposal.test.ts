import { describe, expect, it } from "vitest";
import { agentSession } from "../../../../src/core/identities/agents.ts";
import { LOCAL_OWNER } from "../../../../src/core/journal/intent-id.ts";
import { CanonicalError } from "../../../../src/core/match/canonical.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { freezeProposal } from "../../../../src/core/match/freeze-action.ts";
import {
	type Frozen,
	type FrozenProposal,
	frozenSchema,
	isTracked,
} from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { provenFrozen } from "../../../../src/core/match/proof.ts";
import { NOT_DECLARED, type PipelineSimulation } from "../../../../src/service-api/simulation.ts";
import {
	AGENT,
	frozenProposalOf,
	PROPOSAL_ID,
	proposalOf,
	proposedAction,
} from "../../../fixtures/proposals.ts";
import {
	actionOf,
	evmAction,
	messageAction,
	SVM_BLOCKHASHES,
	svmAction,
	svmSignAction,
} from "../../main/signing/actions-scene.ts";
import { changed, payload, request, SIGNER, simulation, TOKEN, transaction } from "./honest.ts";
import { changedAt, isAccepted, leavesOf, removedAt } from "./leaves.ts";

/** A proposal of an agent on this computer is frozen, matched and proven like an action without declared effects. */

const NOW = 1_790_000_000_000;

const MADE = [
	["two EVM transactions", evmAction(2)],
	["two Solana transactions", svmAction(2)],
	["two texts", messageAction(2)],
	["two Solana transactions to be signed only", svmSignAction()],
] as const;

const failing = (given: Frozen) =>
	matchFrozen(given)
		.checks.filter(({ status }) => status === "failed" || status === "unknown")
		.map(({ field }) => field);

describe("a frozen proposal", () => {
	it.each(MADE)("of %s matches, and the vault proves it", (_, made) => {
		const { frozen: approved } = proposalOf(made);
		expect(matchFrozen(approved).verdict).toBe("matched");
		expect(provenFrozen({ frozen: approved, fingerprint: fingerprintOf(approved), now: NOW })).toEqual({
			ok: true,
			frozen: approved,
		});
	});

	it("has exactly these members, and no revision, Build or answer of a service", () => {
		const { action, frozen: approved } = proposalOf(evmAction(1));
		expect(approved).toEqual({
			kind: "proposal",
			environment: "local",
			identity: "this-computer",
			session_id: agentSession(AGENT),
			proposal_id: PROPOSAL_ID,
			signer: SIGNER,
			chain_family: "evm",
			chain_ref: "8453",
			expires_at: 1_790_000_900,
			request: action.request,
			intents: [payload()],
		});
		expect(Object.isFrozen(approved.request)).toBe(true);
		expect(isTracked(approved)).toBe(false);
	});

	it.each(MADE)("of %s is refused with any value changed, under the approved fingerprint", (_, made) => {
		const { frozen: approved } = proposalOf(made);
		const leaves = leavesOf(approved);
		expect(leaves.length).toBeGreaterThan(20);
		const through = leaves.filter((path) => isAccepted(changedAt(approved, path), approved));
		const open = leaves.filter((path) => isAccepted(removedAt(approved, path), approved));
		// A renewable blockhash isn't part of the approval, and the completed transaction gets a new one.
		const renewable = (path: readonly string[]) =>
			["recent_blockhash", "last_valid_block_height"].includes(path.at(-1) ?? "");
		expect(through.filter((path) => !renewable(path))).toEqual([]);
		expect(open.filter((path) => !renewable(path))).toEqual([]);
	});

	it.each(MADE)("of %s gets another fingerprint, or no match, with any value changed", (_, made) => {
		const { frozen: approved } = proposalOf(made);
		const print = fingerprintOf(approved);
		const same = leavesOf(approved).filter((path) => {
			const other = frozenSchema.safeParse(changedAt(approved, path));
			if (!other.success) return false;
			try {
				return fingerprintOf(other.data) === print && matchFrozen(other.data).verdict === "matched";
			} catch (error) {
				if (error instanceof CanonicalError) return false;
				throw error;
			}
		});
		expect(same.map((path) => path.at(-1)).filter((name) => name !== "recent_blockhash")).toEqual(
			made.action.request.type === "execute_svm"
				? ["last_valid_block_height", "last_valid_block_height"]
				: [],
		);
	});

	it("is bound to its agent, its id and its payment", () => {
		const { action, frozen: approved } = proposalOf(evmAction(1));
		const of = (change: Parameters<typeof frozenProposalOf>[2], given = action) =>
			fingerprintOf(frozenProposalOf(given, approved.intents, change));
		const prints = [
			of({}),
			of({ agent: "agent-2" }),
			of({ payment: '{"amount":"1"}' }),
			of({ payment: '{"amount":"2"}' }),
			of({ blind: true }),
			of({}, { ...action, id: "f".repeat(32) }),
		];
		expect(new Set(prints).size).toBe(prints.length);
	});

	it("keeps its fingerprint if only its blockhashes are renewed", () => {
		const { action, frozen: approved } = proposalOf(svmAction(2));
		const renewed = proposalOf(svmAction(2, SVM_BLOCKHASHES.toReversed()));
		expect(renewed.frozen).not.toEqual(approved);
		expect(renewed.action.request).not.toEqual(action.request);
		expect(fingerprintOf(renewed.frozen)).toBe(fingerprintOf(approved));
		expect(matchFrozen(renewed.frozen).verdict).toBe("matched");
		const signed = proposalOf(svmSignAction()).frozen;
		const others = changed(signed, (copy) => copy.intents.reverse());
		expect(fingerprintOf(others)).not.toBe(fingerprintOf(signed));
	});

	it.each([3_600_000, -3_600_000])(
		"expires by this computer's clock, whatever the service's is (%s ms)",
		(clockOffset) => {
			const { frozen: approved } = proposalOf(evmAction(1));
			const provenAt = (now: number) =>
				provenFrozen({ frozen: approved, fingerprint: fingerprintOf(approved), now, clockOffset }).ok;
			expect([provenAt(1_790_000_899_999), provenAt(1_790_000_900_000)]).toEqual([true, false]);
		},
	);

	it("may be signed blindly only if it says so", () => {
		const { action } = proposalOf(messageAction());
		const { intents } = messageAction().frozen;
		expect(frozenProposalOf(action, intents, { blind: true }).blind).toBe(true);
		expect("blind" in frozenProposalOf(action, intents)).toBe(false);
	});
});

describe("a declared simulation in a proposal", () => {
	const declaring = (declared: unknown, made: (typeof MADE)[number][1] = evmAction(1)) => {
		const { frozen: approved } = proposalOf(made);
		return changed(approved, (copy) => Object.assign(copy.request, { simulation: declared }));
	};

	it.each<[string, Partial<PipelineSimulation>]>([
		["a passed one", simulation()],
		["a passed one that shows nothing", { ...NOT_DECLARED, status: "passed" }],
		["a failed one", { ...NOT_DECLARED, status: "failed" }],
		[
			"an unavailable one with a balance change",
			{ ...NOT_DECLARED, balanceChanges: [{ asset: "native", amount: "1", direction: "in" }] },
		],
		["an unavailable one with an allowance", { ...NOT_DECLARED, approvals: simulation().approvals }],
		["an unavailable one with a guard", { ...NOT_DECLARED, guards: simulation().guards }],
		["an unavailable one with a warning", { ...NOT_DECLARED, warnings: ["All is well."] }],
		["an unavailable one with gas", { ...NOT_DECLARED, gas: simulation().gas }],
		[
			"an unavailable one with a log",
			{ ...NOT_DECLARED, logs: [{ address: TOKEN, topics: [], data: "0x" }] },
		],
	])("is refused if it is %s", (_, declared) => {
		for (const made of [evmAction(1), svmAction(1)]) {
			const given = declaring(declared, made);
			expect(failing(given)).toEqual(["simulation.status"]);
			expect(provenFrozen({ frozen: given, fingerprint: fingerprintOf(given), now: NOW })).toMatchObject({
				ok: false,
			});
		}
	});

	it("is refused if it has an additional member", () => {
		expect(failing(declaring({ ...NOT_DECLARED, surprise: 1 }))).not.toEqual([]);
	});
});

describe("an object of another kind", () => {
	const prove = (given: unknown) =>
		provenFrozen({ frozen: given, fingerprint: fingerprintOf(given as Frozen), now: NOW });

	it.each(MADE)("is refused for %s if only its kind is changed, in either direction", (_, made) => {
		const { frozen: approved } = proposalOf(made);
		expect(prove({ ...made.frozen, kind: "proposal" }).ok).toBe(false);
		expect(prove({ ...approved, kind: "action" }).ok).toBe(false);
	});

	it.each(MADE)("of %s gets another fingerprint if its members are renamed too", (_, made) => {
		const { action_id, action_revision: _revision, kind: _kind, ...rest } = made.frozen;
		const asProposal = { kind: "proposal", proposal_id: action_id, ...rest };
		expect(isAccepted(asProposal, made.frozen)).toBe(false);
		const { frozen: approved } = proposalOf(made);
		const { proposal_id, kind: _proposal, ...parts } = approved;
		const asAction = { kind: "action", action_id: proposal_id, action_revision: 0, ...parts };
		expect(isAccepted(asAction, approved)).toBe(false);
	});

	it("is not a proposal if it contains a service's action, because a proposal belongs to this computer and an agent", () => {
		const { frozen: approved } = proposalOf(messageAction());
		const others: Partial<FrozenProposal>[] = [
			{ environment: "staging" as never },
			{ identity: "person-1" as never },
			{ session_id: "session-1" },
			{ session_id: "local-agent:" },
		];
		for (const other of others) expect(prove({ ...approved, ...other }).ok).toBe(false);
	});

	it("is refused with a Build or a revision", () => {
		const { frozen: approved } = proposalOf(evmAction(1));
		expect(prove({ ...approved, build: { digest: `sha256:${"a".repeat(64)}`, place: 0 } }).ok).toBe(false);
		expect(prove({ ...approved, action_revision: 0 }).ok).toBe(false);
	});
});

describe("freezing a proposal", () => {
	const freezing = (action: ReturnType<typeof proposedAction>, intents = [payload()]) =>
		freezeProposal(action, agentSession(AGENT), LOCAL_OWNER, intents, false, null);
	const honest = proposedAction(evmAction(1).action);

	it.each(["submitted", "completed", "rejected", "expired", "failed"] as const)(
		"refuses one that is %s",
		(state) => {
			expect(freezing({ ...honest, state })).toMatchObject({ ok: false, refusals: [{ field: "state" }] });
		},
	);

	it("refuses no intents, a loose number and transactions that are separate commits", () => {
		expect(freezing(honest, []).ok).toBe(false);
		const loose = changed(honest, (copy) => Object.assign(copy.request, { simulation: { gas: 2 ** 60 } }));
		expect(freezing(loose).ok).toBe(false);
		const staged = changed(honest, (copy) => Object.assign(copy.request, { commitStages: ["evm:1"] }));
		expect(freezing(staged)).toMatchObject({ ok: false, refusals: [{ field: "request.commitStages" }] });
	});

	it("expires at the earlier of its own expiry and its request's", () => {
		const ends = [1_790_000_100, 1_790_009_999, null].map((expires_at) => {
			const found = freezing({ ...honest, expires_at });
			return found.ok ? found.frozen.expires_at : found.refusals;
		});
		expect(ends).toEqual([1_790_000_100, 1_790_000_900, 1_790_000_900]);
		const open = proposedAction(actionOf(request([transaction({ expires_at: null })]), { expires_at: null }));
		const found = freezing(open);
		expect(found.ok && found.frozen.expires_at).toBe(null);
	});
});
