import { app } from "electron";
import { type DeepLink, deepLinkOfCommandLine, readDeepLink } from "./deep-link.ts";

/**
 * Returns true for the first instance of this data folder; any other passes on its command line and must
 * exit.
 */
export function isFirstInstance(): boolean {
	return app.requestSingleInstanceLock();
}

/** Request of another start or of the system to the running app: a target, or (`null`) just to be shown. */
export type Summons = (place: DeepLink | null) => void;

/**
 * Receives later starts and links that the system passes on, even before the app is ready. Early ones are
 * stored until `deliver` names the receiver.
 */
export function followSummons(): { readonly deliver: (hear: Summons) => void } {
	const early: (DeepLink | null)[] = [];
	let summon: Summons = (place) => early.push(place);
	app.on("second-instance", (_event, argv) => summon(deepLinkOfCommandLine(argv)));
	app.on("open-url", (event, url) => {
		event.preventDefault();
		summon(readDeepLink(url));
	});
	app.on("activate", () => summon(null));
	return {
		deliver(hear) {
			summon = hear;
			for (const place of early.splice(0)) hear(place);
		},
	};
}
