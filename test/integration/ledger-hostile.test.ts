import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { flipped, type HostileAnswer, onSignatures, surplus, truncated } from "../mock-ledger/faults.ts";
import { keysOf } from "../mock-ledger/keys.ts";
import { approvedOf } from "../support/approved.ts";
import { NOTHING } from "../support/kinds.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";
import { codesOf } from "../support/saying.ts";

/** A malicious or failing device or device process, and one that isn't needed. */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const SEND = `send 0.01 ETH to ${SOMEBODY}`;
const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
/** Order of the secp256k1 group (SEC 2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const IDLE_MS = 60_000;
/** Texts for an invalid answer, and for a wrong signature. Both say that nothing was sent. */
const BAD = ["device.bad-answer", "device.unsent"];
const HOSTILE = ["signer.hostile-answer"];

const otherParity = ({ response }: HostileAnswer) => response.map((byte, at) => (at === 0 ? byte ^ 1 : byte));

/**
 * Returns the equivalent signature with s in the upper half of the order and the opposite parity, which EIP-2
 * forbids.
 */
function highS(answer: HostileAnswer): Uint8Array {
	const { response } = answer;
	const s = ORDER - BigInt(`0x${Buffer.from(response.subarray(33, 65)).toString("hex")}`);
	const turned = otherParity(answer);
	turned.set(Buffer.from(s.toString(16).padStart(64, "0"), "hex"), 33);
	return turned;
}

/** Returns the device's response to an address request, for a device with this phrase. */
function addressOf(seed: string): Uint8Array {
	const hardened = (index: number) => 0x8000_0000 + index;
	const { publicKey, address } = keysOf(seed).ethereum([hardened(44), hardened(60), hardened(0), 0, 0]);
	const text = Buffer.from(address.slice(2), "ascii");
	return Uint8Array.from([publicKey.length, ...publicKey, text.length, ...text, 0x90, 0x00]);
}

describe("an unreliable Ledger", () => {
	let here: LedgerPerson;
	beforeAll(async () => {
		here = await openLedgerPerson();
	});
	afterAll(() => here?.close());
	afterEach(() => {
		here.device.hostile = null;
		here.device.person = { decide: "approve", afterMs: 0 };
	});

	const running = () => here.processes.filter((each) => each.exitCode === null && each.signalCode === null);

	it.each<[string, (answer: HostileAnswer) => Uint8Array, readonly string[]]>([
		["cut short", truncated, BAD],
		["too long", surplus, BAD],
		["made by another key", ({ as }) => as(OTHER_SEED), HOSTILE],
		["changed by a bit", flipped, HOSTILE],
		["of the other parity", otherParity, HOSTILE],
		["of a high s", highS, HOSTILE],
	])("whose signature is %s is called hostile, and nothing is sent", async (_, change, told) => {
		const { person, device } = here;
		const nonce = await here.mined();
		device.hostile = onSignatures(change);
		const entry = await here.approved(SEND);
		const over = await here.refused(entry.id, ...told);
		// Some key did sign, so the app must not say that nothing was signed.
		expect(codesOf(over.text)).not.toContain("nothing-signed");
		expect(codesOf(over.text)).not.toContain("device.safe");
		expect(over.fundsMayHaveMoved).toBe(false);
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(await here.mined()).toBe(nonce);
		// The desk updates a little later than the trusted window.
		const row = await person.until("the refused row", () =>
			approvedOf(person.desk()).find((each) => each.entryId === entry.id && each.state === "refused"),
		);
		expect(row.transactionId).toBeNull();
		expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
	});

	it("whose address differs at the time of the signature is not asked to sign", async () => {
		const { device } = here;
		const entry = await here.asked(SEND);
		await here.person.review(entry.id, (each) => each.approval.possible);
		const signed = device.signed().length;
		device.hostile = ({ request }) => (request[1] === 0x02 ? addressOf(OTHER_SEED) : null);
		await here.again(entry.id);
		await here.waiting(entry.id, "device.other-device");
		expect(device.signed()).toHaveLength(signed);
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		device.hostile = null;
		await here.confirmed(entry.id);
		expect(device.signed()).toHaveLength(signed + 1);
	});

	it("whose process is killed during its question: refused, the rest continues, and a new approval has a new process", async () => {
		const { device } = here;
		const nonce = await here.mined();
		device.person = { decide: "wait", afterMs: 0 };
		const entry = await here.approved(SEND);
		await device.untilQuestion();
		// Conversations are still followed while the device waits for the user.
		const message = await here.asked("sign the message: meanwhile");
		await here.progress(entry.id, "it is still asked", (each) => each.device !== null);
		const [victim, ...others] = running();
		expect(others).toEqual([]);
		victim?.kill("SIGKILL");
		await here.refused(entry.id, "device.outcome-unknown", "device.unsent", "device.clear");
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(await here.mined()).toBe(nonce);
		device.person = { decide: "approve", afterMs: 0 };
		await here.again(entry.id);
		await here.confirmed(entry.id);
		expect(running()).not.toContain(victim);
		await here.again(message.id);
		await here.confirmed(message.id);
		expect(await here.mined()).toBe(nonce + 1);
	});

	it("is not queried if no window shows it, and its process ends after a minute", async () => {
		const { person, device } = here;
		const { clock } = person.ports;
		const before = device.exchanges().length;
		await person.callTrusted("openLedger", {});
		// A check of the device takes two exchanges; both must be over before the window closes.
		await expect.poll(() => device.exchanges().length, { timeout: 60_000 }).toBe(before + 2);
		await here.condition("ready");
		expect(running()).toHaveLength(1);
		await person.callTrusted("close", {});
		const from = device.exchanges().length;
		const afterAMinute = () => {
			clock.hurry(IDLE_MS);
			return running();
		};
		await expect.poll(afterAMinute, { timeout: 60_000 }).toEqual([]);
		expect(device.exchanges()).toHaveLength(from);
		expect(person.ports.lines.filter((line) => /its process ended/.test(line))).toHaveLength(1);
		// The next window that shows a device starts a new process.
		await person.callTrusted("openLedger", {});
		await expect.poll(() => device.exchanges().length, { timeout: 60_000 }).toBeGreaterThan(from);
		await person.callTrusted("close", {});
	});
});
