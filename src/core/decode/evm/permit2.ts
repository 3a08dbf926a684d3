import { lower } from "./abi.ts";
import { functionsOf, type KnownFunction, permits } from "./function.ts";
import type { MovedToken, Permitted } from "./meaning.ts";

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

interface Transfer {
	readonly from: string;
	readonly to: string;
	readonly amount: bigint;
	readonly token: string;
}

export function movedOf({ from, to, amount, token }: Transfer): MovedToken {
	return { token: lower(token), from: lower(from), to: lower(to), amount };
}

export const PERMIT2_FUNCTIONS: readonly KnownFunction[] = functionsOf({
	"approve(address token, address spender, uint160 amount, uint48 expiration)": ([
		token,
		spender,
		amount,
		expiration,
	]) => permits(null, "permit2", [permittedOf({ token, amount, expiration }, spender)]),
	"permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)":
		([owner, { details, spender }]) => permits(owner, "permit2", [permittedOf(details, spender)]),
	"permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)":
		([owner, { details, spender }]) =>
			permits(
				owner,
				"permit2",
				details.map((each) => permittedOf(each, spender)),
			),
	"transferFrom(address from, address to, uint160 amount, address token)": ([from, to, amount, token]) => ({
		kind: "moves",
		rows: [movedOf({ from, to, amount, token })],
	}),
	"transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)": ([rows]) => ({
		kind: "moves",
		rows: rows.map(movedOf),
	}),
	"lockdown((address token, address spender)[] approvals)": ([rows]) =>
		permits(
			null,
			"permit2",
			rows.map(({ token, spender }) => ({
				token: lower(token),
				spender: lower(spender),
				amount: 0n,
				until: null,
			})),
		),
});
