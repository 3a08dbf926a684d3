import type {
	DeviceApp,
	DevicePayload,
	DeviceStage,
	LedgerResult,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import { addressKey } from "../signer.ts";
import type { DeviceCall, LedgerAccount, LedgerClient } from "./ledger-types.ts";

/** Returns `null` if the device hasn't been queried since it was connected. */
export type Holds = (deviceId: string, account: LedgerAccount) => boolean | null;

const keyOf = ({ path, address }: Pick<LedgerAccount, "path" | "address">) =>
	`${path} ${addressKey(address)}`;

export class HolderMemory implements LedgerClient {
	readonly #client: LedgerClient;
	/** By device ID, then by path and address. */
	readonly #known = new Map<string, Map<string, boolean>>();

	constructor(client: LedgerClient) {
		this.#client = client;
	}

	holds(deviceId: string, account: LedgerAccount): boolean | null {
		return this.#known.get(deviceId)?.get(keyOf(account)) ?? null;
	}

	async devices(): Promise<LedgerResult<"devices">> {
		const listed = await this.#client.devices();
		if (!listed.ok) return listed;
		// A different device may be connected later with the same ID.
		for (const id of this.#known.keys())
			if (!listed.devices.some((each) => each.id === id)) this.#known.delete(id);
		return listed;
	}

	inspect(deviceId: string): Promise<LedgerResult<"inspect">> {
		return this.#client.inspect(deviceId);
	}

	openApp(deviceId: string, app: DeviceApp): DeviceCall<LedgerResult<"openApp">> {
		return this.#client.openApp(deviceId, app);
	}

	addresses(
		deviceId: string,
		family: ChainFamily,
		paths: readonly string[],
	): DeviceCall<LedgerResult<"addresses">> {
		const call = this.#client.addresses(deviceId, family, paths);
		const answer = call.answer.then((result) => {
			if (result.ok) for (const found of result.addresses) this.#learn(deviceId, found, true);
			return result;
		});
		return { ...call, answer };
	}

	showAddress(deviceId: string, family: ChainFamily, path: string): DeviceCall<LedgerResult<"showAddress">> {
		return this.#client.showAddress(deviceId, family, path);
	}

	async prepare(deviceId: string, account: LedgerAccount): Promise<LedgerResult<"prepare">> {
		const answer = await this.#client.prepare(deviceId, account);
		if (answer.ok) this.#learn(deviceId, account, true);
		else if (answer.fault === "otherDevice") this.#learn(deviceId, account, false);
		return answer;
	}

	sign(
		deviceId: string,
		account: LedgerAccount,
		payload: DevicePayload,
		onStage: (stage: DeviceStage) => void,
	): DeviceCall<LedgerResult<"sign">> {
		return this.#client.sign(deviceId, account, payload, onStage);
	}

	stop(): Promise<void> {
		return this.#client.stop();
	}

	#learn(deviceId: string, account: Pick<LedgerAccount, "path" | "address">, isHeld: boolean): void {
		const answers = this.#known.get(deviceId) ?? new Map<string, boolean>();
		this.#known.set(deviceId, answers);
		answers.set(keyOf(account), isHeld);
	}
}
