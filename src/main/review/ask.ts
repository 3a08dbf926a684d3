import { type FactsRequest, MOST_TOKENS, type TokenQuestion } from "../chains/evm-facts.ts";
import type { FrozenReview } from "../match/frozen.ts";
import { readAddress } from "../match/numeral.ts";
import type { Decoded } from "./decode-evm.ts";
import { isNative, subjectOf } from "./subject.ts";

/** What a review wants to know from the person's own RPC. */

function spenderOf(decoded: Decoded): string | null {
	const { meaning } = decoded;
	return meaning.kind === "approve" || meaning.kind === "allowance" ? meaning.spender : null;
}

/** null where there is nothing that could be asked: no readable EVM transaction. */
export function factsRequestOf(frozen: FrozenReview): FactsRequest | null {
	const subject = subjectOf(frozen, null, { accounts: [], labels: {}, signerState: "missing" });
	const signer = readAddress(frozen.signer);
	if (subject === null || signer === null) return null;
	const { decoded, simulation } = subject;
	const questions = new Map<string, TokenQuestion>();
	const kind = decoded.meaning.kind;
	if (kind !== "native" && kind !== "unknown")
		questions.set(decoded.target, { address: decoded.target, spender: spenderOf(decoded) });
	const fee = subject.transaction.fee_outcome;
	const charged = fee?.kind === "flow" && fee.asset.kind === "token" ? [fee.asset.address] : [];
	const named = [
		...(simulation?.approvals ?? []).map((each) => each.asset),
		...(simulation?.balanceChanges ?? []).map((each) => each.asset),
		...(simulation?.fees ?? []).map((each) => each.asset),
		...charged,
	];
	for (const asset of named) {
		const address = isNative(asset) ? null : readAddress(asset);
		if (address !== null && !questions.has(address)) questions.set(address, { address, spender: null });
	}
	return {
		signer,
		call: { to: decoded.target, value: decoded.value, data: dataOf(frozen) },
		tokens: [...questions.values()].slice(0, MOST_TOKENS),
	};
}

function dataOf(frozen: FrozenReview): `0x${string}` {
	const text = frozen.payload.kind === "evm_transaction" ? frozen.payload.transaction.data : "0x";
	return `0x${text.slice(2).toLowerCase()}`;
}
