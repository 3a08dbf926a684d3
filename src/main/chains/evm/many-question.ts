import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { message } from "../../../core/localized-text.ts";

export interface ManyQuestion {
	readonly to: Hex;
	readonly data: Hex;
	readonly words: number;
}

/** The answer has three words: size, hash (EIP-1052) and the first 32 bytes of the code. */
export interface CodeQuestion {
	readonly codeOf: Hex;
}

/**
 * `refused`: the call failed with gas to spare. `starved`: it failed after using more than half of its gas.
 * `unclear`: the answer was too long or the query was skipped, so a separate query may succeed.
 */
export type ManyResult = Hex | "refused" | "starved" | "unclear";

export const isAnswer = (result: ManyResult): result is Hex => result.startsWith("0x");

export type ManyAnswer = Hex | null;

export const unreadable = (cause?: unknown): ChainError =>
	new ChainError("unreadable", message("chain.evm.unreadable", { method: "eth_call" }), { cause });

export function proveChain(chainId: number, answered: bigint): void {
	if (answered !== BigInt(chainId))
		throw new ChainError(
			"wrong_chain",
			message("chain.evm.wrong-chain", { chainId: String(chainId), said: String(answered) }),
		);
}
