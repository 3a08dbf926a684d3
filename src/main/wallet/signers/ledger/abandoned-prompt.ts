import {
	APP_OF,
	type DeviceRefusal,
	type LedgerGrant,
	type LedgerResult,
	type PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { SettingsStore } from "../../../ports.ts";
import type { LeftQuestion } from "../../../settings-schema.ts";
import type { DeviceCall, LedgerAccount, LedgerCall, LedgerClient } from "./ledger-types.ts";

interface AbandonedPrompt extends LeftQuestion {
	readonly deviceId: string | null;
}

const STILL_ASKING: DeviceRefusal = {
	ok: false,
	fault: "stillAsking",
	status: null,
	app: null,
	prompt: "notAsked",
};
const CANCELLED: DeviceRefusal = { ...STILL_ASKING, fault: "cancelled" };
const FAILED: DeviceRefusal = { ...STILL_ASKING, fault: "failed" };

const MAX_ABANDONED = 20;

/**
 * Blocks requests to a device that may still show an abandoned prompt. The Ethereum app crashes if an address
 * is read while a prompt is open, and no command reports an open prompt. Until a different app is seen or the
 * user says that the screen is clear, the only query is which app is open. Prompts are stored before they are
 * shown, in case the app exits.
 */
export class AbandonedPromptClient implements LedgerClient {
	readonly #client: LedgerClient;
	readonly #settings: Pick<SettingsStore, "get" | "set">;
	readonly #log: (line: string) => void;
	#left: readonly AbandonedPrompt[];
	#plugged: readonly PluggedDevice[] = [];

	constructor(
		client: LedgerClient,
		settings: Pick<SettingsStore, "get" | "set">,
		log: (line: string) => void,
	) {
		this.#client = client;
		this.#settings = settings;
		this.#log = log;
		this.#left = (settings.get().ledgerLeft ?? []).map((each) => ({ ...each, deviceId: null }));
	}

	async devices(): Promise<LedgerResult<"devices">> {
		const listed = await this.#client.devices();
		if (listed.ok) this.#plugged = listed.devices;
		return listed;
	}

	async inspect(deviceId: string): Promise<LedgerResult<"inspect">> {
		const seen = await this.#client.inspect(deviceId);
		if (!seen.ok) return seen;
		const isOpen = (each: AbandonedPrompt) => APP_OF[each.family] === seen.inspection.app;
		const left = this.#leftOn(deviceId);
		// A prompt ends when its app closes.
		const gone = left.filter((each) => !isOpen(each) && this.#suspects(each).length === 1);
		if (gone.length > 0) this.#keep(this.#left.filter((each) => !gone.includes(each)));
		return left.some(isOpen) ? STILL_ASKING : seen;
	}

	openApp(...asked: LedgerCall<"openApp">) {
		return this.#client.openApp(...asked);
	}

	addresses(...asked: LedgerCall<"addresses">) {
		return this.#careful<LedgerGrant<"addresses">>(asked[0], () => this.#client.addresses(...asked));
	}

	showAddress(...asked: LedgerCall<"showAddress">) {
		const [deviceId, family] = asked;
		return this.#question<LedgerGrant<"showAddress">>(deviceId, family, () =>
			this.#client.showAddress(...asked),
		);
	}

	prepare(deviceId: string, account: LedgerAccount): Promise<LedgerResult<"prepare">> {
		return this.#careful<LedgerGrant<"prepare">>(deviceId, () => ({
			answer: this.#client.prepare(deviceId, account),
			cancel() {},
		})).answer;
	}

	sign(...asked: LedgerCall<"sign">) {
		const [deviceId, { family }] = asked;
		return this.#question<LedgerGrant<"sign">>(deviceId, family, () => this.#client.sign(...asked));
	}

	stop(): Promise<void> {
		return this.#client.stop();
	}

	/** Confirms that no device shows a prompt. Returns `false` if no device could have shown one. */
	cleared(): boolean {
		if (this.#left.length === 0) return false;
		this.#keep([]);
		return true;
	}

	#keep(next: readonly AbandonedPrompt[]): boolean {
		this.#left = next;
		try {
			const ledgerLeft = next.slice(-MAX_ABANDONED).map(({ model, family }) => ({ model, family }));
			this.#settings.set({ ledgerLeft });
			return true;
		} catch (error) {
			this.#log(`ledger: not written down (${error instanceof Error ? error.name : "unknown"})`);
			return false;
		}
	}

	/**
	 * A device can reconnect with a different ID, so any connected device of the same model may have the
	 * prompt.
	 */
	#suspects({ deviceId, model }: AbandonedPrompt): readonly PluggedDevice[] {
		const own = this.#plugged.filter(({ id }) => id === deviceId);
		return own.length > 0 ? own : this.#plugged.filter((each) => each.model === model);
	}

	#leftOn(deviceId: string): readonly AbandonedPrompt[] {
		return this.#left.filter((each) => this.#suspects(each).some(({ id }) => id === deviceId));
	}

	#careful<Answer extends { readonly ok: true }>(
		deviceId: string,
		begin: () => DeviceCall<Answer | DeviceRefusal>,
	): DeviceCall<Answer | DeviceRefusal> {
		if (this.#leftOn(deviceId).length === 0) return begin();
		let begun: DeviceCall<Answer | DeviceRefusal> | null = null;
		let isCancelled = false;
		const looked = async () => {
			const seen = await this.inspect(deviceId);
			if (!seen.ok) return seen;
			if (isCancelled) return CANCELLED;
			begun = begin();
			return await begun.answer;
		};
		return {
			answer: looked(),
			cancel() {
				isCancelled = true;
				begun?.cancel();
			},
		};
	}

	#question<Answer extends { readonly ok: true }>(
		deviceId: string,
		family: ChainFamily,
		begin: () => DeviceCall<Answer | DeviceRefusal>,
	): DeviceCall<Answer | DeviceRefusal> {
		return this.#careful(deviceId, () => {
			const model = this.#plugged.find(({ id }) => id === deviceId)?.model ?? "";
			const own: AbandonedPrompt = { model, family, deviceId };
			if (!this.#keep([...this.#left, own])) {
				this.#left = this.#left.filter((each) => each !== own);
				return { answer: Promise.resolve(FAILED), cancel() {} };
			}
			const call = begin();
			const answer = call.answer.then((result) => {
				if (result.ok || result.prompt !== "unknown") this.#keep(this.#left.filter((each) => each !== own));
				return result;
			});
			return { answer, cancel: call.cancel };
		});
	}
}
