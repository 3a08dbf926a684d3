import { opined } from "./samples/opinion.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, to, trusted } from "./scene.ts";

/** The second opinion as it stands in the review, and open below. */
export const opinionScenes: readonly Scene[] = [
	...(["running", "agrees", "unseen", "drifts", "differs", "undeclared", "unproven"] as const).map((state) =>
		trusted(`opinion-${state}`, trustedView(reviewing(opined(state)))),
	),
	...(["agrees", "drifts", "differs", "undeclared"] as const).map((state) =>
		trusted(`opinion-${state}-open`, trustedView(reviewing(opined(state))), async (page) => {
			await page.getByRole("region", { name: "Proof" }).getByRole("button").first().click();
			if (state !== "undeclared")
				await page.getByRole("button", { name: /^Your simulation (shows|differs)/ }).click();
			await to(page, "Proof");
		}),
	),
];
