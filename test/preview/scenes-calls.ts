import { hidingSol, routerCall, safeCall } from "./samples/calls.ts";
import { review } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

const below = (heading: string) => async (page: Parameters<NonNullable<Scene["act"]>>[0]) => {
	await page.getByRole("heading", { name: heading }).scrollIntoViewIfNeeded();
	await page
		.getByRole("heading", { name: heading })
		.evaluate((node) => node.scrollIntoView({ block: "start" }));
};

/** What a person sees of calls inside of calls. */
export const callScenes: readonly Scene[] = [
	trusted(
		"calls-router",
		trustedView(reviewing(review({ headline: routerCall().headline, contents: [routerCall()] }))),
		async (page) => {
			await page.getByRole("button", { name: /your own RPC ran it/ }).click();
			await below("What it calls")(page);
		},
	),
	trusted(
		"calls-safe",
		trustedView(
			reviewing(review({ headline: safeCall().headline, headlineKnown: false, contents: [safeCall()] })),
		),
		below("What it calls"),
	),
	trusted(
		"calls-safe-top",
		trustedView(
			reviewing(review({ headline: safeCall().headline, headlineKnown: false, contents: [safeCall()] })),
		),
	),
	trusted(
		"calls-solana",
		trustedView(
			reviewing(review({ headline: hidingSol().headline, headlineKnown: false, contents: [hidingSol()] })),
		),
		below("What it runs"),
	),
];
