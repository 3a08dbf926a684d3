import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { type Case, type Declares, type EvmBefore, type EvmStep, type Label, NOW } from "../case.ts";

/** How the tables of attacks on an EVM chain are written. */

/** One call of a contract, written out. */
export const calls = (
	to: Address,
	abi: Abi,
	functionName: string,
	args: readonly unknown[] = [],
	value = 0n,
): EvmStep => ({ to, data: encodeFunctionData({ abi, functionName, args: [...args] }), value });

/** Calldata of a call inside of another. */
export const dataOf = (abi: Abi, functionName: string, args: readonly unknown[]): Hex =>
	encodeFunctionData({ abi, functionName, args: [...args] });

interface More {
	/** Declared truthfully by default. */
	readonly declares?: Declares;
	readonly context?: Case["context"];
	readonly before?: readonly EvmBefore[];
}

/** An attack by one transaction, or by several in a batch. */
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

/** Near deadline, for requests that need one; Unix seconds. */
export const SOON = BigInt(NOW + 1_200);

export const e18 = 10n ** 18n;
export const NO_LIMIT = 2n ** 256n - 1n;

/** Functions that every token has. */
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
