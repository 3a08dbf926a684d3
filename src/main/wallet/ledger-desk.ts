import { ChainError } from "../../core/chain/chain-error.ts";
import { nativeOf } from "../../core/chain/names.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { type Message, message, type Text } from "../../core/localized-text.ts";
import { countsOnAccounts } from "../../core/rules/loosening.ts";
import type { StoredRules } from "../../core/rules/rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { FoundAccountRow, LedgerView, ledgerProcedures } from "../../ipc/wallet.ts";
import type { DeviceRefusal, LedgerResult } from "../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { LedgerAccountSetting } from "../settings-schema.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import { MAX_ON_LEDGER } from "./accounts.ts";
import { deviceViews } from "./device-state.ts";
import { scanPaths } from "./ledger-paths.ts";
import { awaitedOf, type LedgerRequests, waitsFor } from "./ledger-requests.ts";
import { deviceText } from "./signers/ledger/device-text.ts";
import type { DeviceCall } from "./signers/ledger/ledger-types.ts";
import { sameAddress } from "./signers/signer.ts";
import type { Wallet } from "./wallet.ts";

type Balance = FoundAccountRow["balances"][number];

interface FoundAccount {
	readonly account: LedgerAccountSetting;
	readonly scheme: Message;
	/** By chain ID. */
	readonly balances: Map<string, Balance>;
}

interface Scan {
	readonly deviceId: string;
	readonly family: ChainFamily;
	readonly found: FoundAccount[];
	page: number;
	state: LedgerView["scan"]["state"];
	text: Text | null;
}

type Verifying = NonNullable<LedgerView["verifying"]> & { readonly account: LedgerAccountSetting };

const VERIFIED: Readonly<Record<"same" | "different", Message>> = {
	same: message("ledger.address.same"),
	different: message("ledger.address.different"),
};

type Commands = HandlersOf<typeof ledgerProcedures>;

export class LedgerDesk implements Commands {
	readonly #app;
	#scan: Scan | null = null;
	#verifying: Verifying | null = null;
	#opening: Text | null = null;
	#fault: Text | null = null;
	#call: DeviceCall<unknown> | null = null;

	constructor(
		app: LedgerRequests & {
			readonly ports: Pick<Ports, "log">;
			readonly events: Events;
			readonly window: Pick<TrustedWindow, "route" | "leadOn">;
			readonly stores: { readonly journal: Pick<Journal, "stepRowsOf" | "unsettled"> };
			readonly networks: Pick<Networks, "chains" | "svmChains" | "chainSettings">;
			readonly wallet: Pick<Wallet, "accounts" | "balances" | "ledger">;
			readonly rules: {
				labels(): Labels;
				storedRules(): StoredRules;
				admitLoosening(password: string | null): Promise<CommandOutcome>;
			};
			readonly signedIn: {
				currentOrNull(): { readonly runner: { wakeAll(): void } } | null;
				current(): { readonly runner: { withdraw(rowId: string): boolean } };
			};
		},
	) {
		this.#app = app;
	}

	view(): LedgerView {
		return {
			// Any app is suitable, unless the last scan failed because a specific one was missing.
			devices: deviceViews(
				this.#app.wallet.ledger.watch,
				this.#scan?.state === "failed" ? this.#scan.family : null,
			),
			scan: {
				state: this.#scan?.state ?? "idle",
				family: this.#scan?.family ?? null,
				deviceId: this.#scan?.deviceId ?? null,
				rows: this.#scan?.found.map((value) => this.#foundRow(value)) ?? [],
				text: this.#scan?.text ?? null,
			},
			verifying:
				this.#verifying === null
					? null
					: { address: this.#verifying.address, state: this.#verifying.state, text: this.#verifying.text },
			opening: this.#opening,
			fault: this.#fault,
			accounts: this.#app.wallet.accounts.onLedger().map(({ address, family, path, model }) => ({
				address: addressView(address, this.#app.rules.labels()),
				family,
				path,
				model,
			})),
		};
	}

	async openLedger(): Promise<CommandOutcome> {
		return this.#app.window.leadOn({ kind: "ledger" });
	}

	async scanLedger({
		deviceId,
		family,
		more,
	}: CommandInput<Commands, "scanLedger">): Promise<CommandOutcome> {
		if (!this.#app.wallet.ledger.watch.devices().some((device) => device.id === deviceId))
			return refused(message("ledger.unplugged.reading"));
		const going =
			more && this.#scan?.deviceId === deviceId && this.#scan.family === family ? this.#scan : null;
		if (going?.state === "reading") return refused(message("ledger.reading"));
		const current: Scan = going ?? { deviceId, family, found: [], page: 0, state: "idle", text: null };
		this.#scan = current;
		current.state = "reading";
		current.text = null;
		const paths = scanPaths(family, current.page);
		const read = await this.#asking(
			this.#app.wallet.ledger.client.addresses(
				deviceId,
				family,
				paths.map(({ path }) => path),
			),
			deviceId,
			"reading",
		);
		if (this.#scan !== current) return done;
		if (read === null || !read.ok) {
			const text =
				read === null ? message("ledger.given-up") : this.#messageOf(read, "reading", family, deviceId);
			current.state = "failed";
			current.text = text;
			this.#app.events.emit("app-changed");
			return refused(text);
		}
		const model = this.#modelOf(deviceId);
		const page = read.addresses.flatMap(({ path, address }): FoundAccount[] => {
			const scheme = paths.find((each) => each.path === path)?.scheme;
			const known = current.found.some(({ account }) => account.path === path);
			return scheme === undefined || known
				? []
				: [{ account: { family, address, path, model }, scheme, balances: new Map() }];
		});
		current.found.push(...page);
		current.page += 1;
		current.state = "done";
		this.#app.events.emit("app-changed");
		this.#readBalances(current, page).catch((cause: unknown) =>
			this.#app.ports.log(`ledger: ${String(cause)}`),
		);
		return done;
	}

	async addLedgerAccounts({
		paths,
		password,
	}: CommandInput<Commands, "addLedgerAccounts">): Promise<CommandOutcome> {
		const { rules } = this.#app;
		if (countsOnAccounts(rules.storedRules())) {
			const admitted = await rules.admitLoosening(password ?? null);
			if (!admitted.ok) return admitted;
		}
		return this.#add(paths);
	}

	#add(paths: readonly string[]): CommandOutcome {
		const chosen = (this.#scan?.found ?? []).flatMap(({ account }) =>
			paths.includes(account.path) ? [account] : [],
		);
		if (chosen.length !== paths.length) return refused(message("ledger.accounts.unread"));
		if (!this.#app.wallet.accounts.addLedger(chosen))
			return refused(message("ledger.accounts.most", { most: MAX_ON_LEDGER }));
		this.#onAccounts();
		return done;
	}

	async verifyLedgerAddress({
		address,
	}: CommandInput<Commands, "verifyLedgerAddress">): Promise<CommandOutcome> {
		const account = this.#app.wallet.accounts.onLedger().find((each) => sameAddress(each.address, address));
		if (account === undefined) return refused(message("ledger.no-account"));
		const shown = addressView(account.address, this.#app.rules.labels());
		const current: Verifying = {
			account,
			address: shown,
			state: "asking",
			text: message("ledger.address.compare"),
		};
		this.#verifying = current;
		this.#app.events.emit("app-changed");
		const device = await this.#deviceOf(account);
		if (this.#verifying !== current) return done;
		if (device === null || !("id" in device)) {
			const text =
				device === null
					? message("ledger.none")
					: deviceText(device, { doing: "showing", family: account.family, model: null });
			this.#verifying = { account, address: shown, state: "failed", text };
			this.#app.events.emit("app-changed");
			return refused(text);
		}
		const answer = await this.#asking(
			this.#app.wallet.ledger.client.showAddress(device.id, account.family, account.path),
			device.id,
		);
		if (this.#verifying !== current || answer === null) return done;
		this.#verifying = this.#verified(account, answer, this.#modelOf(device.id));
		this.#app.events.emit("app-changed");
		return this.#verifying.state === "same" ? done : refused(this.#verifying.text);
	}

	async removeLedgerAccount({
		address,
	}: CommandInput<Commands, "removeLedgerAccount">): Promise<CommandOutcome> {
		if (waitsFor(this.#app, address)) return refused(message("app.account-in-use"));
		return this.remove(address);
	}

	remove(address: string): CommandOutcome {
		if (!this.#app.wallet.accounts.removeLedger(address)) return refused(message("ledger.no-account"));
		this.#app.wallet.accounts.forget(address);
		if (this.#verifying !== null && sameAddress(this.#verifying.account.address, address))
			this.#verifying = null;
		this.#onAccounts();
		return done;
	}

	async openLedgerApp({
		deviceId,
		app: wanted,
	}: CommandInput<Commands, "openLedgerApp">): Promise<CommandOutcome> {
		if (!this.#app.wallet.ledger.watch.devices().some((device) => device.id === deviceId))
			return refused(message("ledger.unplugged.opening"));
		this.#opening = message("ledger.opening", { app: wanted });
		this.#fault = null;
		const opened = await this.#asking(this.#app.wallet.ledger.client.openApp(deviceId, wanted), deviceId);
		this.#opening = null;
		if (opened !== null && !opened.ok)
			this.#fault = this.#messageOf(opened, "opening", wanted === "Ethereum" ? "evm" : "svm", deviceId);
		await this.#app.wallet.ledger.watch.refresh();
		this.#app.events.emit("app-changed");
		return this.#fault === null ? done : refused(this.#fault);
	}

	async clearedLedger(): Promise<CommandOutcome> {
		if (!this.#app.wallet.ledger.cleared()) return refused(message("app.ledger.nothing-left"));
		await this.#app.wallet.ledger.watch.refresh();
		this.#app.events.emit("app-changed");
		return done;
	}

	async cancelLedger(): Promise<CommandOutcome> {
		const route = this.#app.window.route();
		const isGivenUp = this.#call !== null;
		this.#call?.cancel();
		if (route.kind !== "entry") return isGivenUp ? done : refused(message("app.ledger.nothing-asked"));
		return this.#cancelSigning(route.entryId) || isGivenUp
			? done
			: refused(message("app.ledger.nothing-waits"));
	}

	leave(): void {
		this.#call?.cancel();
		this.#call = null;
		this.#scan = null;
		this.#verifying = null;
		this.#opening = null;
		this.#fault = null;
	}

	/** Returns `false` if nothing is pending for this entry. */
	#cancelSigning(entryId: string): boolean {
		const awaited = awaitedOf(this.#app, entryId);
		if (awaited === null) return false;
		const { row, activity } = awaited;
		if (activity !== null) {
			this.#app.wallet.ledger.signer.cancel();
			return true;
		}
		const isTaken = this.#app.signedIn.current().runner.withdraw(row.id);
		if (isTaken) this.#app.events.emit("app-changed");
		return isTaken;
	}

	#onAccounts(): void {
		this.#app.wallet.balances.read();
		this.#app.signedIn.currentOrNull()?.runner.wakeAll();
		this.#app.events.emit("app-changed");
	}

	#modelOf(deviceId: string): string {
		return (
			this.#app.wallet.ledger.watch.devices().find((device) => device.id === deviceId)?.model ?? "Ledger"
		);
	}

	async #asking<Answer>(
		begun: DeviceCall<Answer>,
		deviceId: string,
		kind: "asking" | "reading" = "asking",
	): Promise<Answer | null> {
		this.#call?.cancel();
		this.#call = begun;
		const ended = this.#app.wallet.ledger.watch.asking(deviceId, kind);
		this.#app.events.emit("app-changed");
		try {
			const answer = await begun.answer;
			return this.#call === begun ? answer : null;
		} finally {
			ended();
			if (this.#call === begun) this.#call = null;
		}
	}

	#messageOf(
		refusal: DeviceRefusal,
		doing: "reading" | "opening",
		family: ChainFamily,
		deviceId: string,
	): Message {
		return deviceText(refusal, { doing, family, model: this.#modelOf(deviceId) });
	}

	async #readBalances(of: Scan, found: readonly FoundAccount[]): Promise<void> {
		const chains = this.#app.networks.chainSettings().filter((chain) => chain.family === of.family);
		await Promise.all(
			chains.map(async (chain) => {
				try {
					const rpc =
						of.family === "evm"
							? this.#app.networks.chains.of(Number(chain.chainId))
							: this.#app.networks.svmChains.of(chain.chainId);
					await rpc.prove();
					for (const { account, balances } of found) {
						const unit = { ...nativeOf(chain.chainId), checked: true };
						const amount = amountView(await rpc.balance(account.address), unit);
						balances.set(chain.chainId, { chain: chain.name, amount, text: null });
						this.#app.events.emit("app-changed");
					}
				} catch (cause) {
					if (!(cause instanceof ChainError)) throw cause;
					for (const { balances } of found)
						if (!balances.has(chain.chainId))
							balances.set(chain.chainId, { chain: chain.name, amount: null, text: cause.text });
					this.#app.events.emit("app-changed");
				}
			}),
		);
	}

	#foundRow({ account, scheme, balances }: FoundAccount): FoundAccountRow {
		const known = this.#app.wallet.accounts.find(account.address);
		const chains = this.#app.networks.chainSettings().filter((chain) => chain.family === account.family);
		return {
			address: addressView(account.address, this.#app.rules.labels()),
			path: account.path,
			scheme,
			state: known === null ? "new" : known.signer === "ledger" ? "added" : "onThisComputer",
			balances: chains.map(
				(chain) => balances.get(chain.chainId) ?? { chain: chain.name, amount: null, text: null },
			),
		};
	}

	async #deviceOf(account: LedgerAccountSetting): Promise<{ id: string } | DeviceRefusal | null> {
		let refusal: DeviceRefusal | null = null;
		for (const device of this.#app.wallet.ledger.watch.devices()) {
			const prepared = await this.#app.wallet.ledger.client.prepare(device.id, account);
			if (prepared.ok) return device;
			if (refusal === null || refusal.fault === "otherDevice") refusal = prepared;
		}
		return refusal;
	}

	#verified(account: LedgerAccountSetting, shown: LedgerResult<"showAddress">, model: string): Verifying {
		const address = addressView(account.address, this.#app.rules.labels());
		if (!shown.ok) {
			const text = deviceText(shown, { doing: "showing", family: account.family, model });
			return { account, address, state: shown.fault === "rejected" ? "refused" : "failed", text };
		}
		const state = sameAddress(shown.address, account.address) ? "same" : "different";
		return { account, address, state, text: VERIFIED[state] };
	}
}
