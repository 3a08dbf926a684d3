import type { Hex } from "../../format/numeral.ts";

/** The bundled descriptors (ERC-7730) as scripts/descriptors.mjs writes them: facts about what others say, claims all. */

export interface TokenAmountParams {
	/** A path to the token's address; or the address itself, or a `$` reference to it. */
	readonly tokenPath?: string;
	readonly token?: string;
	/** Addresses that stand for the chain's own coin. */
	readonly nativeCurrencyAddress?: string | readonly string[];
	/** From this number on the descriptor would say `message` in place of the number. */
	readonly threshold?: string;
	readonly message?: string;
}

export interface AddressParams {
	readonly types?: readonly string[];
	readonly sources?: readonly string[];
	/** Addresses that stand for the sender. */
	readonly senderAddress?: string | readonly string[];
}

export interface CalldataParams {
	readonly calleePath?: string;
	readonly callee?: string;
	readonly amountPath?: string;
	readonly spenderPath?: string;
}

interface FieldBase {
	/** From the arguments' root, or `@.` of the container, or `$.` of the descriptor. Absent of a constant. */
	readonly path?: string;
	readonly value?: string;
	readonly label: string;
	readonly visible?: "never" | "optional";
	/** Neighbours of one group are shown item by item of the lists that its path walks over. */
	readonly group?: string;
}

type Formatted<Format extends string, Params> = FieldBase & {
	readonly format: Format;
	readonly params?: Params;
};
type NoParams = Readonly<Record<string, never>>;

/** A field; `raw` where no format is said. */
export type DescriptorField =
	| (FieldBase & { readonly format?: never; readonly params?: never })
	| Formatted<"amount" | "duration", NoParams>
	| Formatted<"tokenAmount", TokenAmountParams>
	| Formatted<"nftName", { readonly collectionPath?: string; readonly collection?: string }>
	| Formatted<"date", { readonly encoding: "timestamp" | "blockheight" }>
	| Formatted<"unit", { readonly base: string; readonly decimals?: number; readonly prefix?: boolean }>
	| Formatted<"enum", { readonly $ref: string }>
	| Formatted<"addressName", AddressParams>
	| Formatted<"calldata", CalldataParams>;

export interface DescriptorFormat {
	/** A function with its parameters' names, or EIP-712's encodeType of a message. */
	readonly key: string;
	/** Of a function alone. */
	readonly selector?: Hex;
	readonly intent: string | null;
	readonly fields: readonly DescriptorField[];
}

/** An off-chain attestation whose hash and signature were verified when the data was made. */
interface StoredAttestation {
	readonly signer: Hex;
	readonly uid: Hex;
	/** Seconds since 1970. */
	readonly time: number;
	/** False where the file includes another: of that only the path is signed, not what it says. */
	readonly whole: boolean;
}

export interface StoredDescriptor {
	/** In the registry. */
	readonly file: string;
	readonly kind: "call" | "message";
	readonly owner: string | null;
	readonly contractName: string | null;
	/** Addresses in lower case, by decimal chain id. */
	readonly deployments: Readonly<Record<string, readonly string[]>>;
	/** What a message's domain must say, besides chain and contract. */
	readonly domain: { readonly name?: string; readonly version?: string };
	readonly constants: Readonly<Record<string, string | number>>;
	readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
	readonly attestations: readonly StoredAttestation[];
	/** Places in `formats` of the whole data: what many contracts share stands there once. */
	readonly formats: readonly number[];
}

interface DescriptorHead {
	readonly repository: string;
	readonly commit: string;
	readonly date: string;
	/** Of RFC 8785's form of { auditors, descriptors, formats }. */
	readonly sha256: string;
	readonly counts: Readonly<
		Record<"descriptors" | "formats" | "contracts" | "attested" | "attestedInPart" | "leftOut", number>
	>;
	readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
}

export interface DescriptorData {
	readonly head: DescriptorHead;
	/** By the signer's address in lower case. */
	readonly auditors: Readonly<Record<string, { readonly name: string; readonly organization: string }>>;
	readonly descriptors: readonly StoredDescriptor[];
	readonly formats: readonly DescriptorFormat[];
}
