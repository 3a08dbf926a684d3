import { base64 } from "@scure/base";
import type { SignedTokens } from "../../../../core/decoded-transaction/signed-token.ts";
import type { Hex } from "../../../../core/format/numeral.ts";
import { type Message, message } from "../../../../core/localized-text.ts";
import { type EvmSignature, signedEvm } from "../../../../core/match/evm/bytes.ts";
import type { Frozen } from "../../../../core/match/frozen.ts";
import { type IntentAt, intentAt } from "../../../../core/match/proof.ts";
import { signedSvm } from "../../../../core/match/svm/bytes.ts";
import { withUnsigned } from "../../../../core/unsigned.ts";
import type { DevicePayload, PluggedDevice } from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import { checkSigned, type ProvenSignature, type SignatureReading, type SignedClaim } from "../signed.ts";
import {
	addressKey,
	type Readiness,
	type Signer,
	type SignerAccount,
	SignerError,
	type SignerState,
	sameAddress,
} from "../signer.ts";
import { COMES_NEXT, DeviceFinder } from "./find.ts";
import type { DeviceActivity, LedgerAccount, LedgerClient } from "./ledger-types.ts";
import {
	DeviceQuestion,
	type DeviceSignRequest,
	hostileAnswer,
	payloadOf,
	refusalError,
	signedTooLate,
	signRequestOf,
} from "./sign-request.ts";
import type { DeviceWatch } from "./watch.ts";

const refused = (text: Message): SignatureReading => ({ ok: false, field: "signature", text });

function evmSignature(answer: string): EvmSignature | null {
	const [, r, s, parity] = /^0x([0-9a-f]{64})([0-9a-f]{64})0([01])$/.exec(answer) ?? [];
	if (r === undefined || s === undefined) return null;
	return { r: `0x${r}`, s: `0x${s}`, yParity: parity === "1" ? 1 : 0 };
}

function svmSignature(answer: string): Uint8Array | null {
	const [, digits] = /^0x([0-9a-f]{128})$/.exec(answer) ?? [];
	return digits === undefined ? null : Uint8Array.from(Buffer.from(digits, "hex"));
}

/** r, s and v (27 or 28), as in signed messages (EIP-191, EIP-712). */
const joined = ({ r, s, yParity }: EvmSignature): Hex =>
	`0x${r.slice(2)}${s.slice(2)}${yParity === 0 ? "1b" : "1c"}`;

const NOT_65 = refused(message("signer.answer-not-65-bytes"));
const NOT_64 = refused(message("signer.answer-not-64-bytes"));

function claimOfEvm(
	answer: string,
	intent: Extract<
		IntentAt,
		{ kind: "evm_transaction" | "evm_personal" | "evm_typed_data" | "user_operation" }
	>,
): SignedClaim | null {
	const signature = evmSignature(answer);
	if (signature === null) return null;
	if (intent.kind === "user_operation") return { kind: "user_operation", signatures: [joined(signature)] };
	if (intent.kind === "evm_transaction")
		return { kind: "evm_transaction", raw: signedEvm(intent, signature) };
	return { kind: "message", signature: joined(signature) };
}

function claimOfSvm(
	answer: string,
	intent: Extract<IntentAt, { kind: "svm_transaction" | "svm_message" }>,
): SignedClaim | null {
	const signature = svmSignature(answer);
	if (signature === null) return null;
	return intent.kind === "svm_transaction"
		? { kind: "svm_transaction", raw: signedSvm(intent, signature) }
		: { kind: "message", signature: base64.encode(signature) };
}

async function signedByDevice(answer: string, frozen: Frozen, index: number): Promise<SignatureReading> {
	const at = intentAt(frozen, index);
	if (!at.ok) return at;
	const { intent } = at;
	switch (intent.kind) {
		case "evm_transaction":
		case "evm_personal":
		case "evm_typed_data":
		case "user_operation": {
			const claim = claimOfEvm(answer, intent);
			return claim === null ? NOT_65 : checkSigned(claim, frozen, index);
		}
		case "svm_transaction":
		case "svm_message": {
			const claim = claimOfSvm(answer, intent);
			return claim === null ? NOT_64 : checkSigned(claim, frozen, index);
		}
	}
}

const UNUSED_MS = 60_000;

interface Turn {
	/** `null` until a device has responded for the account. */
	readonly device: PluggedDevice | null;
	end(): void;
}

interface DeviceTurn {
	readonly account: string;
	readonly device: PluggedDevice | null;
	readonly ended: PromiseWithResolvers<void>;
	entered: boolean;
	forget: () => void;
}

/** Lets one request at a time use the devices. If a turn isn't used, it expires after a minute. */
class DeviceTurns {
	readonly #clock: Clock;
	readonly #onFree: () => void;
	#turn: DeviceTurn | null = null;

	/** @param onFree not called for an unused turn, because its owner would take it again immediately */
	constructor(clock: Clock, onFree: () => void) {
		this.#clock = clock;
		this.#onFree = onFree;
	}

	isTaken(): boolean {
		return this.#turn !== null;
	}

	acquireTurn(account: string, device: PluggedDevice): Turn {
		const own = this.#hold(account, device, false);
		own.forget = this.#clock.after(UNUSED_MS, () => this.#end(own));
		return {
			device,
			end: () => {
				if (!own.entered) this.#end(own);
			},
		};
	}

	/** Uses the turn that was prepared for this account, or waits for the current one to end. */
	async enter(account: string): Promise<Turn> {
		while (this.#turn !== null && (this.#turn.entered || this.#turn.account !== addressKey(account)))
			await this.#turn.ended.promise;
		const own = this.#turn ?? this.#hold(account, null, true);
		own.entered = true;
		own.forget();
		return { device: own.device, end: () => this.#end(own) };
	}

	#hold(account: string, device: PluggedDevice | null, entered: boolean): DeviceTurn {
		const own: DeviceTurn = {
			account: addressKey(account),
			device,
			ended: Promise.withResolvers<void>(),
			entered,
			forget: () => {},
		};
		this.#turn = own;
		return own;
	}

	#end(one: DeviceTurn): void {
		if (this.#turn !== one) return;
		this.#turn = null;
		one.forget();
		one.ended.resolve();
		if (one.entered) this.#onFree();
	}
}

const WATCH_ON_MS = 45_000;

/** A device's answer isn't trusted until it is verified to be the requested signature. */
export class LedgerSigner implements Signer {
	readonly kind = "ledger";
	readonly #options;
	readonly #clockOffset: () => number;
	readonly #turns: DeviceTurns;
	readonly #finder: DeviceFinder;
	readonly #question: DeviceQuestion;
	#preparing: Promise<unknown> = Promise.resolve();
	#watchOn = () => {};
	/** Device model where each account was last found, by address. */
	readonly #models = new Map<string, string>();

	constructor(options: {
		readonly client: LedgerClient;
		readonly watch: Pick<DeviceWatch, "asking" | "devices" | "want">;
		readonly accounts: () => readonly LedgerAccount[];
		readonly descriptors?: {
			readonly tokens: SignedTokens;
			isReviewedBlind(fingerprint: string, index: number): boolean;
			refused(account: LedgerAccount): void;
		};
		readonly onPrepared?: (address: string, isReady: boolean) => void;
		readonly onFree?: () => void;
		readonly clock: Clock;
		readonly clockOffset?: () => number;
		readonly log: (line: string) => void;
	}) {
		const { client, watch, clock, clockOffset = () => 0, log } = options;
		this.#options = options;
		this.#clockOffset = clockOffset;
		this.#turns = new DeviceTurns(clock, () => options.onFree?.());
		this.#finder = new DeviceFinder(client, watch);
		this.#question = new DeviceQuestion({ client, watch, clock, clockOffset, log });
	}

	addresses(): readonly SignerAccount[] {
		return this.#options.accounts().map(({ address, family }) => ({ address, family }));
	}

	state(address: string): SignerState {
		return this.#accountOf(address) === undefined ? "missing" : "ready";
	}

	async prepare(address: string): Promise<Readiness> {
		const tried = this.#preparing.then(() => this.#tryToPrepare(address));
		this.#preparing = tried;
		const readiness = await tried;
		this.#options.onPrepared?.(address, readiness.ready);
		return readiness;
	}

	pathOf(address: string): string | null {
		const account = this.#accountOf(address);
		return account === undefined
			? null
			: `${this.#models.get(account.address) ?? account.model}, ${account.path}`;
	}

	async sign(frozen: Frozen, index: number, fingerprint: string, address: string): Promise<ProvenSignature> {
		const now = this.#options.clock.now();
		const given = { frozen, place: index, fingerprint };
		const order = signRequestOf(this.#accountOf(address), given, now, this.#clockOffset());
		this.#payloadFor(order);
		const turn = await this.#turns.enter(order.account.address);
		try {
			return await this.#signOn(order, await this.#deviceOf(turn.device, order.account));
		} finally {
			turn.end();
		}
	}

	activity(): DeviceActivity | null {
		return this.#question.activity();
	}

	/** The prompt stays on the device until the user dismisses it there. */
	cancel(): void {
		this.#question.cancel();
	}

	onActivity(listener: () => void): () => void {
		return this.#question.onActivity(listener);
	}

	#accountOf(address: string): LedgerAccount | undefined {
		return this.#options.accounts().find((each) => sameAddress(each.address, address));
	}

	/** Keeps polling, so the next change on a device wakes the waiting rows. */
	#keepWatching(): void {
		const { clock, watch } = this.#options;
		const unwant = watch.want();
		const before = this.#watchOn;
		const cancel = clock.after(WATCH_ON_MS, unwant);
		this.#watchOn = () => {
			cancel();
			unwant();
		};
		before();
	}

	async #tryToPrepare(address: string): Promise<Readiness> {
		try {
			const account = this.#accountOf(address);
			if (account === undefined) return { ready: false, text: message("signer.no-ledger-has-account") };
			if (this.#turns.isTaken()) return { ready: false, text: COMES_NEXT };
			const found = await this.#finder.find(account);
			if (found.ok) {
				this.#models.set(account.address, found.device.model);
				const turn = this.#turns.acquireTurn(account.address, found.device);
				return { ready: true, release: () => turn.end() };
			}
			this.#keepWatching();
			return { ready: false, text: found.text };
		} catch (error) {
			this.#options.log(`ledger: not prepared (${error instanceof Error ? error.name : "unknown"})`);
			return { ready: false, text: message("signer.no-talk-to-ledger") };
		}
	}

	/** The device must show readable text unless the approved review said that it won't. */
	#payloadFor(order: DeviceSignRequest): DevicePayload {
		const { fingerprint, place } = order;
		const { descriptors } = this.#options;
		const promised = descriptors !== undefined && !descriptors.isReviewedBlind(fingerprint, place);
		return payloadOf(order, promised ? descriptors.tokens : null);
	}

	async #deviceOf(prepared: PluggedDevice | null, account: LedgerAccount): Promise<PluggedDevice> {
		if (prepared !== null) return prepared;
		const found = await this.#finder.find(account);
		if (!found.ok) throw new SignerError(found.reason, withUnsigned(found), null, { saysUnsigned: true });
		return found.device;
	}

	async #signOn(order: DeviceSignRequest, device: PluggedDevice): Promise<ProvenSignature> {
		const { log, descriptors } = this.#options;
		const { answer, why } = await this.#question.ask(order, this.#payloadFor(order), device);
		if (!answer.ok) {
			log(`ledger: no signature (${answer.fault}, ${answer.status ?? "no status"}, ${answer.prompt})`);
			if (answer.fault === "notDescribed") descriptors?.refused(order.account);
			throw refusalError(answer, why, { family: order.account.family, model: device.model });
		}
		if (why !== null) throw signedTooLate(why);
		const reading = await signedByDevice(answer.signature, order.frozen, order.place);
		if (reading.ok) return reading.proven;
		log(`ledger: a hostile answer (${reading.field}: ${reading.text.code})`);
		throw hostileAnswer(device.model, reading.field);
	}
}
