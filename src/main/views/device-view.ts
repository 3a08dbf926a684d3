import type { DeviceFacts, DevicePlan } from "../../core/decoded-transaction/device-plan.ts";
import { APPS } from "../../core/device/apps.ts";
import { type Message, message, sentences, type Text } from "../../core/localized-text.ts";
import type {
	DeviceCondition,
	DevicePlanView,
	DeviceReviewView,
	DeviceSigningView,
	DeviceView,
} from "../../ipc/wallet.ts";
import type { DeviceStage } from "../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../service-api/action.ts";

export function devicePlanView({ sight, text: sentence, pages, hashes }: DevicePlan): DevicePlanView {
	return {
		sight,
		text: sentence,
		pages: pages.map(({ title, text }) => ({ title, text })),
		hashes: hashes.map(({ label, value, onDevice }) => ({ label, value, onDevice })),
	};
}

function noDevice({ model }: DeviceFacts): DeviceView {
	return {
		id: "",
		model,
		condition: "none",
		text: message("device.plug-in"),
		help: [],
		app: null,
		canOpen: [],
	};
}

export function deviceReviewView(
	plans: readonly DevicePlan[],
	facts: DeviceFacts,
	family: ChainFamily,
	device: DeviceView | null,
): DeviceReviewView {
	return {
		app: APPS[family].name,
		account: message("device.account", { model: facts.model, path: facts.path }),
		device: device ?? noDevice(facts),
		plans: plans.map(devicePlanView),
	};
}

export type SigningStage = DeviceStage | "waiting";

export interface DeviceSigning {
	readonly model: string;
	readonly stage: SigningStage;
	/** Instruction for a special case. `null` to use the usual text. */
	readonly text: Text | null;
	readonly device: DeviceView;
	readonly plan: DevicePlan | null;
	readonly canCancel: boolean;
}

const STEPS = ["connect", "open", "check", "confirm"] as const;

const CONNECT = 0;
const UNLOCK = 1;
const CHECK = 2;
const CONFIRM = 3;

const OF_CONDITION: Readonly<Record<DeviceCondition, number>> = {
	none: CONNECT,
	looking: CONNECT,
	permission: CONNECT,
	busy: CONNECT,
	failed: CONNECT,
	locked: UNLOCK,
	dashboard: UNLOCK,
	wrongApp: UNLOCK,
	appTooOld: UNLOCK,
	stillAsking: UNLOCK,
	ready: CHECK,
	asking: UNLOCK,
};

const FAILED: ReadonlySet<DeviceCondition> = new Set(["permission", "appTooOld", "failed"]);

const OF_STAGE: Readonly<Record<DeviceStage, number>> = { opening: UNLOCK, checking: CHECK, asking: CONFIRM };

const STAGE_WORDS: Readonly<Record<DeviceStage, Message>> = {
	opening: message("device.opening"),
	checking: message("device.checking"),
	asking: message("device.asking"),
};

const CLEARED_THERE = message("device.cleared-there");

function messageOf({ stage, text, device, canCancel }: DeviceSigning): Text {
	// The current prompt belongs to a different request, which the user must answer first.
	if (stage === "waiting" && device.condition === "asking") return device.text;
	const shown = text ?? (stage === "waiting" ? device.text : STAGE_WORDS[stage]);
	return stage === "asking" && canCancel ? sentences(shown, CLEARED_THERE) : shown;
}

export function deviceSigningView(signing: DeviceSigning): DeviceSigningView {
	const { model, stage, device, plan, canCancel } = signing;
	const waits = stage === "waiting";
	const at = waits ? OF_CONDITION[device.condition] : OF_STAGE[stage];
	const here = waits && FAILED.has(device.condition) ? "failed" : "now";
	return {
		model,
		steps: STEPS.map((name, index) => ({
			name,
			state: index < at ? "done" : index === at ? here : "todo",
		})),
		text: messageOf(signing),
		device,
		plan: plan === null ? null : devicePlanView(plan),
		canCancel,
	};
}
