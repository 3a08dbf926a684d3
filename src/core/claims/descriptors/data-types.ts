import type { Hex } from "../../format/numeral.ts";

/** Bundled descriptors (ERC-7730) as written by scripts/descriptors.mjs. They record claims of others. */

export interface TokenAmountParams {
	/** Path to the token's address, the address itself, or a `$` reference to it. */
	readonly tokenPath?: string;
	readonly token?: string;
	/** Addresses that represent the native coin. */
	readonly nativeCurrencyAddress?: string | readonly string[];
	/** Number from which the descriptor displays `message` instead. */
	readonly threshold?: string;
	readonly message?: string;
}

export interface AddressParams {
	readonly types?: readonly string[];
	readonly sources?: readonly string[];
	/** Addresses that represent the sender. */
	readonly senderAddress?: string | readonly string[];
}

export interface CalldataParams {
	readonly calleePath?: string;
	readonly callee?: string;
	readonly amountPath?: string;
	readonly spenderPath?: string;
}

interface FieldBase {
	/** Relative to the arguments, the container (`@.`) or the descriptor (`$.`). Absent for a constant. */
	readonly path?: string;
	readonly value?: string;
	readonly label: string;
	readonly visible?: "never" | "optional";
	/** Adjacent fields of a group are shown item by item of the lists in their paths. */
	readonly group?: string;
}

type Formatted<Format extends string, Params> = FieldBase & {
	readonly format: Format;
	readonly params?: Params;
};
type NoParams = Readonly<Record<string, never>>;

/** A field; the format defaults to `raw`. */
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
	/** Function with parameter names, or EIP-712's encodeType of a message. */
	readonly key: string;
	/** Functions only. */
	readonly selector?: Hex;
	readonly intent: string | null;
	readonly fields: readonly DescriptorField[];
}

/** Off-chain attestation; its hash and signature were verified when the data was generated. */
interface StoredAttestation {
	readonly signer: Hex;
	readonly uid: Hex;
	/** Unix seconds. */
	readonly time: number;
	/** `false` if the file includes another: the attestation covers the included path, not its content. */
	readonly whole: boolean;
}

export interface StoredDescriptor {
	/** Path in the registry. */
	readonly file: string;
	readonly kind: "call" | "message";
	readonly owner: string | null;
	readonly contractName: string | null;
	/** Lower-case addresses by decimal chain id. */
	readonly deployments: Readonly<Record<string, readonly string[]>>;
	/** Required members of a message's domain, besides chain and contract. */
	readonly domain: { readonly name?: string; readonly version?: string };
	readonly constants: Readonly<Record<string, string | number>>;
	readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
	readonly attestations: readonly StoredAttestation[];
	/** Indexes into the data's `formats`, so that shared formats are stored once. */
	readonly formats: readonly number[];
}

interface DescriptorHead {
	readonly repository: string;
	readonly commit: string;
	readonly date: string;
	/** Hash of the RFC 8785 form of { auditors, descriptors, formats }. */
	readonly sha256: string;
	readonly counts: Readonly<
		Record<"descriptors" | "formats" | "contracts" | "attested" | "attestedInPart" | "leftOut", number>
	>;
	readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
}

export interface DescriptorData {
	readonly head: DescriptorHead;
	/** Keyed by the signer's lower-case address. */
	readonly auditors: Readonly<Record<string, { readonly name: string; readonly organization: string }>>;
	readonly descriptors: readonly StoredDescriptor[];
	readonly formats: readonly DescriptorFormat[];
}
