import { afterEach, describe, expect, it } from "vitest";
import { fromHex } from "./bytes.ts";
import { Device } from "./device.ts";
import { DEFAULT_SEED } from "./keys.ts";
import { readRecordings, send } from "./replay.ts";
import { type EmulatedLedger, startLedger } from "./start.ts";
import { SWIPE_LEFT, type Touch, touchAt, touchReview } from "./touch-screens.ts";

const open: EmulatedLedger[] = [];
afterEach(async () => {
	for (const ledger of open.splice(0)) await ledger.stop();
});

/** Creates a Flex and lists its displayed pages. */
function flex(): { device: Device; pages: string[] } {
	const device = new Device({
		seed: DEFAULT_SEED,
		installed: ["Ethereum"],
		versions: {},
		app: "Ethereum",
		model: "flex",
	});
	const pages: string[] = [];
	device.onScreen = ({ lines }) => {
		const page = lines.join(" | ");
		if (pages.at(-1) !== page) pages.push(page);
	};
	return { device, pages };
}

async function exchange(device: Device, request: string): Promise<string> {
	return Buffer.from((await device.exchange(fromHex(request))).bytes).toString("hex");
}

/** Touches the control with this text. */
function touch(device: Device, text: string, change: Partial<Touch> = {}): void {
	const { lines, boxes = [] } = device.page;
	const at = lines.indexOf(text);
	const box = boxes[at];
	if (box === undefined) throw new Error(`No ${text} on ${lines.join(" | ")}`);
	device.touch({ ...touchAt(box), ...change });
}

const HOLD = { delay: 3 };
const swipe = (device: Device) => device.touch(SWIPE_LEFT);

/** Returns the exchanges of a recording that was made on a Nano X with blind signing. */
function onNano(name: string) {
	const found = readRecordings()
		.flatMap(({ recordings }) => recordings)
		.find((each) => each.name === name && each.blind_signing);
	if (found === undefined) throw new Error(`no recording ${name}`);
	return found.exchanges;
}

const MESSAGE = "e00800001b058000002c8000003c800000000000000000000000000000026869";
const field = (label: string, value: string) => ({ label, value });

describe("screens of a Flex, as in the app's own screenshots", () => {
	it("shows every member of blind typed data, and no hash", () => {
		const { warning, pages } = touchReview({
			kind: "typed data",
			title: "Review typed message",
			isBlind: true,
			fields: [
				field("Review struct", "EIP712Domain"),
				field("name", "Simple Mail"),
				field("version", "1"),
				field("chainId", "1"),
				field("verifyingContract", "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"),
				field("Review struct", "Mail"),
				field("name", "Cow"),
				field("wallets", "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"),
				field("wallets", "0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF"),
				field("name", "Bob"),
				field("wallets", "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"),
				field("wallets", "0xB0BdaBea57B0BDABeA57b0bdABEA57b0BDabEa57"),
				field("wallets", "0xB0B0b0b0b0b0B000000000000000000000000000"),
				field("contents", "Hello, Bob!"),
			],
		});
		expect(warning?.lines.slice(0, 1)).toEqual(["Blind signing ahead"]);
		expect(warning?.lines.slice(-2)).toEqual(["Accept risk and continue", "Back to safety"]);
		expect(pages.map(({ lines }) => lines.join(" | "))).toEqual([
			"Review typed message | Reject | 1 of 8 | Blind signing required.",
			"Skip | Review struct | EIP712Domain | name | Simple Mail | version | 1 | chainId | 1 | Reject | 2 of 8",
			"Skip | verifyingContract | 0xCcCCccccCCCCcCC | CCCCcCcCccCcCCCcC | cccccccC | Review struct | Mail | name | Cow | Reject | 3 of 8",
			"Skip | wallets | 0xCD2a3d9F938E13CD | 947Ec05AbC7FE734Df | 8DD826 | wallets | 0xDeaDbeefdEAdbeefd | EadbEEFdeadbeEFdEa | DbeeF | Reject | 4 of 8",
			"Skip | name | Bob | wallets | 0xbBbBBBBbbBBBbbb | BbbBbbbbBBbBbbbbB | bBbbBBbB | Reject | 5 of 8",
			"Skip | wallets | 0xB0BdaBea57B0BDAB | eA57b0bdABEA57b0BD | abEa57 | wallets | 0xB0B0b0b0b0b0B000 | 000000000000000000 | 000000 | Reject | 6 of 8",
			"Skip | contents | Hello, Bob! | Reject | 7 of 8",
			"Accept risk and sign  | typed message? | Reject | 8 of 8 | Hold to sign",
		]);
	});

	it("shows a blind transaction's hash on a separate page", () => {
		const { pages } = touchReview({
			kind: "transaction",
			title: "Review transaction",
			isBlind: true,
			fields: [
				field("From", "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D"),
				field("To", "0x6B175474E89094C44Da98b954EedeAC495271d0F"),
				field("Max fees", "0.0044001 ETH"),
				field("Transaction hash", "0x6814a1ccab5871d8d799d59215fdcf5cb9422e309f6461273fbca50604aa4640"),
			],
		});
		expect(pages.map(({ lines }) => lines.join(" | "))).toEqual([
			"Review transaction | Reject | 1 of 4 | Blind signing required.",
			"From | 0xDad77910DbDFdE76 | 4fC21FCD4E74D71bBA | CA6D8D | To | 0x6B175474E89094C4 | 4Da98b954EedeAC495 | 271d0F | Max fees | 0.0044001 ETH | Reject | 2 of 4",
			"Transaction hash | 0x6814a1ccab5871d8d | 799d59215fdcf5cb942 | 2e309f6461273fbca50 | 604aa4640 | Reject | 3 of 4",
			"Accept risk and sign  | transaction? | Reject | 4 of 4 | Hold to sign",
		]);
	});
});

describe("touches on a Flex", () => {
	it("signs blind typed data like a Nano, after every member", async () => {
		const { device, pages } = flex();
		device.setBlindSigning("Ethereum", true);
		const exchanges = onNano("typed data, Permit");
		const answers: string[] = [];
		device.onPrompt = (prompt) => {
			setImmediate(() => {
				while (device.prompted === prompt) device.goTowards("approve");
			});
		};
		for (const { request } of exchanges) answers.push(await exchange(device, request));
		expect(answers).toEqual(exchanges.map(({ response }) => response));
		const shown = pages.join(" | ");
		for (const name of ["EIP712Domain", "Permit", "owner", "spender", "value", "nonce", "deadline", "Skip"])
			expect(shown).toContain(`| ${name} |`);
		expect(shown).not.toContain("hash");
	});

	it("signs only after a long enough hold", async () => {
		const { device } = flex();
		const answer = exchange(device, MESSAGE);
		swipe(device);
		swipe(device);
		touch(device, "Hold to sign");
		expect(device.signed).toEqual([]);
		touch(device, "Hold to sign", HOLD);
		expect((await answer).slice(-4)).toBe("9000");
		expect(device.signed).toHaveLength(1);
	});

	it("turns pages both ways, and returns from a rejection", async () => {
		const { device } = flex();
		const answer = exchange(device, MESSAGE);
		swipe(device);
		expect(device.page.lines).toContain("2 of 3");
		device.touch({ ...SWIPE_LEFT, x: SWIPE_LEFT.x2, x2: SWIPE_LEFT.x });
		expect(device.page.lines).toContain("1 of 3");
		touch(device, "Reject");
		touch(device, "Go back to message");
		expect(device.page.lines).toContain("1 of 3");
		touch(device, "Reject");
		touch(device, "Yes, reject");
		expect(await answer).toBe("6985");
	});

	it("skips to the end of typed data, and returns to safety", async () => {
		const { device } = flex();
		device.setBlindSigning("Ethereum", true);
		const requests = onNano("typed data, Permit").map(({ request }) => request);
		for (const request of requests.slice(0, -1)) await exchange(device, request);
		const answer = exchange(device, requests.at(-1) ?? "");
		touch(device, "Accept risk and continue");
		swipe(device);
		touch(device, "Skip");
		touch(device, "Yes, skip");
		expect(device.page.lines).toContain("Hold to sign");
		touch(device, "Hold to sign", HOLD);
		expect((await answer).slice(-4)).toBe("9000");
		for (const request of requests.slice(0, -1)) await exchange(device, request);
		const again = exchange(device, requests.at(-1) ?? "");
		touch(device, "Back to safety");
		expect(await again).toBe("6985");
	});

	it("throws an error that names a screen without a public source", async () => {
		const { device } = flex();
		expect(() => device.press("both")).toThrow("button");
		const long = `e0080000ff058000002c8000003c800000000000000000000000000000e6${"61".repeat(230)}`;
		void exchange(device, long);
		swipe(device);
		expect(() => touch(device, "More")).toThrow("More");
		await expect(exchange(device, "e002000015058000002c8000003c800000000000000000000000")).rejects.toThrow(
			"address",
		);
		device.open("BOLOS");
		await expect(exchange(device, "e0d8000008457468657265756d")).rejects.toThrow("open");
		await expect(startLedger({ model: "flex", installed: ["Solana"] })).rejects.toThrow("Solana");
	});
});

describe("a device over HTTP", () => {
	async function plugIn(model: "nanox" | "flex"): Promise<EmulatedLedger> {
		const ledger = await startLedger({ model, person: { decide: "wait", afterMs: 0 } });
		open.push(ledger);
		return ledger;
	}
	const finger = (ledger: EmulatedLedger, body: object) =>
		fetch(`${ledger.url}/finger`, { method: "POST", body: JSON.stringify(body) });

	it("reports its model", async () => {
		const models = await Promise.all([plugIn("nanox"), plugIn("flex")]);
		const reported = await Promise.all(models.map(async ({ url }) => (await fetch(url)).json()));
		expect(reported).toMatchObject([
			{ model: "Ledger Nano X", vendor_id: 0x2c97, product_id: 0x4011 },
			{ model: "Ledger Flex", vendor_id: 0x2c97, product_id: 0x7011 },
		]);
	});

	it("has a touch screen or buttons, depending on its model", async () => {
		const [nano, touchy] = await Promise.all([plugIn("nanox"), plugIn("flex")]);
		const tap = { action: "press-and-release", x: 240, y: 550 };
		expect((await finger(nano, tap)).status).toBe(400);
		expect((await fetch(`${touchy.url}/button/both`, { method: "POST" })).status).toBe(400);
		expect((await finger(touchy, tap)).status).toBe(200);
		expect(touchy.app()).toBe("BOLOS");
	});

	it("signs after a held touch", async () => {
		const ledger = await plugIn("flex");
		const answer = send(ledger.url, MESSAGE);
		await ledger.untilQuestion();
		const swiping = { action: "press-and-release", ...SWIPE_LEFT };
		await finger(ledger, swiping);
		await finger(ledger, swiping);
		await finger(ledger, { action: "press-and-release", x: 120, y: 428, delay: 3 });
		expect((await answer).slice(-4)).toBe("9000");
	});
});
