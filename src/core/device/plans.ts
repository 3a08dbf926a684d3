import type { ChainFamily } from "../../service-api/action.ts";
import { type Frozen, type Intent, intentsOf } from "../match/frozen.ts";
import { type Message, message, sentences } from "../message.ts";
import type { DeviceFacts, DevicePlan } from "../subject/device-plan.ts";
import type { SignedTokens } from "../subject/signed-token.ts";
import { APPS, promisesWords } from "./apps.ts";
import { ethereumMessage, ethereumTypedData, ethereumUserOperation } from "./ethereum-message-pages.ts";
import { ethereumTransaction } from "./ethereum-pages.ts";
import type { Forecast } from "./forecast.ts";
import { RECORDED_MODELS, TOUCH_MODELS } from "./screens.ts";
import { solanaMessage } from "./solana-message-pages.ts";
import { solanaTransaction } from "./solana-pages.ts";

/** From what is signed, and what is known of the Ledger that must sign it, to what that Ledger will show. */

type PlannedIntent = ReturnType<typeof intentsOf>[number] | Intent;

/** @param tokens Ledger's descriptions; `null` if the app does not take them */
function forecastOf(intent: PlannedIntent, signer: string, tokens: SignedTokens | null): Forecast {
	switch (intent.kind) {
		case "evm_transaction":
			return ethereumTransaction(intent, tokens);
		case "evm_personal":
			return ethereumMessage(intent.message);
		case "evm_typed_data":
			return ethereumTypedData(intent.typed_data, tokens);
		case "user_operation":
			return ethereumUserOperation(intent);
		case "svm_transaction":
			return solanaTransaction(intent.transaction_base64, intent.signer);
		case "svm_message":
			return solanaMessage(intent.message_base64, signer);
	}
}

const familyOf = (intent: PlannedIntent): ChainFamily => (intent.kind.startsWith("svm_") ? "svm" : "evm");

/** Where blind signing is turned on, as the user finds it on the device. */
function settingText({ app: open }: DeviceFacts, app: string): readonly Message[] {
	if (open?.blindSigning === true) return [];
	return [message(open === null ? "device-plan.setting.unseen" : "device-plan.setting.off", { app })];
}

/** How far the recorded app may be trusted for this one. */
function caveat(
	{ app: open, model, isUnsure }: DeviceFacts,
	{ name: app, version }: (typeof APPS)[ChainFamily],
): readonly Message[] {
	if (isUnsure === true) return [message("device-plan.caveat.unsure", { app, version })];
	if (open === null) return [message("device-plan.caveat.unseen", { app, version })];
	if (open.version !== version)
		return [message("device-plan.caveat.version", { app, version, found: open.version })];
	if (RECORDED_MODELS.has(model)) return [];
	return [
		TOUCH_MODELS.has(model)
			? message("device-plan.caveat.touch", { app, version, model })
			: message("device-plan.caveat.model", { app, version, model }),
	];
}

/** Pages that only a setting of the app adds or cuts, which nothing tells us. */
function settingPages(intent: PlannedIntent, { pages, needsBlindSigning }: Forecast): readonly Message[] {
	if (pages.length === 0) return [];
	if (intent.kind === "svm_transaction")
		return needsBlindSigning ? [] : [message("device-plan.svm.setting-pages")];
	if (intent.kind === "evm_transaction") return [message("device-plan.evm.setting-pages")];
	return intent.kind === "evm_typed_data" ? [message("device-plan.evm.setting-raw")] : [];
}

/** What the Ledger will show of one thing that is signed. `signer`: the account's address. */
export function devicePlanOf(intent: PlannedIntent, signer: string, facts: DeviceFacts): DevicePlan {
	const whole = forecastOf(intent, signer, promisesWords(facts) ? facts.tokens : null);
	const { says, ...forecast } = whole;
	if (forecast.sight === "impossible") return { ...forecast, text: says };
	const app = APPS[familyOf(intent)];
	const setting = forecast.needsBlindSigning ? settingText(facts, app.name) : [];
	const more = [...settingPages(intent, whole), ...setting, ...caveat(facts, app)];
	return { ...forecast, text: more.length === 0 ? says : sentences(says, ...more) };
}

/** One for each intent, in the order of signing; empty where no Ledger signs. */
export function devicePlansOf(frozen: Frozen, facts: DeviceFacts | null): readonly DevicePlan[] {
	if (facts === null) return [];
	return intentsOf(frozen).map((intent) => devicePlanOf(intent, frozen.signer, facts));
}
