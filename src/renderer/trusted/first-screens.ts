import type { TrustedScreen } from "../../ipc/windows.ts";

/** The screens that a request leads through, which the window can draw at once; the others come right after. */
const FIRST = ["empty", "unlock", "loading", "review", "rejection", "progress"] as const;

export type FirstScreen = Extract<TrustedScreen, { readonly screen: (typeof FIRST)[number] }>;
export type LaterScreen = Exclude<TrustedScreen, FirstScreen>;

export const isFirst = (screen: TrustedScreen): screen is FirstScreen =>
	FIRST.some((each) => each === screen.screen);
