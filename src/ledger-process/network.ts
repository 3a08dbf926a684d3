import { Socket } from "node:net";

/**
 * The libraries could send signed content to Ledger's servers. They are configured not to
 * (engine-ledgerjs.ts). This module enforces it by patching `Socket.connect`, which every Node connection
 * uses.
 */

interface Target {
	readonly host: string;
	readonly port: number;
}

/** Returns `null` unless the arguments name a TCP address. */
function targetOf(args: readonly unknown[]): Target | null {
	const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
	if (typeof first === "number")
		return { port: first, host: typeof args[1] === "string" ? args[1] : "localhost" };
	if (typeof first !== "object" || first === null) return null;
	const path: unknown = Reflect.get(first, "path");
	if (path !== undefined && path !== null) return null;
	const port = Number(Reflect.get(first, "port"));
	const host: unknown = Reflect.get(first, "host") ?? "localhost";
	return typeof host === "string" && Number.isInteger(port) ? { host, port } : null;
}

const bare = (host: string) => host.replace(/^\[|\]$/g, "").toLowerCase();

function portOf(url: URL): number {
	if (url.port !== "") return Number(url.port);
	return url.protocol === "https:" ? 443 : 80;
}

/** @returns a function that lifts the restriction, for tests */
export function closeNetwork(allowed: readonly string[], onRefused: (target: string) => void): () => void {
	const open = allowed.map((text) => new URL(text));
	const connect: unknown = Reflect.get(Socket.prototype, "connect");
	function guarded(this: Socket, ...args: unknown[]): unknown {
		const target = targetOf(args);
		const admitted =
			target !== null &&
			open.some((url) => bare(url.hostname) === bare(target.host) && portOf(url) === target.port);
		if (admitted && typeof connect === "function") return Reflect.apply(connect, this, args);
		onRefused(target === null ? "a local socket" : `${target.host}:${target.port}`);
		// The caller adds its error listener later, and until then, an unhandled error would end the process.
		this.on("error", () => {});
		setImmediate(() => this.destroy(new Error("This process may not connect to anything.")));
		return this;
	}
	Reflect.set(Socket.prototype, "connect", guarded);
	return () => {
		Reflect.set(Socket.prototype, "connect", connect);
	};
}
