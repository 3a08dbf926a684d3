import {
	type Address,
	encodeFunctionData,
	formatEther,
	getAddress,
	type Hex,
	maxUint256,
	type PublicClient,
	parseGwei,
} from "viem";
import type { EvmTransactionPayload } from "../../src/service-api/commit.ts";
import { ROUTER_RATE, routerAbi, tokenAbi } from "../chains/demo-abi.ts";
import type { ServiceChain } from "./options.ts";

/** Converts a user's request into a transaction, and sets its gas and fees from the chain. */

/** User's request to the agent; amounts are in base units. */
export type Intent =
	| { readonly kind: "send_eth"; readonly to: Address; readonly amount: bigint }
	| { readonly kind: "send_token"; readonly to: Address; readonly amount: bigint }
	| { readonly kind: "approve"; readonly spender: Address | "router"; readonly amount: bigint }
	| { readonly kind: "swap"; readonly amount: bigint }
	| {
			readonly kind: "call";
			readonly to: Address;
			/** Wei. */
			readonly amount: bigint;
			readonly data: Hex;
			/** Phrases that make the simulation lie about it (simulation-lies.ts). */
			readonly lies: readonly string[];
	  };

export interface Call {
	readonly to: Address;
	readonly value: bigint;
	readonly data: Hex;
	readonly label: string;
	readonly kind: string;
}

function shown(amount: bigint): string {
	return amount === maxUint256 ? "unlimited" : formatEther(amount);
}

export function callOf(chain: ServiceChain, intent: Intent): Call {
	const token = getAddress(chain.token);
	const router = getAddress(chain.router);
	switch (intent.kind) {
		case "send_eth":
			return {
				to: intent.to,
				value: intent.amount,
				data: "0x",
				label: `Send ${shown(intent.amount)} ETH to ${intent.to}`,
				kind: "native_transfer",
			};
		case "send_token":
			return {
				to: token,
				value: 0n,
				data: encodeFunctionData({
					abi: tokenAbi,
					functionName: "transfer",
					args: [intent.to, intent.amount],
				}),
				label: `Send ${shown(intent.amount)} DEMO to ${intent.to}`,
				kind: "erc20_transfer",
			};
		case "approve": {
			const spender = intent.spender === "router" ? router : intent.spender;
			return {
				to: token,
				value: 0n,
				data: encodeFunctionData({
					abi: tokenAbi,
					functionName: "approve",
					args: [spender, intent.amount],
				}),
				label: `Allow ${intent.spender === "router" ? "the router" : spender} to take ${shown(intent.amount)} DEMO`,
				kind: "approval",
			};
		}
		case "call":
			return {
				to: intent.to,
				value: intent.amount,
				data: intent.data,
				label: `Call ${intent.to}`,
				kind: "contract_call",
			};
		case "swap":
			return {
				to: router,
				value: 0n,
				data: encodeFunctionData({
					abi: routerAbi,
					functionName: "swap",
					args: [token, intent.amount, intent.amount / ROUTER_RATE],
				}),
				label: `Swap ${shown(intent.amount)} DEMO for ETH`,
				kind: "swap",
			};
	}
}

/** Gas limit of a transaction that the chain can't estimate because it would revert. */
const UNESTIMATED_GAS = 100_000n;

/** Returns the gas limit. The margin is larger for used gas, because it excludes refunds. */
function gasLimitOf(estimate: bigint | null, used: bigint | null): bigint {
	if (estimate !== null) return (estimate * 120n) / 100n;
	return used === null ? UNESTIMATED_GAS : (used * 150n) / 100n;
}

export interface Pricing {
	readonly nonce: number;
	/** The estimate, or the simulation's gas use; `null` if the chain refuses both. */
	readonly estimate: bigint | null;
	/** 120 % of the estimate, or 150 % of the simulation's gas use. */
	readonly gasLimit: bigint;
	readonly maxFeePerGas: bigint;
	readonly maxPriorityFeePerGas: bigint;
	/** Approximate cost of a unit of gas in the next block. */
	readonly priceWei: bigint;
}

/**
 * @param index number of calls before this one in its batch
 * @param used gas use in the batch's simulation, for a call that can't be estimated until earlier calls are
 * mined
 */
export async function priceCall(
	client: PublicClient,
	signer: Address,
	call: Call,
	index: number,
	used: bigint | null,
): Promise<Pricing> {
	const [nonce, block, tip, estimate] = await Promise.all([
		client.getTransactionCount({ address: signer, blockTag: "pending" }),
		client.getBlock({ blockTag: "latest" }),
		client.estimateMaxPriorityFeePerGas().catch(() => parseGwei("1")),
		client
			.estimateGas({ account: signer, to: call.to, value: call.value, data: call.data })
			.catch(() => null),
	]);
	const baseFee = block.baseFeePerGas ?? 0n;
	return {
		nonce: nonce + index,
		estimate: estimate ?? used,
		gasLimit: gasLimitOf(estimate, used),
		maxFeePerGas: 2n * baseFee + tip,
		maxPriorityFeePerGas: tip,
		priceWei: baseFee + tip,
	};
}

export function payloadOf(
	chain: ServiceChain,
	signer: Address,
	call: Call,
	pricing: Pricing,
): EvmTransactionPayload {
	return {
		kind: "evm_transaction",
		chain_id: chain.chainId,
		signer,
		nonce: pricing.nonce,
		transaction: {
			to: call.to,
			value: call.value.toString(),
			data: call.data,
			gas_limit: Number(pricing.gasLimit),
			max_fee_per_gas: pricing.maxFeePerGas.toString(),
			max_priority_fee_per_gas: pricing.maxPriorityFeePerGas.toString(),
		},
	};
}
