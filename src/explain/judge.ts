import { knownGenesis } from "../core/chain/names.ts";
import { message, type Text } from "../core/localized-text.ts";
import { readGenesis } from "../main/chains/svm/chain.ts";
import type { Clock } from "../main/ports.ts";
import { textOf } from "../text/index.ts";
import type { RpcArgument } from "./args.ts";
import type { Context } from "./context.ts";
import { type ExplainRpc, explainFile } from "./explain.ts";
import { readFileText } from "./explain-input.ts";
import { type ExplainedFile, type ExplainReport, explanationOf, worstOf } from "./result.ts";

export function clockFrom(start: number | null): Clock {
	const offset = start === null ? 0 : start - Date.now();
	return {
		now: () => Date.now() + offset,
		after(ms, run) {
			const timer = setTimeout(run, Math.max(0, ms));
			return () => clearTimeout(timer);
		},
	};
}

export interface GivenFile {
	readonly name: string;
	readonly text: string | null;
}

export interface JudgeOptions {
	readonly context: Context;
	readonly rpcs: readonly RpcArgument[];
	readonly fetch: typeof globalThis.fetch;
	readonly log: (line: string) => void;
}

/** Reads a private cluster's genesis hash from its RPC, as the app does in Settings. */
async function pinned(
	{ chain, url }: RpcArgument,
	ports: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
): Promise<ExplainRpc> {
	const asks = chain === "localnet" && knownGenesis(chain) === null;
	return { chain, url, genesisHash: asks ? await readGenesis(url, ports) : null };
}

async function judgeFile(
	{ name, text }: GivenFile,
	options: Omit<JudgeOptions, "rpcs"> & { readonly rpcs: readonly ExplainRpc[]; readonly clock: Clock },
): Promise<ExplainedFile> {
	const unreadable = (reason: Text): ExplainedFile => ({
		file: name,
		outcome: "unreadable",
		faults: [textOf(reason)],
		requests: [],
	});
	if (text === null) return unreadable(message("explain.unopened"));
	const file = readFileText(text);
	if (!file.ok) return unreadable(file.reason);
	const requests = (await explainFile(file, options)).map(explanationOf);
	const outcomes = [
		...requests.map((one) => one.outcome),
		...(file.faults.length > 0 ? (["unreadable"] as const) : []),
	];
	return { file: name, outcome: worstOf(outcomes), faults: file.faults.map(textOf), requests };
}

/** @throws ChainError if a private cluster's RPC doesn't return its genesis hash */
export async function judge(files: readonly GivenFile[], options: JudgeOptions): Promise<ExplainReport> {
	const clock = clockFrom(options.context.now ?? null);
	const rpcs = await Promise.all(options.rpcs.map((rpc) => pinned(rpc, { fetch: options.fetch, clock })));
	const judged: ExplainedFile[] = [];
	for (const file of files) judged.push(await judgeFile(file, { ...options, rpcs, clock }));
	return {
		format: 2,
		outcome: worstOf(judged.map(({ outcome }) => outcome)),
		simulated: rpcs.length > 0,
		files: judged,
	};
}
