import type { DeviceRefusal, DeviceStage, LedgerResult, PluggedDevice } from "../../ledger/protocol.ts";
import { expiryOf, type Frozen } from "../match/frozen.ts";
import { type IntentAt, intentAt, provenFrozen } from "../match/proof.ts";
import type { Clock } from "../ports.ts";
import { sameAddress } from "./address.ts";
import { COMES_NEXT, createFinder } from "./ledger-find.ts";
import { devicePayloadOf, familyOf } from "./ledger-payload.ts";
import { signedByDevice } from "./ledger-signed.ts";
import { createTurns } from "./ledger-turns.ts";
import type {
	DeviceActivity,
	DeviceWatch,
	LedgerAccount,
	LedgerClient,
	LedgerSigner,
} from "./ledger-types.ts";
import { deviceWords } from "./ledger-words.ts";
import { signerOf } from "./signed.ts";
import { type Readiness, type Signed, SignerError } from "./signer.ts";

/** Accounts whose keys a Ledger holds: the device's person decides, and what it answers is believed of nothing. */

/** The longest that a question stands, in ms, whatever the review allows. */
const MOST_ASKED_MS = 10 * 60_000;
/** So long after a failed try the devices are watched on, so that a change of them wakes who waits. */
const WATCH_ON_MS = 45_000;

export interface LedgerSignerParts {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	/** The person's accounts on Ledgers, as they are now. */
	readonly accounts: () => readonly LedgerAccount[];
	/** A question is over: whoever was told that it comes next may try again. */
	readonly onFree?: () => void;
	readonly clock: Clock;
	readonly log: (line: string) => void;
}

const UNKNOWN_WORDS =
	"Your Ledger may still show the request: reject it there. A signature that it may have made never reached Countersign and is sent to nobody.";

const unsigned = (words: string) =>
	/nothing was signed/i.test(words) ? words : `${words} Nothing was signed.`;

const refused = (field: string, words: string) => new SignerError("refusedMatch", unsigned(words), field);

function hostile(model: string, field: string): SignerError {
	return new SignerError(
		"badAnswer",
		`Your ${model} answered with a signature that is not this account's over the reviewed bytes. It was thrown away; nothing was sent. An honest device does not do this: approve nothing with it before you know why.`,
		field,
		{ mayHaveSigned: true },
	);
}

/** Why a question ended before its person answered it. */
type GivenUp = "person" | "time";
const GIVEN_UP_WORDS: Readonly<Record<GivenUp, string>> = {
	person: "You cancelled this here.",
	time: "It was not confirmed on your Ledger in time.",
};

function refusalError(refusal: DeviceRefusal, why: GivenUp | null, account: LedgerAccount): SignerError {
	const { fault, prompt } = refusal;
	const { family, model } = account;
	const facts = { mayHaveSigned: prompt === "unknown" || fault === "badAnswer" };
	if (why === null || fault !== "cancelled")
		return new SignerError(fault, deviceWords(refusal, { doing: "signing", family, model }), null, facts);
	const end = prompt === "unknown" ? UNKNOWN_WORDS : "Nothing was signed.";
	return new SignerError(fault, `${GIVEN_UP_WORDS[why]} ${end}`, null, facts);
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
	const turns = createTurns(clock, () => parts.onFree?.());
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

	/** The devices are looked at for a while longer, so that what a person does with them is seen. */
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
			if (account === undefined) return { ready: false, words: "The account is on no Ledger of yours." };
			if (turns.taken()) return { ready: false, words: COMES_NEXT };
			const found = await find(account);
			if (found.ok) {
				const turn = turns.take(account.address, found.device);
				return { ready: true, release: () => turn.end() };
			}
			keepWatching();
			return { ready: false, words: found.words };
		} catch (error) {
			log(`ledger: not prepared (${error instanceof Error ? error.name : "unknown"})`);
			return { ready: false, words: "Countersign could not talk to your Ledger. Unplug it and plug it in." };
		}
	}

	/** What is signed, proven once more: whoever calls. */
	function proven(frozen: Frozen, place: number, fingerprint: string, address: string): Order {
		const account = accountOf(address);
		if (account === undefined)
			throw refused("accountAddress", "The account that must sign is on no Ledger of yours.");
		const proof = provenFrozen({ frozen, fingerprint, now: clock.now() });
		if (!proof.ok) throw refused(proof.field, proof.words);
		const at = intentAt(proof.frozen, place);
		if (!at.ok) throw refused(at.field, at.words);
		const { intent } = at;
		if (familyOf(intent) !== account.family)
			throw refused("payload.kind", "The payload is for another kind of chain than the account.");
		if (!sameAddress(signerOf(proof.frozen, intent), account.address))
			throw refused("payload.signer", "The payload names another signer than your account.");
		return { frozen: proof.frozen, place, fingerprint, account, intent };
	}

	function payloadOf({ frozen, intent }: Order) {
		const reading = devicePayloadOf(frozen, intent);
		if (!reading.ok) throw refused(reading.field, reading.words);
		return reading.payload;
	}

	async function deviceOf(prepared: PluggedDevice | null, account: LedgerAccount): Promise<PluggedDevice> {
		if (prepared !== null) return prepared;
		const found = await find(account);
		if (!found.ok) throw new SignerError(found.reason, unsigned(found.words));
		return found.device;
	}

	/** Asks, until its person answers, gives up here, or the time is over. */
	async function ask(order: Order, device: PluggedDevice) {
		const { frozen, account, fingerprint, place } = order;
		const payload = payloadOf(order);
		const now = clock.now();
		const expiry = expiryOf(frozen) ?? Number.POSITIVE_INFINITY;
		if (now >= expiry) throw refused("expires_at", "The review has expired.");
		let why: GivenUp | null = null;
		const tell = (stage: DeviceStage) => show({ account, stage, device, fingerprint, place });
		const asked = watch.asking(device.id);
		const call = client.sign(device.id, account, payload, tell);
		giveUp = (cause) => {
			why ??= cause;
			call.cancel();
		};
		const early = clock.after(Math.min(expiry - now, MOST_ASKED_MS), () => giveUp?.("time"));
		tell("opening");
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

	async function signOn(order: Order, device: PluggedDevice): Promise<Signed> {
		const { answer, why } = await ask(order, device);
		if (!answer.ok) {
			log(`ledger: no signature (${answer.fault}, ${answer.status ?? "no status"}, ${answer.prompt})`);
			throw refusalError(answer, why, order.account);
		}
		if (why !== null)
			throw new SignerError(
				"cancelled",
				`${GIVEN_UP_WORDS[why]} Your Ledger had signed by then: its signature was thrown away, and nothing was sent.`,
				null,
				{ mayHaveSigned: true },
			);
		const reading = await signedByDevice(answer.signature, order.frozen, order.intent);
		if (reading.ok) return reading.signed;
		log(`ledger: a hostile answer (${reading.field}: ${reading.words})`);
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
