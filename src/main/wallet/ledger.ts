import type { DeviceFacts, DevicePlan } from "../../core/subject/device-plan.ts";
import type { DeviceView } from "../../ipc/wallet.ts";
import type { Events } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { Accounts } from "./accounts.ts";
import { deviceFactsOf, deviceViewFor, type SeenDevice } from "./device-state.ts";
import { sameAddress } from "./signers/address.ts";
import { AbandonedPromptClient } from "./signers/ledger/abandoned-prompt.ts";
import { ProcessClient } from "./signers/ledger/client.ts";
import { HolderMemory, type Holds } from "./signers/ledger/holders.ts";
import { LedgerSigner } from "./signers/ledger/ledger-signer.ts";
import type { LedgerAccount, LedgerClient } from "./signers/ledger/ledger-types.ts";
import { DeviceWatch } from "./signers/ledger/watch.ts";

/** Delay between two tries for a device, while the user is likely to be setting it right. */
const RETRY_MS = 2_000;
/** Later tries come from the watch and at the runner's own pace. */
const RETRIES_MS = 45_000;
/** Pause after which the next try counts as a first one. Longer than the runner's pace. */
const FORGOTTEN_MS = 30_000;

const appOf = ({ model, app }: SeenDevice) => `${model} ${app?.version ?? ""}`;

/** Ledger devices: their process, what is seen of them, and the signer that uses them. */
export class Ledger {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	readonly signer: LedgerSigner;
	readonly #app;
	readonly #accounts: Pick<Accounts, "onLedger" | "find">;
	readonly #careful: AbandonedPromptClient;
	readonly #holds: Holds;
	/** Apps that refused what Ledger signed of tokens and typed data, by their device's model and their version. */
	readonly #refusing = new Set<string>();
	/** Steps that the approved review said are signed blindly, by its fingerprint. */
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
				/** Wakes approved rows that wait for a device. */
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
			accounts: () => this.#held(),
			words: {
				tokens: ledgerTokens,
				isReviewedBlind: (fingerprint, place) => this.#blind.get(fingerprint)?.[place] === true,
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

	/**
	 * Remembers what the approved review said of the device: it holds for its signatures, whatever is learnt afterwards.
	 * Kept in memory alone: without it, the review counts as one that promised words.
	 * @param plans of each of its steps
	 */
	approved(fingerprint: string, plans: readonly DevicePlan[]): void {
		if (plans.length === 0) return;
		this.#blind.set(
			fingerprint,
			plans.map(({ needsBlindSigning }) => needsBlindSigning),
		);
	}

	/** The user's account with this address; `null` if its key is on no Ledger. */
	account(address: string): LedgerAccount | null {
		return this.#held().find((each) => sameAddress(each.address, address)) ?? null;
	}

	/** Facts about the device that must sign for this address; `null` if none must. */
	facts(address: string): DeviceFacts | null {
		const account = this.account(address);
		if (account === null) return null;
		const facts = { ...this.#seen(account), tokens: this.#app.ports.ledgerTokens };
		const { app } = facts;
		return app === null || !this.#refusing.has(appOf(facts))
			? facts
			: { ...facts, app: { ...app, refusesWords: true } };
	}

	/** The device as a user sees it who wants to sign for this account. */
	view(account: LedgerAccount): DeviceView {
		return deviceViewFor(this.watch, account, this.#holds);
	}

	/** Polls devices while a window shows one, or something waits for one. */
	attend(isWanted: boolean): void {
		if (isWanted) this.#unwant ??= this.watch.want();
		else {
			this.#unwant?.();
			this.#unwant = null;
		}
	}

	/** Records that the user sees no question on any device; false if none could be there. */
	cleared(): boolean {
		return this.#careful.cleared();
	}

	/** Ends the process, and with it any open question. */
	async stop(): Promise<void> {
		this.#isStopped = true;
		this.#cancelRetry?.();
		for (const end of this.#subscriptions) end();
		this.#unwant?.();
		this.watch.stop();
		await this.client.stop();
	}

	/** A key on this computer signs for an address that a Ledger has too. */
	#held(): readonly LedgerAccount[] {
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
		// The device is free once this is over: rows that wait for it may ask then.
		queueMicrotask(() => this.#app.signedIn.wakeDeviceRows());
	}

	#onWordsRefused(account: LedgerAccount): void {
		const remember = () => this.#refusing.add(appOf(this.#seen(account)));
		remember();
		// An app that was not seen yet is looked at, so that the next review knows it.
		this.#refresh(remember);
	}

	#refresh(then: () => void = () => {}): void {
		this.watch
			.refresh()
			.then(then)
			.catch((cause: unknown) => this.#app.ports.log(`ledger: ${String(cause)}`));
	}

	/**
	 * Retries soon if the device is not ready. The watch reports only changes that it saw, and a user who unlocks a device
	 * or plugs it in again between two looks has changed nothing for it.
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
	 * Looks again after a failed try on a device that was seen ready: the last look is old. A look that brings news brings
	 * the next try, so without a limit a device that always has some would be asked in circles.
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
