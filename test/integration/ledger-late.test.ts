import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EmulatedLedger } from "../mock-ledger/start.ts";
import { NOTHING } from "../support/kinds.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";
import { must } from "../support/person.ts";
import { saying, type Telling, tells } from "../support/saying.ts";

/**
 * A device that becomes ready late, or on which the user refuses. Waiting approvals continue by themselves; refused
 * ones never do.
 */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const SEND = `send 0.01 ETH to ${SOMEBODY}`;
const TWO = `execute: ${SEND}, then ${SEND}`;
const APPROVES = { decide: "approve", afterMs: 0 } as const;
const REJECTS = { decide: "reject", afterMs: 0 } as const;
const WAITS = { decide: "wait", afterMs: 0 } as const;
const PLUG_IN = saying("device.plug-in-account");
const OPEN = saying("device.dashboard", { app: "Ethereum" });
const LEAVE = saying("device.wrong-app.named", { open: "Solana", app: "Ethereum" });

let here: LedgerPerson;
let device: EmulatedLedger;
let stranger: EmulatedLedger;
beforeAll(async () => {
	here = await openLedgerPerson({ devices: [{}, { seed: OTHER_SEED }] });
	const [own, other] = here.devices;
	if (own === undefined || other === undefined) throw new Error("two devices");
	[device, stranger] = [own, other];
	stranger.unplug();
});
afterAll(() => here?.close());
afterEach(async () => {
	device.person = APPROVES;
	await here.person.callTrusted("clearedLedger", {});
	device.plug();
	device.unlock();
	stranger.unplug();
	if (device.app() !== "Ethereum") device.open("Ethereum");
});

/**
 * Counts the signature requests to the Ethereum app, whatever their outcome. Without data, 04 doesn't request a
 * signature.
 */
const questions = () =>
	device.exchanges().filter(({ request }) => /^e0(?:04|08|0c)00..(?!00)/.test(request)).length;

describe("an approval whose device is not ready", () => {
	/** Fault, the window's text for it, and its remedy. */
	const LATE: readonly [string, () => void, Telling, () => void | Promise<void>][] = [
		["is not plugged in", () => device.unplug(), PLUG_IN, () => device.plug()],
		["is locked", () => device.lock(), saying("device.locked"), () => device.unlock()],
		["shows its dashboard", () => device.quit(), OPEN, () => device.open("Ethereum")],
		["has another app open", () => device.open("Solana"), LEAVE, () => device.open("Ethereum")],
		["shows its dashboard (opened from here)", () => device.quit(), OPEN, opened],
		["has another app open (left from here)", () => device.open("Solana"), LEAVE, opened],
		[
			"is another one",
			() => {
				device.unplug();
				stranger.plug();
			},
			saying("device.other-device"),
			() => device.plug(),
		],
	];

	async function opened(): Promise<void> {
		const shown = await here.person.until("an app that can be opened", () => {
			const screen = here.person.screen();
			const view = screen.screen === "progress" ? screen.progress.device?.device : null;
			return view?.canOpen.includes("Ethereum") === true ? view : null;
		});
		expect(await here.person.callTrusted("openLedgerApp", { deviceId: shown.id, app: "Ethereum" })).toEqual({
			ok: true,
		});
	}

	it.each(LATE)("waits if it %s, says so, and is signed by itself once that is fixed", async (...late) => {
		const [, wrong, matter, right] = late;
		const [before, nonce] = [questions(), await here.mined()];
		wrong();
		const entry = await here.approved(SEND);
		// Expects the approval's own text, because an earlier device check may show a similar one.
		const waiting = await here.waiting(entry.id, "signing.approved", matter, "signing.not-signed.yet");
		expect(waiting.device?.canCancel).toBe(true);
		expect(questions()).toBe(before);
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		await right();
		await here.confirmed(entry.id);
		expect(questions()).toBe(before + 1);
		expect(await here.mined()).toBe(nonce + 1);
	});
});

describe("an approval that ends at the device", () => {
	/** Checks that it stays refused: nothing was submitted or mined, and a later device check requests no signature. */
	async function stays(entryId: string, asked: number, nonce: number): Promise<void> {
		const from = device.exchanges().length;
		await here.person.review(entryId);
		here.person.ports.clock.skip(15_000);
		await expect.poll(() => device.exchanges().length, { timeout: 60_000 }).toBeGreaterThan(from);
		expect(questions()).toBe(asked);
		expect(await here.trace(entryId)).toEqual(NOTHING);
		expect(await here.mined()).toBe(nonce);
	}

	it("is refused if the user rejects it there, and asked again only after a new approval", async () => {
		const [before, nonce] = [questions(), await here.mined()];
		device.person = REJECTS;
		const entry = await here.approved(SEND);
		const over = await here.refused(entry.id, "device.rejected", "device.safe");
		expect(over.fundsMayHaveMoved).toBe(false);
		await stays(entry.id, before + 1, nonce);
		device.person = APPROVES;
		await here.again(entry.id);
		await here.confirmed(entry.id);
		expect(questions()).toBe(before + 2);
		expect(await here.mined()).toBe(nonce + 1);
	});

	it("is cancelled at the computer during the question, after which a yes on the device changes nothing", async () => {
		const { person } = here;
		const [before, nonce] = [questions(), await here.mined()];
		device.person = WAITS;
		const entry = await here.approved(SEND);
		await device.untilQuestion();
		const asking = await here.waiting(entry.id, "device.asking", "device.cleared-there");
		expect(asking.device?.steps.at(-1)).toEqual({ name: "confirm", state: "now" });
		expect(await person.callTrusted("cancelLedger", {})).toEqual({ ok: true });
		await here.refused(entry.id, "signer.given-up.person", "signer.device-may-still-show");
		// Approves again while the old request is still on the device; the app must not read an address meanwhile.
		must(await person.approve(entry.id));
		await here.waiting(entry.id, "device.still-asking");
		await here.condition("stillAsking");
		expect(device.hasQuestion).toBe(true);
		expect(device.approve()).toBe(true);
		expect(device.crashes).toBe(0);
		expect(questions()).toBe(before + 1);
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		device.person = APPROVES;
		expect(await person.callTrusted("clearedLedger", {})).toEqual({ ok: true });
		await here.confirmed(entry.id);
		expect(await person.callTrusted("clearedLedger", {})).toMatchObject({ ok: false });
		expect(await here.mined()).toBe(nonce + 1);
	});

	it("ends if its app is closed during the question, and needs no clearing once the dashboard was seen", async () => {
		const { person } = here;
		const [before, nonce] = [questions(), await here.mined()];
		device.person = WAITS;
		const entry = await here.approved(SEND);
		await device.untilQuestion();
		device.quit();
		await here.refused(entry.id, "device.outcome-unknown", "device.unsent", "device.clear");
		must(await person.approve(entry.id));
		await here.waiting(entry.id, OPEN);
		expect(await here.mined()).toBe(nonce);
		device.person = APPROVES;
		device.open("Ethereum");
		await here.confirmed(entry.id);
		expect(questions()).toBe(before + 2);
		expect(await here.mined()).toBe(nonce + 1);
	});

	it("is withdrawn at the computer while it waits, and stays so when the device is connected", async () => {
		const [before, nonce] = [questions(), await here.mined()];
		device.unplug();
		const entry = await here.approved(SEND);
		await here.waiting(entry.id, PLUG_IN);
		expect(await here.person.callTrusted("cancelLedger", {})).toEqual({ ok: true });
		await here.withdrawn(entry.id, "signing.withdrawn", "nothing-signed");
		expect(await here.person.callTrusted("cancelLedger", {})).toMatchObject({ ok: false });
		device.plug();
		await stays(entry.id, before, nonce);
		await here.again(entry.id);
		await here.confirmed(entry.id);
	});

	it("is withdrawn as a whole if it is an action without a signature yet", async () => {
		const [before, nonce] = [questions(), await here.mined()];
		device.unplug();
		const entry = await here.approved(TWO);
		await here.waiting(entry.id, PLUG_IN);
		expect(await here.person.callTrusted("cancelLedger", {})).toEqual({ ok: true });
		await here.withdrawn(entry.id, "nothing-signed");
		device.plug();
		await stays(entry.id, before, nonce);
		expect((await here.trace(entry.id)).resolutions).toEqual([]);
		await here.again(entry.id);
		await here.confirmed(entry.id);
		expect(await here.mined()).toBe(nonce + 2);
	});

	it("skips the second step of an action if it is cancelled there, and reports the first", async () => {
		const [before, nonce] = [questions(), await here.mined()];
		device.person = WAITS;
		const entry = await here.approved(TWO);
		await device.untilQuestion();
		device.approve();
		await expect.poll(() => questions(), { timeout: 60_000 }).toBe(before + 2);
		await device.untilQuestion();
		expect(await here.person.callTrusted("cancelLedger", {})).toEqual({ ok: true });
		await here.progress(entry.id, "its end", ({ items }) => items[1]?.state === "unsigned");
		expect(device.approve()).toBe(true);
		await expect
			.poll(async () => (await here.trace(entry.id)).resolutions.length, { timeout: 60_000 })
			.toBe(1);
		expect(await here.mined()).toBe(nonce + 1);
		expect(questions()).toBe(before + 2);
	});

	it("ends if its offer expires during the question, after which a yes on the device changes nothing", async () => {
		const { person } = here;
		const [before, nonce] = [questions(), await here.mined()];
		device.person = WAITS;
		// The test has moved the user's clock ahead of the service's, and approving moves it further.
		const ahead = Math.ceil((person.ports.clock.now() - Date.now()) / 1000);
		const entry = await here.approved(`${SEND}, expiring in ${ahead + 3 + 3} s`);
		await device.untilQuestion();
		await person.until("its end", () => {
			const screen = person.screen();
			return screen.screen === "progress" && tells(screen.progress.text, "signer.given-up.time");
		});
		expect(device.approve()).toBe(true);
		await stays(entry.id, before + 1, nonce);
		expect((await person.review(entry.id)).approval.possible).toBe(false);
	});
});

describe("blind signing that is off on the device", () => {
	const TOKENS = `send 5 DEMO to ${SOMEBODY}`;

	it("refuses the review beforehand with the setting's path, until it is turned on there", async () => {
		const { person } = here;
		device.blindSigning("Ethereum", false);
		const entry = await here.asked(TOKENS);
		const review = await person.review(
			entry.id,
			(each) => !each.approval.possible && each.device?.device.condition === "ready",
		);
		expect(review.approval.refusals).toContainEqual(saying("against.device.blind-signing-off"));
		expect(review.device?.plans).toMatchObject([{ sight: "blind" }]);
		expect(person.screen()).toMatchObject({ ticket: null });
		device.blindSigning("Ethereum", true);
		person.ports.clock.skip(10_000);
		await here.again(entry.id);
		await here.confirmed(entry.id);
	});

	it("refuses it on the device if it was turned off after the last check", async () => {
		const nonce = await here.mined();
		const entry = await here.asked(TOKENS);
		await here.person.review(entry.id, (each) => each.approval.possible);
		device.blindSigning("Ethereum", false);
		await here.again(entry.id);
		await here.refused(entry.id, "device.blind-signing-off", "device.safe");
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(await here.mined()).toBe(nonce);
		device.press("both");
		device.blindSigning("Ethereum", true);
		here.person.ports.clock.skip(10_000);
		await here.again(entry.id);
		await here.confirmed(entry.id);
		expect(await here.mined()).toBe(nonce + 1);
	});
});

describe("typed data while blind signing is off on the device", () => {
	const PERMIT = "permit the router 25 DEMO";

	it("is sent anyway, refused with the remedy, and signed once Raw messages is on", async () => {
		const { person } = here;
		device.blindSigning("Ethereum", false);
		const signed = device.signed().length;
		const entry = await here.asked(PERMIT);
		const review = await person.review(
			entry.id,
			(each) => each.approval.possible && each.device?.device.condition === "ready",
		);
		expect(review.device?.plans).toMatchObject([{ sight: "members" }]);
		expect(review.device?.plans[0]?.text).toEqual(saying("device-plan.setting.raw"));
		await here.again(entry.id);
		await here.refused(entry.id, "device.raw-messages-off", "device.safe");
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(device.signed()).toHaveLength(signed);
		device.press("both");
		device.rawMessages(true);
		try {
			await here.again(entry.id);
			await here.confirmed(entry.id);
			expect(device.signed()).toHaveLength(signed + 1);
		} finally {
			device.rawMessages(false);
		}
	});
});

describe("a vault with another key, which is locked", () => {
	it("stays locked, and does not affect a Ledger's signature", async () => {
		const { person } = here;
		const nonce = await here.mined();
		const entry = await here.asked(SEND);
		const key = `0x${"42".repeat(32)}`;
		must(await person.callTrusted("importKey", { key, password: "correct horse battery" }));
		await person.until("an unlocked vault", () => person.desk().vault.state === "unlocked");
		must(await person.callTrusted("lock", {}));
		await person.until("a locked vault", () => person.desk().vault.state === "locked");
		await here.again(entry.id);
		await here.confirmed(entry.id);
		expect(person.desk().vault.state).toBe("locked");
		expect(await here.mined()).toBe(nonce + 1);
	});
});
