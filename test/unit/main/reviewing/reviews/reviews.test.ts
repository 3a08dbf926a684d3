import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import { codesOf, verbatim } from "../../../../../src/core/localized-text.ts";
import { NO_RULES } from "../../../../../src/core/rules/rules.ts";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { SvmChains } from "../../../../../src/main/chains/svm/chain.ts";
import type { StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import type { Sessions } from "../../../../../src/main/conversations/sessions.ts";
import { Events } from "../../../../../src/main/events.ts";
import { entryIdOf } from "../../../../../src/main/inbox/entries/entry.ts";
import { FrozenRequests } from "../../../../../src/main/inbox/requests/frozen-requests.ts";
import { Requests } from "../../../../../src/main/inbox/requests/requests.ts";
import { TurnBudget } from "../../../../../src/main/inbox/turn-budget.ts";
import { Preparing } from "../../../../../src/main/reviewing/facts/preparing.ts";
import type { EarlierCall } from "../../../../../src/main/reviewing/facts/simulate-evm.ts";
import type { Replacements } from "../../../../../src/main/reviewing/own/replacements.ts";
import type { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import type { Transfers } from "../../../../../src/main/reviewing/own/transfers.ts";
import { Reviews } from "../../../../../src/main/reviewing/reviews/reviews.ts";
import type { CommitView, ReadCommit } from "../../../../../src/service-api/commit.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { saying } from "../../../../support/saying.ts";
import { batchCommit, commit, OTHER, OWNER, SIGNER } from "../../../core/match/honest.ts";
import { facts, fine, UNPROVEN, user } from "../../../core/review/scene.ts";
import { virtualClock } from "../../signing/clock.ts";
import { reviewInputs } from "./inputs.ts";

/** Creates reviews with a service and a chain that the test controls. */
function scene(...first: CommitView[]) {
	const stored = new Map(first.map((view) => [view.commit_id, storedOf(view)]));
	const clock = virtualClock(1_790_000_000_000);
	const budget = new TurnBudget(clock);
	let open: string | null = null;
	let silent = false;
	const asked: ((said: EvmFacts | Error) => void)[] = [];
	const lines: string[] = [];
	/** Clock time that composing one review takes, in ms. */
	const costs = { composing: 0 };
	/** Number of reviews composed so far. */
	let composed = 0;
	const simulated: (readonly EarlierCall[])[] = [];
	const chain = {
		facts: () =>
			new Promise<EvmFacts>((resolve, reject) => {
				if (silent) resolve(facts());
				else asked.push((said) => (said instanceof Error ? reject(said) : resolve(said)));
			}),
	};
	const sessions = stub<Sessions>({
		commit: (id: string) => stored.get(id) ?? null,
		refreshCommit: async (id: string): Promise<ReadCommit> =>
			stored.get(id)?.read ?? { kind: "unreadable", commitId: id, reason: "gone" },
	});
	const requests = new Requests(() => sessions, stub<Replacements>({}), stub<Revocations>({}));
	const log = (line: string) => lines.push(line);
	const preparing = new Preparing({
		chains: { evm: { of: () => stub<EvmChain>(chain) }, svm: stub<SvmChains>({}) },
		revocations: stub<Revocations>({}),
		transfers: stub<Transfers>({}),
		frozenRequests: new FrozenRequests({
			owner: () => OWNER,
			blindAllowed: () => false,
			transport: () => "sign_and_broadcast",
		}),
		onHealth: () => {},
		log,
	});
	const reviews = new Reviews({
		clock,
		log,
		events: new Events(log),
		window: {
			route: () => (open === null ? { kind: "empty" } : { kind: "entry", entryId: open, mode: "review" }),
		},
		budget,
		requests,
		preparing,
		opinions: { of: () => UNPROVEN, ask: (_, earlier) => simulated.push(earlier) },
		inputs: reviewInputs({
			user: (signer) => user({ signerState: signer === SIGNER ? "ready" : "missing" }),
			policy() {
				composed += 1;
				clock.elapse(costs.composing);
				return NO_RULES;
			},
		}),
		isRunning: () => true,
	});
	return {
		reviews,
		asked,
		simulated,
		lines,
		clock,
		budget,
		costs,
		composed: () => composed,
		arrives(view: CommitView) {
			stored.set(view.commit_id, storedOf(view, clock.now()));
		},
		opens(id: string) {
			open = id;
		},
		/** Lets the chain answer all later queries at once. */
		chainAnswers() {
			silent = true;
		},
		async questions(count: number) {
			for (let turn = 0; turn < 50 && asked.length < count; turn += 1) await Promise.resolve();
			expect(asked).toHaveLength(count);
		},
		async noFurtherQuestion() {
			const { length } = asked;
			for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
			expect(asked).toHaveLength(length);
		},
	};
}

function storedOf(view: CommitView, receivedAt = 1): StoredCommit {
	const read: ReadCommit = { kind: "known", view, reviewFault: null };
	return {
		commitId: view.commit_id,
		sessionId: view.thread_id,
		read,
		receivedAt,
		confirmedByGet: 1,
		fault: null,
	};
}

const ID = entryIdOf(commit().commit_id);

describe("reviews", () => {
	it("apply the chain's answer for one request to no other that came meanwhile", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		await one.questions(1);
		one.arrives({ ...commit(), version: 9 });
		one.asked[0]?.(facts({ gas: fine(1n) }));
		await one.questions(2);
		one.asked[1]?.(facts({ gas: fine(2n) }));
		await loading;
		expect(one.reviews.facts(ID)?.gas).toEqual(fine(2n));
		expect(one.reviews.isStale(ID)).toBe(false);
	});

	it("exist without the chain's answer if the request keeps changing", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		for (let turn = 1; turn <= 3; turn += 1) {
			await one.questions(turn);
			one.arrives({ ...commit(), version: 9 + turn });
			one.asked[turn - 1]?.(facts());
		}
		const review = await loading;
		expect(review?.approval).toMatchObject({ possible: false, canRetry: true });
		expect(review?.approval.refusals).toContainEqual(saying("chain.request-changed"));
	});

	it.each([
		["the user's own account", SIGNER, false],
		["a missing account", OTHER, true],
	])("of a request without a review judge its signer: %s", async (_what, signer, isMissing) => {
		const one = scene(commit({ signer, review: null }));
		one.chainAnswers();
		const review = await one.reviews.load(ID);
		expect(review?.frozen).toBeNull();
		const codes = review?.approval.refusals.flatMap(codesOf) ?? [];
		expect(codes.includes("against.signer.missing")).toBe(isMissing);
	});

	it("never reject, since our own fault becomes a refusal with a text", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		await one.questions(1);
		one.asked[0]?.(new TypeError("inner detail"));
		const review = await loading;
		expect(review?.approval.possible).toBe(false);
		expect(review?.approval.refusals).toContainEqual(saying("chain.unusable"));
		expect(JSON.stringify(review?.approval)).not.toMatch(/inner detail/);
	});

	it("are read again if no chain could be queried, and in no other case", async () => {
		const other = entryIdOf("other");
		const one = scene(commit(), commit({ commit_id: "other" }));
		const loading = [one.reviews.loadSoon(ID), one.reviews.loadSoon(other)];
		await one.questions(2);
		one.asked[0]?.(facts());
		one.asked[1]?.(new TypeError("unreachable"));
		await Promise.all(loading);
		one.reviews.checkAgain();
		await one.questions(3);
		one.asked[2]?.(facts());
		expect((await one.reviews.loadSoon(other))?.approval.refusals).toEqual([]);
		one.reviews.checkAgain();
		await one.noFurtherQuestion();
	});

	it("are read again if another transaction took the nonce of their commit", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		await one.questions(1);
		one.asked[0]?.(facts());
		const before = await loading;
		expect(before?.match.verdict).toBe("matched");
		const payload = before?.frozen?.kind === "commit" ? before.frozen.payload : null;
		if (payload?.kind !== "evm_transaction") throw new Error("not an EVM commit");
		const used = { chainRef: String(payload.chain_id), signer: SIGNER, entryId: "transfer/1" };
		one.reviews.reloadSameNonce({ ...used, nonce: BigInt(payload.nonce) + 1n });
		one.reviews.reloadSameNonce({ ...used, signer: OTHER, nonce: BigInt(payload.nonce) });
		one.reviews.reloadSameNonce({ ...used, entryId: ID, nonce: BigInt(payload.nonce) });
		await one.noFurtherQuestion();
		one.reviews.reloadSameNonce({ ...used, nonce: BigInt(payload.nonce) });
		await one.questions(2);
		one.asked[1]?.(facts({ pendingNonce: fine(payload.nonce + 1) }));
		await one.reviews.loadSoon(ID);
		expect(one.reviews.composeCurrent(ID)?.approval.refusals).toContainEqual(
			saying("match.pending-nonce.used"),
		);
		expect(one.reviews.brief(ID)).toMatchObject({ verdict: "refused", worst: { severity: "block" } });
	});

	it("apply the chain's answer to the very request it was queried for, and to no later one", async () => {
		const one = scene(commit());
		one.chainAnswers();
		await one.reviews.load(ID);
		expect(one.reviews.facts(ID)).not.toBeNull();
		one.arrives({ ...commit(), version: 2 });
		expect(one.reviews.facts(ID)).toBeNull();
		expect(one.reviews.brief(ID)).toBeNull();
		await one.reviews.load(ID);
		expect(one.reviews.facts(ID)).not.toBeNull();
	});

	it("give a list the verdict and findings of the whole review", async () => {
		const one = scene(commit());
		expect(one.reviews.brief(ID)).toBeNull();
		one.chainAnswers();
		const review = await one.reviews.load(ID);
		expect(review?.analyses).toHaveLength(1);
		expect(one.reviews.brief(ID)).toEqual({
			verdict: review?.match.verdict,
			findings: review?.findings.length,
			// It wasn't simulated, so the list must not call it harmless either.
			worst: { severity: "caution", text: verbatim("Your RPC can't simulate.") },
			unlimited: false,
			stake: null,
			asset: { chainRef: "8453", asset: review?.analyses[0]?.permissions[0]?.token },
			signsOnly: false,
		});
	});

	it("load four at a time in the background, and at once when the user opens one", async () => {
		const ids = Array.from({ length: 8 }, (_, at) => `commit-${at}`);
		const one = scene(...ids.map((commit_id) => commit({ commit_id })));
		const loading = ids.map((id) => one.reviews.loadSoon(entryIdOf(id)));
		await one.questions(4);
		const opened = one.reviews.load(entryIdOf("commit-7"));
		await one.questions(5);
		one.asked[4]?.(facts());
		expect((await opened)?.request).toMatchObject({ kind: "commit", commitId: "commit-7" });
		expect(await loading[7]).toBe(await opened);
		one.asked[0]?.(facts());
		await one.questions(6);
		one.arrives(commit({ commit_id: "commit-6", state: "rejected", action: null }));
		one.chainAnswers();
		for (const answer of one.asked) answer(facts());
		await Promise.all(loading);
		expect(one.reviews.facts(entryIdOf("commit-5"))).not.toBeNull();
		// It was answered before its turn, so it is no longer queried.
		expect(await loading[6]).toBeNull();
	});

	it("are composed in turns in the background, and at once if somebody waits", async () => {
		const ids = Array.from({ length: 4 }, (_, at) => `commit-${at}`);
		const one = scene(...ids.map((commit_id) => commit({ commit_id })));
		one.costs.composing = 10;
		const loading = ids.map((id) => one.reviews.loadSoon(entryIdOf(id)));
		await one.questions(4);
		const answered = async () => {
			for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
			return one.composed();
		};
		// Other work has used up this turn.
		one.budget.count(() => one.clock.elapse(12));
		void one.reviews.load(entryIdOf("commit-3"));
		for (const answer of one.asked) answer(facts());
		expect(await answered()).toBe(1);
		expect(one.reviews.isStale(entryIdOf("commit-3"))).toBe(false);
		const turns: number[] = [];
		while (one.clock.turn()) turns.push(await answered());
		// Two compositions of 10 ms exceed a turn, so the third one waits.
		expect(turns).toContain(3);
		expect(turns.at(-1)).toBe(4);
		expect(await Promise.all(loading)).not.toContain(null);
	});

	it("apply no answer to a request that came while they waited for their turn", async () => {
		const one = scene(commit());
		const loading = one.reviews.loadSoon(ID);
		await one.questions(1);
		one.budget.count(() => one.clock.elapse(12));
		one.asked[0]?.(facts({ gas: fine(1n) }));
		for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
		one.arrives({ ...commit(), version: 9 });
		one.clock.turn();
		await one.questions(2);
		one.asked[1]?.(facts({ gas: fine(2n) }));
		await loading;
		expect(one.reviews.facts(ID)?.gas).toEqual(fine(2n));
	});

	it("drop a request that has been over for a day, but not the open one", async () => {
		const one = scene(commit(), commit({ commit_id: "other" }), commit({ commit_id: "open" }));
		one.chainAnswers();
		const [other, open] = [entryIdOf("other"), entryIdOf("open")];
		for (const id of [ID, other, open]) await one.reviews.load(id);
		for (const commit_id of [commit().commit_id, "open"])
			one.arrives(commit({ commit_id, state: "rejected", action: null }));
		one.opens(open);
		one.clock.advance(23 * 3600_000);
		await one.reviews.load(other);
		expect(one.reviews.decoded(ID)).not.toBeNull();
		one.clock.advance(2 * 3600_000);
		await one.reviews.load(other);
		expect(one.reviews.decoded(ID)).toBeNull();
		expect(one.reviews.decoded(open)).not.toBeNull();
	});
});

describe("the simulated predecessor of a batch member", () => {
	const second = batchCommit(1);
	const id = entryIdOf(second.commit_id);

	async function earlier(latestNonce: EvmFacts["latestNonce"]) {
		const one = scene(batchCommit(0), second);
		one.opens(id);
		const loading = one.reviews.load(id);
		await one.questions(1);
		one.asked[0]?.(facts({ latestNonce }));
		await loading;
		return one.simulated;
	}

	const { action } = second;
	const nonce =
		action?.kind === "sign" && action.payload.kind === "evm_transaction" ? action.payload.nonce : 0;

	it("is the one that must be on the chain before it", async () => {
		expect(await earlier(fine(nonce - 1))).toEqual([[expect.objectContaining({ data: expect.any(String) })]]);
	});

	it("is absent if its nonce is the next: the service's predecessor will never be sent", async () => {
		expect(await earlier(fine(nonce))).toEqual([[]]);
		expect(await earlier({ ok: false, reason: verbatim("Not told.") })).toEqual([[]]);
	});
});
