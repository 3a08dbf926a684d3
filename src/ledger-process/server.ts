import { timingSafeEqual } from "node:crypto";
import { createDevice, type LedgerDevice } from "./device.ts";
import type { Engine } from "./engine.ts";
import { DeviceError, refusalOf } from "./faults.ts";
import { type DeviceTimes, USUAL_TIMES, type Work } from "./line.ts";
import {
	type DeviceTransport,
	type LedgerReply,
	type LedgerRequest,
	type LedgerRequestKind,
	ledgerGrants,
	ledgerMessage,
} from "./protocol.ts";
import { createQueue, type Queue } from "./queue.ts";
import type { DeviceClock } from "./time.ts";

/** Answers main's messages: one queue a device; listing devices and giving up do not wait their turn. */

export interface LedgerServerParts {
	/** Made once `hello` has said how devices are reached. */
	readonly openEngine: (transport: DeviceTransport) => Engine;
	readonly clock: DeviceClock;
	readonly post: (reply: LedgerReply) => void;
	/** One line a fact. */
	readonly log: (line: string) => void;
	/** For tests, which can't wait that long. No message sets it. */
	readonly times?: DeviceTimes;
}

export interface LedgerServer {
	receive(message: unknown): void;
	/** Lets every device go. */
	shutDown(): Promise<void>;
}

interface RunningEngine {
	readonly token: string;
	readonly engine: Engine;
}

/** What is asked of one device. */
type DeviceRequest = Extract<LedgerRequest, { deviceId: string }>;

interface DeviceRoom {
	readonly device: LedgerDevice;
	readonly queue: Queue;
}

function sameToken(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.byteLength === b.byteLength && timingSafeEqual(a, b);
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
		case "look":
			return device.look(work);
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

export function createLedgerServer(parts: LedgerServerParts): LedgerServer {
	let running: RunningEngine | null = null;
	const rooms = new Map<string, DeviceRoom>();

	function roomOf(engine: Engine, id: string): DeviceRoom {
		const known = rooms.get(id);
		if (known !== undefined) return known;
		const device = createDevice(id, { engine, clock: parts.clock, times: parts.times ?? USUAL_TIMES });
		const room: DeviceRoom = { device, queue: createQueue() };
		rooms.set(id, room);
		return room;
	}

	function post(token: string, id: number, answer: unknown): void {
		parts.post({ kind: "answer", token, id, answer });
	}

	async function list({ engine, token }: RunningEngine, id: number): Promise<void> {
		try {
			const devices = await engine.discover();
			for (const { id: deviceId } of devices) rooms.get(deviceId)?.device.seen();
			post(token, id, { ok: true, devices });
		} catch (error) {
			parts.log(`devices failed: ${describe(error)}`);
			post(token, id, refusalOf(error, false));
		}
	}

	async function ask({ engine, token }: RunningEngine, id: number, request: DeviceRequest): Promise<void> {
		const { device, queue } = roomOf(engine, request.deviceId);
		try {
			const answer = await queue.add(id, (signal) =>
				perform(device, request, {
					signal,
					stage: (stage) => {
						if (!signal.aborted) parts.post({ kind: "stage", token, id, stage });
					},
				}),
			);
			post(token, id, checked(request.kind, answer));
		} catch (error) {
			parts.log(`${request.kind} failed: ${describe(error)}`);
			post(token, id, refusalOf(error, true));
		}
	}

	/** A grant that main could not read is a bad answer, and is said to be one. */
	function checked(kind: LedgerRequestKind, answer: unknown): unknown {
		const granted = typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === true;
		if (!granted || ledgerGrants[kind].safeParse(answer).success) return answer;
		return refusalOf(new DeviceError("badAnswer"), true);
	}

	function receive(message: unknown): void {
		const parsed = ledgerMessage.safeParse(message);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			parts.log(`a message was ignored: ${issue?.path.join(".") ?? ""} ${issue?.code ?? ""}`);
			refuseUnreadable(message);
			return;
		}
		const { id, token, request } = parsed.data;
		if (running === null) {
			if (request.kind !== "hello") {
				parts.log("a message before hello was ignored");
				return;
			}
			running = { token, engine: parts.openEngine(request.transport) };
			post(token, id, { ok: true });
			return;
		}
		if (!sameToken(token, running.token)) {
			parts.log("a message with another token was ignored");
			return;
		}
		switch (request.kind) {
			case "hello":
				post(token, id, refusalOf(new DeviceError("badMessage"), false));
				return;
			case "devices":
				void list(running, id);
				return;
			case "cancel":
				for (const { queue } of rooms.values()) queue.cancel(request.requestId);
				post(token, id, { ok: true });
				return;
			default:
				void ask(running, id, request);
		}
	}

	/** Answers what can't be read where it says at least who asks, so that main need not wait for nothing. */
	function refuseUnreadable(message: unknown): void {
		if (running === null || typeof message !== "object" || message === null) return;
		if (!("id" in message) || !("token" in message)) return;
		const { id, token } = message;
		if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || typeof token !== "string") return;
		if (sameToken(token, running.token)) post(token, id, refusalOf(new DeviceError("badMessage"), false));
	}

	return {
		receive,
		async shutDown() {
			for (const { queue } of rooms.values()) queue.cancelAll();
			await Promise.all([...rooms.values()].map(({ device }) => device.close()));
		},
	};
}

/** The kind of error, without its text. */
function describe(error: unknown): string {
	if (error instanceof DeviceError) {
		const { cause } = error;
		return cause instanceof Error ? `${error.fault} (${cause.name})` : error.fault;
	}
	return error instanceof Error ? error.name : "unknown";
}
