import { lower } from "./abi.ts";
import { type KnownFunction, known } from "./function.ts";
import type { Permitted } from "./meaning.ts";

/** Permit2's AllowanceTransfer. Source: Uniswap/permit2, IAllowanceTransfer.sol. */

export const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";

interface Details {
	readonly token: string;
	readonly amount: bigint;
	readonly expiration: number;
}

export function permittedOf({ token, amount, expiration }: Details, spender: string): Permitted {
	return { token: lower(token), spender: lower(spender), amount, until: BigInt(expiration) };
}

export const PERMIT2_FUNCTIONS: readonly KnownFunction[] = [
	known(
		"function approve(address token, address spender, uint160 amount, uint48 expiration)",
		([token, spender, amount, expiration]) => ({
			kind: "permits",
			owner: null,
			book: "permit2",
			rows: [permittedOf({ token, amount, expiration }, spender)],
		}),
	),
	known(
		"function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)",
		([owner, { details, spender }]) => ({
			kind: "permits",
			owner: lower(owner),
			book: "permit2",
			rows: [permittedOf(details, spender)],
		}),
	),
	known(
		"function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
		([owner, { details, spender }]) => ({
			kind: "permits",
			owner: lower(owner),
			book: "permit2",
			rows: details.map((each) => permittedOf(each, spender)),
		}),
	),
	known(
		"function transferFrom(address from, address to, uint160 amount, address token)",
		([from, to, amount, token]) => ({
			kind: "moves",
			rows: [{ token: lower(token), from: lower(from), to: lower(to), amount }],
		}),
	),
	known(
		"function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)",
		([rows]) => ({
			kind: "moves",
			rows: rows.map(({ from, to, amount, token }) => ({
				token: lower(token),
				from: lower(from),
				to: lower(to),
				amount,
			})),
		}),
	),
	known("function lockdown((address token, address spender)[] approvals)", ([rows]) => ({
		kind: "permits",
		owner: null,
		book: "permit2",
		rows: rows.map(({ token, spender }) => ({
			token: lower(token),
			spender: lower(spender),
			amount: 0n,
			until: null,
		})),
	})),
];
