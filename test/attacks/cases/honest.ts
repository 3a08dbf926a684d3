import { type Abi, type Address, encodeFunctionData, getAddress } from "viem";
import type { PipelineSimulation } from "../../../src/service-api/simulation.ts";
import { NOTHING } from "../build.ts";
import {
	type Case,
	type CaseContext,
	type Declares,
	type EvmBefore,
	type EvmStep,
	type Label,
	USER,
} from "../case.ts";
import { OWN_OTHER } from "../world/deploy.ts";
import { tokenAbi } from "../world/evm/tokens.ts";

/** Helpers for the tables of honest EVM requests. */

/** Contacts in the cases that use `CONTACTS`. */
export const FRIEND: Address = getAddress("0x5a52E96BAcdaBb82fd05763E25335261B270Efcb");
export const LANDLORD: Address = getAddress("0x28C6c06298d514Db089934071355E5743bf21d60");
/** Unknown, but not hostile. */
export const STRANGER: Address = getAddress("0x3DdfA8eC3052539b6C9549F12cEA2C295cfF5296");

export const CONTACTS = [
	{ address: FRIEND, label: "Mira" },
	{ address: LANDLORD, label: "Landlord" },
];

/** Context with a second account of the user. */
export const WITH_OTHER: CaseContext = {
	accounts: [{ address: USER }, { address: OWN_OTHER, label: "Savings" }],
};

/** Creates a step that calls a function of a contract. */
export function step(
	to: Address,
	abi: Abi,
	functionName: string,
	args: readonly unknown[] = [],
	value?: bigint,
): EvmStep {
	const data = encodeFunctionData({ abi, functionName, args: [...args] });
	return value === undefined ? { to, data } : { to, data, value };
}

export const approve = (token: Address, spender: Address, amount: bigint): EvmStep =>
	step(token, tokenAbi, "approve", [spender, amount]);

/** Converts a step to an event before the request. */
export const earlier = ({ to, data, value }: EvmStep, from: Address = USER): EvmBefore => ({
	from,
	to,
	...(data === undefined ? {} : { data }),
	...(value === undefined ? {} : { value }),
});

/** Returns a declared simulation in which the user only receives these tokens. */
export function receives(
	...tokens: readonly (readonly [Address, string, number, bigint])[]
): PipelineSimulation {
	const balanceChanges = tokens.map(([asset, symbol, decimals, amount]) => ({
		asset,
		symbol,
		decimals,
		amount: amount.toString(),
		account: USER,
		standard: "erc20" as const,
		chainId: 1,
		direction: "in" as const,
	}));
	return { ...NOTHING, balanceChanges };
}

export interface More {
	readonly declares?: Declares;
	readonly before?: readonly EvmBefore[];
	readonly context?: CaseContext;
}

/** Creates a case. The declared simulation is truthful by default. */
export function honest(
	id: string,
	label: Label,
	title: string,
	why: string,
	steps: EvmStep | readonly EvmStep[],
	{ declares = "truth", before, context }: More = {},
): Case {
	return {
		id: `evm/honest/${id}`,
		kind: "honest",
		label,
		title,
		why,
		world: "evm",
		ask: {
			form: "evm",
			steps: Array.isArray(steps) ? steps : [steps as EvmStep],
			declares,
			...(before === undefined ? {} : { before }),
		},
		...(context === undefined ? {} : { context }),
	};
}
