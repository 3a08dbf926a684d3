import { z } from "zod";
import { type Fact, factValue, notQueried } from "../chain/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../chain/evm.ts";
import type { SvmAccountFacts, SvmFacts } from "../chain/svm.ts";
import type { ChainAnswer } from "../decoded-transaction/question.ts";
import { message } from "../localized-text.ts";

/**
 * Chain facts that decoding needs: units, names, and owners of token accounts. They are part of a saved
 * review, so another machine produces the same text without access to the chain.
 */

const text = z.string().max(200);
const evmToken = z.strictObject({
	address: z.string().regex(/^0x[0-9a-f]{40}$/),
	symbol: text.nullable(),
	name: text.nullable(),
	decimals: z.number().int().min(0).max(255).nullable(),
	is_erc721: z.boolean().nullable(),
});
const svmAccount = z.strictObject({
	address: z.string().max(44),
	owner: z.string().max(44),
	mint: z
		.strictObject({
			decimals: z.number().int().min(0).max(255),
			symbol: text.nullable(),
			name: text.nullable(),
		})
		.nullable(),
	token: z.strictObject({ mint: z.string().max(44), owner: z.string().max(44) }).nullable(),
});

export const savedFacts = z.discriminatedUnion("family", [
	z.strictObject({ family: z.literal("none") }),
	z.strictObject({ family: z.literal("evm"), chain_id: z.number().int(), tokens: z.array(evmToken).max(64) }),
	z.strictObject({
		family: z.literal("svm"),
		genesis: z.string().max(60),
		accounts: z.array(svmAccount).max(256),
	}),
]);
export type SavedFacts = z.infer<typeof savedFacts>;

function savedToken(token: TokenFacts): z.infer<typeof evmToken> {
	return {
		address: token.address.toLowerCase(),
		symbol: factValue(token.symbol),
		name: factValue(token.name),
		decimals: factValue(token.decimals),
		is_erc721: factValue(token.isErc721),
	};
}

function savedAccount(address: string, { owner, data }: SvmAccountFacts): z.infer<typeof svmAccount> {
	return {
		address,
		owner,
		mint: data.kind === "mint" ? { decimals: data.decimals, symbol: data.symbol, name: data.name } : null,
		token: data.kind === "token" ? { mint: data.mint, owner: data.owner } : null,
	};
}

/** Facts from an RPC for a different chain aren't saved. */
export function savedFactsOf(answer: ChainAnswer): SavedFacts {
	if (!("family" in answer) || answer.family === "none") return { family: "none" };
	if (answer.family === "evm") {
		const { facts } = answer;
		if (!facts.rightChain) return { family: "none" };
		return { family: "evm", chain_id: facts.chainId, tokens: [...facts.tokens.values()].map(savedToken) };
	}
	const { facts } = answer;
	if (!facts.rightCluster) return { family: "none" };
	const accounts = [...facts.accounts].flatMap(([address, fact]) => {
		const account = factValue(fact);
		return account === null ? [] : [savedAccount(address, account)];
	});
	return { family: "svm", genesis: facts.genesis, accounts };
}

/**
 * Result for a fact that wasn't saved. Its text is never displayed, because reports don't mention missing
 * facts.
 */
const NOT_SAVED: Fact<never> = notQueried(message("chain.not-kept"));
const savedFact = <T>(value: T | null): Fact<T> => (value === null ? NOT_SAVED : { ok: true, value });

function evmFacts({ chain_id: chainId, tokens }: Extract<SavedFacts, { family: "evm" }>): EvmFacts {
	return {
		chainId,
		rightChain: true,
		pendingNonce: NOT_SAVED,
		latestNonce: NOT_SAVED,
		balance: NOT_SAVED,
		gas: NOT_SAVED,
		baseFee: NOT_SAVED,
		tip: NOT_SAVED,
		l1Fee: NOT_SAVED,
		codeAtTo: NOT_SAVED,
		tokens: new Map(
			tokens.map((token) => [
				token.address,
				{
					address: token.address,
					symbol: savedFact(token.symbol),
					name: savedFact(token.name),
					decimals: savedFact(token.decimals),
					isErc721: savedFact(token.is_erc721),
					balance: NOT_SAVED,
					allowance: NOT_SAVED,
					totalSupply: NOT_SAVED,
				},
			]),
		),
	};
}

type SavedAccount = z.infer<typeof svmAccount>;

function accountData({ mint, token }: SavedAccount): SvmAccountFacts["data"] {
	if (mint !== null)
		return { kind: "mint", ...mint, supply: 0n, mintAuthority: null, freezeAuthority: null, extensions: [] };
	if (token === null) return { kind: "other" };
	return {
		kind: "token",
		...token,
		amount: 0n,
		delegate: null,
		delegatedAmount: 0n,
		closeAuthority: null,
		frozen: false,
	};
}

function svmFacts({ genesis, accounts }: Extract<SavedFacts, { family: "svm" }>): SvmFacts {
	return {
		genesis,
		rightCluster: true,
		blockHeight: NOT_SAVED,
		blockhashValid: NOT_SAVED,
		lamports: NOT_SAVED,
		fee: NOT_SAVED,
		accounts: new Map(
			accounts.map((each) => {
				const { address, owner } = each;
				const value = { owner, lamports: 0n, executable: false, size: 0, data: accountData(each) };
				return [address, { ok: true, value }];
			}),
		),
		rent: { wallet: NOT_SAVED, token: NOT_SAVED, mint: NOT_SAVED },
	};
}

export function answerOfSaved(saved: SavedFacts): ChainAnswer {
	switch (saved.family) {
		case "none":
			return { family: "none" };
		case "evm":
			return { family: "evm", facts: evmFacts(saved) };
		case "svm":
			return { family: "svm", facts: svmFacts(saved) };
	}
}
