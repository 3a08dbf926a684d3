import type {
	DeviceCondition,
	DeviceView,
	FoundAccountRow,
	LedgerAccountRow,
	LedgerView,
} from "../../../src/ipc/wallet.ts";
import type { TrustedScreen } from "../../../src/ipc/windows.ts";
import { address, amount, LEDGER_EVM, LEDGER_SOL } from "./common.ts";

export const ETHEREUM = { name: "Ethereum", version: "1.22.0", blindSigning: true } as const;

export function device(change: Partial<DeviceView> = {}): DeviceView {
	return {
		id: "ledger-1",
		model: "Ledger Nano X",
		condition: "ready",
		text: "Its Ethereum app is open.",
		help: [],
		app: ETHEREUM,
		canOpen: [],
		...change,
	};
}

const RULE =
	'SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"\nKERNEL=="hidraw*", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"';

/** A device in each condition, with the words that go with it. */
export function deviceIn(condition: DeviceCondition): DeviceView {
	const closed = { condition, app: null } as const;
	switch (condition) {
		case "none":
			return device({
				...closed,
				id: "",
				model: "",
				text: "No Ledger is connected. Connect it with its cable and unlock it.",
			});
		case "looking":
			return device({ ...closed, text: "Countersign is looking at what is connected." });
		case "permission":
			return device({
				...closed,
				text: "This system lets only its administrator use the device. A udev rule changes that, once.",
				help: [
					{ text: "Save this as /etc/udev/rules.d/20-ledger.rules:", copy: RULE },
					{
						text: "Then let the system read it, and connect the device again:",
						copy: "sudo udevadm control --reload-rules && sudo udevadm trigger",
					},
				],
			});
		case "busy":
			return device({
				...closed,
				text: "Another program uses the device now. Close it, such as Ledger Wallet, or wait until it is done.",
			});
		case "locked":
			return device({ ...closed, text: "It is locked. Enter its PIN on the device." });
		case "dashboard":
			return device({
				...closed,
				text: "No app is open on it. Open one on the device, or from here and agree there.",
				canOpen: ["Ethereum", "Solana"],
			});
		case "wrongApp":
			return device({
				condition,
				text: "Its Solana app is open, but this account needs the Ethereum app.",
				app: { name: "Solana", version: "1.9.0", blindSigning: false },
				canOpen: ["Ethereum"],
			});
		case "stillAsking":
			return device({
				...closed,
				condition,
				text: "The Nano X may still show an interrupted request. Reject it there first, or its app could crash.",
			});
		case "appTooOld":
			return device({
				condition,
				text: "Its Ethereum app is too old for typed data. Update it with Ledger Wallet. Nothing was signed.",
				app: { name: "Ethereum", version: "1.8.2", blindSigning: null },
			});
		case "ready":
			return device();
		case "asking":
			return device({ condition, text: "It asks you now. Look at its screen." });
		case "failed":
			return device({
				...closed,
				text: "It answered with a code that Countersign does not know (0x6f42). Nothing was signed. Connect it again.",
			});
	}
}

function found(change: Partial<FoundAccountRow> = {}): FoundAccountRow {
	return {
		address: { ...LEDGER_EVM, label: null },
		path: "m/44'/60'/0'/0/0",
		scheme: "Ledger Live",
		state: "new",
		balances: [
			{ chain: "Base", amount: amount("0.5", "ETH", "500000000000000000"), text: null },
			{ chain: "Ethereum", amount: amount("12", "ETH", "12000000000000000000"), text: null },
		],
		...change,
	};
}

/** Returns a scan of the Ethereum paths, with every state of a row. */
export function foundRows(): readonly FoundAccountRow[] {
	return [
		found({ address: LEDGER_EVM, state: "added" }),
		found({
			address: address("0xd692Cb1346262F584D17B4B470954501f6715a82"),
			path: "m/44'/60'/1'/0/0",
			balances: [
				{ chain: "Base", amount: amount("3.2041", "ETH", "3204100000000000000"), text: null },
				{ chain: "Ethereum", amount: null, text: null },
			],
		}),
		found({
			address: address("0x4FEd1fC4144c223aE3C1553be203cDFcbD38C581"),
			path: "m/44'/60'/0'/0/1",
			scheme: "BIP-44",
			balances: [
				{ chain: "Base", amount: amount("0", "ETH", "0"), text: null },
				{ chain: "Ethereum", amount: null, text: "Can’t be read: your RPC is on a different network." },
			],
		}),
		found({
			address: address("0xF942c0885a4AEaDA3f7dbb3e3b35b25EFEd2a2B3", "Old savings"),
			path: "m/44'/60'/0'/0",
			scheme: "Legacy",
			state: "onThisComputer",
			balances: [],
		}),
	];
}

export function ledgerAccounts(): readonly LedgerAccountRow[] {
	return [
		{ address: LEDGER_EVM, family: "evm", path: "m/44'/60'/0'/0/0", model: "Ledger Nano X" },
		{ address: LEDGER_SOL, family: "svm", path: "m/44'/501'/0'", model: "Ledger Nano X" },
	];
}

function ledger(change: Partial<LedgerView> = {}): LedgerView {
	return {
		devices: [device()],
		scan: { state: "idle", family: null, deviceId: null, rows: [], text: null },
		verifying: null,
		opening: null,
		fault: null,
		accounts: [],
		...change,
	};
}

export function ledgerScreen(change: Partial<LedgerView> = {}): TrustedScreen {
	return { screen: "ledger", ledger: ledger(change) };
}

export function scanned(change: Partial<LedgerView["scan"]> = {}): LedgerView["scan"] {
	return { state: "done", family: "evm", deviceId: "ledger-1", rows: foundRows(), text: null, ...change };
}

export function verifying(
	state: NonNullable<LedgerView["verifying"]>["state"],
): NonNullable<LedgerView["verifying"]> {
	const text = {
		asking:
			"Your Ledger shows this address now. Confirm there only where it is the same to the last character.",
		same: "The device has this account, and you confirmed its address there.",
		refused: "You refused the address on the device. Where it differed, don’t use this account.",
		different:
			"The connected device gives another address for this path. Connect the one that the account is of.",
		failed: "The device was disconnected. Nothing was signed. Connect it and try again.",
	} as const;
	return { address: LEDGER_EVM, state, text: text[state] };
}
