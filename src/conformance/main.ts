import { createInterface } from "node:readline";
import { t, textOf } from "../text/index.ts";
import { ConformanceUsageError, readArguments, USAGE } from "./args.ts";
import { NoAnswer } from "./client.ts";
import { exitCode, summary, table } from "./report.ts";
import { runConformance } from "./run.ts";

async function firstLine(): Promise<string> {
	for await (const line of createInterface({ input: process.stdin })) return line;
	return "";
}

async function main(): Promise<number> {
	const given = await readArguments(process.argv.slice(2), process.env, firstLine);
	if (given === null) {
		console.log(textOf(USAGE));
		return 0;
	}
	const { baseUrl, options } = given;
	const findings = await runConformance({ baseUrl, fetch, options });
	if (given.json) console.log(JSON.stringify({ baseUrl, findings, summary: summary(findings) }, null, "\t"));
	else console.log(`${table(findings)}\n\n${summary(findings)}`);
	return exitCode(findings);
}

try {
	process.exitCode = await main();
} catch (error) {
	if (error instanceof ConformanceUsageError) console.error(`${textOf(error.text)}\n\n${textOf(USAGE)}`);
	else if (error instanceof NoAnswer) console.error(t("conformance.no-answer", { why: error.text }));
	else console.error(t("conformance.fault"), error);
	process.exitCode = 2;
}
