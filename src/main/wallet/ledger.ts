import type { DeviceFacts, DevicePlan } from "../../core/subject/device-plan.ts";
import type { DeviceView } from "../../ipc/wallet.ts";
import type { Ports } from "../ports.ts";
import type { Accounts } from "./accounts.ts";
import { deviceFactsOf, deviceViewFor, type SeenDevice } from "./device-state.ts";
import { sameAddress } from "./signers/address.ts";
import { createLedgerClient } from "./signers/ledger/client.ts";
import { rememberHolders } from "./signers/ledger/holders.ts";
import { createLedgerSigner } from "./signers/ledger/ledger.ts";
import { type CarefulClient, createCarefulClient } from "./signers/ledger/left.ts";
import type { DeviceWatch, LedgerAccount, LedgerSigner } from "./signers/ledger/types.ts";
import { createDeviceWatch } from "./signers/ledger/watch.ts";

/** Everything that has to do with Ledger devices, put together. */

/** Between two tries of what waits for a device, while the user is likely to be setting it right. */
const RETRY_MS = 2_000;
/** So long after the first of them it is left to the watch, and to the runner's own pace. */
const RETRIES_MS = 45_000;
/** Where nothing was tried for so long, nothing waited: the next try is a first one. Longer than the runner's pace. */
const FORGOTTEN_MS = 30_000;

export interface Ledger {
	readonly client: CarefulClient;
	readonly watch: DeviceWatch;
	readonly signer: LedgerSigner;
	/**
	 * What the review said of the device when it was approved holds for its signatures, whatever is learnt afterwards.
	 * Kept in memory alone: what nobody remembers was promised in words.
	 * @param plans of each of its steps
	 */
	approved(fingerprint: string, plans: readonly DevicePlan[]): void;
	/** The user's account with this address; null where its key is on no Ledger. */
	account(address: string): LedgerAccount | null;
	/** What is known of the device that must sign for this address; null where none must. */
	facts(address: string): DeviceFacts | null;
	/** The device as a user sees it who wants to sign for this account. */
	view(account: LedgerAccount): DeviceView;
	/** Devices are looked at while this is so: a window shows one, or something waits for one. */
	attend(wanted: boolean): void;
	/** Ends the process, and with it whatever is being asked. */
	stop(): Promise<void>;
}

interface Retrying {
	readonly clock: Ports["clock"];
	/** Whatever waits for a device is tried again. */
	readonly again: () => void;
	/** This account's device was not ready. */
	readonly doubt: (address: string) => void;
}

/**
 * The same signer; what was not ready is tried again soon. The watch tells only what it saw change, and a user who
 * unlocks a device or plugs it in again between two of its looks has changed nothing for it.
 */
function retrying(signer: LedgerSigner, { clock, again, doubt }: Retrying) {
	let soon: (() => void) | null = null;
	let stopped = false;
	let first = Number.NEGATIVE_INFINITY;
	let last = Number.NEGATIVE_INFINITY;

	function later(): void {
		const now = clock.now();
		if (now - last > FORGOTTEN_MS) first = now;
		last = now;
		if (stopped || soon !== null || now - first > RETRIES_MS) return;
		soon = clock.after(RETRY_MS, () => {
			soon = null;
			again();
		});
	}

	return {
		signer: {
			...signer,
			async prepare(address: string) {
				const readiness = await signer.prepare(address);
				if (readiness.ready) last = Number.NEGATIVE_INFINITY;
				else {
					doubt(address);
					later();
				}
				return readiness;
			},
		} satisfies LedgerSigner,
		stop() {
			stopped = true;
			soon?.();
		},
	};
}

export function createLedger(
	ports: Ports,
	accounts: () => Pick<Accounts, "onLedger" | "find">,
	clockOffset: () => number,
	on: {
		/** Devices came, went or stand otherwise, or are asked nothing any more: what waits for one may go on. */
		readonly devices: () => void;
		/** How far a question is. */
		readonly activity: () => void;
	},
): Ledger {
	const { clock, log } = ports;
	const { client, holds } = rememberHolders(
		createCarefulClient({
			client: createLedgerClient({
				fork: ports.forkLedger,
				transport: ports.overrides.ledger ?? { kind: "hid" },
				clock,
				random: ports.random,
				log,
			}),
			settings: ports.settings,
			log,
		}),
	);
	const watch = createDeviceWatch({ client, clock, log });
	/** A key on this computer stands for an address that a Ledger has too. */
	const held = () =>
		accounts()
			.onLedger()
			.filter(({ address }) => accounts().find(address)?.signer === "ledger");
	/** Apps that refused what Ledger signed of tokens and typed data, by their device's model and their version. */
	const refusing = new Set<string>();
	/** By fingerprint: the steps that the approved review said are signed blindly. */
	const blind = new Map<string, readonly boolean[]>();
	const appOf = ({ model, app }: SeenDevice) => `${model} ${app?.version ?? ""}`;
	const factsOf = (account: LedgerAccount): DeviceFacts => {
		const facts = { ...deviceFactsOf(watch, account, holds), tokens: ports.ledgerTokens };
		const { app } = facts;
		return app === null || !refusing.has(appOf(facts))
			? facts
			: { ...facts, app: { ...app, refusesWords: true } };
	};
	const signer = createLedgerSigner({
		client,
		watch,
		accounts: held,
		words: {
			tokens: ports.ledgerTokens,
			isReviewedBlind: (fingerprint, place) => blind.get(fingerprint)?.[place] === true,
			refused(account) {
				const remember = () => refusing.add(appOf(deviceFactsOf(watch, account, holds)));
				remember();
				// An app that was not seen yet is looked at, so that the next review knows it.
				watch
					.refresh()
					.then(remember)
					.catch((cause: unknown) => log(`ledger: ${String(cause)}`));
			},
		},
		onFree: on.devices,
		clock,
		clockOffset,
		log,
	});
	const patient = retrying(signer, { clock, again: on.devices, doubt: (address) => doubt(address) });
	const endDevices = watch.onChange(on.devices);
	const endActivity = signer.onActivity(on.activity);
	let unwant: (() => void) | null = null;

	const account = (address: string) => held().find((each) => sameAddress(each.address, address)) ?? null;

	let doubtedAt = Number.NEGATIVE_INFINITY;

	/**
	 * A try has just failed on a device that was seen ready: the look is old, and what windows show of it too. A look
	 * that brings news brings the next try, so that a device which always has some would be asked in circles.
	 */
	function doubt(address: string): void {
		const found = account(address);
		const now = clock.now();
		if (now - doubtedAt < RETRY_MS) return;
		if (found === null || deviceViewFor(watch, found, holds).condition !== "ready") return;
		doubtedAt = now;
		watch.refresh().catch((cause: unknown) => log(`ledger: ${String(cause)}`));
	}

	return {
		client,
		watch,
		signer: patient.signer,
		approved(fingerprint, plans) {
			if (plans.length === 0) return;
			blind.set(
				fingerprint,
				plans.map(({ needsBlindSigning }) => needsBlindSigning),
			);
		},
		account,
		facts(address) {
			const found = account(address);
			return found === null ? null : factsOf(found);
		},
		view: (found) => deviceViewFor(watch, found, holds),
		attend(wanted) {
			if (wanted) unwant ??= watch.want();
			else {
				unwant?.();
				unwant = null;
			}
		},
		async stop() {
			patient.stop();
			endDevices();
			endActivity();
			unwant?.();
			watch.stop();
			await client.stop();
		},
	};
}
