import type { Page } from "playwright";
import type { ReviewView } from "../../src/ipc/review.ts";
import * as flows from "./samples/flow.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

/** Scenes of payments to several receivers. */

const at = (of: ReviewView) => trustedView(reviewing(of));
const choose = (name: RegExp) => async (page: Page) => {
	await page.getByRole("radio", { name }).click();
};

export const flowScenes: readonly Scene[] = [
	trusted("flow-receivers", at(flows.payroll())),
	trusted("flow-steps", at(flows.payroll()), choose(/^Steps/)),
	trusted("flow-map", at(flows.payroll()), choose(/^Map/)),
	trusted("flow-small-unknown", at(flows.smallUnknown())),
	trusted("flow-contacts", at(flows.contactsOnly())),
	trusted("flow-many", at(flows.manyReceivers())),
	trusted("flow-many-open", at(flows.manyReceivers()), async (page) => {
		await page.getByRole("button", { name: /more contacts/ }).click();
	}),
	trusted("flow-two-assets", at(flows.twoAssets())),
	trusted("flow-map-two-assets", at(flows.twoAssets()), choose(/^Map/)),
	trusted("flow-map-swap", at(flows.skimmed()), choose(/^Map/)),
	trusted("flow-map-no-price", at(flows.skimmed(false)), choose(/^Map/)),
	trusted("flow-map-contracts", at(flows.manyContracts()), choose(/^Map/)),
];
