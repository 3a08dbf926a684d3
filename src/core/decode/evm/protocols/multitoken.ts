import { lower } from "../abi.ts";
import { known } from "../function.ts";
import { type ContractFamily, setOperator } from "./act.ts";

/**
 * Sources: ERC-6909 and Uniswap's v4-core, whose PoolManager records claims this way. Other contracts reuse
 * these function names, so the functions are only decoded at known addresses.
 */

export const MULTI_TOKEN: ContractFamily = {
	app: "an ERC-6909 token",
	functions: [
		setOperator,
		known("function transfer(address receiver, uint256 id, uint256 amount)", ([to, id, amount]) => ({
			kind: "items",
			standard: "erc6909",
			from: "caller",
			to: lower(to),
			items: [{ id, amount }],
		})),
		known(
			"function transferFrom(address sender, address receiver, uint256 id, uint256 amount)",
			([from, to, id, amount]) => ({
				kind: "items",
				standard: "erc6909",
				from: lower(from),
				to: lower(to),
				items: [{ id, amount }],
			}),
		),
		known("function approve(address spender, uint256 id, uint256 amount)", ([spender, id, amount]) => ({
			kind: "approve-item",
			spender: lower(spender),
			id,
			amount,
		})),
	],
};
