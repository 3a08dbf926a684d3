import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UnplugMoment } from "../mock-ledger/faults.ts";
import type { EmulatedLedger, Exchange } from "../mock-ledger/start.ts";
import { NOTHING } from "../support/kinds.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";
import { sayingOne } from "../support/saying.ts";

/**
 * Unplugged at every exchange of an approval: what was not asked yet waits for the device and goes on, whatever was
 * asked is refused and asked again only by a new approval. Nothing is handed in, sent or mined twice.
 */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const SEND = `send 0.01 ETH to ${SOMEBODY}`;
const MESSAGE = `sign the message: ${"one two three four five six seven eight nine ten ".repeat(12)}`;
const PERMIT = "permit the router 25 DEMO";

/** Some forty exchanges take a minute: each run takes the ends and a middle, all of them on demand. */
const THOROUGH = process.env["COUNTERSIGN_THOROUGH"] === "1";

describe("a Ledger that is unplugged", () => {
	let here: LedgerPerson;
	let device: EmulatedLedger;
	beforeAll(async () => {
		// With blind signing on nothing is left to be looked at often: looks would be counted as well.
		here = await openLedgerPerson({ devices: [{ blindSigning: { Ethereum: true } }] });
		device = here.device;
	});
	afterAll(() => here?.close());

	/** The first exchange of an approval reads the address, the others carry what is signed. */
	const isCheck = ({ request }: Exchange) => request.startsWith("e002");
	const isLook = ({ request }: Exchange) => /^(?:b001|e006)/.test(request);

	/** Those of one approval that goes its way. */
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
				// A look that came between has the address checked once more.
				.filter((each, at) => at === 0 || !isCheck(each))
		);
	}

	/** Unplugs at the n-th exchange, or while the device asks. @returns whether the signature was begun by then */
	async function unplugged(entryId: string, n: number | "question", moment: UnplugMoment) {
		if (n === "question") device.person = { decide: "wait", afterMs: 0 };
		else device.unplugAt(n, moment);
		const from = device.exchanges().length;
		await here.again(entryId);
		if (n === "question") {
			await device.asked();
			device.unplug();
			device.person = { decide: "approve", afterMs: 0 };
		}
		await expect.poll(() => device.plugged, { timeout: 60_000, interval: 10 }).toBe(false);
		return device
			.exchanges()
			.slice(from)
			.some((each) => isCheck(each) && each.response !== null);
	}

	/** Unplugs, plugs in again, approves anew where something was asked, and proves what came of it. */
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
		// It may have signed before its answer was lost.
		const signed = device.signed().length;
		device.plug();
		if (asked) await here.again(entry.id);
		await here.confirmed(entry.id);
		const { signatures, resolutions, broadcasts } = await here.trace(entry.id);
		expect([...signatures, ...resolutions].map(({ outcome }) => outcome)).toEqual(["taken"]);
		// The service itself sends a transfer under a permit.
		expect(broadcasts.length).toBeLessThanOrEqual(sentence === PERMIT ? 1 : 0);
		expect(await here.mined()).toBe(nonce + (sentence === SEND ? 1 : 0));
		expect(device.signed()).toHaveLength(signed + 1);
	}

	it.each([
		["a transfer", SEND, 2],
		["a long message", MESSAGE, 4],
	])(
		"at any exchange of %s is asked again only by a new approval, and sends one signature",
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
		"among the many exchanges of typed data is asked again only by a new approval, and sends one signature",
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
