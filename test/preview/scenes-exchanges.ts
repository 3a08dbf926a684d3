import { t } from "../../src/text/index.ts";
import * as samples from "./samples/exchanges.ts";
import { risky } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import * as unlisted from "./samples/unlisted.ts";
import { type Scene, trusted } from "./scene.ts";

/** Reviews of swaps, orders and unlisted contracts, in every state of their cards. */
export const exchangeScenes: readonly Scene[] = [
	trusted("exchange-swap", trustedView(reviewing(samples.swap()))),
	trusted("exchange-swap-no-feed", trustedView(reviewing(samples.swapWithoutFeed()))),
	trusted("exchange-swap-loose", trustedView(reviewing(samples.swapLoose()))),
	trusted("exchange-swap-no-limit", trustedView(reviewing(samples.swapUnbounded()))),
	trusted("exchange-swap-unread", trustedView(reviewing(samples.swapUnread()))),
	trusted("exchange-order", trustedView(reviewing(samples.order()))),
	trusted("exchange-order-coins", trustedView(reviewing(samples.orderOfCoins()))),
	trusted("exchange-order-nothing", trustedView(reviewing(samples.orderForNothing()))),
	trusted("why-band", trustedView(reviewing(samples.swapUnbounded())), async (page) => {
		await page
			.getByRole("button", { name: t("why"), exact: true })
			.first()
			.click();
	}),
	trusted("why-list", trustedView(reviewing(risky())), async (page) => {
		await page.getByRole("button", { name: t("trusted.preview.and-more", { count: 2 }) }).click();
		await page
			.getByRole("button", { name: /^Why\?/ })
			.first()
			.click();
	}),
	trusted("day-limit", trustedView(reviewing(samples.withDayLimit())), async (page) => {
		await page.getByRole("region", { name: t("day-limit.region") }).scrollIntoViewIfNeeded();
	}),
	trusted("unlisted-safe", trustedView(reviewing(unlisted.unverifiedSafe()))),
	trusted("unlisted-young", trustedView(reviewing(unlisted.youngContract()))),
	trusted("unlisted-age-unread", trustedView(reviewing(unlisted.unreadAge()))),
];
