import type { TypedData } from "../match/typed-data/reading.ts";
import { lentTo } from "./calls.ts";
import { addressAt, boolAt, textAt, wholeAt, ZERO } from "./members.ts";
import type { SignedRight } from "./reading.ts";

/** Rights over an account, its code, its debt and its votes that a signature alone gives. */

const readerOf = ({ domain }: TypedData): string => domain.verifyingContract ?? ZERO;

/** Everything that an application keeps for the user: Morpho, Compound. */
export const applicationRight =
	(holder: string, given: string) =>
	(data: TypedData): SignedRight[] => [
		{
			holder: addressAt(data.message, holder),
			scope: { kind: "everything", at: readerOf(data) },
			extent: boolAt(data.message, given) ? null : 0n,
			until: null,
		},
	];

/** Aave: the holder borrows, and the debt is the user's. */
export const creditRight = (data: TypedData): SignedRight[] => [
	{
		holder: addressAt(data.message, "delegatee"),
		scope: { kind: "asset", asset: { kind: "debt", address: readerOf(data), item: null } },
		extent: wholeAt(data.message, "value"),
		until: null,
	},
];

/** ERC-7710: the holder acts as the account, within conditions that code of others keeps. */
export const delegationRight = ({ message }: TypedData): SignedRight[] => [
	{
		holder: addressAt(message, "delegate"),
		scope: { kind: "control", over: addressAt(message, "delegator"), what: "account" },
		extent: null,
		until: null,
	},
];

/** EIP-7702: the code acts as the account. */
export const codeRight =
	(signer: string) =>
	({ message }: TypedData): SignedRight[] => [
		{
			holder: addressAt(message, "address"),
			scope: { kind: "control", over: signer, what: "code" },
			extent: null,
			until: null,
		},
	];

/** OpenZeppelin's and Compound's Votes: the holder votes with the tokens, which stay. */
export const votesRight = (data: TypedData): SignedRight[] => [
	{
		holder: addressAt(data.message, "delegatee"),
		scope: { kind: "control", over: readerOf(data), what: "votes" },
		extent: null,
		until: null,
	},
];

/** Farcaster: a key, which is no address, posts as the account until it is removed. */
export const keyRight = ({ message }: TypedData): SignedRight[] => [
	{
		holder: textAt(message, "key"),
		scope: { kind: "control", over: addressAt(message, "owner"), what: "posts" },
		extent: null,
		until: null,
	},
];

/** A Safe's delegatecall: the code acts as the Safe. */
export function lentRight(data: TypedData): SignedRight[] {
	const code = lentTo(data);
	const over = readerOf(data);
	return code === null
		? []
		: [{ holder: code, scope: { kind: "control", over, what: "code" }, extent: null, until: null }];
}

/** setAccountOperator(address account, address operator, bool authorized), and three words. */
const OPERATOR_CALL = /^0x9f5c462a[0-9a-f]{64}0{24}([0-9a-f]{40})0{63}([01])$/;

/** Euler's connector: a permit calls the connector itself, which lets an operator act for the user everywhere. */
export function operatorRight(data: TypedData): SignedRight[] {
	const [, operator, authorized] = OPERATOR_CALL.exec(textAt(data.message, "data")) ?? [];
	return operator === undefined
		? []
		: [
				{
					holder: `0x${operator}`,
					scope: { kind: "everything", at: readerOf(data) },
					extent: authorized === "1" ? null : 0n,
					until: null,
				},
			];
}
