import { reviewing, trustedView } from "./samples/trusted.ts";
import { withWorth } from "./samples/worth.ts";
import { type Scene, trusted } from "./scene.ts";

/** What amounts are worth. */
export const worthScenes: readonly Scene[] = [trusted("worth-review", trustedView(reviewing(withWorth())))];
