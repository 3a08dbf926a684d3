import type { Fact } from "../../../../src/core/chain/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../../../../src/core/chain/evm.ts";
import {
	type DecodedEvmTransaction,
	decodedEvmTransactionOf,
	type User,
} from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type {
	Comparison,
	ItemOpinion,
	SecondOpinion,
} from "../../../../src/core/decoded-transaction/opinion.ts";
import type { ChainAnswer } from "../../../../src/core/decoded-transaction/question.ts";
import { signedItemsOf } from "../../../../src/core/decoded-transaction/signed-item.ts";
import {
	type CounterpartyHistory,
	roleOf,
	type Uses,
} from "../../../../src/core/identities/counterparties.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { type Freezing, freeze } from "../../../../src/core/match/freeze.ts";
import type { SvmLookup } from "../../../../src/core/match/frozen.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import type { Review, ReviewFreezing, ReviewInput } from "../../../../src/core/review/review.ts";
import { NO_RULES } from "../../../../src/core/rules/rules.ts";
import type { CommitTransport, CommitView, ReadCommit } from "../../../../src/service-api/commit.ts";
import { commitOfRead } from "../../../fixtures/requests.ts";
import { CHAIN, commit, frozenOf, OTHER, OWNER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";

/** Chains, users and reviews for tests. */

export const fine = <T>(value: T): Fact<T> => ({ ok: true, value });
export const missing = (reason = "Not there."): Fact<never> => ({ ok: false, reason: verbatim(reason) });

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

/** Returns facts about an EIP-721 collection at the token's address. */
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
		l1Fee: fine(null),
		codeAtTo: fine(true),
		tokens: new Map(tokens.map((token) => [token.address.toLowerCase(), token])),
		...patch,
	};
}

/** Addresses that the test user paid and gave allowances before. */
const DEALT: CounterpartyHistory = new Map(
	[OTHER, VAULT].map((address) => [
		address.toLowerCase(),
		{ paid: 2, allowed: 1, lastAt: 1_780_000_000_000 },
	]),
);

/** The same addresses, used in both roles on this chain in an earlier session. */
const USED: Uses = new Map(
	[OTHER, VAULT].map((address) => [
		address.toLowerCase(),
		{
			sessionId: "session-0",
			roles: new Set([roleOf("paid", String(CHAIN)), roleOf("allowed", String(CHAIN))]),
		},
	]),
);

export function user(patch: Partial<User> = {}): User {
	return {
		accounts: [SIGNER],
		labels: {},
		signerState: "ready",
		counterparties: DEALT,
		uses: USED,
		device: null,
		...patch,
	};
}

/** Current time in tests, in Unix ms. */
export const NOW = 1_790_000_000_000;

/** Result of an RPC that can't simulate: nothing is proven, and nothing prevents an approval. */
export const NOT_SIMULATED: ItemOpinion = {
	local: { state: "impossible", why: "no_method", text: verbatim("Your RPC can't simulate.") },
	addressFacts: { codes: new Map() },
};
export const UNPROVEN: SecondOpinion = {
	items: Array.from({ length: 20 }, () => NOT_SIMULATED),
	names: new Map(),
};

/** Changes to a review's input; `facts` and `read` apply only to a commit. */
export interface Patch extends Partial<Omit<ReviewInput, "request" | "freezing" | "answers">> {
	readonly facts?: EvmFacts | { readonly fault: string };
	readonly read?: ReadCommit;
	readonly isUnoffered?: boolean;
	/** The user's preferred transport; signing by default. */
	readonly transport?: CommitTransport;
}

const UNREADABLE: ReviewFreezing = { ok: false, refusals: [] };

interface FreezeSettings {
	readonly lookups?: readonly SvmLookup[];
	readonly blind?: boolean;
	readonly transport?: CommitTransport | undefined;
}

/** Freezes a commit with the user's settings; `null` if the commit is unreadable. */
export function commitFreezing(read: ReadCommit, how: FreezeSettings = {}): Freezing | null {
	if (read.kind === "unreadable") return null;
	const { lookups = [], blind = false, transport = "sign_and_broadcast" } = how;
	return freeze(read.view, OWNER, lookups, blind, transport);
}

export function answerOf(said: EvmFacts | { readonly fault: string }): ChainAnswer {
	return "fault" in said ? { fault: verbatim(said.fault) } : { family: "evm", facts: said };
}

export function input(view: CommitView = commit(), patch: Patch = {}): ReviewInput {
	const {
		facts: said = facts(),
		read = { kind: "known", view, reviewFault: null },
		transport,
		isUnoffered = false,
		...rest
	} = patch;
	return {
		...OWNER,
		request: commitOfRead(read, { isUnoffered }),
		freezing: commitFreezing(read, { blind: patch.blindAllowed ?? false, transport }) ?? UNREADABLE,
		answers: [answerOf(said)],
		user: user(),
		now: NOW,
		lane: { sameNonceHeadline: null },
		previous: null,
		confirmedByGet: true,
		contextChecks: [],
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
	who = user(),
	addressFacts: ItemOpinion["addressFacts"] = null,
): DecodedEvmTransaction {
	const [leg] = signedItemsOf(frozenOf(view));
	const found = leg?.kind === "evm" ? decodedEvmTransactionOf(leg, chain, who, addressFacts) : null;
	if (found === null) throw new Error("this commit can't be decoded");
	return found;
}

/** Facts that are known about one EVM step. */
export interface Evidence {
	readonly subject: DecodedEvmTransaction;
	readonly later: boolean;
	readonly texts: readonly string[];
	readonly opinion: ItemOpinion;
	readonly comparison: Comparison;
	readonly now: number;
}

export function evidence(about: DecodedEvmTransaction, patch: Partial<Evidence> = {}): Evidence {
	return {
		subject: about,
		later: false,
		texts: [],
		opinion: NOT_SIMULATED,
		comparison: { verdict: "unproven", effects: [] },
		now: NOW,
		...patch,
	};
}
