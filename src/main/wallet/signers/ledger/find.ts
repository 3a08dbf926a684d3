import { type Message, message, sentences } from "../../../../core/message.ts";
import type { DeviceFault, DeviceRefusal, PluggedDevice } from "../../../../ledger-process/protocol.ts";
import { addressKey } from "../address.ts";
import { deviceText } from "./text.ts";
import type { DeviceWatch, LedgerAccount, LedgerClient } from "./types.ts";

/** Which of the plugged devices has an account. Each is asked for the account's address; nothing is shown on it. */

/** Why no device is ready. `refusal`: what the most promising one said; null where none is plugged in or free. */
export type DeviceSearch =
	| { readonly ok: true; readonly device: PluggedDevice }
	| { readonly ok: false; readonly reason: DeviceFault; readonly text: Message };

export interface FinderParts {
	readonly client: Pick<LedgerClient, "devices" | "prepare">;
	readonly watch: Pick<DeviceWatch, "devices">;
}

/** What a user can set right is told first; "another device" only where nothing else is the matter. */
const LAST: readonly DeviceFault[] = ["gone", "otherDevice"];

const weight = ({ fault }: DeviceRefusal) => LAST.indexOf(fault);

/** What has to be done before a device of this model can be asked. */
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

/** Nothing is shown on a device while it is looked for: among several the text alone says which one is meant. */
const amongSeveral = (text: Message, { address, path }: LedgerAccount): Message =>
	sentences(text, message("device.wanted", { address, path }));

export function createFinder({ client, watch }: FinderParts) {
	/** The device that had an account last, by its address. */
	const last = new Map<string, string>();

	function isAsked(deviceId: string): boolean {
		return watch
			.devices()
			.some(
				({ id, standing }) => id === deviceId && (standing.kind === "asking" || standing.kind === "reading"),
			);
	}

	function inOrder(devices: readonly PluggedDevice[], account: LedgerAccount): readonly PluggedDevice[] {
		const lastId = last.get(addressKey(account.address));
		const rank = ({ id, model }: PluggedDevice) => (id === lastId ? 0 : model === account.model ? 1 : 2);
		return devices.toSorted((one, other) => rank(one) - rank(other));
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

	/** Tries each device, the one that had this account last first. Rejects only where the client does. */
	return async function find(account: LedgerAccount): Promise<DeviceSearch> {
		const listed = await client.devices();
		if (!listed.ok)
			return { ok: false, reason: listed.fault, text: refusalText(listed, account.family, account.model) };
		const refused: Refused[] = [];
		let asked = false;
		for (const device of inOrder(listed.devices, account)) {
			if (isAsked(device.id)) {
				asked = true;
				continue;
			}
			const answer = await client.prepare(device.id, account);
			if (answer.ok) {
				last.set(addressKey(account.address), device.id);
				return { ok: true, device };
			}
			refused.push({ device, refusal: answer });
		}
		return asked ? { ok: false, reason: "busy", text: COMES_NEXT } : refusedBy(refused, account);
	};
}
