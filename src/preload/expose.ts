export interface IpcLine {
	readonly invoke: (channel: string, command: { name: string; input: unknown }) => Promise<unknown>;
	readonly send: (channel: string) => void;
	readonly on: (channel: string, listener: (event: unknown, push: unknown) => void) => unknown;
}

export interface HalfSpec {
	readonly callChannel: string;
	readonly pushChannel: string;
	readonly names: readonly string[];
	/** @returns the state for a new listener; `null` before the first push */
	readonly replayed: (held: unknown, push: unknown) => unknown;
	readonly kept: string | null;
}

export interface ExposedHalf {
	readonly call: (name: string, input: unknown) => Promise<unknown>;
	readonly onPush: (listener: (push: unknown) => void) => () => void;
}

export function makeHalf(line: IpcLine, spec: HalfSpec): ExposedHalf {
	const listeners = new Set<(push: unknown) => void>();
	let latest: unknown = null;
	let waiting: unknown[] = [];

	line.on(spec.pushChannel, (_event, push) => {
		const kind = kindOf(push);
		latest = spec.replayed(latest, push);
		if (kind === spec.kept && listeners.size === 0) waiting = [push];
		for (const listener of [...listeners]) listener(push);
	});
	// Requests the state early, so that main answers while the page's scripts still load.
	line.send(spec.pushChannel);

	return {
		call(name, input) {
			if (!spec.names.includes(name))
				return Promise.reject(new Error(`no command of this window: ${String(name)}`));
			return line.invoke(spec.callChannel, { name, input });
		},
		onPush(listener) {
			// A separate function for each subscription, so that the same listener can subscribe twice.
			const own = (push: unknown) => listener(push);
			listeners.add(own);
			if (latest !== null) own(latest);
			for (const push of waiting.splice(0)) own(push);
			return () => {
				listeners.delete(own);
			};
		},
	};
}

function kindOf(push: unknown): unknown {
	return typeof push === "object" && push !== null && "kind" in push ? push.kind : null;
}
