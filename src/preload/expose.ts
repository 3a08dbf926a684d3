export interface IpcLine {
	readonly invoke: (channel: string, command: { name: string; input: unknown }) => Promise<unknown>;
	readonly send: (channel: string) => void;
	readonly on: (channel: string, listener: (event: unknown, push: unknown) => void) => unknown;
}

export interface BridgeSpec {
	readonly callChannel: string;
	readonly pushChannel: string;
	readonly names: readonly string[];
	/** @returns the state to replay to a new listener, or `null` before the first push */
	readonly replayed: (latest: unknown, push: unknown) => unknown;
	/** Kind of push to queue until the first listener subscribes. */
	readonly queued: string | null;
}

export interface ExposedBridge {
	readonly call: (name: string, input: unknown) => Promise<unknown>;
	readonly onPush: (listener: (push: unknown) => void) => () => void;
}

/** Implements one window's calls and pushes. Only functions can cross into the page, not this object. */
class WindowBridge {
	readonly #line: IpcLine;
	readonly #spec: BridgeSpec;
	readonly #listeners = new Set<(push: unknown) => void>();
	#latest: unknown = null;
	#waiting: unknown[] = [];

	constructor(line: IpcLine, spec: BridgeSpec) {
		this.#line = line;
		this.#spec = spec;
		line.on(spec.pushChannel, (_event, push) => this.#receive(push));
		// Requests the state early, so main can prepare it while the page's scripts are still loading.
		line.send(spec.pushChannel);
	}

	call(name: string, input: unknown): Promise<unknown> {
		if (!this.#spec.names.includes(name))
			return Promise.reject(new Error(`this window has no command ${String(name)}`));
		return this.#line.invoke(this.#spec.callChannel, { name, input });
	}

	subscribe(listener: (push: unknown) => void): () => void {
		// Wraps the listener for each subscription, so the same function can subscribe twice.
		const subscribed = (push: unknown) => listener(push);
		this.#listeners.add(subscribed);
		if (this.#latest !== null) subscribed(this.#latest);
		for (const push of this.#waiting.splice(0)) subscribed(push);
		return () => {
			this.#listeners.delete(subscribed);
		};
	}

	#receive(push: unknown): void {
		this.#latest = this.#spec.replayed(this.#latest, push);
		if (kindOf(push) === this.#spec.queued && this.#listeners.size === 0) this.#waiting = [push];
		for (const listener of [...this.#listeners]) listener(push);
	}
}

export function createBridge(line: IpcLine, spec: BridgeSpec): ExposedBridge {
	const bridge = new WindowBridge(line, spec);
	return {
		call: (name, input) => bridge.call(name, input),
		onPush: (listener) => bridge.subscribe(listener),
	};
}

function kindOf(push: unknown): unknown {
	return typeof push === "object" && push !== null && "kind" in push ? push.kind : null;
}
