/** Each window's usual size first. */
export const SIZES = {
	desk: [
		{ width: 1280, height: 800 },
		{ width: 900, height: 600 },
		// 1280 × 800 at 200 % zoom
		{ width: 640, height: 400 },
	],
	trusted: [
		{ width: 560, height: 820 },
		{ width: 280, height: 410 },
		// Made larger by hand
		{ width: 900, height: 600 },
		{ width: 1280, height: 800 },
	],
	/** The trusted window grows for it. */
	triage: [
		{ width: 1280, height: 800 },
		{ width: 1000, height: 700 },
		{ width: 560, height: 820 },
		{ width: 640, height: 400 },
	],
} as const;

export type SceneSizes = keyof typeof SIZES;
