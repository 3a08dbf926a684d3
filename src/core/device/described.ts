import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { readBytes, readUint } from "../format/numeral.ts";
import { describedCall } from "./signed/calls.ts";
import { describedData } from "./signed/filters.ts";
import { structuredData } from "./structured.ts";

/** Whether what is bundled of Ledger's lets a device show this in words: the review and the signer ask the same. */

export function isTransactionDescribed({ chain_id, transaction }: EvmTransactionPayload): boolean {
	const [value, data] = [readUint(transaction.value), readBytes(transaction.data)];
	return value !== null && data !== null && describedCall(chain_id, transaction.to, value, data) !== null;
}

/** @param json as a device is told it */
export function isDataDescribed(json: string): boolean {
	const structured = structuredData(json);
	return structured !== null && describedData(structured) !== null;
}
