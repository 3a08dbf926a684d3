import { readFile } from "node:fs/promises";
import { ChainError } from "../core/chain/chain-error.ts";
import { message } from "../core/localized-text.ts";
import { readRules } from "../core/rules/rules.ts";
import { firstIssue } from "../service-api/event-page.ts";
import { t, textOf } from "../text/index.ts";
import { ExplainUsageError, readArguments, USAGE } from "./args.ts";
import { type Context, contextSchema, NO_CONTEXT } from "./context.ts";
import { type GivenFile, judge } from "./judge.ts";
import { reportSchema, text } from "./report.ts";
import { EXIT } from "./result.ts";

async function contentOf(path: string): Promise<string | null> {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
	} catch {
		return null;
	}
}

type InputFile = "context" | "rules";

async function given(path: string, what: InputFile): Promise<string> {
	const found = await contentOf(path);
	if (found === null) throw new ExplainUsageError(message("explain.file-unread", { what, path }));
	return found;
}

function parsed(json: string, what: InputFile): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw new ExplainUsageError(message("explain.file-no-json", { what }));
	}
}

async function contextFrom(path: string | null): Promise<Context> {
	if (path === null) return NO_CONTEXT;
	const read = contextSchema.safeParse(parsed(await given(path, "context"), "context"));
	if (!read.success)
		throw new ExplainUsageError(message("explain.context-unusable", { reason: firstIssue(read.error) }));
	return read.data;
}

async function withRules(context: Context, path: string | null): Promise<Context> {
	if (path === null) return context;
	const kept = readRules(await given(path, "rules"));
	if (!kept.ok) throw new ExplainUsageError(message("explain.rules-unusable"));
	return { ...context, rules: [...kept.rules] };
}

async function main(): Promise<number> {
	const given = readArguments(process.argv.slice(2), process.env);
	if (given.command === "help") {
		console.log(textOf(USAGE));
		return 0;
	}
	if (given.command === "schema") {
		process.stdout.write(reportSchema());
		return 0;
	}
	const context = await withRules(await contextFrom(given.context), given.rules);
	const files = await Promise.all(
		given.files.map(async (name): Promise<GivenFile> => ({ name, text: await contentOf(name) })),
	);
	const report = await judge(files, {
		context,
		rpcs: given.rpcs,
		fetch,
		log: (line) => console.error(line),
	});
	console.log(given.json ? JSON.stringify(report, null, "\t") : text(report));
	return EXIT[report.outcome];
}

try {
	process.exitCode = await main();
} catch (error) {
	if (error instanceof ExplainUsageError) console.error(`${textOf(error.text)}\n\n${textOf(USAGE)}`);
	else if (error instanceof ChainError) console.error(textOf(error.text));
	else console.error(t("explain.fault"), error);
	process.exitCode = 2;
}
