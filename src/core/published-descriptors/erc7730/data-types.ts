import type { Hex } from "../../format/numeral.ts";

export interface TokenAmountParams {
	readonly tokenPath?: string;
	readonly token?: string;
	readonly nativeCurrencyAddress?: string | readonly string[];
	readonly threshold?: string;
	readonly message?: string;
}

export interface AddressParams {
	readonly types?: readonly string[];
	readonly sources?: readonly string[];
	readonly senderAddress?: string | readonly string[];
}

export interface CalldataParams {
	readonly calleePath?: string;
	readonly callee?: string;
	readonly amountPath?: string;
	readonly spenderPath?: string;
}

interface FieldBase {
	/** Relative to the arguments, the container (`@.`) or the descriptor (`$.`). Not set for a constant. */
	readonly path?: string;
	readonly value?: string;
	readonly label: string;
	readonly visible?: "never" | "optional";
	/** Adjacent fields in the same group are displayed together, once for each item in the list. */
	readonly group?: string;
}

type Formatted<Format extends string, Params> = FieldBase & {
	readonly format: Format;
	readonly params?: Params;
};
type NoParams = Readonly<Record<string, never>>;

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
	readonly key: string;
	readonly selector?: Hex;
	readonly intent: string | null;
	readonly fields: readonly DescriptorField[];
}

/** The hash and signature were verified when the data was generated. */
interface StoredAttestation {
	readonly signer: Hex;
	readonly uid: Hex;
	readonly time: number;
	/**
	 * `false` if the file includes a second file, because the attestation only covers the name of the
	 * included file.
	 */
	readonly whole: boolean;
}

export interface StoredDescriptor {
	readonly file: string;
	readonly kind: "call" | "message";
	readonly owner: string | null;
	readonly contractName: string | null;
	/** Lowercase addresses by decimal chain ID. */
	readonly deployments: Readonly<Record<string, readonly string[]>>;
	readonly domain: { readonly name?: string; readonly version?: string };
	readonly constants: Readonly<Record<string, string | number>>;
	readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
	readonly attestations: readonly StoredAttestation[];
	readonly formats: readonly number[];
}

interface DescriptorHead {
	readonly repository: string;
	readonly commit: string;
	readonly date: string;
	/** Hash of the canonical JSON (RFC 8785) for { auditors, descriptors, formats }. */
	readonly sha256: string;
	readonly counts: Readonly<
		Record<"descriptors" | "formats" | "contracts" | "attested" | "attestedInPart" | "leftOut", number>
	>;
	readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
}

export interface DescriptorData {
	readonly head: DescriptorHead;
	readonly auditors: Readonly<Record<string, { readonly name: string; readonly organization: string }>>;
	readonly descriptors: readonly StoredDescriptor[];
	readonly formats: readonly DescriptorFormat[];
}
