import { z } from "zod";
import { open } from "./open.ts";

/** PipelineSimulation and its records: what the service claims a transaction does. */

const text = z.string().nullish();
const whole = z.number().int().nullish();

export const tokenStandard = z.enum(["native", "erc20", "erc721", "erc1155", "erc721_or_erc1155"]);

export const balanceChange = open({
	asset: z.string(),
	amount: z.string(),
	account: text,
	symbol: text,
	cluster: text,
	name: text,
	tokenId: text,
	counterparty: text,
	direction: z.enum(["in", "out"]).nullish(),
	standard: tokenStandard.nullish(),
	decimals: whole,
	chainId: whole,
	step: z.number().int().min(1).nullish(),
});
export type BalanceChange = z.infer<typeof balanceChange>;

export const approvalChange = open({
	account: z.string(),
	spender: z.string(),
	asset: z.string(),
	kind: z.enum(["allowance", "token", "operator"]),
	standard: tokenStandard,
	amount: text,
	tokenId: text,
	symbol: text,
	name: text,
	approved: z.boolean().nullish(),
	unlimited: z.boolean().nullish(),
	decimals: whole,
	chainId: whole,
	step: z.number().int().min(1).nullish(),
});
export type ApprovalChange = z.infer<typeof approvalChange>;

export const feeEstimate = open({
	asset: z.string(),
	amount: z.string(),
	account: text,
	symbol: text,
	cluster: text,
	kind: text,
	decimals: whole,
	chainId: whole,
});
export type FeeEstimate = z.infer<typeof feeEstimate>;

/** `status` has a fixed value set that later snapshots extend: anything but `passed` and `warning` blocks. */
export const guardResult = open({
	name: z.string(),
	status: z.string(),
	message: text,
});
export type GuardResult = z.infer<typeof guardResult>;

export const gasEstimate = open({ units: text, priceWei: text, nativeCost: text });
export type GasEstimate = z.infer<typeof gasEstimate>;

export const simulationLog = open({
	address: z.string(),
	topics: z.array(z.string()),
	data: z.string(),
	chainId: whole,
	cluster: text,
	step: z.number().int().min(1).nullish(),
});
export type SimulationLog = z.infer<typeof simulationLog>;

export const pipelineSimulation = open({
	status: z.enum(["passed", "failed"]),
	balanceChanges: z.array(balanceChange),
	approvals: z.array(approvalChange),
	fees: z.array(feeEstimate),
	warnings: z.array(z.string()),
	guards: z.array(guardResult),
	gas: gasEstimate.nullable(),
	logs: z.array(simulationLog),
});
export type PipelineSimulation = z.infer<typeof pipelineSimulation>;
