import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

/** Breaks every rule of .oxlintrc.json once, so that a wrong name or option can't disable one unnoticed. */

const root = resolve(import.meta.dirname, "../../..");
const RuleSet = z.object({ rules: z.record(z.string(), z.unknown()) });
const Config = RuleSet.loose().extend({
	jsPlugins: z.array(z.string()),
	overrides: z.array(RuleSet.loose()),
});
const Report = z.object({
	diagnostics: z.array(
		z.object({ code: z.string(), labels: z.array(z.object({ span: z.object({ line: z.number() }) })) }),
	),
});

/** Lines, each with the rule that it breaks; `null` if it must stay allowed. */
const LINES: readonly (readonly [code: string, rule: string | null])[] = [
	[
		"declare function later(): Promise<void>; declare const kind: 'a' | 'b'; declare const one: object;",
		null,
	],
	["later();", "typescript(no-floating-promises)"],
	["void later();", null],
	["[1].forEach(async () => { await later(); });", "typescript(no-misused-promises)"],
	["export const button = <button onClick={async () => { await later(); }} />;", null],
	["export const waited = async () => { await one; };", "typescript(await-thenable)"],
	["export const wild: any = 1;", "typescript(no-explicit-any)"],
	["export const sure = [one][0]!;", "typescript(no-non-null-assertion)"],
	["switch (kind) { case 'a': break; }", "typescript(switch-exhaustiveness-check)"],
	["switch (kind) { case 'a': break; default: }", null],
	["// @ts-ignore", "typescript(ban-ts-comment)"],
	["export const cast = one as unknown as string;", "countersign(no-double-cast)"],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source of a program
	["export const told = `${one}`;", "typescript(restrict-template-expressions)"],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source of a program
	["export const fine = `${1} ${new Error('x')} ${kind}`;", null],
	["declare const held: { method(): void; readonly given: () => void };", null],
	["export const taken = held.method;", "typescript(unbound-method)"],
	["export const passed = held.given;", null],
	["export default one;", "import(no-default-export)"],
];

it("the linter reports each broken rule, and nothing else", () => {
	const dir = mkdtempSync(join(tmpdir(), "oxlint-"));
	try {
		const config = Config.parse(JSON.parse(readFileSync(join(root, ".oxlintrc.json"), "utf8")));
		const there = { ...config, jsPlugins: config.jsPlugins.map((path) => join(root, path)) };
		mkdirSync(join(dir, "src"));
		writeFileSync(join(dir, ".oxlintrc.json"), JSON.stringify(there));
		writeFileSync(
			join(dir, "tsconfig.json"),
			JSON.stringify({ compilerOptions: { strict: true, jsx: "preserve", types: [] }, include: ["src"] }),
		);
		writeFileSync(join(dir, "src", "broken.tsx"), LINES.map(([code]) => code).join("\n"));
		const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
		const { stdout } = spawnSync(process.execPath, [oxlint, "--type-aware", "--format=json", "src"], {
			cwd: dir,
			encoding: "utf8",
		});
		const found = Report.parse(JSON.parse(stdout)).diagnostics.map(
			({ code, labels }) => `${labels[0]?.span.line ?? 0} ${code}`,
		);
		const wanted = LINES.flatMap(([, rule], at) => (rule === null ? [] : [`${at + 1} ${rule}`]));
		expect(found.toSorted()).toEqual(wanted.toSorted());

		const named = [config, ...config.overrides].flatMap(({ rules }) =>
			Object.keys(rules).filter((name) => rules[name] !== "off"),
		);
		const broken = LINES.flatMap(([, rule]) => (rule === null ? [] : [rule.replace(/\((.*)\)/, "/$1")]));
		expect(broken.toSorted()).toEqual(named.toSorted());
	} finally {
		rmSync(dir, { recursive: true });
	}
});
