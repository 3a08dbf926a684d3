import { APPS } from "../../core/device/apps.ts";
import { type Message, message, sentences, type Text } from "../../core/message.ts";
import type { DeviceFacts, DevicePlan } from "../../core/subject/device-plan.ts";
import type {
	DeviceCondition,
	DevicePlanView,
	DeviceReviewView,
	DeviceSigningView,
	DeviceView,
} from "../../ipc/wallet.ts";
import type { DeviceStage } from "../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../service-api/action.ts";

/** What the trusted window draws of the Ledger that signs: what it will show, and how far it is. */

export function devicePlanView({ sight, text: sentence, pages, hashes }: DevicePlan): DevicePlanView {
	return {
		sight,
		text: sentence,
		pages: pages.map(({ title, text }) => ({ title, text })),
		hashes: hashes.map(({ label, value, onDevice }) => ({ label, value, onDevice })),
	};
}

/** Stands where nothing was said of devices: a user can only plug one in. */
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

/** @param device as the app composed it; null where it knows of none */
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

/** `waiting`: nothing is asked of the device yet. */
export type SigningStage = DeviceStage | "waiting";

export interface DeviceSigning {
	readonly model: string;
	readonly stage: SigningStage;
	/** What the user has to do, where something special is known; null for the usual words. */
	readonly text: Text | null;
	readonly device: DeviceView;
	/** Of what is being signed now. */
	readonly plan: DevicePlan | null;
	readonly canCancel: boolean;
}

const STEPS = ["connect", "open", "check", "confirm"] as const;

/** Places among them. */
const CONNECT = 0;
const UNLOCK = 1;
const CHECK = 2;
const CONFIRM = 3;

/** How far a device is that is not asked yet. */
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

/** The user has to put something right before it can go on. */
const FAILED: ReadonlySet<DeviceCondition> = new Set(["permission", "appTooOld", "failed"]);

const OF_STAGE: Readonly<Record<DeviceStage, number>> = { opening: UNLOCK, checking: CHECK, asking: CONFIRM };

const STAGE_WORDS: Readonly<Record<DeviceStage, Message>> = {
	opening: message("device.opening"),
	checking: message("device.checking"),
	asking: message("device.asking"),
};

/** What a cancelled question leaves behind; said beforehand. */
const CLEARED_THERE = message("device.cleared-there");

function messageOf({ stage, text, device, canCancel }: DeviceSigning): Text {
	// Whatever it asks now, another request or whether an app may open, has to be answered there first.
	if (stage === "waiting" && device.condition === "asking") return device.text;
	const shown = text ?? (stage === "waiting" ? device.text : STAGE_WORDS[stage]);
	return stage === "asking" && canCancel ? sentences(shown, CLEARED_THERE) : shown;
}

/** The live steps of a signature on a Ledger. */
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
