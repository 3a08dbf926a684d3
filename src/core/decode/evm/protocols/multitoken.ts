import { lower } from "../abi.ts";
import { functionsOf, items } from "../function.ts";
import { type ContractFamily, setOperator } from "./act.ts";

/**
 * Sources: ERC-6909 and Uniswap's v4-core, whose PoolManager records claims this way. Other contracts reuse
 * these function names, so the functions are only decoded at known addresses.
 */

export const MULTI_TOKEN: ContractFamily = {
	app: "an ERC-6909 token",
	functions: [
		setOperator,
		...functionsOf({
			"transfer(address receiver, uint256 id, uint256 amount)": ([to, id, amount]) =>
				items("erc6909", "caller", to, [{ id, amount }]),
			"transferFrom(address sender, address receiver, uint256 id, uint256 amount)": ([
				from,
				to,
				id,
				amount,
			]) => items("erc6909", from, to, [{ id, amount }]),
			"approve(address spender, uint256 id, uint256 amount)": ([spender, id, amount]) => ({
				kind: "approve-item",
				spender: lower(spender),
				id,
				amount,
			}),
		}),
	],
};
