import { message } from "../../../../core/message.ts";
import type { SignedTokens } from "../../../../core/subject/signed-token.ts";
import { withUnsigned } from "../../../../core/unsigned.ts";
import type { DevicePayload, PluggedDevice } from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import { sameAddress } from "../address.ts";
import type { ProvenSignature } from "../signed.ts";
import { type Readiness, SignerError } from "../signer.ts";
import { COMES_NEXT, createFinder } from "./find.ts";
import { type Order, orderOf, payloadOf } from "./order.ts";
import { DeviceQuestion } from "./question.ts";
import { signedByDevice } from "./signed.ts";
import { hostileAnswer, refusalError, signedTooLate } from "./signing-errors.ts";
import { createDeviceTurns } from "./turns.ts";
import type { DeviceWatch, LedgerAccount, LedgerClient, LedgerSigner } from "./types.ts";

/** Accounts whose keys a Ledger holds: the user decides, and what it answers is believed of nothing. */

/** So long after a failed try the devices are watched on, so that a change of them wakes who waits. */
const WATCH_ON_MS = 45_000;

export interface LedgerSignerParts {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	/** The user's accounts on Ledgers, as they are now. */
	readonly accounts: () => readonly LedgerAccount[];
	/** What reviews say of words on the devices; without it, that none shows any. */
	readonly words?: {
		/** Ledger's descriptions, the same that reviews look up. */
		readonly tokens: SignedTokens;
		/** The review that was approved said that the device shows no words of this step: else it shows them, or is not asked. */
		isReviewedBlind(fingerprint: string, place: number): boolean;
		/** This account's app did not take them: from now on no review promises any. */
		refused(account: LedgerAccount): void;
	};
	/** A question is over: whoever was told that it comes next may try again. */
	readonly onFree?: () => void;
	readonly clock: Clock;
	/** How much later than stated an offer ends by this computer's clock, in ms; by nothing where it is left out. */
	readonly clockOffset?: () => number;
	readonly log: (line: string) => void;
}

export function createLedgerSigner(parts: LedgerSignerParts): LedgerSigner {
	const { client, watch, accounts, clock, clockOffset = () => 0, log } = parts;
	const turns = createDeviceTurns(clock, () => parts.onFree?.());
	const find = createFinder({ client, watch });
	const question = new DeviceQuestion({ client, watch, clock, clockOffset, log });
	/** The try that is under way: the next one waits for it. */
	let preparing: Promise<unknown> = Promise.resolve();
	let watchOn = () => {};
	/** The model on which an account was found last, by its address. */
	const models = new Map<string, string>();

	const accountOf = (address: string) => accounts().find((each) => sameAddress(each.address, address));

	/** The devices are looked at for a while longer, so that what a user does with them is seen. */
	function keepWatching(): void {
		const unwant = watch.want();
		const before = watchOn;
		const cancel = clock.after(WATCH_ON_MS, unwant);
		watchOn = () => {
			cancel();
			unwant();
		};
		before();
	}

	async function tryToPrepare(address: string): Promise<Readiness> {
		try {
			const account = accountOf(address);
			if (account === undefined) return { ready: false, text: message("signer.no-ledger-has-account") };
			if (turns.taken()) return { ready: false, text: COMES_NEXT };
			const found = await find(account);
			if (found.ok) {
				models.set(account.address, found.device.model);
				const turn = turns.take(account.address, found.device);
				return { ready: true, release: () => turn.end() };
			}
			keepWatching();
			return { ready: false, text: found.text };
		} catch (error) {
			log(`ledger: not prepared (${error instanceof Error ? error.name : "unknown"})`);
			return { ready: false, text: message("signer.no-talk-to-ledger") };
		}
	}

	/** The device shows it in words, or is not asked, where the review did not say that it shows none. */
	function payloadFor(order: Order): DevicePayload {
		const { fingerprint, place } = order;
		const { words } = parts;
		const promised = words !== undefined && !words.isReviewedBlind(fingerprint, place);
		return payloadOf(order, promised ? words.tokens : null);
	}

	async function deviceOf(prepared: PluggedDevice | null, account: LedgerAccount): Promise<PluggedDevice> {
		if (prepared !== null) return prepared;
		const found = await find(account);
		if (!found.ok) throw new SignerError(found.reason, withUnsigned(found), null, { saysUnsigned: true });
		return found.device;
	}

	async function signOn(order: Order, device: PluggedDevice): Promise<ProvenSignature> {
		const { answer, why } = await question.ask(order, payloadFor(order), device);
		if (!answer.ok) {
			log(`ledger: no signature (${answer.fault}, ${answer.status ?? "no status"}, ${answer.prompt})`);
			if (answer.fault === "notDescribed") parts.words?.refused(order.account);
			throw refusalError(answer, why, { family: order.account.family, model: device.model });
		}
		if (why !== null) throw signedTooLate(why);
		const reading = await signedByDevice(answer.signature, order.frozen, order.place);
		if (reading.ok) return reading.proven;
		log(`ledger: a hostile answer (${reading.field}: ${reading.text.code})`);
		throw hostileAnswer(device.model, reading.field);
	}

	return {
		kind: "ledger",
		addresses: () => accounts().map(({ address, family }) => ({ address, family })),
		state: (address) => (accountOf(address) === undefined ? "missing" : "ready"),
		prepare(address) {
			const tried = preparing.then(() => tryToPrepare(address));
			preparing = tried;
			return tried;
		},
		placeOf(address) {
			const account = accountOf(address);
			return account === undefined
				? null
				: `${models.get(account.address) ?? account.model}, ${account.path}`;
		},
		async sign(frozen, place, fingerprint, address) {
			const order = orderOf(accountOf(address), { frozen, place, fingerprint }, clock.now(), clockOffset());
			payloadFor(order);
			const turn = await turns.enter(order.account.address);
			try {
				return await signOn(order, await deviceOf(turn.device, order.account));
			} finally {
				turn.end();
			}
		},
		activity: () => question.activity(),
		cancel: () => question.cancel(),
		onActivity: (listener) => question.onActivity(listener),
	};
}
