import type { ClaimView } from "../../../src/ipc/review.ts";
import { address, ROUTER, STRANGER, USDC } from "./common.ts";
import { type Evm, swapCall, type Typed, unknownOrder } from "./content.ts";

/** Descriptors that contracts publish, with the parts they leave out. */

function swapClaim(change: Partial<ClaimView> = {}): ClaimView {
	return {
		target: ROUTER,
		claimant: "1inch Network",
		intent: "Swap",
		proxyOf: null,
		vouched: "not audited",
		isVouched: false,
		rows: [
			{ kind: "ours", label: "Sent along", value: "1.5 ETH", address: null, open: true },
			{ kind: "said", label: "Amount to Send", value: "1.5 ETH", address: null, open: true },
			{ kind: "said", label: "Minimum to Receive", value: "4,388.2 USDC", address: null, open: true },
			{ kind: "said", label: "Beneficiary", value: STRANGER.address, address: STRANGER, open: true },
			{ kind: "adds", label: "Network fee", value: "0 ETH, free", address: null, open: true },
			{ kind: "left_out", label: "executor", value: USDC.address, address: USDC, open: true },
			{
				kind: "left_out",
				label: "desc.srcReceiver (hidden by it)",
				value: ROUTER.address,
				address: ROUTER,
				open: true,
			},
			{ kind: "left_out", label: "data", value: `0x${"5a".repeat(120)}`, address: null, open: true },
			{ kind: "left_out", label: "desc.flags", value: "4", address: null, open: false },
		],
		...change,
	};
}

/** A swap that only its own contract describes. */
export function describedSwap(): Evm {
	return swapCall({
		headline:
			"According to 1inch Network: “Swap” — calls 0x66a989…dBA8Af (Countersign can’t read the call), and sends it 1.5 ETH",
		decoded: { signature: null, selector: "0x07ed2379", args: [] },
		claims: [swapClaim()],
	});
}

/** An audited description of what a proxy runs. */
export function describedProxy(): Evm {
	return swapCall({
		headline:
			"According to Safe: “Change threshold” — calls 0x66a989…dBA8Af, a proxy of 0xbDA574…1B197E (Countersign can’t read the call)",
		decoded: { signature: null, selector: "0x694e80c3", args: [] },
		claims: [
			swapClaim({
				claimant: "Safe",
				intent: "Change threshold",
				proxyOf: STRANGER,
				vouched:
					"audited by Patrick Collins, Cyfrin (0x3846c3a30e62075fa916216b35ef04b8f53931f6); revocation not checked",
				isVouched: true,
				rows: [{ kind: "said", label: "New threshold", value: "1", address: null, open: true }],
			}),
		],
	});
}

/** Typed data of a kind that only its own contract describes. */
export function describedOrder(): Typed {
	return {
		...unknownOrder(),
		headline:
			"According to 1inch Network: “Order” — signs typed data “OrderComponents” (Countersign can’t read it)",
		claims: [
			swapClaim({
				target: null,
				intent: "Order",
				rows: [
					{ kind: "said", label: "From", value: STRANGER.address, address: STRANGER, open: true },
					{
						kind: "left_out",
						label: "receiver",
						value: "0x52908400098527886E0F7030069857D2E4169EE7",
						address: address("0x52908400098527886E0F7030069857D2E4169EE7"),
						open: true,
					},
				],
			}),
		],
	};
}
