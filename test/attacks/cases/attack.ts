import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { type Case, type Declares, type EvmBefore, type EvmStep, type Label, NOW } from "../case.ts";

/** Helpers for the tables of EVM attacks. */

/** Creates a step that calls a function of a contract. */
export const calls = (
	to: Address,
	abi: Abi,
	functionName: string,
	args: readonly unknown[] = [],
	value = 0n,
): EvmStep => ({ to, data: encodeFunctionData({ abi, functionName, args: [...args] }), value });

/** Encodes the calldata of a nested call. */
export const dataOf = (abi: Abi, functionName: string, args: readonly unknown[]): Hex =>
	encodeFunctionData({ abi, functionName, args: [...args] });

interface More {
	/** Default: `truth`. */
	readonly declares?: Declares;
	readonly context?: Case["context"];
	readonly before?: readonly EvmBefore[];
}

/** Creates an attack with one transaction or a batch of them. */
export function attack(
	id: string,
	label: Label,
	title: string,
	why: string,
	steps: EvmStep | readonly EvmStep[],
	{ declares = "truth", context, before }: More = {},
): Case {
	const all = "to" in steps ? [steps] : steps;
	return {
		id: `evm/${id}`,
		kind: "attack",
		label,
		title,
		why,
		world: "evm",
		ask: { form: "evm", steps: all, declares, ...(before === undefined ? {} : { before }) },
		...(context === undefined ? {} : { context }),
	};
}

/** Deadline in the near future, in Unix seconds. */
export const SOON = BigInt(NOW + 1_200);

export const e18 = 10n ** 18n;
export const NO_LIMIT = 2n ** 256n - 1n;

/** Functions of the corpus's tokens. */
export const tokenAbi = parseAbi([
	"function transfer(address to, uint256 amount) returns (bool)",
	"function transferFrom(address from, address to, uint256 amount) returns (bool)",
	"function approve(address spender, uint256 amount) returns (bool)",
	"function increaseAllowance(address spender, uint256 added) returns (bool)",
	"function delegate(address delegatee)",
	"function mint(address to, uint256 value)",
	"function grant(address owner, address spender, uint256 value)",
	"function setApprovalForAll(address operator, bool approved)",
]);
