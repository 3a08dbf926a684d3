import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import type { ChainFamily } from "../../service-api/action.ts";
import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { byKind } from "../by-kind.ts";
import type { DeviceFacts, DevicePlan } from "../decoded-transaction/device-plan.ts";
import type { SignedTokens } from "../decoded-transaction/signed-token.ts";
import { readBytes, readUint } from "../format/numeral.ts";
import { type Message, message, sentences } from "../localized-text.ts";
import { type Frozen, type Intent, intentsOf } from "../match/frozen.ts";
import { svmMessageBytes } from "../match/message/bytes.ts";
import { APPS, isRecorded, promisesDescriptors } from "./apps.ts";
import { ethereumMessage, ethereumTypedData, ethereumUserOperation } from "./ethereum-message-pages.ts";
import { ethereumTransaction } from "./ethereum-pages.ts";
import {
	type DeviceLayout,
	type Forecast,
	type ForecastScene,
	forecast,
	impossible,
	knownLayout,
	page,
	SCREEN,
} from "./screens.ts";
import { describedCall } from "./signed/calls.ts";
import { describedData } from "./signed/filters.ts";
import { deviceOffchain, solanaTransaction } from "./solana-pages.ts";
import { structuredData } from "./structured.ts";

/** Maximum message size by version, in bytes and including the header. Sources: 1.9.0; device-sdk-ts#1592. */
const MAX_BYTES = [1_232, 15_312] as const;
/** Printable ASCII and newlines, which the app shows as text. Source: the app's code. */
const SHOWN = /^[\x20-\x7e\n]+$/;

function hashOnly(text: string): Forecast {
	const hash = base58.encode(sha256(new TextEncoder().encode(text)));
	return forecast("blind", message("device-plan.svm.message-hash"), {
		needsBlindSigning: true,
		hashes: [{ label: message("device-plan.hash"), value: hash, onDevice: true }],
	});
}

const unrecorded: Forecast = forecast("blind", message("device-plan.svm.message-v1"));

function solanaMessage(messageBase64: string, signer: string): Forecast {
	const bytes = svmMessageBytes(messageBase64);
	if (bytes === null) return impossible(message("device-plan.svm.no-header"));
	const reading = deviceOffchain(bytes);
	if (!reading.ok) return impossible(reading.text);
	const { version, signers, text } = reading.read;
	if (bytes.length > MAX_BYTES[version === 0 ? 0 : 1])
		return impossible(message("device-plan.svm.message-too-long"));
	if (!signers.includes(signer)) return impossible(message("device-plan.svm.other-signers"));
	if (version !== 0) return unrecorded;
	if (!SHOWN.test(text)) return hashOnly(text);
	return forecast("clear", message("device-plan.svm.message"), {
		pages: [page(SCREEN.reviewMessage), page("Message", text), page("Approve")],
	});
}

type PlannedIntent = ReturnType<typeof intentsOf>[number] | Intent;

function forecastOf(intent: PlannedIntent, signer: string, scene: ForecastScene): Forecast {
	return byKind(intent, {
		evm_transaction: (intent) => ethereumTransaction(intent, scene),
		evm_personal: (intent) => ethereumMessage(intent.message, scene),
		evm_typed_data: (intent) => ethereumTypedData(intent.typed_data, scene),
		user_operation: (intent) => ethereumUserOperation(intent, scene),
		svm_transaction: (intent) => solanaTransaction(intent.transaction_base64, intent.signer),
		svm_message: (intent) => solanaMessage(intent.message_base64, signer),
	});
}

const familyOf = (intent: PlannedIntent): ChainFamily => (intent.kind.startsWith("svm_") ? "svm" : "evm");

const sceneOf = (facts: DeviceFacts): ForecastScene => ({
	tokens: promisesDescriptors(facts) ? facts.tokens : null,
	layout: knownLayout(facts.model) ?? "buttons",
	blindSigning: facts.app?.blindSigning ?? null,
	transactionCheck: facts.app?.transactionCheck === true,
});

/** The device doesn't report its *Raw messages* setting. */
function typedDataSetting({ app: open, model }: DeviceFacts): readonly Message[] {
	if (knownLayout(model) === "touch")
		return open?.blindSigning === true ? [] : [message("device-plan.setting.raw-or-blind", { model })];
	if (open?.blindSigning === true) return [];
	return [message(open === null ? "device-plan.setting.raw-unseen" : "device-plan.setting.raw")];
}

function settingText(facts: DeviceFacts, forecast: Forecast, app: string): readonly Message[] {
	if (!forecast.needsBlindSigning) return [];
	if (forecast.acceptsRawMessages) return typedDataSetting(facts);
	const { app: open } = facts;
	if (open?.blindSigning === true) return [];
	return [message(open === null ? "device-plan.setting.unseen" : "device-plan.setting.off", { app })];
}

const MAY_BE_CUT = 6 * 12;

const mayBeCut = ({ pages }: Forecast): boolean =>
	pages.some(({ title, text }) => title !== SCREEN.blindSigningAhead && text.length > MAY_BE_CUT);

const touchText = (model: string, forecast: Forecast): readonly Message[] => [
	message("device-plan.touch", { model }),
	...(mayBeCut(forecast) ? [message("device-plan.touch.more")] : []),
];

function modelText(
	family: ChainFamily,
	model: string,
	layout: DeviceLayout | null,
	forecast: Forecast,
): readonly Message[] {
	if (layout === "buttons") return [];
	if (layout === "touch" && family === "evm") return touchText(model, forecast);
	const { name: app, version } = APPS[family];
	const caveat = layout === "touch" ? "device-plan.caveat.touch" : "device-plan.caveat.model";
	return [message(caveat, { app, version, model })];
}

function caveats(
	{ app: open, model, isUnsure }: DeviceFacts,
	family: ChainFamily,
	forecast: Forecast,
): readonly Message[] {
	const { name: app, version } = APPS[family];
	const ofModel = modelText(family, model, knownLayout(model), forecast);
	if (isUnsure === true) return [message("device-plan.caveat.unsure", { app, version })];
	if (open === null) return [...ofModel, message("device-plan.caveat.unseen", { app, version })];
	if (isRecorded(open.version, APPS[family])) return ofModel;
	return [...ofModel, message("device-plan.caveat.version", { app, version, found: open.version })];
}

function settingPages(intent: PlannedIntent, { pages, needsBlindSigning }: Forecast): readonly Message[] {
	if (pages.length === 0) return [];
	if (intent.kind === "svm_transaction")
		return needsBlindSigning ? [] : [message("device-plan.svm.setting-pages")];
	if (intent.kind === "evm_transaction") return [message("device-plan.evm.setting-pages")];
	const isRaw = pages.some(({ title }) => title === SCREEN.reviewStruct);
	return intent.kind === "evm_typed_data" && !isRaw ? [message("device-plan.evm.setting-raw")] : [];
}

export function devicePlanOf(intent: PlannedIntent, signer: string, facts: DeviceFacts): DevicePlan {
	const whole = forecastOf(intent, signer, sceneOf(facts));
	const { says, ...forecast } = whole;
	if (forecast.sight === "impossible") return { ...forecast, text: says };
	const family = familyOf(intent);
	const more = [
		...settingPages(intent, whole),
		...settingText(facts, whole, APPS[family].name),
		...caveats(facts, family, whole),
	];
	return { ...forecast, text: more.length === 0 ? says : sentences(says, ...more) };
}

export function devicePlansOf(frozen: Frozen, facts: DeviceFacts | null): readonly DevicePlan[] {
	if (facts === null) return [];
	return intentsOf(frozen).map((intent) => devicePlanOf(intent, frozen.signer, facts));
}

/**
 * Ledger's descriptions, which let a device show readable text. The review and the signer use the same
 * functions.
 */
export type Descriptors = readonly Uint8Array[] | null;

export function descriptorsForTransaction(
	tokens: SignedTokens,
	{ chain_id: chainId, transaction }: EvmTransactionPayload,
): Descriptors {
	const [value, data] = [readUint(transaction.value), readBytes(transaction.data)];
	if (value === null || data === null) return null;
	const call = describedCall(tokens, { chainId, to: transaction.to, value, data });
	return call === null ? null : [call.token.description];
}

export function descriptorsForData(tokens: SignedTokens, json: string): Descriptors {
	const structured = structuredData(json);
	const data = structured === null ? null : describedData(tokens, structured);
	return data === null ? null : data.tokens.map(({ description }) => description);
}
