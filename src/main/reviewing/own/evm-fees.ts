import type { FeeChoice, RequestEdit } from "../../../core/review/approval-request.ts";
import type { EvmFees } from "../../chains/evm/chain.ts";

export const NORMAL: FeeChoice = { speed: "normal" };

export const UNCHANGED: RequestEdit = { fee: NORMAL, lowered: [] };

export interface FeeCaps {
	/** Maximum price and tip in wei per unit of gas. */
	readonly most: bigint;
	readonly tip: bigint;
}

const percent = (value: bigint, of: bigint) => (value * of + 99n) / 100n;

/**
 * Returns the fee caps for a choice, based on the chain's current fees. The normal choice still covers a base
 * fee that doubles before inclusion.
 */
export function feeCapsOf({ baseFee, tip }: EvmFees, fee: FeeChoice): FeeCaps {
	switch (fee.speed) {
		case "slow": {
			const lower = percent(tip, 80n);
			return { most: percent(baseFee, 150n) + lower, tip: lower };
		}
		case "normal":
			return { most: 2n * baseFee + tip, tip };
		case "fast": {
			const higher = percent(tip, 150n);
			return { most: 2n * baseFee + higher, tip: higher };
		}
		case "own":
			return { most: fee.most, tip: fee.tip };
	}
}

export function feeFieldsOf(fees: EvmFees, fee: FeeChoice) {
	const { most, tip } = feeCapsOf(fees, fee);
	return { max_fee_per_gas: most.toString(), max_priority_fee_per_gas: tip.toString() };
}
