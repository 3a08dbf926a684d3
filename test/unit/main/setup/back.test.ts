import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPerson, PASSWORD, type Person, scratch } from "../../../support/person.ts";
import { forkVault, memorySettings } from "../../../support/ports.ts";

/** Every screen of the first run, in both directions. */

const folder = scratch();
let person: Person;

beforeEach(async () => {
	person = await openPerson({
		dataDir: folder.path,
		baseUrl: "https://here.example",
		token: null,
		chains: [],
		settings: memorySettings({ baseUrl: "https://here.example", setup: null }),
		forkVault,
		fetch: async () => Response.json({ sessions: [] }),
	});
});

afterEach(async () => {
	await person.stop();
	folder.remove();
});

const call = (name: string, input: unknown = {}) => person.callTrusted(name, input);

function shown() {
	person.countersign.pushTrusted();
	return person.screen();
}

async function goTo(command: readonly [name: string, input?: unknown], screen: string): Promise<void> {
	expect(await call(...command)).toEqual({ ok: true });
	expect(shown().screen).toBe(screen);
}

const words = () => {
	const screen = shown();
	return screen.screen === "phrase" ? screen.words : [];
};

const create = ["createPhrase", { password: PASSWORD }] as const;
const step = (name: string) => ["openSetupStep", { step: name }] as const;

describe("going back in the first run", () => {
	it("leads from each screen to the one before it, and on again", async () => {
		expect(shown().screen).toBe("setupService");
		await goTo(["openSignIn"], "signIn");
		await goTo(step("service"), "setupService");
		await goTo(step("keys"), "setupKeys");
		await goTo(["openLedger"], "ledger");
		await goTo(step("keys"), "setupKeys");
		await goTo(create, "phrase");
		const first = words();
		await goTo(["phraseWritten"], "phraseCheck");
		await goTo(["phraseBack"], "phrase");
		expect(words()).toEqual(first);
		await goTo(["phraseBack"], "setupKeys");
		await goTo(step("service"), "setupService");
		await goTo(step("keys"), "setupKeys");
		await goTo(create, "phrase");
		expect(words()).not.toEqual(first);
		await goTo(["phraseBack"], "setupKeys");
		await goTo(step("networks"), "setupNetworks");
		await goTo(step("keys"), "setupKeys");
		await goTo(step("notifications"), "setupNotifications");
		await goTo(["openPractice"], "practice");
		await goTo(step("notifications"), "setupNotifications");
		await goTo(step("networks"), "setupNetworks");
	});

	it("shows the words again after a wrong word and a closed window", async () => {
		await goTo(create, "phrase");
		const first = words();
		await goTo(["phraseWritten"], "phraseCheck");
		expect(await call("checkPhrase", { words: ["a", "b", "c"] })).toMatchObject({ ok: false });
		expect(await call("close")).toEqual({ ok: true });
		expect(await person.callDesk("openTrusted", { screen: "setup" })).toEqual({ ok: true });
		expect(shown().screen).toBe("phraseCheck");
		await goTo(["phraseBack"], "phrase");
		expect(words()).toEqual(first);
		await goTo(["phraseWritten"], "phraseCheck");
		const check = shown();
		const asked = check.screen === "phraseCheck" ? check.positions : [];
		expect(await call("checkPhrase", { words: asked.map((at) => first[at - 1]) })).toEqual({ ok: true });
		expect(shown().screen).toBe("setupNetworks");
	});

	it.each(["phrase", "phraseCheck"])("leaves the %s discarded by a lock", async (screen) => {
		await goTo(create, "phrase");
		if (screen === "phraseCheck") await goTo(["phraseWritten"], "phraseCheck");
		expect(await call("lock")).toEqual({ ok: true });
		await goTo(["phraseBack"], "setupKeys");
	});
});
