import type { LedgerFoundRow, LedgerView } from "../../bridge/device-views.ts";
import type { Outcome } from "../../bridge/procedures.ts";
import type { ChainFamily } from "../../contract/action.ts";
import type { DeviceApp, DeviceRefusal, LedgerResult } from "../../ledger/protocol.ts";
import { MOST_ON_LEDGER } from "../accounts/accounts.ts";
import { ChainError } from "../chains/chain-error.ts";
import { nativeOf } from "../chains/names.ts";
import type { LedgerAccountSetting } from "../ports.ts";
import { sameAddress } from "../signers/address.ts";
import type { DeviceCall, DeviceWatch, LedgerClient } from "../signers/ledger-types.ts";
import { deviceWords } from "../signers/ledger-words.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import { deviceViews } from "./device-state.ts";
import { scanPaths } from "./ledger-paths.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";

/** What a person does with a Ledger apart from signing: find accounts, add, verify and forget them, open an app. */

export interface LedgerDesk {
	view(): LedgerView;
	scan(deviceId: string, family: ChainFamily, more: boolean): Promise<Outcome>;
	add(paths: readonly string[]): Outcome;
	verify(address: string): Promise<Outcome>;
	remove(address: string): Outcome;
	openApp(deviceId: string, app: DeviceApp): Promise<Outcome>;
	/** Gives up what is being asked; false where nothing is. */
	cancel(): boolean;
	/** The screen is left: what was found is forgotten, and what is being asked is given up. */
	leave(): void;
}

export interface LedgerDeskParts {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	/** Accounts were added or forgotten. */
	readonly onAccounts: () => void;
}

type Balance = LedgerFoundRow["balances"][number];

interface Found {
	readonly account: LedgerAccountSetting;
	readonly scheme: string;
	/** By chain's id. */
	readonly balances: Map<string, Balance>;
}

interface Scan {
	readonly deviceId: string;
	readonly family: ChainFamily;
	readonly found: Found[];
	page: number;
	state: LedgerView["scan"]["state"];
	words: string | null;
}

type Verifying = NonNullable<LedgerView["verifying"]> & { readonly account: LedgerAccountSetting };

const VERIFIED: Readonly<Record<"same" | "different", string>> = {
	same: "You confirmed this address on your Ledger, and it is the one that Countersign keeps.",
	different:
		"Your Ledger has another address at this path: it is another device, or has another recovery phrase. Send nothing to the address on screen before you know why.",
};

export function createLedgerDesk(app: App, parts: LedgerDeskParts): LedgerDesk {
	const { client, watch } = parts;
	let scan: Scan | null = null;
	let verifying: Verifying | null = null;
	let opening: string | null = null;
	let fault: string | null = null;
	/** What the device is being asked, so that it can be given up. */
	let call: DeviceCall<unknown> | null = null;

	const modelOf = (deviceId: string) =>
		watch.devices().find((device) => device.id === deviceId)?.model ?? "Ledger";

	/** Nothing of an answer counts that comes after the screen was left or something else was begun. */
	async function asking<Answer>(begun: DeviceCall<Answer>, deviceId: string): Promise<Answer | null> {
		call?.cancel();
		call = begun;
		const ended = watch.asking(deviceId);
		app.changed();
		try {
			const answer = await begun.answer;
			return call === begun ? answer : null;
		} finally {
			ended();
			if (call === begun) call = null;
		}
	}

	const wordsOf = (
		refusal: DeviceRefusal,
		doing: "reading" | "opening",
		family: ChainFamily,
		deviceId: string,
	) => deviceWords(refusal, { doing, family, model: modelOf(deviceId) });

	async function readBalances(of: Scan, found: readonly Found[]): Promise<void> {
		const chains = app.chainSettings().filter((chain) => chain.family === of.family);
		await Promise.all(
			chains.map(async (chain) => {
				try {
					const rpc =
						of.family === "evm" ? app.chains.of(Number(chain.chainId)) : app.svmChains.of(chain.chainId);
					await rpc.prove();
					for (const { account, balances } of found) {
						const unit = { ...nativeOf(chain.chainId), checked: true };
						const amount = amountView(await rpc.balance(account.address), unit);
						balances.set(chain.chainId, { chain: chain.name, amount, words: null });
						app.changed();
					}
				} catch (cause) {
					if (!(cause instanceof ChainError)) throw cause;
					for (const { balances } of found)
						if (!balances.has(chain.chainId))
							balances.set(chain.chainId, { chain: chain.name, amount: null, words: cause.message });
					app.changed();
				}
			}),
		);
	}

	function foundRow({ account, scheme, balances }: Found): LedgerFoundRow {
		const known = app.accounts.find(account.address);
		const chains = app.chainSettings().filter((chain) => chain.family === account.family);
		return {
			address: addressView(account.address, app.labels()),
			path: account.path,
			scheme,
			state: known === null ? "new" : known.signer === "ledger" ? "added" : "onThisComputer",
			balances: chains.map(
				(chain) => balances.get(chain.chainId) ?? { chain: chain.name, amount: null, words: null },
			),
		};
	}

	/** The device that has this account, where one plugged in has; its person is asked nothing. */
	async function deviceOf(account: LedgerAccountSetting): Promise<{ id: string } | DeviceRefusal | null> {
		let refusal: DeviceRefusal | null = null;
		for (const device of watch.devices()) {
			const prepared = await client.prepare(device.id, account);
			if (prepared.ok) return device;
			if (refusal === null || refusal.fault === "otherDevice") refusal = prepared;
		}
		return refusal;
	}

	function verified(account: LedgerAccountSetting, shown: LedgerResult<"showAddress">): Verifying {
		const address = addressView(account.address, app.labels());
		if (!shown.ok) {
			const words = deviceWords(shown, { doing: "showing", family: account.family, model: account.model });
			return { account, address, state: shown.fault === "rejected" ? "refused" : "failed", words };
		}
		const state = sameAddress(shown.address, account.address) ? "same" : "different";
		return { account, address, state, words: VERIFIED[state] };
	}

	return {
		view: () => ({
			// Any of the two apps will do, but where the last reading needed the other one.
			devices: deviceViews(watch, scan?.state === "failed" ? scan.family : null),
			scan: {
				state: scan?.state ?? "idle",
				family: scan?.family ?? null,
				deviceId: scan?.deviceId ?? null,
				rows: scan?.found.map(foundRow) ?? [],
				words: scan?.words ?? null,
			},
			verifying:
				verifying === null
					? null
					: { address: verifying.address, state: verifying.state, words: verifying.words },
			opening,
			fault,
			accounts: app.accounts.onLedger().map(({ address, family, path, model }) => ({
				address: addressView(address, app.labels()),
				family,
				path,
				model,
			})),
		}),
		async scan(deviceId, family, more) {
			if (!watch.devices().some((device) => device.id === deviceId))
				return refused("This Ledger is not plugged in any more. Nothing was read.");
			const going = more && scan?.deviceId === deviceId && scan.family === family ? scan : null;
			if (going?.state === "reading") return refused("The accounts are being read already.");
			const current: Scan = going ?? { deviceId, family, found: [], page: 0, state: "idle", words: null };
			scan = current;
			current.state = "reading";
			current.words = null;
			const paths = scanPaths(family, current.page);
			const read = await asking(
				client.addresses(
					deviceId,
					family,
					paths.map(({ path }) => path),
				),
				deviceId,
			);
			if (scan !== current) return done;
			if (read === null || !read.ok) {
				const words = read === null ? "Reading was given up." : wordsOf(read, "reading", family, deviceId);
				current.state = "failed";
				current.words = words;
				app.changed();
				return refused(words);
			}
			const model = modelOf(deviceId);
			const page = read.addresses.flatMap(({ path, address }): Found[] => {
				const scheme = paths.find((each) => each.path === path)?.scheme;
				const known = current.found.some(({ account }) => account.path === path);
				return scheme === undefined || known
					? []
					: [{ account: { family, address, path, model }, scheme, balances: new Map() }];
			});
			current.found.push(...page);
			current.page += 1;
			current.state = "done";
			app.changed();
			readBalances(current, page).catch((cause: unknown) => app.ports.log(`ledger: ${String(cause)}`));
			return done;
		},
		add(paths) {
			const chosen = (scan?.found ?? []).flatMap(({ account }) =>
				paths.includes(account.path) ? [account] : [],
			);
			if (chosen.length !== paths.length)
				return refused(
					"These accounts are not among those that were read. Read them again; nothing was added.",
				);
			if (!app.accounts.addLedger(chosen))
				return refused(
					`At most ${MOST_ON_LEDGER} accounts of Ledgers can be kept. Remove some first; nothing was added.`,
				);
			parts.onAccounts();
			return done;
		},
		async verify(address) {
			const account = app.accounts.onLedger().find((each) => sameAddress(each.address, address));
			if (account === undefined) return refused("This is no account of a Ledger here.");
			const shown = addressView(account.address, app.labels());
			const current: Verifying = {
				account,
				address: shown,
				state: "asking",
				words:
					"Compare every character of this address with the one on your Ledger, and confirm or refuse it there.",
			};
			verifying = current;
			app.changed();
			const device = await deviceOf(account);
			if (verifying !== current) return done;
			if (device === null || !("id" in device)) {
				const words =
					device === null
						? "No Ledger is plugged in. Connect the one that has this account."
						: deviceWords(device, { doing: "showing", family: account.family, model: account.model });
				verifying = { account, address: shown, state: "failed", words };
				app.changed();
				return refused(words);
			}
			const answer = await asking(client.showAddress(device.id, account.family, account.path), device.id);
			if (verifying !== current || answer === null) return done;
			verifying = verified(account, answer);
			app.changed();
			return verifying.state === "same" ? done : refused(verifying.words);
		},
		remove(address) {
			if (!app.accounts.removeLedger(address)) return refused("This is no account of a Ledger here.");
			if (verifying !== null && sameAddress(verifying.account.address, address)) verifying = null;
			parts.onAccounts();
			return done;
		},
		async openApp(deviceId, wanted) {
			if (!watch.devices().some((device) => device.id === deviceId))
				return refused("This Ledger is not plugged in any more. Nothing was opened.");
			opening = `Opening the ${wanted} app. Your Ledger may ask you to agree.`;
			fault = null;
			const opened = await asking(client.openApp(deviceId, wanted), deviceId);
			opening = null;
			if (opened !== null && !opened.ok)
				fault = wordsOf(opened, "opening", wanted === "Ethereum" ? "evm" : "svm", deviceId);
			await watch.refresh();
			app.changed();
			return fault === null ? done : refused(fault);
		},
		cancel() {
			const asked = call !== null;
			call?.cancel();
			return asked;
		},
		leave() {
			call?.cancel();
			call = null;
			scan = null;
			verifying = null;
			opening = null;
			fault = null;
		},
	};
}
