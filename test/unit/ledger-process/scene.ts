import type { TransportProvider } from "../../../src/ledger-process/app-channel.ts";
import type { DeviceTimes } from "../../../src/ledger-process/device-session.ts";
import { ledgerJsEngine } from "../../../src/ledger-process/engine-ledgerjs.ts";
import type {
	DevicePayload,
	DeviceStage,
	DeviceTransport,
	LedgerReply,
	LedgerRequest,
} from "../../../src/ledger-process/protocol.ts";
import { LedgerServer } from "../../../src/ledger-process/server.ts";
import type { DeviceClock } from "../../../src/ledger-process/time.ts";
import { transportsOf } from "../../../src/ledger-process/transports.ts";
import { type App, inputText } from "./recordings.ts";

/** The main process's side of the device process, reduced to what tests need. */

export const TOKEN = "a".repeat(64);
export const EVM = {
	family: "evm",
	path: "m/44'/60'/0'/0/0",
	address: "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D",
} as const;
export const SVM = {
	family: "svm",
	path: "m/44'/501'/0'",
	address: "2SjBBhnRiESRWYPqSti1mM2u47aBa6vBg2YHVqcEmTKH",
} as const;

export interface Call {
	readonly id: number;
	readonly answer: Promise<unknown>;
	readonly stages: DeviceStage[];
	/** Cancels the request. */
	cancel(): void;
}

export interface Caller {
	ask(request: LedgerRequest): Call;
	/** Sends a request and returns only its answer. */
	answer(request: LedgerRequest): Promise<unknown>;
	/** Sends any message, even an invalid one. */
	send(message: unknown): void;
	readonly replies: LedgerReply[];
	readonly lines: string[];
	stop(): Promise<void>;
}

export interface CallerOptions {
	readonly clock: DeviceClock;
	readonly times: DeviceTimes;
	/** Replacement of the real transports. */
	readonly transports?: TransportProvider;
	readonly transport?: DeviceTransport;
	/** Whether to skip the `hello` request. */
	readonly silent?: boolean;
}

export function callerOf(options: CallerOptions): Caller {
	const replies: LedgerReply[] = [];
	const lines: string[] = [];
	const waiting = new Map<number, { settle: (answer: unknown) => void; stages: DeviceStage[] }>();
	let next = 1;
	const server = new LedgerServer({
		openEngine: (transport) => ledgerJsEngine(options.transports ?? transportsOf(transport)),
		clock: options.clock,
		times: options.times,
		log: (line) => lines.push(line),
		post(reply) {
			replies.push(reply);
			if (reply.kind === "stage") waiting.get(reply.id)?.stages.push(reply.stage);
			else waiting.get(reply.id)?.settle(reply.answer);
		},
	});
	function ask(request: LedgerRequest): Call {
		const id = next++;
		const stages: DeviceStage[] = [];
		const answer = new Promise<unknown>((settle) => waiting.set(id, { settle, stages }));
		server.receive({ token: TOKEN, id, request });
		return {
			id,
			answer,
			stages,
			cancel: () => {
				ask({ kind: "cancel", requestId: id });
			},
		};
	}
	if (options.silent !== true) ask({ kind: "hello", transport: options.transport ?? { kind: "hid" } });
	return {
		ask,
		answer: (request) => ask(request).answer,
		send: (message) => server.receive(message),
		replies,
		lines,
		stop: () => server.shutDown(),
	};
}

export const realClock: DeviceClock = {
	now: Date.now,
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

/** Returns the payload of a recording. */
export function payloadOf(app: App, name: string): DevicePayload {
	if (app === "Solana") {
		const message = Buffer.from(inputText(app, name, "message"), "hex").toString("base64");
		return { kind: name.startsWith("off-chain") ? "svm_offchain" : "svm_transaction", message };
	}
	if (name.startsWith("typed data"))
		return { kind: "evm_typed_data", typedData: inputText(app, name, "typedData"), descriptors: null };
	if (name.startsWith("personal"))
		return { kind: "evm_personal", message: `0x${inputText(app, name, "hex")}` };
	return { kind: "evm_transaction", unsigned: inputText(app, name, "unsigned"), descriptors: null };
}

/** Returns r, s and parity of the recorded signature, or Solana's 64 bytes. */
export function signatureOf(app: App, lastAnswer: string): string {
	const body = lastAnswer.slice(0, -4);
	if (app === "Solana") return `0x${body}`;
	const v = Number.parseInt(body.slice(0, 2), 16);
	return `0x${body.slice(2)}0${v < 27 ? v : v - 27}`;
}
