import { reviewing, trustedView } from "./samples/trusted.ts";
import { onLedger, withWorth } from "./samples/worth.ts";
import { type Scene, trusted } from "./scene.ts";

/** What amounts are worth. */
export const worthScenes: readonly Scene[] = [
	trusted("worth-review", trustedView(reviewing(withWorth()))),
	// The picture of the README.
	trusted("worth-ledger", trustedView(reviewing(onLedger(), 3)), async (page) =>
		page.getByRole("button", { name: "Hold to approve" }).waitFor(),
	),
];
