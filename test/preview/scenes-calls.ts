import { t } from "../../src/text/index.ts";
import { hidingSol, routerCall, safeCall } from "./samples/calls.ts";
import { describedOrder, describedProxy, describedSwap } from "./samples/claims.ts";
import { review } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

const below = (heading: string) => async (page: Parameters<NonNullable<Scene["act"]>>[0]) => {
	await page.getByRole("heading", { name: heading }).scrollIntoViewIfNeeded();
	await page
		.getByRole("heading", { name: heading })
		.evaluate((node) => node.scrollIntoView({ block: "start" }));
};

/** Scenes of nested calls. */
export const callScenes: readonly Scene[] = [
	trusted(
		"calls-router",
		trustedView(reviewing(review({ headline: routerCall().headline, contents: [routerCall()] }))),
		async (page) => {
			await page.getByRole("button", { name: /from your simulation/ }).click();
			await below(t("trusted.content.calls.title"))(page);
		},
	),
	trusted(
		"calls-safe",
		trustedView(
			reviewing(review({ headline: safeCall().headline, headlineKnown: false, contents: [safeCall()] })),
		),
		below(t("trusted.content.calls.title")),
	),
	trusted(
		"calls-safe-top",
		trustedView(
			reviewing(review({ headline: safeCall().headline, headlineKnown: false, contents: [safeCall()] })),
		),
	),
	trusted(
		"calls-described-top",
		trustedView(
			reviewing(
				review({ headline: describedSwap().headline, headlineKnown: false, contents: [describedSwap()] }),
			),
		),
	),
	trusted(
		"calls-described",
		trustedView(
			reviewing(
				review({ headline: describedSwap().headline, headlineKnown: false, contents: [describedSwap()] }),
			),
		),
		below(t("trusted.content.contract-says")),
	),
	trusted(
		"calls-described-proxy",
		trustedView(
			reviewing(
				review({ headline: describedProxy().headline, headlineKnown: false, contents: [describedProxy()] }),
			),
		),
		below(t("trusted.content.contract-says")),
	),
	trusted(
		"calls-described-order",
		trustedView(
			reviewing(
				review({ headline: describedOrder().headline, headlineKnown: false, contents: [describedOrder()] }),
			),
		),
	),
	trusted(
		"calls-solana",
		trustedView(
			reviewing(review({ headline: hidingSol().headline, headlineKnown: false, contents: [hidingSol()] })),
		),
		below(t("trusted.content.what-it-runs")),
	),
];
