import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ESLint, type Linter } from "eslint";
import { createProgram, ModuleKind, ScriptTarget } from "typescript";
import tseslint from "typescript-eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The lint rule that no branch reads a sentence, with the setting for src in eslint.config.js. */

const RULE = "countersign/no-reading-sentences";
const root = resolve(import.meta.dirname, "../../..");

/** Returns the rule's setting for a file: its severity, where 2 is an error, and its options. */
async function settingFor(file: string): Promise<unknown> {
	const config: Linter.Config = await new ESLint({ cwd: root }).calculateConfigForFile(join(root, file));
	return config.rules?.[RULE];
}

const DECLARED = `
	type Shown = { readonly code: string; readonly params?: object } | string;
	declare const refusal: { text: Shown; reason: "locked" | "gone"; headline: { text: string } };
	declare const cause: Error;
	declare const quoted: string;
	declare const payload: { message: string };
	declare const text: Shown | null;
	declare const other: { text: Shown };
`;

const READ = [
	'refusal.text.startsWith("Only")',
	'refusal.text.includes("contradicts")',
	'refusal.text.trim().toLowerCase().endsWith("signed.")',
	"/nothing was signed/i.test(refusal.text)",
	"/^Asked on (.*)/.exec(text ?? '')",
	"refusal.text.match(/signed/)",
	'refusal.text === ""',
	'text !== "now"',
	"refusal.text === other.text",
	'cause.message === "aborted"',
	"/revert/.test(cause.message)",
	'typeof text === "string" && text.startsWith("Only")',
	'refusal.headline.text.split(" ")',
	'new Set(["a"]).has(refusal.text)',
	'["a"].includes(refusal.text)',
	"({ a: 1 } as Record<string, number>)[refusal.text]",
	"(() => { switch (refusal.text) { default: } })()",
];

const LEFT_ALONE = [
	'refusal.reason === "locked"',
	"text === null",
	'quoted.startsWith("0x")',
	"refusal.text.length",
	'["a"].join(refusal.text)',
	'payload.message === "0x"',
];

describe("the rule against reading sentences", () => {
	const dir = mkdtempSync(join(tmpdir(), "lint-"));
	const file = join(dir, "snippet.ts");
	const lines = [...READ, ...LEFT_ALONE];
	const code = `${DECLARED.replaceAll("\n", " ")}\n${lines.map((line) => `void (${line});`).join("\n")}\n`;
	let told: ReadonlyMap<string, readonly string[]>;

	/** Lists the snippet's lines that the rule reports. */
	async function reported(setting: unknown, plugins: Linter.Config["plugins"]): Promise<readonly string[]> {
		const program = createProgram([file], {
			strict: true,
			target: ScriptTarget.ES2024,
			module: ModuleKind.ESNext,
			types: [],
		});
		const lint = new ESLint({
			cwd: dir,
			overrideConfigFile: true,
			overrideConfig: {
				files: ["*.ts"],
				languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { programs: [program] } },
				plugins: plugins ?? {},
				rules: { [RULE]: setting as Linter.RuleEntry },
			},
		});
		const [result] = await lint.lintText(code, { filePath: file });
		const messages = result?.messages ?? [];
		expect(messages.every(({ ruleId }) => ruleId === RULE)).toBe(true);
		return [...new Set(messages.map(({ line }) => lines[line - 2] ?? ""))];
	}

	beforeAll(async () => {
		writeFileSync(file, code);
		const config: Linter.Config = await new ESLint({ cwd: root }).calculateConfigForFile(
			join(root, "src/main/signing/outcomes.ts"),
		);
		const { plugins } = config;
		told = new Map([
			["usual", await reported("error", plugins)],
			["sameText", await reported(["error", { sameText: true }], plugins)],
		]);
	});
	afterAll(() => rmSync(dir, { recursive: true }));

	it.each(READ)("reports %s", (line) => {
		expect(told.get("usual")).toContain(line);
	});

	it.each(LEFT_ALONE)("ignores %s", (line) => {
		expect(told.get("usual")).not.toContain(line);
	});

	it("permits comparing two texts if a file may do that, and nothing more", () => {
		expect(told.get("sameText")).toEqual(READ.filter((line) => line !== "refusal.text === other.text"));
	});

	it("applies to decisions, and is off only for others' texts", async () => {
		for (const file of [
			"signing/endings.ts",
			"signers/ledger.ts",
			"review/approval.ts",
			"approval/consent.ts",
		])
			expect(await settingFor(`src/main/${file}`)).toEqual([2]);
		expect(await settingFor("src/vault/refusals.ts")).toEqual([2]);
		expect(await settingFor("src/main/conversations/log/store.ts")).toEqual([2, { sameText: true }]);
		expect(await settingFor("src/main/chains/evm/chain.ts")).toEqual([0]);
	});
});
