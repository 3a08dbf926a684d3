import type { LedgerResult } from "../../../../ledger-process/protocol.ts";
import { addressKey } from "../address.ts";
import type { DeviceCall, LedgerAccount } from "./types.ts";

/** Which plugged device holds which account, by the addresses that the devices answered with. */

/** Whether a device holds an account; null where it was not asked since it was plugged in. */
export type Holds = (deviceId: string, account: LedgerAccount) => boolean | null;

interface Asked {
	devices(): Promise<LedgerResult<"devices">>;
	prepare(deviceId: string, account: LedgerAccount): Promise<LedgerResult<"prepare">>;
	addresses(
		deviceId: string,
		family: LedgerAccount["family"],
		paths: readonly string[],
	): DeviceCall<LedgerResult<"addresses">>;
}

/** Returns the same client, which remembers what devices answered until they are unplugged. */
export function rememberHolders<Client extends Asked>(
	client: Client,
): { readonly client: Client; readonly holds: Holds } {
	/** By device, then by path and address. */
	const known = new Map<string, Map<string, boolean>>();
	const keyOf = ({ path, address }: Pick<LedgerAccount, "path" | "address">) =>
		`${path} ${addressKey(address)}`;

	const holds: Holds = (deviceId, account) => known.get(deviceId)?.get(keyOf(account)) ?? null;

	function learn(deviceId: string, account: Pick<LedgerAccount, "path" | "address">, isHeld: boolean): void {
		const answers = known.get(deviceId) ?? new Map<string, boolean>();
		known.set(deviceId, answers);
		answers.set(keyOf(account), isHeld);
	}

	return {
		holds,
		client: {
			...client,
			async devices() {
				const listed = await client.devices();
				if (!listed.ok) return listed;
				// Another device may come back under the same name.
				for (const id of known.keys()) if (!listed.devices.some((each) => each.id === id)) known.delete(id);
				return listed;
			},
			async prepare(deviceId, account) {
				const answer = await client.prepare(deviceId, account);
				if (answer.ok) learn(deviceId, account, true);
				else if (answer.fault === "otherDevice") learn(deviceId, account, false);
				return answer;
			},
			addresses(deviceId, family, paths) {
				const call = client.addresses(deviceId, family, paths);
				const answer = call.answer.then((result) => {
					if (result.ok) for (const found of result.addresses) learn(deviceId, found, true);
					return result;
				});
				return { ...call, answer };
			},
		},
	};
}
