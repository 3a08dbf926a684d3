import type { ChainFamily } from "../../../contract/action.ts";
import { type Frozen, type Intent, intentsOf } from "../../match/frozen.ts";
import { APPS } from "./apps.ts";
import type { DeviceFacts, DevicePlan } from "./device-plan.ts";
import { ethereumMessage, ethereumTypedData, ethereumUserOperation } from "./ethereum-message-pages.ts";
import { ethereumTransaction } from "./ethereum-pages.ts";
import type { Forecast } from "./forecast.ts";
import { solanaMessage } from "./solana-message-pages.ts";
import { solanaTransaction } from "./solana-pages.ts";

/** From what is signed, and what is known of the Ledger that must sign it, to what that Ledger will show. */

type Signable = ReturnType<typeof intentsOf>[number] | Intent;

function forecastOf(intent: Signable, signer: string): Forecast {
	switch (intent.kind) {
		case "evm_transaction":
			return ethereumTransaction(intent);
		case "evm_personal":
			return ethereumMessage(intent.message);
		case "evm_typed_data":
			return ethereumTypedData(intent.typed_data);
		case "user_operation":
			return ethereumUserOperation(intent);
		case "svm_transaction":
			return solanaTransaction(intent.transaction_base64, intent.signer);
		case "svm_message":
			return solanaMessage(intent.message_base64, signer);
	}
}

const familyOf = (intent: Signable): ChainFamily => (intent.kind.startsWith("svm_") ? "svm" : "evm");

/** Where blind signing is turned on, as the person finds it on the device. */
function settingWords({ app }: DeviceFacts, name: string): string {
	if (app?.blindSigning === true) return "";
	return app === null
		? `Its ${name} app refuses this unless blind signing is on: on the device, open the ${name} app, then Settings → Blind signing. How it is set has not been seen yet.`
		: `Its ${name} app refuses this now, since blind signing is off: on the device, open the ${name} app, then Settings → Blind signing, and turn it on.`;
}

/** How far the recorded app may be trusted for this one. */
function caveat({ app, model }: DeviceFacts, { name, version }: (typeof APPS)[ChainFamily]): string {
	const recorded = `This is told as ${name} ${version} shows it`;
	if (app === null)
		return `${recorded}; the app on your Ledger has not been seen yet, and may show it differently.`;
	if (app.version !== version)
		return `${recorded}; your Ledger has ${app.version}, which may show it differently.`;
	// The recordings are of a Nano X, which the emulator draws too.
	return /Nano|emulator/.test(model)
		? ""
		: `${recorded} on a Nano; your ${model} lays its screens out differently.`;
}

/** What the Ledger will show of one thing that is signed. `signer`: the account's address. */
export function devicePlanOf(intent: Signable, signer: string, facts: DeviceFacts): DevicePlan {
	const { says, ...forecast } = forecastOf(intent, signer);
	if (forecast.sight === "impossible") return { ...forecast, words: says };
	const app = APPS[familyOf(intent)];
	const setting = forecast.needsBlindSigning ? settingWords(facts, app.name) : "";
	const words = [says, setting, caveat(facts, app)].filter((each) => each !== "").join(" ");
	return { ...forecast, words };
}

/** One for each intent, in the order of signing; empty where no Ledger signs. */
export function devicePlansOf(frozen: Frozen, facts: DeviceFacts | null): readonly DevicePlan[] {
	if (facts === null) return [];
	return intentsOf(frozen).map((intent) => devicePlanOf(intent, frozen.signer, facts));
}
