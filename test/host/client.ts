import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Controls } from "./control.ts";

type Remote = {
	[Op in keyof Controls]: (...args: Parameters<Controls[Op]>) => Promise<Awaited<ReturnType<Controls[Op]>>>;
};

export interface HostProcess {
	readonly child: ChildProcess;
	/** Calls the running host's controls. */
	readonly host: Remote;
	/** Returns the output of the host and the app so far. */
	output: () => string;
	/** Resolves with the exit code or the signal once the process has ended. */
	readonly ended: Promise<number | string>;
}

interface ControlAnswer {
	host: "answer";
	id: number;
	ok: boolean;
	value?: unknown;
	error?: string;
}

/**
 * Starts a built app in the Chromium host with the given Node (24 or later). The host ends together with this
 * process.
 */
export function startHost(options: {
	node: string;
	/** Arguments for Node itself, such as --inspect. */
	nodeArgs?: string[];
	appDir: string;
	args?: string[];
	env?: Record<string, string | undefined>;
}): HostProcess {
	const child = spawn(
		options.node,
		[
			...(options.nodeArgs ?? []),
			fileURLToPath(new URL("./run.ts", import.meta.url)),
			options.appDir,
			...(options.args ?? []),
		],
		{
			stdio: ["ignore", "pipe", "pipe", "ipc"],
			env: { ...process.env, ...options.env },
			serialization: "advanced",
		},
	);
	let written = "";
	const append = (chunk: Buffer): void => {
		written += chunk.toString();
	};
	child.stdout?.on("data", append);
	child.stderr?.on("data", append);
	const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
	let calls = 0;
	child.on("message", (answer: ControlAnswer) => {
		if (answer.host !== "answer") return;
		const pending = waiting.get(answer.id);
		waiting.delete(answer.id);
		if (answer.ok) pending?.resolve(answer.value);
		else pending?.reject(new Error(answer.error));
	});
	const ended = once(child, "exit").then(([code, signal]) => {
		for (const { reject } of waiting.values())
			reject(new Error(`The host ended (${signal ?? code}) before it answered.\n${written}`));
		waiting.clear();
		return (signal ?? code) as number | string;
	});
	const call = (op: string, args: unknown[]): Promise<unknown> =>
		new Promise((resolve, reject) => {
			const id = calls++;
			waiting.set(id, { resolve, reject });
			child.send({ host: "call", id, op, args }, (error) => {
				if (error === null) return;
				waiting.delete(id);
				reject(new Error(`The host does not take calls: ${error.message}\n${written}`));
			});
		});
	// The type of each member comes from the control itself. The proxy only forwards its name.
	const host = new Proxy({} as Remote, {
		get: (_target, op) => (op === "then" ? undefined : (...args: unknown[]) => call(String(op), args)),
	});
	return { child, host, output: () => written, ended };
}
