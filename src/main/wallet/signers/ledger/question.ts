import { message } from "../../../../core/localized-text.ts";
import { expiryOf } from "../../../../core/match/frozen.ts";
import type {
	DevicePayload,
	DeviceStage,
	LedgerResult,
	PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import type { DeviceActivity, LedgerClient } from "./ledger-types.ts";
import { type DeviceSignRequest, type GivenUp, refused } from "./sign-request.ts";
import type { DeviceWatch } from "./watch.ts";

/** Upper bound, regardless of the review's expiry. */
const MAX_PROMPT_MS = 10 * 60_000;

export class DeviceQuestion {
	readonly #options;
	readonly #listeners = new Set<() => void>();
	#activity: DeviceActivity | null = null;
	#giveUp: ((why: GivenUp) => void) | null = null;

	constructor(options: {
		readonly client: Pick<LedgerClient, "sign">;
		readonly watch: Pick<DeviceWatch, "asking">;
		readonly clock: Clock;
		readonly clockOffset: () => number;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	activity(): DeviceActivity | null {
		return this.#activity;
	}

	onActivity(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	cancel(): void {
		this.#giveUp?.("user");
	}

	async ask(
		{ frozen, account, fingerprint, place }: DeviceSignRequest,
		payload: DevicePayload,
		device: PluggedDevice,
	): Promise<{ readonly answer: LedgerResult<"sign">; readonly why: GivenUp | null }> {
		const { client, watch, clock } = this.#options;
		const now = clock.now();
		const expiry = expiryOf(frozen, this.#options.clockOffset()) ?? Number.POSITIVE_INFINITY;
		if (now >= expiry) throw refused("expires_at", message("proof.expired"));
		let why: GivenUp | null = null;
		const showStage = (stage: DeviceStage) => this.#show({ account, stage, device, fingerprint, place });
		const asked = watch.asking(device.id);
		const call = client.sign(device.id, account, payload, showStage);
		this.#giveUp = (cause) => {
			why ??= cause;
			call.cancel();
		};
		const early = clock.after(Math.min(expiry - now, MAX_PROMPT_MS), () => this.#giveUp?.("time"));
		showStage("opening");
		let answer: LedgerResult<"sign">;
		try {
			answer = await call.answer;
		} finally {
			early();
			this.#giveUp = null;
			asked();
			this.#show(null);
		}
		return { answer, why: why as GivenUp | null };
	}

	#show(next: DeviceActivity | null): void {
		this.#activity = next;
		for (const listener of [...this.#listeners]) {
			try {
				listener();
			} catch (error) {
				this.#options.log(`ledger: a listener failed (${error instanceof Error ? error.name : "unknown"})`);
			}
		}
	}
}
