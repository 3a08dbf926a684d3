import { ChainError } from "../../core/chain/chain-error.ts";
import { nativeOf } from "../../core/chain/names.ts";
import { type Message, message, type Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { FoundAccountRow, LedgerView } from "../../ipc/wallet.ts";
import type { DeviceApp, DeviceRefusal, LedgerResult } from "../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import { done, refused } from "../outcome.ts";
import type { LedgerAccountSetting, Ports } from "../ports.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import { type Accounts, MAX_ON_LEDGER } from "./accounts.ts";
import { deviceViews } from "./device-state.ts";
import { scanPaths } from "./ledger-paths.ts";
import { sameAddress } from "./signers/address.ts";
import type { CarefulClient } from "./signers/ledger/left.ts";
import { deviceText } from "./signers/ledger/text.ts";
import type { DeviceCall, DeviceWatch } from "./signers/ledger/types.ts";

export interface LedgerDeskDeps {
	readonly ports: Pick<Ports, "log">;
	readonly accounts: Pick<Accounts, "find" | "onLedger" | "addLedger" | "removeLedger" | "forget">;
	readonly chains: Pick<EvmChains, "of">;
	readonly svmChains: Pick<SvmChains, "of">;
	/** The chains that have an RPC. */
	chainSettings(): readonly ChainSetting[];
	/** The user's own names for addresses. */
	labels(): Labels;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** Actions with a Ledger besides signing: finds, adds, verifies and forgets accounts, opens an app. */
export interface LedgerDesk {
	view(): LedgerView;
	scan(deviceId: string, family: ChainFamily, more: boolean): Promise<CommandOutcome>;
	add(paths: readonly string[]): CommandOutcome;
	verify(address: string): Promise<CommandOutcome>;
	remove(address: string): CommandOutcome;
	openApp(deviceId: string, app: DeviceApp): Promise<CommandOutcome>;
	/** No question that was cut off stands on a device any more: the user has looked. */
	cleared(): Promise<CommandOutcome>;
	/** Gives up what is being asked; false where nothing is. */
	cancel(): boolean;
	/** The screen is left: what was found is forgotten, and what is being asked is given up. */
	leave(): void;
}

export interface LedgerDeskParts {
	readonly client: CarefulClient;
	readonly watch: DeviceWatch;
	/** Accounts were added or forgotten. */
	readonly onAccounts: () => void;
}

type Balance = FoundAccountRow["balances"][number];

interface FoundAccount {
	readonly account: LedgerAccountSetting;
	readonly scheme: Message;
	/** By chain's id. */
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

class Desk implements LedgerDesk {
	readonly #deps: LedgerDeskDeps;
	readonly #parts: LedgerDeskParts;
	readonly #client: LedgerDeskParts["client"];
	readonly #watch: LedgerDeskParts["watch"];
	#scan: Scan | null = null;
	#verifying: Verifying | null = null;
	#opening: Text | null = null;
	#fault: Text | null = null;
	/** What the device is being asked, so that it can be given up. */
	#call: DeviceCall<unknown> | null = null;

	constructor(deps: LedgerDeskDeps, parts: LedgerDeskParts) {
		this.#deps = deps;
		this.#parts = parts;
		this.#client = parts.client;
		this.#watch = parts.watch;
	}

	view(): LedgerView {
		return {
			// Any of the two apps will do, but where the last reading needed the other one.
			devices: deviceViews(this.#watch, this.#scan?.state === "failed" ? this.#scan.family : null),
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
			accounts: this.#deps.accounts.onLedger().map(({ address, family, path, model }) => ({
				address: addressView(address, this.#deps.labels()),
				family,
				path,
				model,
			})),
		};
	}

	async scan(deviceId: string, family: "evm" | "svm", more: boolean): Promise<CommandOutcome> {
		if (!this.#watch.devices().some((device) => device.id === deviceId))
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
			this.#client.addresses(
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
			this.#deps.changed();
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
		this.#deps.changed();
		this.#readBalances(current, page).catch((cause: unknown) =>
			this.#deps.ports.log(`ledger: ${String(cause)}`),
		);
		return done;
	}

	add(paths: readonly string[]): CommandOutcome {
		const chosen = (this.#scan?.found ?? []).flatMap(({ account }) =>
			paths.includes(account.path) ? [account] : [],
		);
		if (chosen.length !== paths.length) return refused(message("ledger.accounts.unread"));
		if (!this.#deps.accounts.addLedger(chosen))
			return refused(message("ledger.accounts.most", { most: MAX_ON_LEDGER }));
		this.#parts.onAccounts();
		return done;
	}

	async verify(address: string): Promise<CommandOutcome> {
		const account = this.#deps.accounts.onLedger().find((each) => sameAddress(each.address, address));
		if (account === undefined) return refused(message("ledger.no-account"));
		const shown = addressView(account.address, this.#deps.labels());
		const current: Verifying = {
			account,
			address: shown,
			state: "asking",
			text: message("ledger.address.compare"),
		};
		this.#verifying = current;
		this.#deps.changed();
		const device = await this.#deviceOf(account);
		if (this.#verifying !== current) return done;
		if (device === null || !("id" in device)) {
			const text =
				device === null
					? message("ledger.none")
					: deviceText(device, { doing: "showing", family: account.family, model: null });
			this.#verifying = { account, address: shown, state: "failed", text };
			this.#deps.changed();
			return refused(text);
		}
		const answer = await this.#asking(
			this.#client.showAddress(device.id, account.family, account.path),
			device.id,
		);
		if (this.#verifying !== current || answer === null) return done;
		this.#verifying = this.#verified(account, answer, this.#modelOf(device.id));
		this.#deps.changed();
		return this.#verifying.state === "same" ? done : refused(this.#verifying.text);
	}

	remove(address: string): CommandOutcome {
		if (!this.#deps.accounts.removeLedger(address)) return refused(message("ledger.no-account"));
		this.#deps.accounts.forget(address);
		if (this.#verifying !== null && sameAddress(this.#verifying.account.address, address))
			this.#verifying = null;
		this.#parts.onAccounts();
		return done;
	}

	async openApp(deviceId: string, wanted: "Ethereum" | "Solana"): Promise<CommandOutcome> {
		if (!this.#watch.devices().some((device) => device.id === deviceId))
			return refused(message("ledger.unplugged.opening"));
		this.#opening = message("ledger.opening", { app: wanted });
		this.#fault = null;
		const opened = await this.#asking(this.#client.openApp(deviceId, wanted), deviceId);
		this.#opening = null;
		if (opened !== null && !opened.ok)
			this.#fault = this.#messageOf(opened, "opening", wanted === "Ethereum" ? "evm" : "svm", deviceId);
		await this.#watch.refresh();
		this.#deps.changed();
		return this.#fault === null ? done : refused(this.#fault);
	}

	async cleared(): Promise<CommandOutcome> {
		if (!this.#client.cleared()) return refused(message("app.ledger.nothing-left"));
		await this.#watch.refresh();
		this.#deps.changed();
		return done;
	}

	cancel(): boolean {
		const asked = this.#call !== null;
		this.#call?.cancel();
		return asked;
	}

	leave(): void {
		this.#call?.cancel();
		this.#call = null;
		this.#scan = null;
		this.#verifying = null;
		this.#opening = null;
		this.#fault = null;
	}

	#modelOf(deviceId: string): string {
		return this.#watch.devices().find((device) => device.id === deviceId)?.model ?? "Ledger";
	}

	/** Nothing of an answer counts that comes after the screen was left or something else was begun. */
	async #asking<Answer>(
		begun: DeviceCall<Answer>,
		deviceId: string,
		kind: "asking" | "reading" = "asking",
	): Promise<Answer | null> {
		this.#call?.cancel();
		this.#call = begun;
		const ended = this.#watch.asking(deviceId, kind);
		this.#deps.changed();
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
		const chains = this.#deps.chainSettings().filter((chain) => chain.family === of.family);
		await Promise.all(
			chains.map(async (chain) => {
				try {
					const rpc =
						of.family === "evm"
							? this.#deps.chains.of(Number(chain.chainId))
							: this.#deps.svmChains.of(chain.chainId);
					await rpc.prove();
					for (const { account, balances } of found) {
						const unit = { ...nativeOf(chain.chainId), checked: true };
						const amount = amountView(await rpc.balance(account.address), unit);
						balances.set(chain.chainId, { chain: chain.name, amount, text: null });
						this.#deps.changed();
					}
				} catch (cause) {
					if (!(cause instanceof ChainError)) throw cause;
					for (const { balances } of found)
						if (!balances.has(chain.chainId))
							balances.set(chain.chainId, { chain: chain.name, amount: null, text: cause.text });
					this.#deps.changed();
				}
			}),
		);
	}

	#foundRow({ account, scheme, balances }: FoundAccount): FoundAccountRow {
		const known = this.#deps.accounts.find(account.address);
		const chains = this.#deps.chainSettings().filter((chain) => chain.family === account.family);
		return {
			address: addressView(account.address, this.#deps.labels()),
			path: account.path,
			scheme,
			state: known === null ? "new" : known.signer === "ledger" ? "added" : "onThisComputer",
			balances: chains.map(
				(chain) => balances.get(chain.chainId) ?? { chain: chain.name, amount: null, text: null },
			),
		};
	}

	/** The device that has this account, where one plugged in has; the user is asked nothing. */
	async #deviceOf(account: LedgerAccountSetting): Promise<{ id: string } | DeviceRefusal | null> {
		let refusal: DeviceRefusal | null = null;
		for (const device of this.#watch.devices()) {
			const prepared = await this.#client.prepare(device.id, account);
			if (prepared.ok) return device;
			if (refusal === null || refusal.fault === "otherDevice") refusal = prepared;
		}
		return refusal;
	}

	#verified(account: LedgerAccountSetting, shown: LedgerResult<"showAddress">, model: string): Verifying {
		const address = addressView(account.address, this.#deps.labels());
		if (!shown.ok) {
			const text = deviceText(shown, { doing: "showing", family: account.family, model });
			return { account, address, state: shown.fault === "rejected" ? "refused" : "failed", text };
		}
		const state = sameAddress(shown.address, account.address) ? "same" : "different";
		return { account, address, state, text: VERIFIED[state] };
	}
}

export function createLedgerDesk(deps: LedgerDeskDeps, parts: LedgerDeskParts): LedgerDesk {
	return new Desk(deps, parts);
}
