import { base64 } from "@scure/base";
import type { SignedTokens } from "../../../../core/decoded-transaction/signed-token.ts";
import {
	type Descriptors,
	descriptorsForData,
	descriptorsForTransaction,
} from "../../../../core/device/plans.ts";
import { deviceOffchain } from "../../../../core/device/solana-pages.ts";
import { type Message, message, sentences } from "../../../../core/localized-text.ts";
import { unsignedEvm } from "../../../../core/match/evm/bytes.ts";
import { allowsBlind, expiryOf, type FreezeRefusal, type Frozen } from "../../../../core/match/frozen.ts";
import { isBareHash, personalBytes, svmMessageBytes } from "../../../../core/match/message/bytes.ts";
import { faultOf, type IntentAt, intentAt, provenFrozen } from "../../../../core/match/proof.ts";
import { signingBytesSvm } from "../../../../core/match/svm/bytes.ts";
import { deviceTypedData } from "../../../../core/match/typed-data/reading.ts";
import { NOTHING_SIGNED, saying, type UnsignedNotice, withUnsigned } from "../../../../core/unsigned.ts";
import type {
	DevicePayload,
	DeviceRefusal,
	DeviceStage,
	LedgerResult,
	PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { Clock } from "../../../ports.ts";
import { signerOf } from "../signed.ts";
import { SignerError, sameAddress } from "../signer.ts";
import { deviceText } from "./device-text.ts";
import type { DeviceActivity, LedgerAccount, LedgerClient } from "./ledger-types.ts";
import type { DeviceWatch } from "./watch.ts";

export type GivenUp = "user" | "time";

const GIVEN_UP_WORDS: Readonly<Record<GivenUp, Message>> = {
	user: message("signer.given-up.person"),
	time: message("signer.given-up.time"),
};

/** No device was prompted. */
export const refused = (field: string, text: Message, notice: Pick<UnsignedNotice, "saysUnsigned"> = {}) =>
	new SignerError("refusedMatch", withUnsigned({ text, ...notice }), field, { saysUnsigned: true });

export const hostileAnswer = (model: string, field: string): SignerError =>
	new SignerError("badAnswer", message("signer.hostile-answer", { model }), field, { mayHaveSigned: true });

/** @param why `null` if the device itself refused */
export function refusalError(
	refusal: DeviceRefusal,
	why: GivenUp | null,
	{ family, model }: Pick<LedgerAccount, "family" | "model">,
): SignerError {
	const { fault, prompt } = refusal;
	const mayHaveSigned = prompt === "unknown" || fault === "badAnswer";
	const facts = { mayHaveSigned, saysUnsigned: !mayHaveSigned };
	if (why === null || fault !== "cancelled")
		return new SignerError(fault, deviceText(refusal, { doing: "signing", family, model }), null, facts);
	const end = prompt === "unknown" ? message("signer.device-may-still-show") : NOTHING_SIGNED;
	return new SignerError(fault, sentences(GIVEN_UP_WORDS[why], end), null, facts);
}

/** The signature arrived after the request was abandoned, so it isn't used. */
export const signedTooLate = (why: GivenUp): SignerError =>
	new SignerError("cancelled", sentences(GIVEN_UP_WORDS[why], message("signer.had-signed-by-then")), null, {
		mayHaveSigned: true,
	});

type PayloadReading =
	| { readonly ok: true; readonly payload: DevicePayload }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const unsupported = (field: string, text: Message): PayloadReading => ({ ok: false, field, text });
const granted = (payload: DevicePayload): PayloadReading => ({ ok: true, payload });

function familyOf({ kind }: IntentAt): ChainFamily {
	return kind === "svm_transaction" || kind === "svm_message" ? "svm" : "evm";
}

const BLIND = unsupported("blind", message("signer.blind-not-approved"));

const personal = (bytes: Uint8Array): PayloadReading =>
	granted({ kind: "evm_personal", message: `0x${Buffer.from(bytes).toString("hex")}` });

function svmMessage(message_base64: string): PayloadReading {
	const bytes = svmMessageBytes(message_base64);
	if (bytes === null) return unsupported("message_base64", message("match.message.not-base64"));
	// The Solana app signs a message only with its header, because a message without one could be a
	// transaction.
	if (!deviceOffchain(bytes).ok) return unsupported("message_base64", message("signer.offchain-only"));
	return granted({ kind: "svm_offchain", message: base64.encode(bytes) });
}

function userOperation(
	frozen: Frozen,
	{ requests }: Extract<IntentAt, { kind: "user_operation" }>,
): PayloadReading {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0) return unsupported("requests", message("signer.one-hash"));
	if (!/^0x[0-9a-fA-F]{64}$/.test(request.message))
		return unsupported("requests.message", message("match.user-operation.not-32-bytes"));
	return allowsBlind(frozen) ? personal(personalBytes(request.message)) : BLIND;
}

const encodeDescriptors = (descriptors: Descriptors) =>
	descriptors?.map((each) => base64.encode(each)) ?? null;

function read(frozen: Frozen, intent: IntentAt, tokens: SignedTokens | null): PayloadReading {
	switch (intent.kind) {
		case "evm_transaction":
			return granted({
				kind: "evm_transaction",
				unsigned: unsignedEvm(intent),
				descriptors: tokens === null ? null : encodeDescriptors(descriptorsForTransaction(tokens, intent)),
			});
		case "evm_personal": {
			const bytes = personalBytes(intent.message);
			return isBareHash(bytes) && !allowsBlind(frozen) ? BLIND : personal(bytes);
		}
		case "evm_typed_data": {
			const typed = deviceTypedData(intent.typed_data);
			if (!typed.ok) return typed;
			const { json } = typed;
			const descriptors = tokens === null ? null : encodeDescriptors(descriptorsForData(tokens, json));
			return granted({ kind: "evm_typed_data", typedData: json, descriptors });
		}
		case "svm_transaction":
			return granted({ kind: "svm_transaction", message: base64.encode(signingBytesSvm(intent)) });
		case "svm_message":
			return svmMessage(intent.message_base64);
		case "user_operation":
			return userOperation(frozen, intent);
	}
}

/** @param tokens Ledger's descriptions; `null` if the review didn't promise readable text */
export function devicePayloadOf(
	frozen: Frozen,
	intent: IntentAt,
	tokens: SignedTokens | null,
): PayloadReading {
	try {
		return read(frozen, intent, tokens);
	} catch (error) {
		const fault = faultOf(error);
		if (fault === null) throw error;
		return { ok: false, ...fault };
	}
}

export interface DeviceSignRequest {
	readonly frozen: Frozen;
	readonly place: number;
	readonly fingerprint: string;
	readonly account: LedgerAccount;
	readonly intent: IntentAt;
}

/**
 * Verifies again that the payload is part of the frozen object.
 * @param account `undefined` if no Ledger has the account
 * @param now Unix ms
 * @param clockOffset offset from the service's clock (service-clock.ts)
 * @throws SignerError `refusedMatch` with the field that differs, before any device is prompted
 */
export function signRequestOf(
	account: LedgerAccount | undefined,
	{ frozen, place, fingerprint }: Pick<DeviceSignRequest, "frozen" | "place" | "fingerprint">,
	now: number,
	clockOffset = 0,
): DeviceSignRequest {
	if (account === undefined) throw refused("accountAddress", message("signer.not-on-ledger"));
	const proof = provenFrozen({ frozen, fingerprint, now, clockOffset });
	if (!proof.ok) throw refused(proof.field, proof.text, saying(proof));
	const at = intentAt(proof.frozen, place);
	if (!at.ok) throw refused(at.field, at.text);
	const { intent } = at;
	if (familyOf(intent) !== account.family) throw refused("payload.kind", message("signer.other-family"));
	if (!sameAddress(signerOf(proof.frozen, intent), account.address))
		throw refused("payload.signer", message("signer.other-signer"));
	return { frozen: proof.frozen, place, fingerprint, account, intent };
}

/**
 * @param tokens descriptions that the device must accept; `null` if the review didn't promise readable text
 * @throws SignerError `refusedMatch` if no device can sign the payload
 */
export function payloadOf({ frozen, intent }: DeviceSignRequest, tokens: SignedTokens | null): DevicePayload {
	const reading = devicePayloadOf(frozen, intent, tokens);
	if (!reading.ok) throw refused(reading.field, reading.text, saying(reading));
	return reading.payload;
}

/** Upper bound, regardless of when the review expires. */
const MAX_PROMPT_MS = 10 * 60_000;

export class DeviceQuestion {
	readonly #options;
	readonly #listeners = new Set<() => void>();
	#activity: DeviceActivity | null = null;
	#giveUp: ((why: GivenUp) => void) | null = null;

	constructor(options: {
		readonly client: Pick<LedgerClient, "sign">;
		readonly watch: Pick<DeviceWatch, "asking">;
		readonly clock: Clock;
		readonly clockOffset: () => number;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	activity(): DeviceActivity | null {
		return this.#activity;
	}

	onActivity(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	cancel(): void {
		this.#giveUp?.("user");
	}

	async ask(
		{ frozen, account, fingerprint, place }: DeviceSignRequest,
		payload: DevicePayload,
		device: PluggedDevice,
	): Promise<{ readonly answer: LedgerResult<"sign">; readonly why: GivenUp | null }> {
		const { client, watch, clock } = this.#options;
		const now = clock.now();
		const expiry = expiryOf(frozen, this.#options.clockOffset()) ?? Number.POSITIVE_INFINITY;
		if (now >= expiry) throw refused("expires_at", message("proof.expired"));
		let why: GivenUp | null = null;
		const showStage = (stage: DeviceStage) => this.#show({ account, stage, device, fingerprint, place });
		const asked = watch.asking(device.id);
		const call = client.sign(device.id, account, payload, showStage);
		this.#giveUp = (cause) => {
			why ??= cause;
			call.cancel();
		};
		const early = clock.after(Math.min(expiry - now, MAX_PROMPT_MS), () => this.#giveUp?.("time"));
		showStage("opening");
		let answer: LedgerResult<"sign">;
		try {
			answer = await call.answer;
		} finally {
			early();
			this.#giveUp = null;
			asked();
			this.#show(null);
		}
		return { answer, why: why as GivenUp | null };
	}

	#show(next: DeviceActivity | null): void {
		this.#activity = next;
		for (const listener of [...this.#listeners]) {
			try {
				listener();
			} catch (error) {
				this.#options.log(`ledger: a listener failed (${error instanceof Error ? error.name : "unknown"})`);
			}
		}
	}
}
