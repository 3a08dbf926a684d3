import { app } from "electron";
import { type DeepLink, deepLinkOfCommandLine, readDeepLink } from "./deep-link.ts";

/** True for the first instance of this data folder; any other hands its command line over and must end. */
export function isFirstInstance(): boolean {
	return app.requestSingleInstanceLock();
}

/** What another start, or the system, asks of the running app: a place, or (null) just to be seen. */
export type Summons = (place: DeepLink | null) => void;

/**
 * Hears of later starts and of links that the system hands over, from before the app is ready on. What comes
 * early is kept until `deliver` names who hears it.
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
