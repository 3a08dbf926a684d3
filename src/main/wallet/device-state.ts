import type { DeviceFacts } from "../../core/decoded-transaction/device-plan.ts";
import type { DeviceView } from "../../ipc/wallet.ts";
import { APP_OF, type DeviceInspection } from "../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import { deviceCondition } from "./signers/ledger/device-text.ts";
import type { Holds } from "./signers/ledger/holders.ts";
import type { DeviceState, LedgerAccount } from "./signers/ledger/ledger-types.ts";
import type { DeviceWatch } from "./signers/ledger/watch.ts";

type Watched = Pick<DeviceWatch, "devices" | "fault">;

function stateOf({ status }: DeviceState) {
	return "inspection" in status ? status.inspection : null;
}

const hasApp = (device: DeviceState, family: ChainFamily) => stateOf(device)?.app === APP_OF[family];

function noDevice(watch: Watched, model: string): DeviceView {
	const fault = watch.fault();
	const none = deviceCondition(null, null);
	const { text, condition } = fault === null ? none : { text: fault, condition: "failed" as const };
	return { id: "", model, condition, text, help: [], app: null, canOpen: [] };
}

function viewOf(device: DeviceState, family: ChainFamily | null): DeviceView {
	const { condition, text, help, canOpen } = deviceCondition(device, family);
	const look = stateOf(device);
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

export function deviceViews(watch: Watched, family: ChainFamily | null): readonly DeviceView[] {
	const devices = watch.devices();
	return devices.length === 0 ? [noDevice(watch, "Ledger")] : devices.map((device) => viewOf(device, family));
}

function candidates(watch: Watched, account: LedgerAccount, holds: Holds): readonly DeviceState[] {
	const devices = watch.devices();
	const holder = devices.find(({ id }) => holds(id, account) === true);
	return holder === undefined ? devices.filter(({ id }) => holds(id, account) === null) : [holder];
}

function likeliest(devices: readonly DeviceState[], { family, model }: LedgerAccount): DeviceState | null {
	return (
		devices.find((device) => hasApp(device, family) && device.model === model) ??
		devices.find((device) => hasApp(device, family)) ??
		devices.find((device) => device.model === model) ??
		devices[0] ??
		null
	);
}

export function deviceViewFor(watch: Watched, account: LedgerAccount, holds: Holds): DeviceView {
	const device = likeliest(candidates(watch, account, holds), account) ?? likeliest(watch.devices(), account);
	return device === null ? noDevice(watch, account.model) : viewOf(device, account.family);
}

export type SeenDevice = Omit<DeviceFacts, "tokens">;

const appFactsOf = ({ version, blindSigning, transactionCheck }: DeviceInspection): DeviceFacts["app"] => ({
	version,
	blindSigning: blindSigning === true,
	...(transactionCheck === true ? { transactionCheck } : {}),
});

/** A single candidate counts even before it has been queried. If there are several, the device is unknown. */
export function deviceFactsOf(watch: Watched, account: LedgerAccount, holds: Holds): SeenDevice {
	const { path, family } = account;
	const [device, ...others] = candidates(watch, account, holds);
	if (device === undefined) return { model: account.model, path, app: null };
	if (others.length > 0) return { model: account.model, path, app: null, isUnsure: true };
	const { model } = device;
	if (holds(device.id, account) !== true && model !== account.model)
		return { model, path, app: null, isUnsure: true };
	const look = hasApp(device, family) ? stateOf(device) : null;
	const app = look === null ? null : appFactsOf(look);
	return { model, path, app };
}
