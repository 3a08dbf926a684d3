import type { Fact } from "../../../../src/core/chain/chain-error.ts";
import type { AddressFacts } from "../../../../src/core/decoded-transaction/opinion.ts";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import type { StoredDescriptor } from "../../../../src/core/published-descriptors/erc7730/data-types.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { CHAIN, commitOf, OTHER, TOKEN, VAULT } from "../match/honest.ts";
import { addressFactsOf, type Codes } from "../risk/evm/scene.ts";
import { dataOf, indexWith, type LooseField } from "./erc7730/scene.ts";

/** A vault with a published description of a function that Countersign can't decode itself. */

const KEY = "stow(address token,uint256 amount,address to,address keeper)";
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

const FIELDS: readonly LooseField[] = [
	{
		path: "amount",
		label: "Amount",
		format: "tokenAmount",
		params: { tokenPath: "token", nativeCurrencyAddress: NATIVE },
	},
	{ path: "to", label: "Beneficiary", format: "addressName", params: {} },
];

export const KEEPER = `0x${"4b".repeat(20)}` as const;
const UID = `0x${"d1".repeat(32)}` as const;
const AUDITOR = "0x3846c3a30e62075fa916216b35ef04b8f53931f6";

export const ATTESTED: Partial<StoredDescriptor> = {
	attestations: [{ signer: AUDITOR, uid: UID, time: 1_785_288_536, whole: true }],
};

export interface PublishedOptions {
	readonly fields?: readonly LooseField[];
	readonly more?: Partial<StoredDescriptor>;
	readonly codes?: Codes;
	/** Answer from Ethereum about the attestation; absent if it wasn't queried. */
	readonly revoked?: Fact<bigint>;
	readonly at?: string;
}

/** Returns address facts with the description that the vault's makers published. */
export function publishedFacts({
	fields = FIELDS,
	more = {},
	codes = {},
	revoked,
	at = VAULT,
}: PublishedOptions = {}): AddressFacts {
	const index = indexWith(KEY, fields, {
		owner: "Vault Makers",
		deployments: { [String(CHAIN)]: [at.toLowerCase()] },
		...more,
	});
	return {
		...addressFactsOf(codes),
		published: { index, revoked: new Map(revoked === undefined ? [] : [[UID, revoked]]) },
	};
}

export const stowData = (amount = 25_000_000n, token: string = TOKEN, tail = ""): Hex =>
	`${dataOf(KEY, [token, amount, OTHER, KEEPER])}${tail}`;

/** @param value in wei */
export const stowCommit = (data: Hex = stowData(), value = 0n): CommitView =>
	commitOf({ to: VAULT, data, value });
