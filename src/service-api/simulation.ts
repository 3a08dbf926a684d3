import { z } from "zod";
import { openSet, record } from "./open.ts";
import { quantity } from "./resource.ts";

const text = z.string().nullish();
const whole = z.number().int().nullish();

const tokenStandard = openSet(["native", "erc20", "erc721", "erc1155", "erc721_or_erc1155"]);
const direction = openSet(["in", "out"]);

export const balanceChange = record("balance change", {
	asset: z.string(),
	amount: quantity,
	account: text,
	symbol: text,
	cluster: text,
	name: text,
	tokenId: quantity.nullish(),
	counterparty: text,
	direction: direction.nullish(),
	standard: tokenStandard.nullish(),
	decimals: whole,
	chainId: whole,
	step: z.number().int().min(1).nullish(),
});
export type BalanceChange = z.infer<typeof balanceChange>;

const approvalChange = record("approval change", {
	account: z.string(),
	spender: z.string(),
	asset: z.string(),
	kind: z.enum(["allowance", "token", "operator"]),
	standard: tokenStandard,
	amount: quantity.nullish(),
	tokenId: quantity.nullish(),
	symbol: text,
	name: text,
	approved: z.boolean().nullish(),
	unlimited: z.boolean().nullish(),
	decimals: whole,
	chainId: whole,
	step: z.number().int().min(1).nullish(),
});
export type ApprovalChange = z.infer<typeof approvalChange>;

const feeEstimate = record("fee estimate", {
	asset: z.string(),
	amount: quantity,
	account: text,
	symbol: text,
	cluster: text,
	kind: text,
	decimals: whole,
	chainId: whole,
});
export type FeeEstimate = z.infer<typeof feeEstimate>;

/** Any value except `passed` and `warning` prevents signing. */
const guardResult = record("guard result", {
	name: z.string(),
	status: z.string(),
	message: text,
});
export type GuardResult = z.infer<typeof guardResult>;

const gasEstimate = record("gas estimate", {
	units: quantity.nullish(),
	priceWei: quantity.nullish(),
	nativeCost: quantity.nullish(),
});

const simulationLog = record("log", {
	address: z.string(),
	topics: z.array(z.string()),
	data: z.string(),
	chainId: whole,
	cluster: text,
	step: z.number().int().min(1).nullish(),
});

/**
 * `unavailable`: the service couldn't simulate, so there is no result. `pending`: there is no result yet
 * (docs/service-api/differences.md#simulations).
 */
export const pipelineSimulation = record("PipelineSimulation", {
	status: z.enum(["passed", "failed", "unavailable", "pending"]),
	balanceChanges: z.array(balanceChange),
	approvals: z.array(approvalChange),
	fees: z.array(feeEstimate),
	warnings: z.array(z.string()),
	guards: z.array(guardResult),
	gas: gasEstimate.nullable(),
	logs: z.array(simulationLog),
});
export type PipelineSimulation = z.infer<typeof pipelineSimulation>;

const simulationInputs = z.looseObject({
	balance_overrides: z.unknown().optional(),
	balanceOverrides: z.unknown().optional(),
	contexts: z.array(z.unknown()).nullish().catch(null),
});

function hasMembers(value: unknown): boolean {
	if (value === undefined || value === null) return false;
	return typeof value !== "object" || Object.keys(value).length > 0;
}

/** Returns whether the service simulated with balances other than the account's own. */
export function overridesBalances(simulation: unknown): boolean {
	const { data } = simulationInputs.safeParse(simulation);
	if (data === undefined) return false;
	const isOverridden = hasMembers(data.balance_overrides) || hasMembers(data.balanceOverrides);
	return isOverridden || (data.contexts ?? []).some(overridesBalances);
}

/** Simulation assumed for a request that declares none. */
export const NOT_DECLARED: PipelineSimulation = {
	status: "unavailable",
	balanceChanges: [],
	approvals: [],
	fees: [],
	warnings: [],
	guards: [],
	gas: null,
	logs: [],
};

export type UnstatedResult = "pending" | "unavailable";

/** Returns why the simulation has no result, or `null` if it has one. */
export function unstatedResult({ status }: PipelineSimulation): UnstatedResult | null {
	return status === "pending" || status === "unavailable" ? status : null;
}

export function directionOf({ direction }: Pick<BalanceChange, "direction">): "in" | "out" | null {
	if (direction === "in") return "in";
	return direction === "out" ? "out" : null;
}

const isListed = (schema: z.ZodUnion<readonly [z.ZodType, z.ZodType]>, value: string): boolean =>
	schema.options[0].safeParse(value).success;

export interface UnlistedWord {
	readonly of: "direction" | "standard";
	readonly value: string;
}

/**
 * Returns values that the app doesn't know, such as `direction “sideways”`. With such a value, the declared
 * effects are unknown.
 */
export function unlistedWords({ balanceChanges, approvals }: PipelineSimulation): readonly UnlistedWord[] {
	const ways = balanceChanges.flatMap((each) => each.direction ?? []);
	const standards = [...balanceChanges, ...approvals].flatMap((each) => each.standard ?? []);
	return [
		...ways
			.filter((each) => !isListed(direction, each))
			.map((value) => ({ of: "direction" as const, value })),
		...standards
			.filter((each) => !isListed(tokenStandard, each))
			.map((value) => ({ of: "standard" as const, value })),
	];
}
