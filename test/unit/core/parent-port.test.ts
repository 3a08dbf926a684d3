import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { mainChannel } from "../../../src/core/parent-port.ts";

describe("the channel to main", () => {
	it("uses Electron's port if the process has one", () => {
		const sent: unknown[] = [];
		const received: unknown[] = [];
		const port = Object.assign(new EventEmitter(), { postMessage: (value: unknown) => sent.push(value) });
		const channel = mainChannel<string>(Object.assign(new EventEmitter(), { parentPort: port }));
		channel.listen((message) => received.push(message));
		channel.post("status");
		port.emit("message", { data: "lock" });
		expect({ sent, received }).toEqual({ sent: ["status"], received: ["lock"] });
	});

	it("uses the pipe of a forked process otherwise", () => {
		const sent: unknown[] = [];
		const received: unknown[] = [];
		const child = Object.assign(new EventEmitter(), { send: (value: unknown) => sent.push(value) });
		const channel = mainChannel<string>(child);
		channel.listen((message) => received.push(message));
		channel.post("status");
		child.emit("message", "lock");
		expect({ sent, received }).toEqual({ sent: ["status"], received: ["lock"] });
	});
});
