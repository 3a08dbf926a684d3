import type { Page } from "playwright";
import type { IdentityView } from "../../src/ipc/sign-in.ts";
import { settings, vault } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import * as samples from "./samples/identity.ts";
import { trustedView } from "./samples/trusted.ts";
import { desk, type Scene, to, trusted } from "./scene.ts";

/** Environments, signing in and out, and where the desk says how that stands. */

const signIn = (name: string, change: Partial<IdentityView> = {}, act?: Scene["act"]) =>
	trusted(`sign-in-${name}`, trustedView(samples.signInScreen(change)), act);

const nobody = {
	who: null,
	grants: samples.none,
	environments: samples.environments().map((one) => ({ ...one, signedIn: false })),
} as const;
const press = (name: string) => async (page: Page) => page.getByRole("button", { name, exact: true }).click();
const section = (name: string) => async (page: Page) => {
	await press("Settings")(page);
	await page.getByRole("navigation", { name: "Settings" }).getByRole("button", { name }).click();
};

const endedBrief = samples.identityBrief({
	environment: samples.environment({ ...samples.staging, active: true }),
	grants: samples.troubled,
});
const nobodyBrief = samples.identityBrief({ who: null, grants: samples.none });

export const identityScenes: readonly Scene[] = [
	signIn("nobody", nobody),
	signIn("no-service", {
		...nobody,
		environments: nobody.environments.map((one) => ({ ...one, active: false })),
	}),
	signIn("granted"),
	signIn("troubled", { grants: samples.troubled }, async (page) => to(page, "Sign in to")),
	signIn("browser-offered", {
		...nobody,
		environments: samples.environments("Stand-in"),
		keeping: "Kept under your keys’ password: this system has no keychain.",
	}),
	signIn("resources", nobody, async (page) => {
		await page.getByRole("button", { name: "Would grant 3 rights" }).first().click();
		await to(page, "Sign in to");
	}),
	signIn("add", {}, async (page) => {
		await press("Add an environment")(page);
		await page.getByLabel("Name").fill("Partner");
		await page.getByLabel("Base address").fill("http://agents.partner.example.net");
		await page.getByRole("button", { name: /^Client IDs/ }).click();
		await page.getByRole("form", { name: "New environment" }).scrollIntoViewIfNeeded();
	}),
	signIn("remove", {}, press("Remove Partner")),
	signIn("sign-out", {}, async (page) => {
		await press("Sign out…")(page);
		await to(page, "Signed in as");
	}),
	signIn("working", {
		...nobody,
		progress: { kind: "working", resource: "agent", text: "Reading where this service signs people in" },
	}),
	signIn("browser", {
		...nobody,
		environments: samples.environments("Stand-in"),
		progress: { kind: "browser", resource: "agent", resources: ["agent"], endsAt: samples.deviceCode.endsAt },
	}),
	signIn("device", { ...nobody, progress: samples.deviceCode }),
	signIn("device-plain", {
		...nobody,
		progress: {
			...samples.deviceCode,
			userCode: "BDWDHQPK",
			fullLink: null,
			resource: "account",
			resources: ["account"],
		},
	}),
	signIn("device-elsewhere", {
		...nobody,
		progress: { ...samples.deviceCode, link: "https://agents.example.com.evil.test/device", fullLink: null },
	}),
	signIn("failed", {
		...nobody,
		progress: {
			kind: "failed",
			resource: "agent",
			text: "The code was not used in time. Nothing was granted. Try again for a new code.",
		},
	}),
	signIn("done", {
		progress: { kind: "done", text: "You’re signed in to the agent, the pipeline and your account." },
	}),
	trusted(
		"sign-in-locked",
		trustedView(
			samples.signInScreen({
				locked: true,
				grants: samples.none,
				who: null,
				keeping: "Kept under your keys’ password: this system has no keychain.",
			}),
			{ vault: vault({ state: "locked", locksAt: null }) },
		),
	),
	desk("settings-sign-in", deskView(), press("Settings")),
	desk("settings-sign-in-ended", deskView({ identity: endedBrief }), press("Settings")),
	desk(
		"settings-addresses",
		deskView({ identity: nobodyBrief, settings: settings({ hasToken: false }) }),
		section("Networks"),
	),
	desk("settings-signing", deskView(), section("Signing")),
	desk("desk-new-signed-out", deskView({ identity: nobodyBrief }), async (page) => page.keyboard.press("n")),
	desk(
		"desk-new-no-service",
		deskView({
			identity: { ...nobodyBrief, environment: null },
			settings: settings({ baseUrl: "", environment: "none" }),
		}),
		async (page) => page.keyboard.press("n"),
	),
	desk(
		"desk-first-run-signed-out",
		deskView({
			inbox: [],
			sessions: [],
			accounts: [],
			activity: [],
			identity: nobodyBrief,
			vault: vault({ state: "none", locksAt: null }),
		}),
	),
];
