import { reviewing, trustedView } from "./samples/trusted.ts";
import { onLedger, withWorth } from "./samples/worth.ts";
import { type Scene, trusted } from "./scene.ts";

/** Scenes of amounts in fiat. */
export const worthScenes: readonly Scene[] = [
	trusted("worth-review", trustedView(reviewing(withWorth()))),
	// The picture of the README.
	trusted("worth-ledger", trustedView(reviewing(onLedger(), 3)), async (page) =>
		page.getByRole("button", { name: "Hold to approve" }).waitFor(),
	),
];
