import { known } from "../chain/chain-error.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { isMultiSend } from "../decode/evm/accounts.ts";
import type { Verify } from "../decode/evm/decode-evm.ts";
import type { Hex } from "../format/numeral.ts";
import { sameAddress } from "../identities/labels.ts";
import { isAccountCode, isMulticall3, isSafeCode } from "./known-accounts.ts";
import type { AddressFacts, CodeFacts } from "./opinion.ts";

/**
 * Decides which contracts execute exactly the calls passed to them, based on code from the user's own RPC.
 */

function isAccount(address: string, code: CodeFacts, accounts: readonly string[]): boolean {
	if (code.delegatedTo !== null) return isAccountCode(code.delegatedTo);
	const isOwn = accounts.some((own) => sameAddress(own, address));
	return isOwn || (code.implementation !== null && isAccountCode(code.implementation));
}

/** A matching selector isn't enough. */
export function verifyBy(
	chainRef: string,
	accounts: readonly string[],
	addressFacts: AddressFacts | null,
): Verify {
	const codeOf = (address: Hex): CodeFacts | null => known(addressFacts?.codes.get(address));
	return (address, way) => {
		// A Safe delegatecalls it, and its deployment address determines its code.
		if (way === "multisend") return isMultiSend(address);
		const code = codeOf(address);
		if (code === null || code.size === 0) return false;
		switch (way) {
			case "safe":
				return code.implementation !== null && isSafeCode(code.implementation);
			case "account":
				return isAccount(address, code, accounts);
			case "aggregate":
				return isMulticall3(address, code.codeHash);
			// The contract calls its own functions, which are only known for well-known tokens.
			case "multicall":
				return wellKnownAt(chainRef, address) !== null;
			// Commands are only decoded for routers at known addresses.
			case "router":
			case "positions":
			case "payout":
				return false;
		}
	};
}
