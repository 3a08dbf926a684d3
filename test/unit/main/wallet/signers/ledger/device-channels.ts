import { randomBytes } from "node:crypto";
import {
	type DeviceStage,
	type LedgerRequest,
	type LedgerRequestKind,
	ledgerMessage,
} from "../../../../../../src/ledger-process/protocol.ts";
import type { ProcessChannel } from "../../../../../../src/main/ports.ts";
import { ProcessClient } from "../../../../../../src/main/wallet/signers/ledger/client.ts";
import type {
	LedgerAccount,
	LedgerClient,
} from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import { SIGNER } from "../../../../core/match/honest.ts";
import { type VirtualClock, virtualClock } from "../../../signing/clock.ts";

/** A device process that sends only what a test tells it to. */

export const ACCOUNT: LedgerAccount = {
	family: "evm",
	address: SIGNER,
	path: "m/44'/60'/0'/0/0",
	model: "Ledger Nano X",
};

interface Posted {
	readonly id: number;
	readonly request: LedgerRequest;
}

interface PlayedChannel extends ProcessChannel {
	readonly posted: Posted[];
	killed: boolean;
	/** Whether it answers `hello` automatically. */
	greets: boolean;
	/** Sends this message unchanged. */
	send(message: unknown): void;
	/** Returns the last request of this kind. */
	last(kind: LedgerRequestKind): Posted;
	answer(kind: LedgerRequestKind, answer: unknown): void;
	stage(kind: LedgerRequestKind, stage: DeviceStage): void;
	die(): void;
}

function playedChannel(greets: boolean): PlayedChannel {
	const listeners: ((message: unknown) => void)[] = [];
	const exits: ((code: number) => void)[] = [];
	let token = "";
	let alive = true;
	function end(code: number): void {
		if (!alive) return;
		alive = false;
		for (const exit of exits) exit(code);
	}
	const channel: PlayedChannel = {
		posted: [],
		killed: false,
		greets,
		post(message) {
			if (!alive) throw new Error("The pipe is closed.");
			const { id, request, token: given } = ledgerMessage.parse(structuredClone(message));
			token = given;
			channel.posted.push({ id, request });
			if (request.kind === "hello" && channel.greets) channel.answer("hello", { ok: true });
		},
		onMessage: (listener) => void listeners.push(listener),
		onExit: (listener) => void exits.push(listener),
		kill() {
			channel.killed = true;
			queueMicrotask(() => end(0));
		},
		send(message) {
			for (const listener of listeners) listener(message);
		},
		last(kind) {
			const found = channel.posted.findLast((each) => each.request.kind === kind);
			if (found === undefined) throw new Error(`${kind} was not asked`);
			return found;
		},
		answer: (kind, answer) => channel.send({ kind: "answer", token, id: channel.last(kind).id, answer }),
		stage: (kind, stage) => channel.send({ kind: "stage", token, id: channel.last(kind).id, stage }),
		die: () => end(9),
	};
	return channel;
}

export interface DeviceScene {
	readonly client: LedgerClient;
	readonly clock: VirtualClock;
	readonly channels: PlayedChannel[];
	readonly logged: string[];
	/** Whether processes answer `hello` automatically. */
	greets: boolean;
	/** Whether starting a process fails. */
	unable: boolean;
	channel(): PlayedChannel;
	/** Waits until no work is pending. */
	rest(): Promise<void>;
}

export function deviceScene(): DeviceScene {
	const clock = virtualClock(1_790_000_000_000);
	const channels: PlayedChannel[] = [];
	const logged: string[] = [];
	const client = new ProcessClient({
		fork() {
			if (scene.unable) throw new RangeError("no more processes");
			const channel = playedChannel(scene.greets);
			channels.push(channel);
			return channel;
		},
		transport: { kind: "hid" },
		clock,
		random: (length) => randomBytes(length),
		log: (line) => logged.push(line),
	});
	const scene: DeviceScene = {
		client,
		clock,
		channels,
		logged,
		greets: true,
		unable: false,
		channel() {
			const last = channels.at(-1);
			if (last === undefined) throw new Error("no process was started");
			return last;
		},
		async rest() {
			for (let turns = 0; turns < 5; turns += 1) await new Promise<void>((go) => setImmediate(go));
		},
	};
	return scene;
}
