import { Keypair } from "@solana/web3.js";
import { generatePrivateKey } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bandOf } from "../../../../src/core/review/band.ts";
import type { SetupView } from "../../../../src/ipc/setup.ts";
import { entryKeyOf } from "../../../../src/main/inbox/entries/entry.ts";
import type { ProcessChannel, SettingsStore } from "../../../../src/main/ports.ts";
import { PRACTICE_ENTRY, practiceReview } from "../../../../src/main/setup/setup.ts";
import { openPerson, PASSWORD, type Person, scratch } from "../../../support/person.ts";
import { forkVault, memorySettings } from "../../../support/ports.ts";
import { saying } from "../../../support/saying.ts";

/** From the first start to the inbox, without windows, and a practice request that reaches nothing real. */

const SERVICE = "https://here.example";
const RPC = "https://rpc.here.example";
const BASE = { chainId: "8453", name: "Base", rpcUrl: RPC };

const folder = scratch();
let person: Person;
let settings: SettingsStore;
/** Calls to the network and to the vault. */
let sent: string[];
let posted: number;

function counting(channel: ProcessChannel): ProcessChannel {
	return {
		...channel,
		post(message) {
			posted += 1;
			channel.post(message);
		},
	};
}

async function open(token: string | null = null): Promise<SetupView | null> {
	let setup: SetupView | null = null;
	person = await openPerson({
		dataDir: folder.path,
		baseUrl: SERVICE,
		token,
		chains: [],
		settings,
		forkVault: () => counting(forkVault()),
		fetch: async (input) => {
			sent.push(String(input));
			return Response.json({ sessions: [] });
		},
	});
	person.countersign.onTrustedPush(({ view }) => {
		setup = view.setup;
	});
	person.countersign.pushTrusted();
	return setup;
}

beforeEach(async () => {
	sent = [];
	posted = 0;
	settings = memorySettings({ baseUrl: SERVICE, setup: null });
});

afterEach(async () => {
	await person.stop();
	folder.remove();
});

const call = (name: string, input: unknown = {}) => person.callTrusted(name, input);
const importKey = () => call("importKey", { key: generatePrivateKey(), password: PASSWORD });
const shown = () => {
	person.countersign.pushTrusted();
	return person.screen();
};

describe("the setup", () => {
	it("begins with the service if nobody is signed in, and with keys if a token exists", async () => {
		expect((await open())?.steps.map(({ isDone }) => isDone)).toEqual([false, false, false, false]);
		expect(shown().screen).toBe("setupService");
		await person.stop();
		settings.set({ setup: null });
		expect((await open("token"))?.steps.map(({ isDone }) => isDone)).toEqual([true, false, false, false]);
		expect(shown().screen).toBe("setupKeys");
	});

	it("goes from keys to the networks, not to a window if nothing waits", async () => {
		await open();
		expect(await importKey()).toEqual({ ok: true });
		expect(shown().screen).toBe("setupNetworks");
		expect(person.desk().setup).toMatchObject({ of: 4 });
	});

	it("continues from a key file as from a key", async () => {
		await open();
		person.ports.desktop.toOpen = JSON.stringify([...Keypair.generate().secretKey]);
		expect(await call("importKeyFile", { filePassword: "", password: PASSWORD })).toMatchObject({ ok: true });
		expect(shown().screen).toBe("setupNetworks");
	});

	it("leads to any step, and keeps the last one over a restart", async () => {
		await open();
		for (const [step, screen] of [
			["networks", "setupNetworks"],
			["keys", "setupKeys"],
			["notifications", "setupNotifications"],
			["service", "setupService"],
			["networks", "setupNetworks"],
		] as const) {
			expect(await call("openSetupStep", { step })).toEqual({ ok: true });
			expect(shown().screen).toBe(screen);
		}
		expect(await call("close")).toEqual({ ok: true });
		await person.stop();
		await open();
		expect(shown().screen).toBe("setupNetworks");
	});

	it("does not leave a recovery phrase that waits for its check", async () => {
		await open();
		expect(await call("createPhrase", { password: PASSWORD })).toEqual({ ok: true });
		for (const [name, input] of [
			["openSetupStep", { step: "networks" }],
			["openPractice", {}],
			["endSetup", {}],
		] as const)
			expect(await call(name, input)).toEqual({ ok: false, text: saying("app.phrase-waits") });
		expect(shown().screen).toBe("phrase");
	});

	it("announces the choice", async () => {
		await open();
		await importKey();
		settings.set({ chains: [{ family: "evm", genesisHash: null, ...BASE }] });
		await call("setNotified", { on: false });
		let setup: SetupView | null = null;
		person.countersign.onTrustedPush(({ view }) => {
			setup = view.setup;
		});
		person.countersign.pushTrusted();
		expect(setup).toMatchObject({
			at: "networks",
			steps: [
				{ isDone: false },
				{ isDone: true, text: saying("setup.chosen.accounts", { count: 1 }) },
				{ isDone: true, text: saying("setup.chosen.networks", { count: 1 }) },
				{ isDone: false, text: null },
			],
		});
		await call("openSetupStep", { step: "notifications" });
		person.countersign.pushTrusted();
		expect(setup).toMatchObject({
			steps: [{}, {}, {}, { isDone: false, text: saying("setup.chosen.not-told") }],
		});
		expect(settings.get().notifications).toBe(false);
	});

	it("ends once, and accepts no commands afterwards", async () => {
		await open();
		await importKey();
		expect(await call("endSetup")).toEqual({ ok: true });
		expect(shown().screen).toBe("empty");
		expect(settings.get().setup).toBe("done");
		person.countersign.pushDesk();
		expect(person.desk().setup).toBeNull();
		for (const [name, input] of [
			["openSetupStep", { step: "keys" }],
			["openPractice", {}],
		] as const)
			expect(await call(name, input)).toEqual({ ok: false, text: saying("setup.is-over") });
		await person.stop();
		await open();
		expect(shown().screen).toBe("empty");
	});

	it("is skipped for a user with keys", async () => {
		settings = memorySettings({ baseUrl: SERVICE, setup: "done" });
		await open();
		await importKey();
		await person.stop();
		settings.set({ setup: null });
		await open();
		expect(shown().screen).toBe("empty");
		expect(person.desk().setup).toBeNull();
	});
});

describe("a practice request", () => {
	beforeEach(async () => {
		await open();
		await importKey();
		await call("openSetupStep", { step: "notifications" });
	});

	const practising = async () => {
		expect(await call("openPractice")).toEqual({ ok: true });
		const screen = shown();
		if (screen.screen !== "practice") throw new Error(`the window shows ${screen.screen}`);
		return screen.review;
	};

	it("is notified like a real one, and its notification leads back to it", async () => {
		await practising();
		const [told] = person.ports.desktop.notifications;
		expect(told).toMatchObject({ title: saying("setup.practice.notification"), entryId: "practice" });
		expect(told?.offer).toBeUndefined();
		await call("close");
		person.countersign.openEntry("practice");
		expect(shown().screen).toBe("practice");
	});

	it("is answered without a key, the vault, the journal or the network", async () => {
		const before = { sent: sent.length, posted, rows: person.desk().activity };
		await practising();
		expect(await call("answerPractice", { answer: "approved" })).toEqual({ ok: true });
		expect(shown()).toMatchObject({ screen: "setupNotifications", practised: "approved" });
		await practising();
		expect(await call("answerPractice", { answer: "rejected" })).toEqual({ ok: true });
		expect(shown()).toMatchObject({ screen: "setupNotifications", practised: "rejected" });
		person.countersign.pushDesk();
		expect({ sent: sent.length, posted, rows: person.desk().activity }).toEqual(before);
		expect(person.desk()).toMatchObject({ inbox: [], activity: [], rejections: [] });
		expect(person.ports.desktop.withdrawn).toContain("practice");
	});

	it("requires a real held press for approval, and is answered only while it is displayed", async () => {
		expect(await call("answerPractice", { answer: "approved" })).toEqual({
			ok: false,
			text: saying("setup.nothing-to-practise"),
		});
		await practising();
		const now = person.ports.clock.now();
		for (const pressedSince of [null, now - 100])
			expect(
				await person.countersign.callTrusted(
					"answerPractice",
					{ answer: "approved" },
					{ visibleSince: now - 5000, lastInputAt: now - 100, pressedSince },
				),
			).toMatchObject({ ok: false });
		expect(shown().screen).toBe("practice");
	});

	it("can't be used as a ticket of a real request, for any input", async () => {
		const { fingerprint, entryId } = await practising();
		const before = { sent: sent.length, posted };
		const attempt = { ticket: "practice", fingerprint, word: null };
		expect(await call("reviewShown", { ticket: "practice" })).toMatchObject({ ok: false });
		person.ports.clock.skip(3_000);
		expect(await call("approve", attempt)).toEqual({ ok: false, text: saying("approval.review-changed") });
		for (const [name, input] of [
			["rejectEntries", { entryIds: [entryId], reason: null }],
			["saveForChecking", { entryId }],
			["askForChange", { entryId, message: "exactly 100" }],
			["withdraw", { entryId }],
			["replace", { entryId, purpose: "cancel" }],
		] as const)
			expect(await call(name, input), name).toMatchObject({ ok: false });
		// A missing entry is not read again.
		await call("retry", { entryId });
		expect(await person.preview(entryId)).toBeNull();
		expect(await person.callDesk("openReview", { entryId })).toMatchObject({ ok: false });
		person.countersign.pushDesk();
		expect(person.desk()).toMatchObject({ inbox: [], activity: [], rejections: [] });
		expect({ sent: sent.length, posted }).toEqual(before);
	});
});

/** The practice request is a harmless review that names nothing real. */

describe("the practice request", () => {
	const review = practiceReview(1_790_000_000_000);

	it("has an impossible entry, network, commit and conversation", () => {
		expect(entryKeyOf(PRACTICE_ENTRY)).toBeNull();
		expect(review.chain.id).not.toMatch(/^([1-9][0-9]*|mainnet-beta|devnet|testnet|localnet)$/);
		expect(review).toMatchObject({ entryId: "practice", requestId: "practice", digest: null, device: null });
	});

	it("is calm, and can be approved only by a hold", () => {
		expect(bandOf(review).tone).toBe("calm");
		expect(review.approval).toMatchObject({ possible: true, word: null });
	});
});
