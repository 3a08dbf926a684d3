import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { message } from "../../../core/message.ts";

/** Queries to many contracts at once, and their answers. */

export interface ManyQuestion {
	/** With empty data: whose balance of the chain's own coin is asked for. */
	readonly to: Hex;
	readonly data: Hex;
	/** Maximum words of 32 bytes in an answer; longer answers are ignored. */
	readonly words: number;
}

/** Answered with three words: the size of the code, its hash (EIP-1052), and its first 32 bytes. */
export interface CodeQuestion {
	readonly codeOf: Hex;
}

/**
 * `refused`: the contract failed, and gas was not the reason; `starved`: it failed and used more than half of its gas;
 * `unclear`: it answered more than was asked for, or was not asked, so that it may answer where it is asked alone.
 */
export type ManyResult = Hex | "refused" | "starved" | "unclear";

export const isAnswer = (result: ManyResult): result is Hex => result.startsWith("0x");

/** `null` if the contract reverted, ran out of gas, or returned more than requested. */
export type ManyAnswer = Hex | null;

export const unreadable = (cause?: unknown): ChainError =>
	new ChainError("unreadable", message("chain.evm.unreadable", { method: "eth_call" }), { cause });

/** Throws ChainError where another chain answered. */
export function proveChain(chainId: number, answered: bigint): void {
	if (answered !== BigInt(chainId))
		throw new ChainError(
			"wrong_chain",
			message("chain.evm.wrong-chain", { chainId: String(chainId), said: String(answered) }),
		);
}
