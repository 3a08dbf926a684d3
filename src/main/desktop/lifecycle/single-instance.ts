import { app } from "electron";
import { type DeepLink, deepLinkOfCommandLine, readDeepLink } from "./deep-link.ts";

export function isFirstInstance(): boolean {
	return app.requestSingleInstanceLock();
}

export type Summons = (link: DeepLink | null) => void;

/**
 * Buffers links and further launches until `deliver` sets the receiver, because they may arrive before the
 * app is ready.
 */
export function followSummons(): { readonly deliver: (hear: Summons) => void } {
	const early: (DeepLink | null)[] = [];
	let summon: Summons = (link) => early.push(link);
	app.on("second-instance", (_event, argv) => summon(deepLinkOfCommandLine(argv)));
	app.on("open-url", (event, url) => {
		event.preventDefault();
		summon(readDeepLink(url));
	});
	app.on("activate", () => summon(null));
	return {
		deliver(hear) {
			summon = hear;
			for (const link of early.splice(0)) hear(link);
		},
	};
}
