import { message } from "../../src/core/localized-text.ts";
import type { RejectionView } from "../../src/ipc/inbox.ts";
import { NOW } from "./samples/common.ts";
import { trustedView } from "./samples/trusted.ts";
import { trusted } from "./scene.ts";

/** A rejection of the sample's request, held for a while yet. */
export const rejection = (change: Partial<RejectionView> = {}): RejectionView => ({
	group: "g-1",
	entryIds: ["e-settle"],
	headline: "Approve 0x5C1e80…A709fA to spend unlimited USDC",
	state: "undoable",
	until: NOW + 4_000,
	explained: false,
	text: null,
	at: NOW,
	...change,
});

const shown = (change: Partial<RejectionView> = {}, waiting = 3) =>
	trustedView({ screen: "rejection", rejection: rejection(change), waiting });

export const rejected = [
	trusted("trusted-rejected-held", shown()),
	trusted("trusted-rejected-explained", shown({ explained: true })),
	trusted("trusted-rejected-sending", shown({ state: "sending", until: null }, 0)),
	trusted("trusted-rejected-arrived", shown({ state: "arrived", until: null })),
	trusted(
		"trusted-rejected-changed",
		shown({ state: "changed", until: null, text: message("app.reject.changed") }),
	),
];
