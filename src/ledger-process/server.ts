import { isSameSecret } from "../core/same-secret.ts";
import { LedgerDevice } from "./device.ts";
import { type DeviceTimes, USUAL_TIMES, type Work } from "./device-session.ts";
import type { Engine } from "./engine.ts";
import { DeviceError, refusalOf } from "./faults.ts";
import {
	type DeviceRefusal,
	type DeviceTransport,
	type LedgerReply,
	type LedgerRequest,
	type LedgerRequestKind,
	ledgerGrants,
	ledgerMessage,
} from "./protocol.ts";
import type { DeviceClock } from "./time.ts";

class Queue {
	readonly #waiting = new Map<number, AbortController>();
	#turn: Promise<unknown> = Promise.resolve();

	async add<T>(id: number, run: (signal: AbortSignal) => Promise<T>): Promise<T | DeviceRefusal> {
		const controller = new AbortController();
		this.#waiting.set(id, controller);
		const before = this.#turn;
		const mine = (async () => {
			await before;
			if (controller.signal.aborted) return refusalOf(new DeviceError("cancelled"), false);
			return run(controller.signal);
		})();
		this.#turn = mine.catch(() => {});
		try {
			// A cancelled request returns without waiting for its turn.
			return await Promise.race([mine, cancelledBefore(before, controller.signal)]);
		} finally {
			this.#waiting.delete(id);
		}
	}

	cancel(id: number): void {
		this.#waiting.get(id)?.abort();
	}

	cancelAll(): void {
		for (const controller of this.#waiting.values()) controller.abort();
	}
}

function cancelledBefore(turn: Promise<unknown>, signal: AbortSignal): Promise<DeviceRefusal> {
	return new Promise((resolve) => {
		const giveUp = () => resolve(refusalOf(new DeviceError("cancelled"), false));
		signal.addEventListener("abort", giveUp, { once: true });
		void turn.then(() => signal.removeEventListener("abort", giveUp));
	});
}

interface RunningEngine {
	readonly token: string;
	readonly engine: Engine;
}

type DeviceRequest = Extract<LedgerRequest, { deviceId: string }>;

interface DeviceQueue {
	readonly device: LedgerDevice;
	readonly queue: Queue;
}

const FAMILY_OF_PAYLOAD = {
	evm_transaction: "evm",
	evm_personal: "evm",
	evm_typed_data: "evm",
	svm_transaction: "svm",
	svm_offchain: "svm",
} as const;

function perform(device: LedgerDevice, request: DeviceRequest, work: Work): Promise<unknown> {
	switch (request.kind) {
		case "inspect":
			return device.inspect(work);
		case "openApp":
			return device.openApp(work, request.app);
		case "addresses":
			return device.addresses(work, request.family, request.paths);
		case "showAddress":
			return device.showAddress(work, request);
		case "prepare":
			return device.prepare(work, request, request.address);
		case "sign":
			if (FAMILY_OF_PAYLOAD[request.payload.kind] !== request.family)
				return Promise.resolve(refusalOf(new DeviceError("badMessage"), false));
			return device.sign(work, request, request.address, request.payload);
	}
}

/** Queues requests per device. Listing devices and cancelling bypass the queue. */
export class LedgerServer {
	readonly #options;
	readonly #deviceQueues = new Map<string, DeviceQueue>();
	#running: RunningEngine | null = null;

	constructor(options: {
		readonly openEngine: (transport: DeviceTransport) => Engine;
		readonly clock: DeviceClock;
		readonly post: (reply: LedgerReply) => void;
		readonly log: (line: string) => void;
		/** Set only by tests. No message can change it. */
		readonly times?: DeviceTimes;
	}) {
		this.#options = options;
	}

	receive(message: unknown): void {
		const { log, openEngine } = this.#options;
		const parsed = ledgerMessage.safeParse(message);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			log(`a message was ignored: ${issue?.path.join(".") ?? ""} ${issue?.code ?? ""}`);
			this.#refuseUnreadable(message);
			return;
		}
		const { id, token, request } = parsed.data;
		if (this.#running === null) {
			if (request.kind !== "hello") {
				log("a message before hello was ignored");
				return;
			}
			this.#running = { token, engine: openEngine(request.transport) };
			this.#post(token, id, { ok: true });
			return;
		}
		if (!isSameSecret(token, this.#running.token)) {
			log("a message with another token was ignored");
			return;
		}
		switch (request.kind) {
			case "hello":
				this.#post(token, id, refusalOf(new DeviceError("badMessage"), false));
				return;
			case "devices":
				void this.#list(this.#running, id);
				return;
			case "cancel":
				for (const { queue } of this.#deviceQueues.values()) queue.cancel(request.requestId);
				this.#post(token, id, { ok: true });
				return;
			default:
				void this.#ask(this.#running, id, request);
		}
	}

	async shutDown(): Promise<void> {
		for (const { queue } of this.#deviceQueues.values()) queue.cancelAll();
		await Promise.all([...this.#deviceQueues.values()].map(({ device }) => device.close()));
	}

	#queueOf(engine: Engine, id: string): DeviceQueue {
		const known = this.#deviceQueues.get(id);
		if (known !== undefined) return known;
		const { clock, times = USUAL_TIMES } = this.#options;
		const deviceQueue: DeviceQueue = {
			device: new LedgerDevice(id, { engine, clock, times }),
			queue: new Queue(),
		};
		this.#deviceQueues.set(id, deviceQueue);
		return deviceQueue;
	}

	#post(token: string, id: number, answer: unknown): void {
		this.#options.post({ kind: "answer", token, id, answer });
	}

	async #list({ engine, token }: RunningEngine, id: number): Promise<void> {
		try {
			const devices = await engine.discover();
			for (const { id: deviceId } of devices) this.#deviceQueues.get(deviceId)?.device.seen();
			this.#post(token, id, { ok: true, devices });
		} catch (error) {
			this.#options.log(`devices failed: ${describe(error)}`);
			this.#post(token, id, refusalOf(error, false));
		}
	}

	async #ask({ engine, token }: RunningEngine, id: number, request: DeviceRequest): Promise<void> {
		const { log, post } = this.#options;
		const { device, queue } = this.#queueOf(engine, request.deviceId);
		try {
			const answer = await queue.add(id, (signal) =>
				perform(device, request, {
					signal,
					stage: (stage) => {
						if (!signal.aborted) post({ kind: "stage", token, id, stage });
					},
				}),
			);
			this.#post(token, id, checked(request.kind, answer));
		} catch (error) {
			log(`${request.kind} failed: ${describe(error)}`);
			this.#post(token, id, refusalOf(error, true));
		}
	}

	/** Responds to an unreadable message if it has an ID, so main doesn't have to wait for a timeout. */
	#refuseUnreadable(message: unknown): void {
		if (this.#running === null || typeof message !== "object" || message === null) return;
		if (!("id" in message) || !("token" in message)) return;
		const { id, token } = message;
		if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || typeof token !== "string") return;
		if (isSameSecret(token, this.#running.token))
			this.#post(token, id, refusalOf(new DeviceError("badMessage"), false));
	}
}

function checked(kind: LedgerRequestKind, answer: unknown): unknown {
	const granted = typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === true;
	if (!granted || ledgerGrants[kind].safeParse(answer).success) return answer;
	return refusalOf(new DeviceError("badAnswer"), true);
}

function describe(error: unknown): string {
	if (error instanceof DeviceError) {
		const { cause } = error;
		return cause instanceof Error ? `${error.fault} (${cause.name})` : error.fault;
	}
	return error instanceof Error ? error.name : "unknown";
}
