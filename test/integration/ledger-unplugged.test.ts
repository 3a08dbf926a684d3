import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UnplugMoment } from "../mock-ledger/faults.ts";
import type { EmulatedLedger, Exchange } from "../mock-ledger/start.ts";
import { NOTHING } from "../support/kinds.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";
import { sayingOne } from "../support/saying.ts";

/**
 * Unplugs the device at every exchange of an approval. If the signature wasn't requested yet, the approval waits for
 * the device and continues; otherwise it is refused until a new approval. Nothing is submitted, sent or mined twice.
 */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const SEND = `send 0.01 ETH to ${SOMEBODY}`;
const MESSAGE = `sign the message: ${"one two three four five six seven eight nine ten ".repeat(12)}`;
const PERMIT = "permit the router 25 DEMO";

/**
 * Forty exchanges take about a minute, so a normal run unplugs at the first, a middle and the last one; a thorough
 * run at all.
 */
const THOROUGH = process.env["COUNTERSIGN_THOROUGH"] === "1";

describe("a Ledger that is unplugged", () => {
	let here: LedgerPerson;
	let device: EmulatedLedger;
	beforeAll(async () => {
		// With blind signing on, the app doesn't poll for that setting, so no polls disturb the count.
		here = await openLedgerPerson({ devices: [{ blindSigning: { Ethereum: true } }] });
		device = here.device;
	});
	afterAll(() => here?.close());

	/** The first exchange of an approval reads the address, and the others carry the payload. */
	const isCheck = ({ request }: Exchange) => request.startsWith("e002");
	const isLook = ({ request }: Exchange) => /^(?:b001|e006)/.test(request);

	/** Lists the exchanges of one undisturbed approval. */
	async function exchangesOf(sentence: string): Promise<readonly Exchange[]> {
		const entry = await here.asked(sentence);
		await here.person.review(entry.id, (each) => each.approval.possible);
		const from = device.exchanges().length;
		await here.again(entry.id);
		await here.confirmed(entry.id);
		return (
			device
				.exchanges()
				.slice(from)
				.filter((each) => !isLook(each))
				// A device check during the approval makes the app read the address again.
				.filter((each, at) => at === 0 || !isCheck(each))
		);
	}

	/**
	 * Unplugs at the n-th exchange, or during the device's question.
	 * @returns whether the device had answered the address check by then
	 */
	async function unplugged(entryId: string, n: number | "question", moment: UnplugMoment) {
		if (n === "question") device.person = { decide: "wait", afterMs: 0 };
		else device.unplugAt(n, moment);
		const from = device.exchanges().length;
		await here.again(entryId);
		if (n === "question") {
			await device.untilQuestion();
			device.unplug();
			device.person = { decide: "approve", afterMs: 0 };
		}
		await expect.poll(() => device.plugged, { timeout: 60_000, interval: 10 }).toBe(false);
		return device
			.exchanges()
			.slice(from)
			.some((each) => isCheck(each) && each.response !== null);
	}

	/**
	 * Unplugs and replugs the device, approves again if the signature was requested, and checks that everything
	 * happened once.
	 */
	async function survives(sentence: string, n: number | "question", moment: UnplugMoment): Promise<void> {
		const nonce = await here.mined();
		const entry = await here.asked(sentence);
		await here.person.review(entry.id, (each) => each.approval.possible);
		const asked = await unplugged(entry.id, n, moment);
		if (asked)
			await here.refused(
				entry.id,
				sayingOne("device.unplugged", "device.gone"),
				sayingOne("device.safe", "device.unsent"),
			);
		expect(await here.trace(entry.id)).toEqual(NOTHING);
		expect(await here.mined()).toBe(nonce);
		// The device may have signed before its answer was lost.
		const signed = device.signed().length;
		device.plug();
		if (asked) await here.again(entry.id);
		await here.confirmed(entry.id);
		const { signatures, resolutions, broadcasts } = await here.trace(entry.id);
		expect([...signatures, ...resolutions].map(({ outcome }) => outcome)).toEqual(["taken"]);
		// With a permit, the service itself sends a transfer.
		expect(broadcasts.length).toBeLessThanOrEqual(sentence === PERMIT ? 1 : 0);
		expect(await here.mined()).toBe(nonce + (sentence === SEND ? 1 : 0));
		expect(device.signed()).toHaveLength(signed + 1);
	}

	it.each([
		["a transfer", SEND, 2],
		["a long message", MESSAGE, 4],
	])(
		"at any exchange of %s is asked again only after a new approval, and sends one signature",
		async (_, sentence, least) => {
			const exchanges = await exchangesOf(sentence);
			expect(exchanges.length).toBeGreaterThanOrEqual(least);
			for (let n = 1; n <= exchanges.length; n += 1) {
				await survives(sentence, n, "before");
				await survives(sentence, n, "after");
			}
			await survives(sentence, "question", "during");
		},
		180_000,
	);

	it(
		"during the many exchanges of typed data is asked again only after a new approval, and sends one signature",
		async () => {
			const { length } = await exchangesOf(PERMIT);
			const places = Array.from({ length }, (_, at) => at + 1);
			const chosen = THOROUGH ? places : [2, Math.floor(length / 2), length - 1, length];
			for (const n of chosen) {
				await survives(PERMIT, n, "before");
				if (THOROUGH || n === length) await survives(PERMIT, n, "after");
			}
			await survives(PERMIT, "question", "during");
		},
		THOROUGH ? 300_000 : 180_000,
	);
});
