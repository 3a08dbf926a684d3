import { describe, expect, it, vi } from "vitest";
import { createBridge, type IpcLine } from "../../../src/preload/expose.ts";

const kindOf = (push: unknown) => (push as { readonly kind: string }).kind;

function half(queued: string | null = "navigate") {
	let push: (push: unknown) => void = () => {};
	const invoke = vi.fn<IpcLine["invoke"]>(async () => "answer");
	/** Calls to main's API, in order. */
	const done: string[] = [];
	const line: IpcLine = {
		invoke,
		send: (channel) => done.push(`send ${channel}`),
		on: (channel, listener) => {
			done.push(`on ${channel}`);
			push = (value) => listener({ sender: "ipcRenderer" }, value);
		},
	};
	const exposed = createBridge(line, {
		callChannel: "call",
		pushChannel: "push",
		names: ["lock"],
		replayed: (held, push) => (kindOf(push) === "desk" ? push : held),
		queued,
	});
	return { exposed, invoke, done, push: (value: unknown) => push(value) };
}

const view = (n: number) => ({ kind: "desk", view: n });

describe("a preload's exposed API", () => {
	it("is two functions and nothing else", () => {
		expect(Object.keys(half().exposed).sort()).toEqual(["call", "onPush"]);
	});

	it("notifies main as soon as it listens, which scripts of the page can't do", () => {
		expect(half().done).toEqual(["on push", "send push"]);
	});

	it("forwards a command of its half, by name, on its one channel", async () => {
		const { exposed, invoke } = half();
		await expect(exposed.call("lock", { a: 1 })).resolves.toBe("answer");
		expect(invoke).toHaveBeenCalledExactlyOnceWith("call", { name: "lock", input: { a: 1 } });
	});

	it("refuses any other name before it reaches main", async () => {
		const { exposed, invoke } = half();
		for (const name of ["approve", "constructor", "__proto__", ""])
			await expect(exposed.call(name, {})).rejects.toThrow("no command");
		expect(invoke).not.toHaveBeenCalled();
	});

	it("passes listeners the push, never its event", () => {
		const { exposed, push } = half();
		const listener = vi.fn();
		exposed.onPush(listener);
		push(view(1));
		expect(listener.mock.calls).toEqual([[view(1)]]);
	});

	it("passes a new listener the latest view at once", () => {
		const { exposed, push } = half();
		push(view(1));
		push(view(2));
		const listener = vi.fn();
		exposed.onPush(listener);
		expect(listener.mock.calls).toEqual([[view(2)]]);
	});

	it("keeps a request to navigate for the first listener, and passes it once", () => {
		const { exposed, push } = half();
		const go = { kind: "navigate", to: "inbox", sessionId: null };
		push(go);
		const first = vi.fn();
		const second = vi.fn();
		exposed.onPush(first);
		exposed.onPush(second);
		expect(first.mock.calls).toEqual([[go]]);
		expect(second).not.toHaveBeenCalled();
	});

	it("ends each subscription separately, even if one function listens twice", () => {
		const { exposed, push } = half();
		const listener = vi.fn();
		const endFirst = exposed.onPush(listener);
		exposed.onPush(listener);
		endFirst();
		endFirst();
		push(view(1));
		expect(listener).toHaveBeenCalledOnce();
	});

	it("permits a listener to end itself during a notification", () => {
		const { exposed, push } = half(null);
		const other = vi.fn();
		const end = exposed.onPush(() => end());
		exposed.onPush(other);
		push(view(1));
		push(view(2));
		expect(other).toHaveBeenCalledTimes(2);
	});
});
