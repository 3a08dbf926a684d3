import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import type { ChainSetting } from "../../src/ipc/settings.ts";
import { type Control, controlClient } from "../mock-service/control.ts";
import { evmNetwork, svmNetwork } from "../support/networks.ts";

export const hello = z.object({
	url: z.string(),
	controlUrl: z.string(),
	token: z.string(),
	/** Data folder of the service, with its log. */
	dataDir: z.string(),
	rpcUrl: z.string(),
	chainId: z.string(),
	svm: z.object({
		cluster: z.string(),
		rpcUrl: z.string(),
		genesisHash: z.string(),
		/** Secret key of an account with SOL: 64 bytes in base58. */
		key: z.string(),
	}),
});

export interface BenchWorld extends z.infer<typeof hello> {
	readonly control: Control;
	close(): Promise<void>;
}

/** Returns the chains as network settings of the user. */
export const chainsOf = ({ chainId, rpcUrl, svm }: z.infer<typeof hello>): readonly ChainSetting[] => [
	evmNetwork({ chainId: Number(chainId), url: rpcUrl }),
	svmNetwork({ ...svm, url: svm.rpcUrl }),
];

/** Starts the service and the chains in a separate process. */
export async function openBenchWorld(): Promise<BenchWorld> {
	const child = fork(new URL("./world-child.ts", import.meta.url), [], { execArgv: [] });
	const ended = once(child, "exit");
	const [message] = await Promise.race([
		once(child, "message"),
		ended.then(() => Promise.reject(new Error("the service for the benchmark did not start"))),
	]);
	const world = hello.parse(message);
	return {
		...world,
		control: controlClient(world.controlUrl),
		close: async () => {
			child.send("close");
			await ended;
		},
	};
}
