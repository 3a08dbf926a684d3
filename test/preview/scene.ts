import type { Page } from "playwright";
import type { TrustedView } from "../../src/ipc/windows.ts";
import type { Script } from "./bridge.ts";
import { deskView } from "./samples/desk.ts";
import { review } from "./samples/review.ts";
import { transcript } from "./samples/transcript.ts";
import type { SceneSizes } from "./sizes.ts";

export interface Scene {
	readonly name: string;
	readonly window: "desk" | "trusted";
	/** Defaults to those of the window. */
	readonly sizes?: SceneSizes;
	readonly script: Script;
	/** Brings the page to where the picture is taken. */
	readonly act: (page: Page) => Promise<void>;
}

/** Previews of the entries that most scenes show. */
const PREVIEWS: NonNullable<Script["previews"]> = { "e-swap": review() };

const still = async () => {};

/** A picture of the desk window. */
export function desk(
	name: string,
	view = deskView(),
	act: Scene["act"] = still,
	answers: Script["answers"] = {},
	previews: Script["previews"] = PREVIEWS,
): Scene {
	const script = { desk: view, transcripts: [transcript()], trusted: null, previews, answers };
	return { name, window: "desk", script, act };
}

/** A picture of the trusted window. */
export function trusted(
	name: string,
	view: TrustedView,
	act: Scene["act"] = still,
	answers: Script["answers"] = {},
): Scene {
	return {
		name,
		window: "trusted",
		script: { desk: null, transcripts: [], trusted: view, answers },
		act,
	};
}

/** Brings a titled part to the top of what is seen. */
export const to = async (page: Page, title: string) => {
	await page
		.getByRole("region", { name: title, exact: true })
		.evaluate((part) => part.scrollIntoView({ block: "start" }));
};
