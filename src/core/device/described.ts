import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import type { SignedTokens } from "../decoded-transaction/signed-token.ts";
import { readBytes, readUint } from "../format/numeral.ts";
import { describedCall } from "./signed/calls.ts";
import { describedData } from "./signed/filters.ts";
import { structuredData } from "./structured.ts";

/**
 * Ledger's descriptions, with which a device shows readable text. Review and signer use the same functions.
 */

export type WordsFor = readonly Uint8Array[] | null;

export function wordsForTransaction(
	tokens: SignedTokens,
	{ chain_id: chainId, transaction }: EvmTransactionPayload,
): WordsFor {
	const [value, data] = [readUint(transaction.value), readBytes(transaction.data)];
	if (value === null || data === null) return null;
	const call = describedCall(tokens, { chainId, to: transaction.to, value, data });
	return call === null ? null : [call.token.description];
}

export function wordsForData(tokens: SignedTokens, json: string): WordsFor {
	const structured = structuredData(json);
	const data = structured === null ? null : describedData(tokens, structured);
	return data === null ? null : data.tokens.map(({ description }) => description);
}
