import type { AddressView, AmountView } from "./views.ts";

/** What the windows draw of the second opinion: the person's own RPC beside the service. */

/** One effect, as the service's simulation says it and as ours found it. */
export interface OpinionRow {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	readonly costs: boolean;
	readonly account: AddressView;
	readonly other: AddressView | null;
	/** Signed by `theirsSign` and `oursSign`: what leaves is "out". */
	readonly theirs: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly ours: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly words: string;
	/** Counted from 1; null where there is one only. */
	readonly step: number | null;
}

export interface OpinionView {
	readonly state: "running" | "agrees" | "drifts" | "differs" | "undeclared" | "unproven";
	/** One or two whole sentences. */
	readonly words: string;
	/** "Simulated on your RPC (eth_simulateV1), on top of block 123"; null where it was not. */
	readonly how: string | null;
	readonly rows: readonly OpinionRow[];
}
