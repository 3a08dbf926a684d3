import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedStruct } from "../match/typed-data/reading.ts";
import {
	addressAt,
	boolAt,
	fungible,
	itemAt,
	NATIVE,
	type SignedPart,
	type SignedReading,
	type SignedRight,
	structAt,
	structsAt,
	wholeAt,
} from "./reading.ts";

export type PermitReading = Pick<SignedReading, "given" | "rights">;

const MAX = 2n ** 256n - 1n;

const allowance = (holder: string, token: string, extent: bigint, until: bigint | null): SignedRight => ({
	holder,
	scope: { kind: "asset", asset: fungible(token) },
	extent,
	until,
});

export const permitReading = ({ domain, message }: TypedData): PermitReading => ({
	given: [],
	rights: [
		allowance(
			addressAt(message, "spender"),
			domain.verifyingContract ?? ZERO_ADDRESS,
			wholeAt(message, "value"),
			null,
		),
	],
});

export const daiPermitReading = ({ domain, message }: TypedData): PermitReading => ({
	given: [],
	rights: [
		allowance(
			addressAt(message, "spender"),
			domain.verifyingContract ?? ZERO_ADDRESS,
			boolAt(message, "allowed") ? MAX : 0n,
			null,
		),
	],
});

const listAt = (message: TypedStruct, name: string): readonly TypedStruct[] =>
	Array.isArray(memberAt(message, name)) ? structsAt(message, name) : [structAt(message, name)];

export function permit2AllowanceReading({ domain, message }: TypedData): PermitReading {
	const spender = addressAt(message, "spender");
	const book = domain.verifyingContract ?? ZERO_ADDRESS;
	return {
		given: [],
		rights: listAt(message, "details").map((part) => ({
			...allowance(spender, addressAt(part, "token"), wholeAt(part, "amount"), wholeAt(part, "expiration")),
			book,
		})),
	};
}

export function permit2TransferReading({ message }: TypedData): PermitReading {
	const spender = addressAt(message, "spender");
	return {
		given: listAt(message, "permitted").map(
			(part): SignedPart => ({
				asset: fungible(addressAt(part, "token")),
				least: 0n,
				most: wholeAt(part, "amount"),
				to: spender,
			}),
		),
		rights: [],
	};
}

/**
 * Parses an EIP-3009 permit for a single transfer, which can be executed either by anyone or only by the
 * recipient.
 */
export function transferReading({ domain, message }: TypedData): PermitReading {
	const amount = wholeAt(message, "value");
	const asset = fungible(domain.verifyingContract ?? ZERO_ADDRESS);
	return { given: [{ asset, least: amount, most: amount, to: addressAt(message, "to") }], rights: [] };
}

export const itemPermitReading = ({ domain, message }: TypedData): PermitReading => ({
	given: [],
	rights: [
		{
			holder: addressAt(message, "spender"),
			scope: {
				kind: "asset",
				asset: itemAt(domain.verifyingContract ?? ZERO_ADDRESS, wholeAt(message, "tokenId")),
			},
			extent: 1n,
			until: null,
		},
	],
});

/** Uniswap v4's permitForAll includes items that the owner receives later. */
export const itemPermitAllReading = ({ domain, message }: TypedData): PermitReading => ({
	given: [],
	rights: [
		{
			holder: addressAt(message, "operator"),
			scope: { kind: "asset", asset: itemAt(domain.verifyingContract ?? ZERO_ADDRESS, null) },
			extent: boolAt(message, "approved") ? null : 0n,
			until: null,
		},
	],
});

/** ERC-7528. */
const NATIVE_ADDRESS = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/**
 * Parses Coinbase's spend permission, which grants an amount per period from an account that the signer owns.
 */
export function spendPermissionReading({ message }: TypedData): PermitReading & { readonly owner: string } {
	const token = addressAt(message, "token");
	const [start, end] = [wholeAt(message, "start"), wholeAt(message, "end")];
	const period = wholeAt(message, "period");
	const lasts = end > start ? end - start : 0n;
	const periods = period === 0n ? 0n : (lasts + period - 1n) / period;
	return {
		owner: addressAt(message, "account"),
		given: [],
		rights: [
			{
				holder: addressAt(message, "spender"),
				scope: { kind: "asset", asset: token === NATIVE_ADDRESS ? NATIVE : fungible(token) },
				extent: wholeAt(message, "allowance") * periods,
				until: end,
			},
		],
	};
}
