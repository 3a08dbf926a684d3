import type { ConnectionView } from "../../../src/ipc/conversations.ts";
import type { AddressView, AmountView } from "../../../src/ipc/primitives.ts";
import type { SettingsView } from "../../../src/ipc/settings.ts";
import { PROGRESS_STEPS, type ProgressStep, type ProgressStepName } from "../../../src/ipc/signing.ts";
import type { VaultView } from "../../../src/ipc/wallet.ts";

/** The moment at which every sample view is composed. */
export const NOW = Date.UTC(2026, 10, 21, 14, 3, 20);
export const MINUTE = 60_000;

export function address(hex: string, label: string | null = null): AddressView {
	return { address: hex, label, short: `${hex.slice(0, 6)}…${hex.slice(-6)}` };
}

export const MAIN = address("0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199", "Main");
export const SAVINGS = address("0xdD2FD4581271e230360230F9337D5c0430Bf44C0", "Cold storage");
export const ROUTER = address("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af");
export const USDC = address("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USDC");
export const STRANGER = address("0xbDA5747bFD65F08deb54cb465eB87D40e51B197E");

/** The addresses of the seed that Speculos has by default. */
export const LEDGER_EVM = address("0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D", "Vault");
export const LEDGER_SOL = address("2SjBBhnRiESRWYPqSti1mM2u47aBa6vBg2YHVqcEmTKH");

export const SOL_MAIN = address("7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy", "Sol");
export const SOL_ANA = address("3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa", "Ana (Contacts)");
export const SOL_STRANGER = address("DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy");

export function amount(
	text: string,
	unit: string,
	raw: string,
	change: Partial<AmountView> = {},
): AmountView {
	return { text, full: text, unit, raw, checked: true, ...change };
}

export const live: ConnectionView = {
	state: "live",
	text: "Following 4 sessions as they happen.",
	nextTryAt: null,
};

export const offline: ConnectionView = {
	state: "offline",
	text: "Countersign can’t reach the service. Nothing new arrives until it is back; what you approved is kept.",
	nextTryAt: NOW + 4_000,
};

export function vault(change: Partial<VaultView> = {}): VaultView {
	return {
		state: "unlocked",
		locksAt: NOW + 12 * MINUTE - 20_000,
		autoLockMinutes: 15,
		nextTryAt: null,
		text: null,
		...change,
	};
}

export function settings(change: Partial<SettingsView> = {}): SettingsView {
	return {
		environment: "Production",
		commitTransport: "sign_and_broadcast",
		baseUrl: "https://agents.example.com",
		hasToken: true,
		tokenKeeping: "Stored in the system keychain.",
		chains: [
			{
				family: "evm",
				genesisHash: null,
				chainId: "8453",
				name: "Base",
				rpcUrl: "https://base-rpc.example.org",
				state: "Answers, block 31,204,118",
				ok: true,
				notes: [],
			},
			{
				family: "evm",
				genesisHash: null,
				chainId: "1",
				name: "Ethereum",
				rpcUrl: "https://eth.example.org/v2/key",
				state: "Says it is chain 11155111, so it is not used",
				ok: false,
				notes: [],
			},
			{
				family: "svm",
				genesisHash: null,
				chainId: "mainnet-beta",
				name: "Solana",
				rpcUrl: "https://solana-rpc.example.org",
				state: "Answers, slot 381,204,118",
				ok: true,
				notes: [],
			},
			{
				family: "svm",
				genesisHash: "8Rb3Kq1m6ZPZzF4c1kYxXkYb2w7mKJhGm5u7Jm9aT1vQ",
				chainId: "localnet",
				name: "Solana on this computer",
				rpcUrl: "http://127.0.0.1:8899",
				state: "Not asked yet",
				ok: null,
				notes: [],
			},
		],
		theme: "system",
		notifications: true,
		notificationsSupported: true,
		trayShown: true,
		pausedUntil: null,
		quietHours: null,
		notificationDetails: "unlocked",
		showCatalog: false,
		showWorth: true,
		lookForUpdates: true,
		startAtLogin: false,
		shortcut: null,
		isShortcutRegistered: true,
		singleKeys: true,
		appLevels: [],
		startAtLoginSupported: true,
		autoLockMinutes: 15,
		blindSigning: false,
		version: "0.1.0",
		...change,
	};
}

/** Steps of other routes: a signature alone, a wallet attempt. */
const ELSEWHERE: ReadonlySet<ProgressStepName> = new Set(["answered", "claimed", "reported"]);

/** Steps of a transaction. */
export const SENT: readonly ProgressStepName[] = PROGRESS_STEPS.filter((name) => !ELSEWHERE.has(name));

/** Steps of a signature alone. */
export const ANSWERED: readonly ProgressStepName[] = [
	"matched",
	"signed",
	"recorded",
	"handed_in",
	"answered",
];

/** The steps with the first `done` of them done, the next one in `state`. */
export function steps(
	done: number,
	state: ProgressStep["state"] = "now",
	note: string | null = null,
	names: readonly ProgressStepName[] = SENT,
): readonly ProgressStep[] {
	return names.map((name: ProgressStepName, index) => ({
		name,
		state: index < done ? "done" : index === done ? state : "todo",
		at: index < done ? NOW - (20 - index * 3) * 1000 : null,
		note: index === done ? note : null,
	}));
}

export const FINGERPRINT = "7f3a91c204deb86f5510aa7ec3d92b84e0196c3d7a52f8140bd6731ec94f20a8";
export const DIGEST = "rd_9f2c7e1145b0aa93d6c8e7f04b1241ab";
export const HASH = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";
