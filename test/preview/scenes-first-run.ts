import type { SetupStep, SetupStepView, SetupView } from "../../src/ipc/setup.ts";
import type { IdentityView } from "../../src/ipc/sign-in.ts";
import type { TrustedScreen, TrustedView } from "../../src/ipc/windows.ts";
import { practiceReview } from "../../src/main/setup/setup.ts";
import { MINUTE, NOW, settings, vault } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import * as samples from "./samples/identity.ts";
import { deviceIn, ledgerScreen } from "./samples/ledger.ts";
import { PHRASE, trustedView } from "./samples/trusted.ts";
import { desk, type Scene, trusted } from "./scene.ts";

/** First run, step by step, and the request to practise on. */

const CHOSEN: Readonly<Record<SetupStep, Partial<SetupStepView>>> = {
	service: { text: "Production", name: "mira@nordlicht.example" },
	keys: { text: "Ledger Nano X · 2 accounts" },
	networks: { text: "7 chosen" },
	notifications: {},
};

/** The steps before this one are done. */
function setup(at: SetupStep): SetupView {
	const all = ["service", "keys", "networks", "notifications"] as const;
	const steps = all.map((step, index): SetupStepView => {
		const isDone = index < all.indexOf(at);
		return { step, isDone, text: null, name: null, ...(isDone ? CHOSEN[step] : {}) };
	});
	return { at, steps };
}

const none = vault({ state: "none", locksAt: null });
const fresh = { vault: none, settings: settings({ chains: [], baseUrl: "", hasToken: false }) };

const step = (
	name: string,
	at: SetupStep,
	screen: TrustedScreen,
	change: Partial<TrustedView> = {},
	act?: Scene["act"],
	answers?: Scene["script"]["answers"],
) =>
	trusted(`first-run-${name}`, trustedView(screen, { ...fresh, setup: setup(at), ...change }), act, answers);

const nobody: IdentityView = {
	environments: [samples.environment({ active: false, signedIn: false }), samples.staging],
	who: null,
	name: null,
	grants: samples.none,
	progress: { kind: "idle" },
	keeping: "Stored in the system keychain.",
	locked: false,
};
const service = (change: Partial<IdentityView> = {}): TrustedScreen => ({
	screen: "setupService",
	identity: { ...nobody, ...change },
});
const active = [samples.environment({ signedIn: false }), samples.staging];

const probe = (change: object) => ({
	ok: true,
	probe: { found: "right", simulates: true, traces: false, ms: 118, ...change },
});
const PROBES = {
	probeRpc: probe({}),
	"probeRpc 8453": probe({ ms: 64 }),
	"probeRpc 137": probe({ simulates: false, ms: 142 }),
	"probeRpc 10": probe({ simulates: false, traces: true, ms: 83 }),
	"probeRpc 59144": probe({ found: "unreachable", simulates: null, traces: null, ms: null }),
};
/** Main has not answered yet. */
const HANGING = { probeRpc: { ok: true, probe: "asking" } };

const practice: TrustedScreen = {
	screen: "practice",
	review: { ...practiceReview(NOW), expiresAt: NOW + 10 * MINUTE },
};
const notified = (practised: "approved" | "rejected" | null): TrustedScreen => ({
	screen: "setupNotifications",
	practised,
});
const emptyDesk = { inbox: [], sessions: [], accounts: [], activity: [], vault: none };

export const firstRunScenes: readonly Scene[] = [
	step("service", "service", service()),
	step("service-own", "service", service(), {}, async (page) => {
		await page.getByRole("button", { name: "Use another address" }).click();
		await page.getByLabel("Name", { exact: true }).fill("Partner");
	}),
	step(
		"service-working",
		"service",
		service({
			environments: active,
			progress: { kind: "working", resource: "agent", text: "Reading where this service signs people in" },
		}),
	),
	step(
		"service-code",
		"service",
		service({
			environments: active,
			progress: { ...samples.deviceCode, resources: ["agent", "pipeline", "account"] },
		}),
	),
	step(
		"service-failed",
		"service",
		service({
			environments: active,
			progress: {
				kind: "failed",
				resource: "agent",
				text: "The code was not used in time. Nothing was granted. Try again for a new code.",
			},
		}),
	),
	step(
		"service-locked",
		"service",
		service({
			environments: active,
			locked: true,
			keeping: "Kept under your keys’ password: this system has no keychain.",
		}),
		{ vault: vault({ state: "locked", locksAt: null }) },
	),
	trusted(
		"first-run-service-signed-in",
		trustedView(
			service({
				environments: [samples.environment(), samples.staging],
				who: "3F2A-91BC",
				name: "mira@nordlicht.example",
				grants: samples.granted,
			}),
			{ ...fresh, setup: { ...setup("keys"), at: "service" } },
		),
	),
	step("keys", "keys", { screen: "setupKeys" }),
	step("keys-create", "keys", { screen: "setupKeys" }, {}, async (page) => {
		await page.getByRole("button", { name: /Create a recovery phrase/ }).click();
		await page.keyboard.type("correct horse");
	}),
	step("keys-file", "keys", { screen: "setupKeys" }, {}, async (page) => {
		await page.getByRole("button", { name: /Import a key file/ }).click();
	}),
	step("keys-phrase", "keys", { screen: "phrase", words: PHRASE }),
	step("keys-phrase-check", "keys", { screen: "phraseCheck", positions: [3, 7, 11], wrong: true }),
	trusted(
		"first-run-keys-there",
		trustedView(
			{ screen: "setupKeys" },
			{ vault: vault(), settings: fresh.settings, setup: { ...setup("networks"), at: "keys" } },
		),
	),
	step("ledger-missing", "keys", ledgerScreen({ devices: [deviceIn("none")], accounts: [] })),
	step("networks", "networks", { screen: "setupNetworks" }, {}, undefined, PROBES),
	step("networks-checking", "networks", { screen: "setupNetworks" }, {}, undefined, HANGING),
	step(
		"networks-unproven",
		"networks",
		{ screen: "setupNetworks" },
		{},
		async (page) => page.getByText(/This RPC can’t simulate/).scrollIntoViewIfNeeded(),
		PROBES,
	),
	step("notifications", "notifications", notified(null)),
	step("notifications-practised", "notifications", notified("approved")),
	step("notifications-rejected", "notifications", notified("rejected"), {
		settings: settings({ notifications: false, notificationsSupported: false }),
	}),
	trusted("practice", trustedView(practice), async (page) => {
		await page.getByRole("button", { name: "Hold to approve" }).waitFor();
	}),
	trusted("practice-proof", trustedView(practice), async (page) => {
		await page.getByRole("button", { name: /fields match/ }).click();
		await page.getByRole("button", { name: /^Raw/ }).scrollIntoViewIfNeeded();
	}),
	desk("desk-setup-begun", deskView({ ...emptyDesk, setup: { done: 1, of: 4 } })),
	desk("desk-setup-left", deskView({ setup: { done: 2, of: 4 } })),
	desk("desk-no-keys-waiting", deskView({ accounts: [], vault: none })),
	desk(
		"settings-sign-in-named",
		deskView({ identity: samples.identityBrief({ name: "mira@nordlicht.example" }) }),
		async (page) => page.getByRole("button", { name: "Settings", exact: true }).click(),
	),
];
