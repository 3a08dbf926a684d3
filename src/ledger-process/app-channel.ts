import { DeviceError, deviceErrorOf } from "./faults.ts";
import type { PluggedDevice } from "./protocol.ts";
import { bounded, type DeviceClock } from "./time.ts";

/** An open device: sends complete APDUs and returns complete answers with their status word. */
export interface Transport {
	/** @throws DeviceError `unplugged`, `busy`, `badAnswer` or `failed` */
	exchange(apdu: Uint8Array): Promise<Uint8Array>;
	/** Abandons a running exchange and releases the device. Never rejects. */
	close(): Promise<void>;
}

/**
 * Timeout class of an answer. `quick`: the device answers by itself. `patient`: some versions let the user
 * page through what has arrived. `question`: last bytes of a prompt; from here the user decides.
 */
export type AnswerPace = "quick" | "patient" | "question";

export interface Exchange {
	readonly request: Uint8Array;
	/** Without the status word. */
	readonly body: Uint8Array;
	readonly status: number;
	readonly pace: AnswerPace;
}

/** Exchanges of one request, in order. */
export interface AppChannel {
	/**
	 * Returns body and status word.
	 * @throws DeviceError
	 */
	exchange(apdu: Uint8Array, pace: AnswerPace): Promise<Uint8Array>;
	readonly exchanges: readonly Exchange[];
	/** At least the last bytes of a prompt were being sent. */
	readonly asked: boolean;
}

export const STATUS_OK = 0x9000;

/** Exchanges of one request on an open device. */
export class TransportChannel implements AppChannel {
	readonly #transport: Transport;
	readonly #options;
	readonly #exchanges: Exchange[] = [];
	#asked = false;

	constructor(
		wire: Transport,
		options: {
			readonly clock: DeviceClock;
			/** Abandons any wait. */
			readonly signal: AbortSignal;
			/** Timeout for an answer that the device gives by itself. */
			readonly exchangeMs: number;
			/** Called when the last bytes of a prompt are sent. */
			readonly onQuestion: () => void;
		},
	) {
		this.#transport = wire;
		this.#options = options;
	}

	get exchanges(): readonly Exchange[] {
		return this.#exchanges;
	}

	get asked(): boolean {
		return this.#asked;
	}

	async exchange(apdu: Uint8Array, pace: AnswerPace): Promise<Uint8Array> {
		const { clock, exchangeMs, onQuestion, signal } = this.#options;
		if (signal.aborted) throw new DeviceError("cancelled");
		if (pace === "question") {
			this.#asked = true;
			onQuestion();
		}
		const ms = pace === "quick" ? exchangeMs : null;
		let answer: Uint8Array;
		try {
			answer = await bounded(clock, this.#transport.exchange(apdu), ms, signal);
		} catch (error) {
			throw deviceErrorOf(error);
		}
		const [high, low] = answer.subarray(-2);
		if (high === undefined || low === undefined) throw new DeviceError("badAnswer");
		const status = high * 256 + low;
		this.#exchanges.push({ request: apdu, body: answer.subarray(0, -2), status, pace });
		return answer;
	}
}

/** Finds and opens devices. */
export interface TransportProvider {
	/**
	 * Opens nothing.
	 * @throws DeviceError `failed` if this computer can't list them
	 */
	discover(): Promise<readonly PluggedDevice[]>;
	/** @throws DeviceError `gone`, `permission`, `busy` or `failed` */
	open(deviceId: string): Promise<Transport>;
}
