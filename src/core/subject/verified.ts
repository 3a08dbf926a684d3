import { known } from "../chain/chain-error.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { isMultiSend } from "../decode/evm/accounts.ts";
import type { Verify } from "../decode/evm/decode-evm.ts";
import type { Hex } from "../format/numeral.ts";
import { sameAddress } from "../people/labels.ts";
import { isAccountCode, isMulticall3, isSafeCode } from "./known-accounts.ts";
import type { AddressFacts, CodeFacts } from "./opinion.ts";

/** Which contracts are known to make the calls that they are given: by their code, as the user's own RPC tells it. */

/** A smart account of known code, or one that the user lists as theirs and that runs its own code. */
function isAccount(address: string, code: CodeFacts, accounts: readonly string[]): boolean {
	if (code.delegatedTo !== null) return isAccountCode(code.delegatedTo);
	const isOwn = accounts.some((own) => sameAddress(own, address));
	return isOwn || (code.implementation !== null && isAccountCode(code.implementation));
}

/**
 * A call through a contract counts as the calls inside of it only where this says so. Its four bytes prove nothing.
 * @param accounts the user's own
 * @param addressFacts `null` before anything was asked, or if nothing can be
 */
export function verifyBy(
	chainRef: string,
	accounts: readonly string[],
	addressFacts: AddressFacts | null,
): Verify {
	const codeOf = (address: Hex): CodeFacts | null => known(addressFacts?.codes.get(address));
	return (address, way) => {
		// Lent to a Safe by a delegatecall, and fixed by the address at which it was deployed.
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
			// The contract calls its own functions: what they mean there is known of well-known tokens alone.
			case "multicall":
				return wellKnownAt(chainRef, address) !== null;
			// Known by its address, where its commands are read.
			case "router":
			case "positions":
			case "payout":
				return false;
		}
	};
}
