import { type Message, message, sentences } from "../../../../core/localized-text.ts";
import type { DeviceFault, DeviceRefusal, PluggedDevice } from "../../../../ledger-process/protocol.ts";
import { addressKey } from "../signer.ts";
import { deviceText } from "./device-text.ts";
import type { LedgerAccount, LedgerClient } from "./ledger-types.ts";
import type { DeviceWatch } from "./watch.ts";

export type DeviceSearch =
	| { readonly ok: true; readonly device: PluggedDevice }
	| { readonly ok: false; readonly reason: DeviceFault; readonly text: Message };

/** Shown only if no device has a fault that the user can fix. */
const LAST: readonly DeviceFault[] = ["gone", "otherDevice"];

const weight = ({ fault }: DeviceRefusal) => LAST.indexOf(fault);

const refusalText = (refusal: DeviceRefusal, family: LedgerAccount["family"], model: string) =>
	deviceText(refusal, { doing: "reading", family, model });

interface Refused {
	readonly device: PluggedDevice;
	readonly refusal: DeviceRefusal;
}

export const COMES_NEXT = message("device.comes-next");

const missing = ({ address, path }: LedgerAccount): DeviceSearch => ({
	ok: false,
	reason: "gone",
	text: message("device.plug-in-account", { address, path }),
});

const strangers = ({ address, path }: LedgerAccount): DeviceSearch => ({
	ok: false,
	reason: "otherDevice",
	text: message("device.none-has-account", { address, path }),
});

/** Devices don't show anything during the search, so only the text identifies the right device. */
const amongSeveral = (text: Message, { address, path }: LedgerAccount): Message =>
	sentences(text, message("device.wanted", { address, path }));

/** Requests the account's address from each connected device. Nothing appears on the device. */
export class DeviceFinder {
	readonly #client: Pick<LedgerClient, "devices" | "prepare">;
	readonly #watch: Pick<DeviceWatch, "devices">;
	readonly #last = new Map<string, string>();

	constructor(client: Pick<LedgerClient, "devices" | "prepare">, watch: Pick<DeviceWatch, "devices">) {
		this.#client = client;
		this.#watch = watch;
	}

	/** Tries the last known device first. Rejects only if the client does. */
	async find(account: LedgerAccount): Promise<DeviceSearch> {
		const listed = await this.#client.devices();
		if (!listed.ok)
			return { ok: false, reason: listed.fault, text: refusalText(listed, account.family, account.model) };
		const refused: Refused[] = [];
		let isBusy = false;
		for (const device of this.#inOrder(listed.devices, account)) {
			if (this.#isPrompting(device.id)) {
				isBusy = true;
				continue;
			}
			const answer = await this.#client.prepare(device.id, account);
			if (answer.ok) {
				this.#last.set(addressKey(account.address), device.id);
				return { ok: true, device };
			}
			refused.push({ device, refusal: answer });
		}
		return isBusy ? { ok: false, reason: "busy", text: COMES_NEXT } : refusedBy(refused, account);
	}

	#isPrompting(deviceId: string): boolean {
		return this.#watch
			.devices()
			.some(({ id, status }) => id === deviceId && (status.kind === "asking" || status.kind === "reading"));
	}

	#inOrder(devices: readonly PluggedDevice[], account: LedgerAccount): readonly PluggedDevice[] {
		const lastId = this.#last.get(addressKey(account.address));
		const rank = ({ id, model }: PluggedDevice) => (id === lastId ? 0 : model === account.model ? 1 : 2);
		return devices.toSorted((one, other) => rank(one) - rank(other));
	}
}

function refusedBy(refused: readonly Refused[], account: LedgerAccount): DeviceSearch {
	const first = refused.toSorted((one, other) => weight(one.refusal) - weight(other.refusal))[0];
	if (first === undefined || first.refusal.fault === "gone") return missing(account);
	const { device, refusal } = first;
	if (refusal.fault === "otherDevice" && refused.length > 1) return strangers(account);
	const text = refusalText(refusal, account.family, device.model);
	return {
		ok: false,
		reason: refusal.fault,
		text: refused.length === 1 ? text : amongSeveral(text, account),
	};
}
