import type { DeviceFacts, DevicePlan } from "../../core/decoded-transaction/device-plan.ts";
import type { DeviceView } from "../../ipc/wallet.ts";
import type { Events } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { Accounts } from "./accounts.ts";
import { deviceFactsOf, deviceViewFor, type SeenDevice } from "./device-state.ts";
import { AbandonedPromptClient } from "./signers/ledger/abandoned-prompt.ts";
import { ProcessClient } from "./signers/ledger/client.ts";
import { HolderMemory, type Holds } from "./signers/ledger/holders.ts";
import { LedgerSigner } from "./signers/ledger/ledger-signer.ts";
import type { LedgerAccount, LedgerClient } from "./signers/ledger/ledger-types.ts";
import { DeviceWatch } from "./signers/ledger/watch.ts";
import { sameAddress } from "./signers/signer.ts";

const RETRY_MS = 2_000;
/** How long retries stay frequent. After that, the watch and the runner trigger them. */
const RETRIES_MS = 45_000;
/** Pause after which retries are frequent again. It is longer than the runner's interval. */
const FORGOTTEN_MS = 30_000;

const appOf = ({ model, app }: SeenDevice) => `${model} ${app?.version ?? ""}`;

export class Ledger {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	readonly signer: LedgerSigner;
	readonly #app;
	readonly #accounts: Pick<Accounts, "onLedger" | "find">;
	readonly #careful: AbandonedPromptClient;
	readonly #holds: Holds;
	/** Apps that rejected Ledger's descriptions, by model and version. */
	readonly #refusing = new Set<string>();
	/**
	 * Steps that the approved review showed as blind signing, by fingerprint. They exist only in memory, so
	 * after a restart the device must show readable text.
	 */
	readonly #blind = new Map<string, readonly boolean[]>();
	readonly #subscriptions: readonly (() => void)[];
	#unwant: (() => void) | null = null;
	#cancelRetry: (() => void) | null = null;
	#isStopped = false;
	#firstTry = Number.NEGATIVE_INFINITY;
	#lastTry = Number.NEGATIVE_INFINITY;
	#doubtedAt = Number.NEGATIVE_INFINITY;

	constructor(
		app: {
			readonly ports: Ports;
			readonly events: Events;
			readonly signedIn: {
				clockOffset(): number;
				wakeDeviceRows(): void;
			};
		},
		accounts: Pick<Accounts, "onLedger" | "find">,
	) {
		this.#app = app;
		this.#accounts = accounts;
		const { clock, log } = app.ports;
		const { forkLedger, ledgerTokens, overrides, random, settings } = app.ports;
		const transport = overrides.ledger ?? { kind: "hid" };
		const process = new ProcessClient({ fork: forkLedger, transport, clock, random, log });
		this.#careful = new AbandonedPromptClient(process, settings, log);
		const client = new HolderMemory(this.#careful);
		this.client = client;
		this.#holds = (deviceId, account) => client.holds(deviceId, account);
		this.watch = new DeviceWatch({ client, clock, log });
		this.signer = new LedgerSigner({
			client,
			watch: this.watch,
			accounts: () => this.#ledgerAccounts(),
			descriptors: {
				tokens: ledgerTokens,
				isReviewedBlind: (fingerprint, index) => this.#blind.get(fingerprint)?.[index] === true,
				refused: (account) => this.#onWordsRefused(account),
			},
			onPrepared: (address, isReady) => this.#onPrepared(address, isReady),
			onFree: () => this.#onDevices(),
			clock,
			clockOffset: () => app.signedIn.clockOffset(),
			log,
		});
		this.#subscriptions = [
			this.watch.onChange(() => this.#onDevices()),
			this.signer.onActivity(() => this.#onActivity()),
		];
	}

	approved(fingerprint: string, plans: readonly DevicePlan[]): void {
		if (plans.length === 0) return;
		this.#blind.set(
			fingerprint,
			plans.map(({ needsBlindSigning }) => needsBlindSigning),
		);
	}

	account(address: string): LedgerAccount | null {
		return this.#ledgerAccounts().find((each) => sameAddress(each.address, address)) ?? null;
	}

	facts(address: string): DeviceFacts | null {
		const account = this.account(address);
		if (account === null) return null;
		const facts = { ...this.#seen(account), tokens: this.#app.ports.ledgerTokens };
		const { app } = facts;
		return app === null || !this.#refusing.has(appOf(facts))
			? facts
			: { ...facts, app: { ...app, refusesDescriptors: true } };
	}

	view(account: LedgerAccount): DeviceView {
		return deviceViewFor(this.watch, account, this.#holds);
	}

	attend(isWanted: boolean): void {
		if (isWanted) this.#unwant ??= this.watch.want();
		else {
			this.#unwant?.();
			this.#unwant = null;
		}
	}

	/** Confirms that no device shows a prompt. Returns `false` if no device could have shown one. */
	cleared(): boolean {
		return this.#careful.cleared();
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
		this.#cancelRetry?.();
		for (const end of this.#subscriptions) end();
		this.#unwant?.();
		this.watch.stop();
		await this.client.stop();
	}

	/** If the key is also on this computer, the vault signs for the address. */
	#ledgerAccounts(): readonly LedgerAccount[] {
		return this.#accounts
			.onLedger()
			.filter(({ address }) => this.#accounts.find(address)?.signer === "ledger");
	}

	#seen(account: LedgerAccount): SeenDevice {
		return deviceFactsOf(this.watch, account, this.#holds);
	}

	#onDevices(): void {
		this.#app.signedIn.wakeDeviceRows();
		this.#app.events.emit("app-changed");
	}

	#onActivity(): void {
		this.#app.events.emit("app-changed");
		if (this.signer.activity() !== null) return;
		// Deferred until the current request has released the device.
		queueMicrotask(() => this.#app.signedIn.wakeDeviceRows());
	}

	#onWordsRefused(account: LedgerAccount): void {
		const remember = () => this.#refusing.add(appOf(this.#seen(account)));
		remember();
		// The app may not have been queried before, and the next review must include it.
		this.#refresh(remember);
	}

	#refresh(then: () => void = () => {}): void {
		this.watch
			.refresh()
			.then(then)
			.catch((cause: unknown) => this.#app.ports.log(`ledger: ${String(cause)}`));
	}

	/**
	 * The watch reports only the changes that it sees, so it misses a device that is unlocked between two
	 * polls. If a device isn't ready, it is therefore retried soon.
	 */
	#onPrepared(address: string, isReady: boolean): void {
		if (isReady) this.#lastTry = Number.NEGATIVE_INFINITY;
		else {
			this.#doubt(address);
			this.#retrySoon();
		}
	}

	#retrySoon(): void {
		const { clock } = this.#app.ports;
		const now = clock.now();
		if (now - this.#lastTry > FORGOTTEN_MS) this.#firstTry = now;
		this.#lastTry = now;
		if (this.#isStopped || this.#cancelRetry !== null || now - this.#firstTry > RETRIES_MS) return;
		this.#cancelRetry = clock.after(RETRY_MS, () => {
			this.#cancelRetry = null;
			this.#onDevices();
		});
	}

	/**
	 * Refreshes the state of a device that seemed ready but failed. Each change triggers another attempt, so
	 * refreshes are rate-limited.
	 */
	#doubt(address: string): void {
		const account = this.account(address);
		const now = this.#app.ports.clock.now();
		if (now - this.#doubtedAt < RETRY_MS) return;
		if (account === null || this.view(account).condition !== "ready") return;
		this.#doubtedAt = now;
		this.#refresh();
	}
}
