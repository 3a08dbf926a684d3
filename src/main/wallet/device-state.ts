import type { DeviceFacts } from "../../core/subject/device-plan.ts";
import type { DeviceView } from "../../ipc/wallet.ts";
import { APP_OF } from "../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import { deviceCondition } from "./signers/ledger/text.ts";
import type { DeviceState, DeviceWatch, LedgerAccount } from "./signers/ledger/types.ts";

/** From devices as they were last seen to what a user and a review are told of them. */

type Watched = Pick<DeviceWatch, "devices" | "fault">;

function lookOf({ standing }: DeviceState) {
	return standing.kind === "open" || standing.kind === "asking" ? standing.look : null;
}

const hasApp = (device: DeviceState, family: ChainFamily) => lookOf(device)?.app === APP_OF[family];

/** Stands where nothing is plugged in, or where the system can't even be asked. */
function noDevice(watch: Watched, model: string): DeviceView {
	const fault = watch.fault();
	const none = deviceCondition(null, null);
	const { text, condition } = fault === null ? none : { text: fault, condition: "failed" as const };
	return { id: "", model, condition, text, help: [], app: null, canOpen: [] };
}

function viewOf(device: DeviceState, family: ChainFamily | null): DeviceView {
	const { condition, text, help, canOpen } = deviceCondition(device, family);
	const look = lookOf(device);
	return {
		id: device.id,
		model: device.model,
		condition,
		text,
		help: help.map((each) => ({ ...each })),
		app: look === null ? null : { name: look.app, version: look.version, blindSigning: look.blindSigning },
		canOpen: [...canOpen],
	};
}

/** All that are plugged in; one that says so where none is. */
export function deviceViews(watch: Watched, family: ChainFamily | null): readonly DeviceView[] {
	const devices = watch.devices();
	return devices.length === 0 ? [noDevice(watch, "Ledger")] : devices.map((device) => viewOf(device, family));
}

/** The plugged device that this account is most likely on: one with the right app open, else of its model. */
function likeliest(watch: Watched, { family, model }: LedgerAccount): DeviceState | null {
	const devices = watch.devices();
	return (
		devices.find((device) => hasApp(device, family) && device.model === model) ??
		devices.find((device) => hasApp(device, family)) ??
		devices.find((device) => device.model === model) ??
		devices[0] ??
		null
	);
}

/** The device as somebody sees it who wants to sign with this account. */
export function deviceViewFor(watch: Watched, account: LedgerAccount): DeviceView {
	const device = likeliest(watch, account);
	return device === null ? noDevice(watch, account.model) : viewOf(device, account.family);
}

/** What a review may build on: the right app's version and settings, where it was seen open. */
export function deviceFactsOf(watch: Watched, account: LedgerAccount): DeviceFacts {
	const { model, path, family } = account;
	const device = likeliest(watch, account);
	const look = device !== null && hasApp(device, family) ? lookOf(device) : null;
	const app = look === null ? null : { version: look.version, blindSigning: look.blindSigning === true };
	return { model, path, app };
}
