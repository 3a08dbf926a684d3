/** Electron's `process.parentPort` in a utility process. */
interface ParentPort {
	on(event: "message", listener: (event: { readonly data: unknown }) => void): void;
	postMessage(message: unknown): void;
}

/** The members of `process` that connect a child to its parent. A Node process forked without Electron has no `parentPort`. */
interface ChildProcess {
	readonly send?: (message: unknown) => unknown;
	on(event: "message", listener: (message: unknown) => void): unknown;
}

/** Exchanges messages with main. */
export interface MainChannel<Sent> {
	post(message: Sent): void;
	listen(receive: (message: unknown) => void): void;
}

function isParentPort(value: unknown): value is ParentPort {
	return typeof value === "object" && value !== null && "postMessage" in value && "on" in value;
}

/** Returns the channel to main, both in Electron's utilityProcess and in a Node process forked without Electron. */
export function mainChannel<Sent>(child: ChildProcess): MainChannel<Sent> {
	const port: unknown = Reflect.get(child, "parentPort");
	if (!isParentPort(port))
		return {
			post: (message) => child.send?.(message),
			listen: (receive) => child.on("message", receive),
		};
	return {
		post: (message) => port.postMessage(message),
		listen: (receive) => port.on("message", (event) => receive(event.data)),
	};
}
