import type { CommitView, ReadCommit } from "../../../src/contract/commit.ts";
import type { Fact } from "../../../src/main/chains/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../../../src/main/chains/evm-facts.ts";
import type { Dealings } from "../../../src/main/policy/dealings.ts";
import { NO_RULES } from "../../../src/main/policy/rules.ts";
import type { ChainAnswer } from "../../../src/main/review/ask.ts";
import { composeReview, type Review, type ReviewInput } from "../../../src/main/review/compose.ts";
import { costsOf } from "../../../src/main/review/costs.ts";
import type { Evidence } from "../../../src/main/review/findings/index.ts";
import { legsOf } from "../../../src/main/review/leg.ts";
import type { LegOpinion, SecondOpinion } from "../../../src/main/review/opinion.ts";
import { type Person, type Subject, subjectOf } from "../../../src/main/review/subject.ts";
import { CHAIN, commit, frozenOf, OTHER, OWNER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";

/** Chains, people and reviews for tests. */

export const fine = <T>(value: T): Fact<T> => ({ ok: true, value });
export const missing = (reason = "Not there."): Fact<never> => ({ ok: false, reason });

export function tokenFacts(patch: Partial<TokenFacts> = {}): TokenFacts {
	return {
		address: TOKEN,
		symbol: fine("TUSD"),
		name: fine("Test Dollar"),
		decimals: fine(6),
		balance: fine(41_000_000n),
		allowance: fine(0n),
		totalSupply: fine(10n ** 15n),
		isErc721: fine(false),
		...patch,
	};
}

/** An EIP-721 collection in place of the token. */
export function collection(): TokenFacts {
	return tokenFacts({
		symbol: fine("PICS"),
		name: fine("Pictures"),
		decimals: missing(),
		totalSupply: missing(),
		isErc721: fine(true),
	});
}

export function facts(
	patch: Partial<EvmFacts> = {},
	tokens: readonly TokenFacts[] = [tokenFacts()],
): EvmFacts {
	return {
		chainId: CHAIN,
		rightChain: true,
		pendingNonce: fine(11),
		latestNonce: fine(11),
		balance: fine(10n ** 18n),
		gas: fine(50_000n),
		baseFee: fine(900_000_000n),
		tip: fine(100_000_000n),
		codeAtTo: fine(true),
		tokens: new Map(tokens.map((token) => [token.address.toLowerCase(), token])),
		...patch,
	};
}

/** Whom the person of these tests has paid and allowed something before. */
export const DEALT: Dealings = new Map(
	[OTHER, VAULT].map((address) => [
		address.toLowerCase(),
		{ paid: 2, allowed: 1, lastAt: 1_780_000_000_000 },
	]),
);

export function person(patch: Partial<Person> = {}): Person {
	return {
		accounts: [SIGNER],
		labels: {},
		signerState: "ready",
		dealings: DEALT,
		device: null,
		...patch,
	};
}

/** A moment for tests, Unix ms. */
export const NOW = 1_790_000_000_000;

/** The person's RPC can't simulate: nothing is proven, and nothing stands against an approval. */
export const NOT_SIMULATED: LegOpinion = {
	own: { state: "impossible", words: "Your RPC can't simulate." },
	enquiry: { codes: new Map() },
};
export const UNPROVEN: SecondOpinion = {
	legs: Array.from({ length: 20 }, () => NOT_SIMULATED),
	names: new Map(),
};

/** What a test changes of an input; `facts` and `read` are a commit's own. */
export interface Patch extends Partial<Omit<ReviewInput, "of" | "answers">> {
	readonly facts?: EvmFacts | { readonly fault: string };
	readonly read?: ReadCommit;
}

export function answerOf(said: EvmFacts | { readonly fault: string }): ChainAnswer {
	return "fault" in said ? said : { family: "evm", facts: said };
}

export function input(view: CommitView = commit(), patch: Patch = {}): ReviewInput {
	const { facts: said = facts(), read = { kind: "known", view, reviewFault: null }, ...rest } = patch;
	return {
		...OWNER,
		of: { kind: "commit", read, lookups: [] },
		answers: [answerOf(said)],
		person: person(),
		now: NOW,
		lane: { heldBy: null },
		previous: null,
		confirmedByGet: true,
		around: [],
		session: { id: "session-1", title: "Vault deposit", app: null },
		blindAllowed: false,
		opinion: UNPROVEN,
		policy: NO_RULES,
		...rest,
	};
}

export function review(view: CommitView = commit(), patch: Patch = {}): Review {
	return composeReview(input(view, patch));
}

export function subject(
	view: CommitView = commit(),
	chain: EvmFacts | null = facts(),
	who = person(),
): Subject {
	const [leg] = legsOf(frozenOf(view));
	const found = leg?.kind === "evm" ? subjectOf(leg, chain, who) : null;
	if (found === null) throw new Error("this commit can't be decoded");
	return found;
}

export function evidence(about: Subject, patch: Partial<Evidence> = {}): Evidence {
	return {
		subject: about,
		costs: costsOf(about),
		heldBy: null,
		later: false,
		texts: [],
		opinion: NOT_SIMULATED,
		comparison: { verdict: "unproven", effects: [] },
		now: NOW,
		...patch,
	};
}
