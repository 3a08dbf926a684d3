import { parseArgs } from "node:util";
import { z } from "zod";
import { clusterOf } from "../core/chain/names.ts";
import { type Message, message } from "../core/localized-text.ts";

export const USAGE = message("explain.usage", {
	variable: `'{"1":"https://…"}'`,
	rules: '{"format": 1, "rules": […]}',
});

export interface RpcArgument {
	readonly chain: string;
	readonly url: string;
}

export type ExplainArguments =
	| { readonly command: "help" }
	| { readonly command: "schema" }
	| {
			readonly command: "explain";
			readonly files: readonly string[];
			readonly rpcs: readonly RpcArgument[];
			readonly rules: string | null;
			readonly context: string | null;
			readonly json: boolean;
	  };

export class ExplainUsageError extends Error {
	override readonly name = "ExplainUsageError";
	readonly text: Message;

	constructor(text: Message) {
		super(text.code);
		this.text = text;
	}
}

function read(args: readonly string[]) {
	try {
		const text = { type: "string" } as const;
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				rpc: { type: "string", multiple: true },
				rules: text,
				context: text,
				json: { type: "boolean", default: false },
				schema: { type: "boolean", default: false },
				help: { type: "boolean", default: false },
			},
		});
	} catch (error) {
		// Node's message may quote an argument, and an RPC's URL may contain a key.
		const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
		throw new ExplainUsageError(message("explain.arguments", { code }));
	}
}

function chainOf(text: string): string {
	if (/^[1-9][0-9]{0,15}$/.test(text)) return text;
	const cluster = clusterOf(text);
	if (cluster === null) throw new ExplainUsageError(message("explain.rpc-chain"));
	return cluster;
}

function rpcAt(chain: string, url: string): RpcArgument {
	const protocol = URL.canParse(url) ? new URL(url).protocol : "";
	if (protocol !== "https:" && protocol !== "http:")
		throw new ExplainUsageError(message("explain.rpc-address"));
	return { chain: chainOf(chain), url };
}

function rpcOf(text: string): RpcArgument {
	const at = text.indexOf("=");
	if (at < 0) throw new ExplainUsageError(message("explain.rpc-form"));
	return rpcAt(text.slice(0, at), text.slice(at + 1));
}

/** Same format as the app's COUNTERSIGN_RPC: an address, or an address with a genesis hash. */
const rpcVariable = z.record(z.string(), z.union([z.string(), z.looseObject({ rpcUrl: z.string() })]));

function fromVariable(json: string): RpcArgument[] {
	try {
		return Object.entries(rpcVariable.parse(JSON.parse(json))).map(([chain, of]) =>
			rpcAt(chain, typeof of === "string" ? of : of.rpcUrl),
		);
	} catch (error) {
		if (error instanceof ExplainUsageError) throw error;
		throw new ExplainUsageError(message("explain.rpc-variable"));
	}
}

export function readArguments(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>> = {},
): ExplainArguments {
	const { values, positionals } = read(args);
	if (values.help) return { command: "help" };
	if (values.schema) return { command: "schema" };
	if (positionals.length === 0) throw new ExplainUsageError(message("explain.no-file"));
	const given = (values.rpc ?? []).map(rpcOf);
	if (new Set(given.map(({ chain }) => chain)).size < given.length)
		throw new ExplainUsageError(message("explain.rpc-twice"));
	const variable = fromVariable(environment["COUNTERSIGN_RPC"] ?? "{}");
	const rpcs = [...new Map([...variable, ...given].map((rpc) => [rpc.chain, rpc])).values()];
	return {
		command: "explain",
		files: positionals,
		rpcs,
		rules: values.rules ?? null,
		context: values.context ?? null,
		json: values.json,
	};
}
