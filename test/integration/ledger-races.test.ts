import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EmulatedLedger } from "../mock-ledger/start.ts";
import { approvedOf } from "../support/approved.ts";
import { NOTHING } from "../support/kinds.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";

/**
 * Races around a ready device: it is queried rarely, asked for each signature only once, and released within seconds.
 */

const SEND = "send 0.01 ETH to 0x00000000000000000000000000000000000c0FfE";
const APPROVES = { decide: "approve", afterMs: 0 } as const;
const WAITS = { decide: "wait", afterMs: 0 } as const;

let here: LedgerPerson;
let device: EmulatedLedger;
let stranger: EmulatedLedger;
/** Whether requests to the service fail. */
let cut = false;
beforeAll(async () => {
	here = await openLedgerPerson({
		devices: [{}, { seed: OTHER_SEED }],
		fetch: async (url, init) => {
			if (cut && String(url).startsWith(here.world.service.url)) throw new TypeError("no network");
			return await fetch(url, init);
		},
	});
	const [own, other] = here.devices;
	if (own === undefined || other === undefined) throw new Error("two devices");
	[device, stranger] = [own, other];
	stranger.unplug();
});
afterAll(() => here?.close());
afterEach(() => {
	cut = false;
	stranger.unplug();
	stranger.hostile = null;
	device.person = APPROVES;
	device.plug();
	device.unlock();
	if (device.app() !== "Ethereum") device.open("Ethereum");
});

const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
/** Access token whose claims name another user. */
const ANOTHERS = `x.${Buffer.from(JSON.stringify({ sub: "another" })).toString("base64url")}.x`;
const CHAINS = () => {
	const { chain } = here.world;
	return [{ chainId: String(chain.chainId), name: "Anvil", rpcUrl: chain.url }];
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const questions = () =>
	device.exchanges().filter(({ request }) => /^e0(?:04|08|0c)00..(?!00)/.test(request)).length;

// Must run first: after a failed attempt, devices are polled for a while.
describe("a device that has signed", () => {
	it("is not queried, even while the window still shows the outcome", async () => {
		const entry = await here.approved(SEND);
		await here.confirmed(entry.id);
		// Waits for the end of a device check that may already be running.
		let from = -1;
		while (device.exchanges().length !== from) {
			from = device.exchanges().length;
			await pause(1_500);
		}
		for (let times = 0; times < 3; times += 1) {
			here.person.ports.clock.skip(15_000);
			await pause(1_500);
		}
		expect(device.exchanges()).toHaveLength(from);
	});
});

describe("an approval whose device is ready", () => {
	it("waits for an unreachable service, rarely checks the device, and continues by itself", async () => {
		const entry = await here.asked(SEND);
		await here.person.review(entry.id, (review) => review.approval.possible);
		const [before, asked] = [device.exchanges().length, questions()];
		const approving = here.again(entry.id);
		cut = true;
		await approving;
		await pause(5_000);
		// The watch checks the device every 10 s with two exchanges; the run checks it at most at 0, 0.5, 1.5 and 3.5
		// s.
		expect(device.exchanges().length - before).toBeLessThan(16);
		expect(questions()).toBe(asked);
		cut = false;
		await here.confirmed(entry.id);
		expect(questions()).toBe(asked + 1);
	});

	it("does not overload the app if the device is locked and unlocked all the time", async () => {
		device.lock();
		const entry = await here.approved(SEND);
		await here.waiting(entry.id, "device.locked");
		const before = device.exchanges().length;
		let locked = true;
		const end = Date.now() + 5_000;
		device.quit();
		while (Date.now() < end) {
			if (locked) device.unlock();
			else device.lock();
			locked = !locked;
			await pause(20);
		}
		expect(device.exchanges().length - before).toBeLessThan(60);
		device.unlock();
		device.open("Ethereum");
		await here.confirmed(entry.id);
	});
});

describe("a malicious device", () => {
	it("with another answer at each check, never the account's, is not queried endlessly", async () => {
		let looks = 0;
		stranger.hostile = ({ request }) => {
			if (request[0] !== 0xb0) return null;
			looks += 1;
			// Format byte, "Ethereum", and a version that differs each time.
			const version = Buffer.from(`1.22.${looks}`);
			const head = Buffer.concat([
				Buffer.from([1, 8]),
				Buffer.from("Ethereum"),
				Buffer.from([version.length]),
			]);
			return Buffer.concat([head, version, Buffer.from([1, 0, 0x90, 0x00])]);
		};
		device.unplug();
		stranger.plug();
		const entry = await here.approved(SEND);
		await here.waiting(entry.id, "device.other-device");
		const before = stranger.exchanges().length;
		await pause(5_000);
		// One check with two exchanges every 2 s, one more exchange if in doubt, and a few retries.
		expect(stranger.exchanges().length - before).toBeLessThan(40);
		expect(stranger.exchanges().some(({ request }) => request.startsWith("e004"))).toBe(false);
		device.plug();
		await here.confirmed(entry.id);
	});
});

describe("an app that ends, or changes its user, during a device's question", () => {
	it("cancels the unanswered question if another user signs in, and reports it to the first", async () => {
		const { person } = here;
		const network = (token: string) => ({ baseUrl: here.world.service.url, token, chains: CHAINS() });
		device.person = WAITS;
		const entry = await here.approved(SEND);
		await device.untilQuestion();
		const asked = questions();
		// The device's request stays unanswered, so the app must not wait for it.
		expect(await person.callTrusted("saveNetwork", network(ANOTHERS))).toEqual({ ok: true });
		await person.until("nothing of the first", () => person.desk().inbox.length === 0);
		expect(await person.callTrusted("saveNetwork", network(here.world.service.token))).toEqual({ ok: true });
		await person.until("the entry to wait for a new approval", () =>
			person.desk().inbox.find((each) => each.id === entry.id && each.state === "waiting"),
		);
		const row = await person.until("the refused row", () =>
			approvedOf(person.desk()).find((each) => each.entryId === entry.id && each.state === "refused"),
		);
		expect(row.transactionId).toBeNull();
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(questions()).toBe(asked);
		device.person = APPROVES;
		await here.again(entry.id);
		await here.confirmed(entry.id);
	});

	it("ends during the unanswered question, and reports it as cut off after a restart", async () => {
		device.person = WAITS;
		const entry = await here.approved(SEND);
		await device.untilQuestion();
		const asked = questions();
		await here.stop();
		device.person = APPROVES;
		await here.restart();
		await here.person.callDesk("openReview", { entryId: entry.id });
		await here.person.until("the entry to wait for a new approval", () =>
			here.person.desk().inbox.find((each) => each.id === entry.id && each.state === "waiting"),
		);
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(questions()).toBe(asked);
	});
});
