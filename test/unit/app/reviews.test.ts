import { describe, expect, it } from "vitest";
import type { CommitView, ReadCommit } from "../../../src/contract/commit.ts";
import { createReviews } from "../../../src/main/app/reviews.ts";
import type { EvmChain, EvmFacts } from "../../../src/main/chains/evm.ts";
import { createContradictions } from "../../../src/main/review/contradiction.ts";
import type { StoredCommit } from "../../../src/main/sessions/types.ts";
import { fakeClock } from "../chains-evm/fake-rpc.ts";
import { commit, OWNER } from "../match/honest.ts";
import { facts, fine, person } from "../review/scene.ts";

/** Reviews over a service and a chain that the test drives by hand. */
function scene(first: CommitView) {
	let stored: StoredCommit = storedOf(first);
	const asked: ((said: EvmFacts | Error) => void)[] = [];
	const lines: string[] = [];
	const chain = {
		facts: () =>
			new Promise<EvmFacts>((resolve, reject) => {
				asked.push((said) => (said instanceof Error ? reject(said) : resolve(said)));
			}),
	};
	const reviews = createReviews({
		chains: { of: () => chain as unknown as EvmChain },
		clock: fakeClock(),
		owner: () => OWNER,
		person: () => person(),
		session: (_, id) => ({ id, title: "Vault deposit", app: null }),
		stored: () => stored,
		refresh: async () => stored.read,
		contradictions: createContradictions(),
		heldBy: () => null,
		onHealth: () => {},
		onChange: () => {},
		log: (line) => lines.push(line),
	});
	return {
		reviews,
		asked,
		lines,
		arrives(view: CommitView) {
			stored = storedOf(view);
		},
		async questions(count: number) {
			for (let turn = 0; turn < 50 && asked.length < count; turn += 1) await Promise.resolve();
			expect(asked).toHaveLength(count);
		},
	};
}

function storedOf(view: CommitView): StoredCommit {
	const read: ReadCommit = { kind: "known", view, reviewFault: null };
	return {
		commitId: view.commit_id,
		sessionId: view.thread_id,
		read,
		receivedAt: 1,
		confirmedByGet: 1,
		fault: null,
	};
}

const { commit_id: ID } = commit();

describe("reviews", () => {
	it("hold what the chain said of one request against no other that came meanwhile", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		await one.questions(1);
		one.arrives({ ...commit(), version: 9 });
		one.asked[0]?.(facts({ gas: fine(1n) }));
		await one.questions(2);
		one.asked[1]?.(facts({ gas: fine(2n) }));
		await loading;
		expect(one.reviews.facts(ID)?.gas).toEqual(fine(2n));
		expect(one.reviews.stale(ID)).toBe(false);
	});

	it("stand without the chain's word where the request never rests", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		for (let turn = 1; turn <= 3; turn += 1) {
			await one.questions(turn);
			one.arrives({ ...commit(), version: 9 + turn });
			one.asked[turn - 1]?.(facts());
		}
		const review = await loading;
		expect(review?.approval).toMatchObject({ possible: false, canRetry: true });
		expect(review?.approval.refusals.join(" ")).toMatch(/changed while your RPC was asked/);
	});

	it("never reject: a fault of our own becomes a refusal in words", async () => {
		const one = scene(commit());
		const loading = one.reviews.load(ID);
		await one.questions(1);
		one.asked[0]?.(new TypeError("inner detail"));
		const review = await loading;
		expect(review?.approval.possible).toBe(false);
		expect(review?.approval.refusals.join(" ")).toMatch(/could not be used/);
		expect(JSON.stringify(review?.approval)).not.toMatch(/inner detail/);
	});
});
