import type { AddressView, AmountView, Claim, DecodedArg } from "./views.ts";

/** One call inside a call. */
export interface CallNodeView {
	readonly kind: "call" | "delegatecall" | "staticcall" | "create";
	readonly to: AddressView;
	/** From our own decoding. */
	readonly words: string;
	readonly known: boolean;
	readonly signature: Claim | null;
	readonly args: readonly DecodedArg[];
	readonly value: AmountView | null;
	/** Where it comes from: the payload's own bytes, or only our simulation of it. */
	readonly source: "decoded" | "simulated";
	readonly children: readonly CallNodeView[];
}
