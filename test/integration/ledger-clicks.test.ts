import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { onSignatures } from "../mock-ledger/faults.ts";
import type { EmulatedLedger } from "../mock-ledger/start.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";
import { must } from "../support/person.ts";
import { tells } from "../support/saying.ts";

/** Counts the presses in the window that lead from each device problem to the end of an approval. */

const SEND = "send 0.01 ETH to 0x00000000000000000000000000000000000c0FfE";
const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const THIRD_SEED = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const APPROVES = { decide: "approve", afterMs: 0 } as const;
const REJECTS = { decide: "reject", afterMs: 0 } as const;
const WAITS = { decide: "wait", afterMs: 0 } as const;

let here: LedgerPerson;
let device: EmulatedLedger;

type Press = "review again" | "its screen is clear" | "open the app" | "hold";

/** Requests that wait for a device continue by themselves, so their *Try again* doesn't count. */
const isOver = (outcome: ProgressView["outcome"]) => outcome === "refused" || outcome === "withdrawn";

/**
 * Returns the button that a user would press for this entry; "done" at its end, `null` if the window shows no button
 * because the app continues by itself.
 */
function offered(entryId: string): Press | "done" | null {
	const screen = here.person.screen();
	if (screen.screen === "progress" && screen.progress.entryId === entryId) {
		const { outcome, canRetry, device: asked } = screen.progress;
		if (outcome === "confirmed") return "done";
		if (canRetry && isOver(outcome)) return "review again";
		if (asked?.device.condition === "stillAsking") return "its screen is clear";
		// Main continues by itself, and may not have checked the device again yet.
		if (asked !== null && tells(asked.text, "device.comes-next")) return null;
		return asked?.device.condition === "dashboard" && asked.device.canOpen.length > 0 ? "open the app" : null;
	}
	if (screen.screen !== "review" || screen.review.entryId !== entryId) return null;
	return screen.review.approval.possible && screen.ticket !== null ? "hold" : null;
}

async function press(entryId: string, button: Press): Promise<void> {
	const { person } = here;
	switch (button) {
		case "review again":
			must(await person.callTrusted("retry", { entryId }));
			return;
		case "its screen is clear":
			must(await person.callTrusted("clearedLedger", {}));
			return;
		case "open the app": {
			const screen = person.screen();
			const id = screen.screen === "progress" ? screen.progress.device?.device.id : undefined;
			await person.callTrusted("openLedgerApp", { deviceId: id ?? "", app: "Ethereum" });
			return;
		}
		case "hold":
			must(await person.approve(entryId));
	}
}

/**
 * Presses the offered buttons until the end.
 * @returns the buttons, in order
 */
async function toTheEnd(entryId: string): Promise<readonly Press[]> {
	const presses: Press[] = [];
	for (;;) {
		const button = await here.person.until(`a button or the end, after ${presses.join(", ")}`, () =>
			offered(entryId),
		);
		if (button === "done") return presses;
		presses.push(button);
		await press(entryId, button);
		await here.person.until(`${button} to change what is offered`, () => offered(entryId) !== button);
	}
}

async function asking(): Promise<string> {
	device.person = WAITS;
	const { id } = await here.approved(SEND);
	await device.untilQuestion();
	return id;
}

/** Approves during a device problem, then fixes the problem by hand. */
async function late(trouble: () => void, right: () => void): Promise<string> {
	trouble();
	const { id } = await here.approved(SEND);
	await here.progress(id, "it to wait for the device", ({ device: asked }) => asked !== null);
	await expect.poll(() => offered(id) === "done").toBe(false);
	right();
	return id;
}

async function ended(entryId: string): Promise<string> {
	await here.progress(
		entryId,
		"its end without a signature",
		({ canRetry, outcome }) => canRetry && isOver(outcome),
	);
	device.person = APPROVES;
	device.hostile = null;
	return entryId;
}

const TROUBLES: readonly (readonly [string, number, () => Promise<string>])[] = [
	[
		"it is unplugged, and plugged in again",
		0,
		() =>
			late(
				() => device.unplug(),
				() => device.plug(),
			),
	],
	[
		"it is locked, and unlocked",
		0,
		() =>
			late(
				() => device.lock(),
				() => device.unlock(),
			),
	],
	[
		"its user refuses",
		2,
		async () => {
			device.person = REJECTS;
			return ended((await here.approved(SEND)).id);
		},
	],
	[
		"it is unplugged during the request",
		3,
		async () => {
			const id = await asking();
			device.unplug();
			await ended(id);
			device.plug();
			return id;
		},
	],
	[
		"its app is closed during the request",
		3,
		async () => {
			const id = await asking();
			device.quit();
			await ended(id);
			device.open("Ethereum");
			return id;
		},
	],
	[
		"its user refuses to open the app",
		1,
		async () => {
			device.quit();
			device.person = REJECTS;
			const { id } = await here.approved(SEND);
			await here.progress(id, "the app to be offered", () => offered(id) === "open the app");
			await press(id, "open the app");
			device.person = APPROVES;
			return id;
		},
	],
	[
		"it halts (0x6faa)",
		2,
		async () => {
			device.hostile = onSignatures(() => Uint8Array.of(0x6f, 0xaa));
			return ended((await here.approved(SEND)).id);
		},
	],
	[
		"it answers with another key’s signature",
		2,
		async () => {
			device.hostile = onSignatures(({ as }) => as(OTHER_SEED));
			return ended((await here.approved(SEND)).id);
		},
	],
	[
		"it is cancelled here",
		3,
		async () => {
			const id = await asking();
			must(await here.person.callTrusted("cancelLedger", {}));
			await ended(id);
			device.reject();
			return id;
		},
	],
];

const DOUBLE = { seed: THIRD_SEED, blindSigning: { Ethereum: true } } as const;

describe.each([
	{ name: "alone", otherDevices: [] },
	{ name: "beside another one of its model with reversed settings", otherDevices: [DOUBLE] },
])("clicks from a device problem to the end, $name", ({ otherDevices }) => {
	beforeAll(async () => {
		here = await openLedgerPerson({ otherDevices });
		device = here.device;
	});
	afterAll(() => here?.close());
	afterEach(async () => {
		device.person = APPROVES;
		device.hostile = null;
		device.plug();
		device.unlock();
		if (device.app() !== "Ethereum") device.open("Ethereum");
		await here.person.callTrusted("clearedLedger", {});
		for (const other of here.otherDevices) expect(other.signed()).toEqual([]);
	});

	it.each(TROUBLES)("if %s are at most %i", async (_, most, trouble) => {
		const nonce = await here.mined();
		const presses = await toTheEnd(await trouble());
		expect(presses.length, presses.join(", ")).toBeLessThanOrEqual(most);
		expect(await here.mined()).toBe(nonce + 1);
	});
});
