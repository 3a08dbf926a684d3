import { expiryOf, type Frozen } from "../../../../core/match/frozen.ts";
import { type IntentAt, intentAt, provenFrozen } from "../../../../core/match/proof.ts";
import { type Message, message, sentences } from "../../../../core/message.ts";
import { NOTHING_SIGNED, saying, type UnsignedNotice, withUnsigned } from "../../../../core/unsigned.ts";
import type {
	DeviceRefusal,
	DeviceStage,
	LedgerResult,
	PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import { sameAddress } from "../address.ts";
import { type ProvenSignature, signerOf } from "../signed.ts";
import { type Readiness, SignerError } from "../signer.ts";
import { COMES_NEXT, createFinder } from "./find.ts";
import { devicePayloadOf, familyOf } from "./payload.ts";
import { signedByDevice } from "./signed.ts";
import { deviceText } from "./text.ts";
import { createDeviceTurns } from "./turns.ts";
import type { DeviceActivity, DeviceWatch, LedgerAccount, LedgerClient, LedgerSigner } from "./types.ts";

/** Accounts whose keys a Ledger holds: the user decides, and what it answers is believed of nothing. */

/** The longest that a question stands, in ms, whatever the review allows. */
const MAX_ASKED_MS = 10 * 60_000;
/** So long after a failed try the devices are watched on, so that a change of them wakes who waits. */
const WATCH_ON_MS = 45_000;

export interface LedgerSignerParts {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	/** The user's accounts on Ledgers, as they are now. */
	readonly accounts: () => readonly LedgerAccount[];
	/** What reviews say of words on the devices; without it, that none shows any. */
	readonly words?: {
		/** The review that was approved said that the device shows no words of this step: else it shows them, or is not asked. */
		isReviewedBlind(fingerprint: string, place: number): boolean;
		/** This account's app did not take them: from now on no review promises any. */
		refused(account: LedgerAccount): void;
	};
	/** A question is over: whoever was told that it comes next may try again. */
	readonly onFree?: () => void;
	readonly clock: Clock;
	readonly log: (line: string) => void;
}

const UNKNOWN_WORDS = message("signer.device-may-still-show");

const refused = (field: string, text: Message, notice: Pick<UnsignedNotice, "saysUnsigned"> = {}) =>
	new SignerError("refusedMatch", withUnsigned({ text, ...notice }), field, { saysUnsigned: true });

function hostile(model: string, field: string): SignerError {
	return new SignerError("badAnswer", message("signer.hostile-answer", { model }), field, {
		mayHaveSigned: true,
	});
}

/** Why a question ended before its person answered it. */
type GivenUp = "person" | "time";
const GIVEN_UP_WORDS: Readonly<Record<GivenUp, Message>> = {
	person: message("signer.given-up.person"),
	time: message("signer.given-up.time"),
};

function refusalError(refusal: DeviceRefusal, why: GivenUp | null, account: LedgerAccount): SignerError {
	const { fault, prompt } = refusal;
	const { family, model } = account;
	const mayHaveSigned = prompt === "unknown" || fault === "badAnswer";
	const facts = { mayHaveSigned, saysUnsigned: !mayHaveSigned };
	if (why === null || fault !== "cancelled")
		return new SignerError(fault, deviceText(refusal, { doing: "signing", family, model }), null, facts);
	const end = prompt === "unknown" ? UNKNOWN_WORDS : NOTHING_SIGNED;
	return new SignerError(fault, sentences(GIVEN_UP_WORDS[why], end), null, facts);
}

/** One signature that is asked for. */
interface Order {
	readonly frozen: Frozen;
	readonly place: number;
	readonly fingerprint: string;
	readonly account: LedgerAccount;
	readonly intent: IntentAt;
}

export function createLedgerSigner(parts: LedgerSignerParts): LedgerSigner {
	const { client, watch, accounts, clock, log } = parts;
	const turns = createDeviceTurns(clock, () => parts.onFree?.());
	const find = createFinder({ client, watch });
	const listeners = new Set<() => void>();
	let activity: DeviceActivity | null = null;
	let giveUp: ((why: GivenUp) => void) | null = null;
	/** The try that is under way: the next one waits for it. */
	let preparing: Promise<unknown> = Promise.resolve();
	let watchOn = () => {};

	const accountOf = (address: string) => accounts().find((each) => sameAddress(each.address, address));

	function show(next: DeviceActivity | null): void {
		activity = next;
		for (const listener of [...listeners]) {
			try {
				listener();
			} catch (error) {
				log(`ledger: a listener failed (${error instanceof Error ? error.name : "unknown"})`);
			}
		}
	}

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

	/** What is signed, proven once more: whoever calls. */
	function proven(frozen: Frozen, place: number, fingerprint: string, address: string): Order {
		const account = accountOf(address);
		if (account === undefined) throw refused("accountAddress", message("signer.not-on-ledger"));
		const proof = provenFrozen({ frozen, fingerprint, now: clock.now() });
		if (!proof.ok) throw refused(proof.field, proof.text, saying(proof));
		const at = intentAt(proof.frozen, place);
		if (!at.ok) throw refused(at.field, at.text);
		const { intent } = at;
		if (familyOf(intent) !== account.family) throw refused("payload.kind", message("signer.other-family"));
		if (!sameAddress(signerOf(proof.frozen, intent), account.address))
			throw refused("payload.signer", message("signer.other-signer"));
		return { frozen: proof.frozen, place, fingerprint, account, intent };
	}

	function payloadOf({ frozen, place, fingerprint, intent }: Order) {
		const words = parts.words !== undefined && !parts.words.isReviewedBlind(fingerprint, place);
		const reading = devicePayloadOf(frozen, intent, words);
		if (!reading.ok) throw refused(reading.field, reading.text, saying(reading));
		return reading.payload;
	}

	async function deviceOf(prepared: PluggedDevice | null, account: LedgerAccount): Promise<PluggedDevice> {
		if (prepared !== null) return prepared;
		const found = await find(account);
		if (!found.ok) throw new SignerError(found.reason, withUnsigned(found), null, { saysUnsigned: true });
		return found.device;
	}

	/** Asks, until its person answers, gives up here, or the time is over. */
	async function ask(order: Order, device: PluggedDevice) {
		const { frozen, account, fingerprint, place } = order;
		const payload = payloadOf(order);
		const now = clock.now();
		const expiry = expiryOf(frozen) ?? Number.POSITIVE_INFINITY;
		if (now >= expiry) throw refused("expires_at", message("proof.expired"));
		let why: GivenUp | null = null;
		const showStage = (stage: DeviceStage) => show({ account, stage, device, fingerprint, place });
		const asked = watch.asking(device.id);
		const call = client.sign(device.id, account, payload, showStage);
		giveUp = (cause) => {
			why ??= cause;
			call.cancel();
		};
		const early = clock.after(Math.min(expiry - now, MAX_ASKED_MS), () => giveUp?.("time"));
		showStage("opening");
		let answer: LedgerResult<"sign">;
		try {
			answer = await call.answer;
		} finally {
			early();
			giveUp = null;
			asked();
			show(null);
		}
		return { answer, why: why as GivenUp | null };
	}

	async function signOn(order: Order, device: PluggedDevice): Promise<ProvenSignature> {
		const { answer, why } = await ask(order, device);
		if (!answer.ok) {
			log(`ledger: no signature (${answer.fault}, ${answer.status ?? "no status"}, ${answer.prompt})`);
			if (answer.fault === "notDescribed") parts.words?.refused(order.account);
			throw refusalError(answer, why, order.account);
		}
		if (why !== null)
			throw new SignerError(
				"cancelled",
				sentences(GIVEN_UP_WORDS[why], message("signer.had-signed-by-then")),
				null,
				{ mayHaveSigned: true },
			);
		const reading = await signedByDevice(answer.signature, order.frozen, order.place);
		if (reading.ok) return reading.proven;
		log(`ledger: a hostile answer (${reading.field}: ${reading.text.code})`);
		throw hostile(device.model, reading.field);
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
			return account === undefined ? null : `${account.model}, ${account.path}`;
		},
		async sign(frozen, place, fingerprint, address) {
			const order = proven(frozen, place, fingerprint, address);
			payloadOf(order);
			const turn = await turns.enter(order.account.address);
			try {
				return await signOn(order, await deviceOf(turn.device, order.account));
			} finally {
				turn.end();
			}
		},
		activity: () => activity,
		cancel: () => giveUp?.("person"),
		onActivity(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
