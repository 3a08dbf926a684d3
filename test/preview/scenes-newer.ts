import type { Page } from "playwright";
import { RESOURCES } from "../../src/service-api/resource.ts";
import { deskView, entries } from "./samples/desk.ts";
import * as identity from "./samples/identity.ts";
import * as samples from "./samples/newer.ts";
import { readAccount } from "./samples/service-account.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { desk, type Scene, to, trusted } from "./scene.ts";

const choose = (name: RegExp) => async (page: Page) => page.getByRole("button", { name }).first().click();
const go = (place: string) => async (page: Page) =>
	page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: place }).click();

const progress = (name: string, of: typeof samples.unanswered) =>
	trusted(name, trustedView({ screen: "progress", progress: of, waiting: 0 }));

/** Scenes of a newer service's requests and events, of repetitions, and of bad ends. */
export const newerScenes: readonly Scene[] = [
	trusted("newer-adds", trustedView(reviewing(samples.added())), async (page) => {
		await choose(/^The service adds/)(page);
		await page.getByText("Not part of the API").scrollIntoViewIfNeeded();
	}),
	trusted("newer-silent", trustedView(reviewing(samples.serviceSilent()))),
	trusted("newer-unread", trustedView(reviewing(samples.unread()))),
	desk("newer-unread-entry", deskView({ inbox: [samples.unreadEntry, ...entries] }), choose(/can't be read/)),
	trusted("newer-done-before", trustedView(reviewing(samples.doneBefore()))),
	trusted("newer-of-build", trustedView(reviewing(samples.ofBuild()))),
	desk("newer-of-build-entry", deskView({ inbox: [samples.ofBuildEntry, ...entries] })),
	progress("newer-unanswered", samples.unanswered),
	progress("newer-lost-claim", samples.lostClaim),
	{
		...desk("newer-unknown-events", deskView()),
		script: { desk: deskView(), transcripts: [samples.unknownEvents()], trusted: null, answers: {} },
		act: async (page) => {
			await go("Sessions")(page);
			await choose(/Rebalance/)(page);
			await choose(/that this version doesn’t recognize/)(page);
		},
	},
	trusted(
		"newer-joint-code",
		trustedView(
			identity.signInScreen({
				grants: identity.none,
				who: null,
				progress: { ...identity.deviceCode, resources: RESOURCES },
			}),
		),
	),
	trusted(
		"newer-joint-sign-out",
		trustedView(
			identity.signInScreen({
				grants: RESOURCES.map((each) =>
					identity.grant(each, { joined: RESOURCES.filter((other) => other !== each) }),
				),
			}),
		),
		async (page) => {
			await page
				.getByRole("button", { name: /^Sign out/ })
				.last()
				.click();
			await to(page, "Sign in to");
		},
	),
	desk(
		"newer-other-apps",
		deskView({
			serviceAccount: {
				...readAccount,
				apps: readAccount.apps?.slice(0, 1) ?? null,
				otherApps: [
					{ app: "evm", applicationId: null, why: "built_in" },
					{ app: `pay‮roll ${"long ".repeat(12)}`, applicationId: 2_147_483_647, why: "not_installed" },
				],
			},
		}),
		async (page) => {
			await page.getByRole("button", { name: "Settings", exact: true }).click();
			await page.getByRole("navigation", { name: "Settings" }).getByRole("button", { name: "Apps" }).click();
		},
	),
	desk("newer-journal-changed", deskView({ alerts: [samples.JOURNAL_CHANGED] })),
	trusted("newer-build", trustedView({ screen: "build", build: samples.notSimulatedBuild() })),
];
