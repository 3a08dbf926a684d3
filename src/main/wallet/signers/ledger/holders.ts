import type { LedgerResult } from "../../../../ledger-process/protocol.ts";
import { addressKey } from "../signer.ts";
import type { LedgerAccount, LedgerCall, LedgerClient } from "./ledger-types.ts";

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

	inspect(...asked: LedgerCall<"inspect">) {
		return this.#client.inspect(...asked);
	}

	openApp(...asked: LedgerCall<"openApp">) {
		return this.#client.openApp(...asked);
	}

	addresses(...asked: LedgerCall<"addresses">) {
		const call = this.#client.addresses(...asked);
		const [deviceId] = asked;
		const answer = call.answer.then((result) => {
			if (result.ok) for (const found of result.addresses) this.#learn(deviceId, found, true);
			return result;
		});
		return { ...call, answer };
	}

	showAddress(...asked: LedgerCall<"showAddress">) {
		return this.#client.showAddress(...asked);
	}

	async prepare(deviceId: string, account: LedgerAccount): Promise<LedgerResult<"prepare">> {
		const answer = await this.#client.prepare(deviceId, account);
		if (answer.ok) this.#learn(deviceId, account, true);
		else if (answer.fault === "otherDevice") this.#learn(deviceId, account, false);
		return answer;
	}

	sign(...asked: LedgerCall<"sign">) {
		return this.#client.sign(...asked);
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
