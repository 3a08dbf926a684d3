import { describe, expect, it } from "vitest";
import { DevLoop, PARTS, type Shell } from "../../dev/loop.ts";

/** A shell that records its calls, and ends when a test ends it. */
class FakeShell implements Shell {
	readonly #end = Promise.withResolvers<number | string>();
	readonly done: string[];
	readonly name: string;
	constructor(name: string, done: string[]) {
		this.name = name;
		this.done = done;
	}
	get ended() {
		return this.#end.promise;
	}
	async reload() {
		this.done.push(`reload ${this.name}`);
	}
	async stop() {
		this.done.push(`stop ${this.name}`);
		this.#end.resolve(0);
	}
	end(how: number | string) {
		this.#end.resolve(how);
	}
}

function scene() {
	const done: string[] = [];
	const told: string[] = [];
	const shells: FakeShell[] = [];
	const loop = new DevLoop({
		async start() {
			const shell = new FakeShell(`app ${shells.length + 1}`, done);
			shells.push(shell);
			done.push(`start ${shell.name}`);
			return shell;
		},
		tell: (line) => told.push(line),
	});
	return { loop, done, told, shells };
}

/** Waits until all pending steps have run; the fakes wait only for other promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function running() {
	const all = scene();
	for (const part of PARTS) all.loop.built(part);
	await settled();
	return all;
}

describe("the loop of npm run dev", () => {
	it("starts the app once all three parts have been built, and not before", async () => {
		const { loop, done } = scene();
		loop.built("renderer");
		loop.built("main");
		await settled();
		expect(done).toEqual([]);
		loop.built("preload");
		await settled();
		expect(done).toEqual(["start app 1"]);
	});

	it("reloads the windows after a new renderer", async () => {
		const { loop, done } = await running();
		loop.built("renderer");
		await settled();
		expect(done).toEqual(["start app 1", "reload app 1"]);
	});

	it.each(["main", "preload"] as const)("restarts the app after a new %s", async (part) => {
		const { loop, done } = await running();
		loop.built(part);
		await settled();
		expect(done).toEqual(["start app 1", "stop app 1", "start app 2"]);
	});

	it("restarts the app once, if main and the renderer change together", async () => {
		const { loop, done } = await running();
		loop.building("main");
		loop.building("renderer");
		loop.built("main");
		await settled();
		expect(done).toEqual(["start app 1"]);
		loop.built("renderer");
		await settled();
		expect(done).toEqual(["start app 1", "stop app 1", "start app 2"]);
	});

	it("handles a build during a start in a separate step", async () => {
		const { loop, done } = await running();
		loop.built("main");
		loop.built("main");
		await settled();
		expect(done).toEqual(["start app 1", "stop app 1", "start app 2", "stop app 2", "start app 3"]);
	});

	it("leaves the running app while a build fails, and gives the reason", async () => {
		const { loop, done, told } = await running();
		loop.failed("main", "unexpected token");
		loop.built("renderer");
		await settled();
		expect(done).toEqual(["start app 1"]);
		expect(told.join("\n")).toContain("main does not build:\nunexpected token");
		loop.built("main");
		await settled();
		expect(done).toEqual(["start app 1", "stop app 1", "start app 2"]);
	});

	it("waits for the next build after the app has crashed", async () => {
		const { loop, done, told, shells } = await running();
		shells[0]?.end("SIGSEGV");
		await settled();
		expect(told.at(-1)).toContain("SIGSEGV");
		loop.built("renderer");
		await settled();
		expect(done).toEqual(["start app 1", "start app 2"]);
	});

	it("ends when the user has quit the app", async () => {
		const { loop, shells } = await running();
		shells[0]?.end(0);
		await expect(loop.finished).resolves.toBeUndefined();
	});

	it("does not end when it stops the app itself", async () => {
		const { loop, done } = await running();
		let finished = false;
		loop.finished.then(
			() => {
				finished = true;
			},
			() => {},
		);
		loop.built("main");
		await settled();
		expect(finished).toBe(false);
		await loop.stop();
		expect(done.at(-1)).toBe("stop app 2");
		await expect(loop.finished).resolves.toBeUndefined();
	});

	it("stops a starting app when it ends, and starts no other", async () => {
		const { loop, done } = await running();
		loop.built("main");
		await loop.stop();
		loop.built("main");
		await settled();
		expect(done).toEqual(["start app 1", "stop app 1", "start app 2", "stop app 2"]);
	});

	it("fails if the app can't be started at all", async () => {
		const loop = new DevLoop({
			start: () => Promise.reject(new Error("no Chromium was found")),
			tell: () => {},
		});
		for (const part of PARTS) loop.built(part);
		await expect(loop.finished).rejects.toThrow("no Chromium was found");
	});
});
