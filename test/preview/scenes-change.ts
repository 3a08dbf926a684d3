import { review, risky } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

/** The third answer: a message to the agent in place of a yes or a no. */

export const changeScenes: readonly Scene[] = [
	trusted("change-payment", trustedView(reviewing(review())), async (page) => {
		await page.getByRole("button", { name: "Ask for a change…" }).click();
	}),
	trusted("change-amount", trustedView(reviewing(review())), async (page) => {
		await page.getByRole("button", { name: "Ask for a change…" }).click();
		await page.getByRole("radio", { name: "Lower amount" }).check();
		await page.getByLabel("Lower amount in ETH").fill("0.5");
	}),
	trusted("change-danger", trustedView(reviewing(risky())), async (page) => {
		await page.getByRole("button", { name: "Ask for a change…" }).click();
		await page.getByRole("radio").last().check();
		await page.getByLabel("Your message to the agent").fill("Please send it to Ben instead.");
	}),
	trusted("change-sent", trustedView(reviewing(risky())), async (page) => {
		await page.getByRole("button", { name: "Ask for a change…" }).click();
		await page.getByRole("button", { name: "Send", exact: true }).click();
	}),
];
