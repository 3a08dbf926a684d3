import type { EmulatedLedger } from "../mock-ledger/start.ts";

/** The emulated device's two buttons, cable and apps, for somebody at a terminal. */

export const DEVICE_HOW = `Your Ledger is emulated. Type what you do with it, then Enter:
     approve, reject               at the question on its screen
     left, right, both             its two buttons
     unplug, plug, lock, unlock
     open ethereum, open solana, quit
     blind on, blind off           blind signing, in the open app's settings`;

/** Between two looks at the device's screen, in ms. */
const LOOK_MS = 150;

function blind(device: EmulatedLedger, on: boolean): string | null {
	const app = device.app();
	if (app === "BOLOS") return "No app is open on the device.";
	device.blindSigning(app, on);
	return null;
}

const DEEDS: Readonly<Record<string, (device: EmulatedLedger) => string | null>> = {
	approve: (device) => (device.approve() ? null : "The device asks nothing."),
	reject: (device) => (device.reject() ? null : "The device asks nothing."),
	left: (device) => done(() => device.press("left")),
	right: (device) => done(() => device.press("right")),
	both: (device) => done(() => device.press("both")),
	unplug: (device) => done(() => device.unplug()),
	plug: (device) => done(() => device.plug()),
	lock: (device) => done(() => device.lock()),
	unlock: (device) => done(() => device.unlock()),
	"open ethereum": (device) => done(() => device.open("Ethereum")),
	"open solana": (device) => done(() => device.open("Solana")),
	quit: (device) => done(() => device.quit()),
	"blind on": (device) => blind(device, true),
	"blind off": (device) => blind(device, false),
};

function done(deed: () => void): null {
	deed();
	return null;
}

/** Does what was typed. @returns false where it is nothing that one does with a device */
export function doWith(device: EmulatedLedger, typed: string): boolean {
	const deed = DEEDS[typed.trim().toLowerCase()];
	if (deed === undefined) return false;
	console.log(deed(device) ?? `Done: ${typed.trim()}.`);
	return true;
}

/** Tells each screen of the device as it comes, until what is given back is called. */
export function tellScreens(device: EmulatedLedger): () => void {
	let told = device.screens().length;
	const timer = setInterval(() => {
		const all = device.screens();
		for (const lines of all.slice(told)) console.log(`Device: ${lines.join(" | ")}`);
		told = all.length;
	}, LOOK_MS);
	return () => clearInterval(timer);
}
