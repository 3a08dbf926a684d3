import * as samples from "./samples/asked.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

/** What the user typed, beside what would be signed. */
export const askedScenes: readonly Scene[] = [
	trusted("asked-same", trustedView(reviewing(samples.asAsked()))),
	trusted("asked-same-partly", trustedView(reviewing(samples.partlyAsked()))),
	trusted("asked-differs", trustedView(reviewing(samples.otherAddress()))),
];
