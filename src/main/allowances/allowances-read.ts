import { ChainError } from "../../core/chain/chain-error.ts";
import { readChainRef } from "../../core/format/numeral.ts";
import { message, type Text } from "../../core/message.ts";
import type { Clock } from "../ports.ts";
import type { Chains } from "../reviewing/facts/completing.ts";
import { EvmAllowances } from "./evm-allowances.ts";
import type { FoundAllowance } from "./found-allowance.ts";
import type { MetAllowance } from "./met-allowances.ts";
import { readSvmAllowances } from "./svm-allowances.ts";

/** Asks the user's own RPC of one chain what is allowed now, of what was met in reviews. */

export interface ReadChain {
	readonly chainRef: string;
	/** The accounts that were asked for. */
	readonly accounts: readonly string[];
	/** Why the chain could not be asked at all. */
	readonly fault: Text | null;
	/** What is allowed now, and what could not be read; what is at zero is left out. */
	readonly found: readonly FoundAllowance[];
}

export interface ReadingParts {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly log: (line: string) => void;
}

const UNUSABLE = message("chain.unusable");

export function createAllowanceReading({ chains, clock, log }: ReadingParts) {
	function messageOf(cause: unknown): Text {
		if (cause instanceof ChainError) return cause.text;
		log(`allowances: ${String(cause)}`);
		return UNUSABLE;
	}

	const evm = new EvmAllowances({ chains, clock, messageOf });

	return {
		/** Never rejects: why a chain could not be asked is in what it gives. */
		async read(chainRef: string, all: readonly MetAllowance[]): Promise<ReadChain> {
			const accounts = [...new Set(all.map((met) => met.account))];
			try {
				const found =
					readChainRef(chainRef) === null
						? await readSvmAllowances(chains.svm.of(chainRef), all)
						: await evm.read(chainRef, all);
				return { chainRef, accounts, fault: null, found };
			} catch (cause) {
				return { chainRef, accounts, fault: messageOf(cause), found: [] };
			}
		},
	};
}
