import type { TrustedScreen } from "../../ipc/windows.ts";

/** Screens that a request needs. They load with the window, and all other screens load later. */
const FIRST = ["empty", "unlock", "loading", "review", "rejection", "progress", "triage"] as const;

export type FirstScreen = Extract<TrustedScreen, { readonly screen: (typeof FIRST)[number] }>;
export type LaterScreen = Exclude<TrustedScreen, FirstScreen>;

export const isFirst = (screen: TrustedScreen): screen is FirstScreen =>
	FIRST.some((each) => each === screen.screen);
