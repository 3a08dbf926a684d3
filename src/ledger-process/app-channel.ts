import { DeviceError, deviceErrorOf } from "./faults.ts";
import type { PluggedDevice } from "./protocol.ts";
import { bounded, type DeviceClock } from "./time.ts";

export interface Transport {
	exchange(apdu: Uint8Array): Promise<Uint8Array>;
	close(): Promise<void>;
}

/**
 * `quick`: the device responds by itself. `patient`: in some versions, the user pages through the data first.
 * `question`: completes a prompt, which the user then answers.
 */
export type AnswerPace = "quick" | "patient" | "question";

export interface ApduExchange {
	readonly request: Uint8Array;
	readonly body: Uint8Array;
	readonly status: number;
	readonly pace: AnswerPace;
}

export interface AppChannel {
	exchange(apdu: Uint8Array, pace: AnswerPace): Promise<Uint8Array>;
	readonly exchanges: readonly ApduExchange[];
	readonly isPrompting: boolean;
}

export const STATUS_OK = 0x9000;

export class TransportChannel implements AppChannel {
	readonly #transport: Transport;
	readonly #options;
	readonly #exchanges: ApduExchange[] = [];
	#isPrompting = false;

	constructor(
		transport: Transport,
		options: {
			readonly clock: DeviceClock;
			readonly signal: AbortSignal;
			readonly exchangeMs: number;
			readonly onQuestion: () => void;
		},
	) {
		this.#transport = transport;
		this.#options = options;
	}

	get exchanges(): readonly ApduExchange[] {
		return this.#exchanges;
	}

	get isPrompting(): boolean {
		return this.#isPrompting;
	}

	async exchange(apdu: Uint8Array, pace: AnswerPace): Promise<Uint8Array> {
		const { clock, exchangeMs, onQuestion, signal } = this.#options;
		if (signal.aborted) throw new DeviceError("cancelled");
		if (pace === "question") {
			this.#isPrompting = true;
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

export interface TransportProvider {
	discover(): Promise<readonly PluggedDevice[]>;
	/** @throws DeviceError `gone`, `permission`, `busy` or `failed` */
	open(deviceId: string): Promise<Transport>;
}
