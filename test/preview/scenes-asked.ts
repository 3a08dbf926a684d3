import * as samples from "./samples/asked.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

/** Scenes of the user's typed text next to the payload to sign. */
export const askedScenes: readonly Scene[] = [
	trusted("asked-same", trustedView(reviewing(samples.asAsked()))),
	trusted("asked-same-partly", trustedView(reviewing(samples.partlyAsked()))),
	trusted("asked-differs", trustedView(reviewing(samples.otherAddress()))),
];
