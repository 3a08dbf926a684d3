import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ESLint, type Linter } from "eslint";
import { createProgram, JsxEmit, ModuleKind, ScriptTarget } from "typescript";
import tseslint from "typescript-eslint";
import { expect, it } from "vitest";

/** The lint rule that messages aren't rendered directly, with the setting for src in eslint.config.js. */

const RULE = "countersign/no-message-as-child";
const root = resolve(import.meta.dirname, "../../..");

const LINES = [
	"declare const note: { code: string; params?: object } | string | null; declare const text: string;",
	"export const bare = <>of {note}</>;",
	"export const guarded = <>{note !== null && note}</>;",
	"export const made = <>of {text} {/* nothing */} {String(text)}</>;",
];

it("the rule reports a message in a fragment, and ignores text", async () => {
	const dir = mkdtempSync(join(tmpdir(), "lint-"));
	try {
		const file = join(dir, "snippet.tsx");
		writeFileSync(file, LINES.join("\n"));
		const config: Linter.Config = await new ESLint({ cwd: root }).calculateConfigForFile(
			join(root, "src/renderer/desk/inbox/entry-row.tsx"),
		);
		expect(config.rules?.[RULE]).toEqual([2]);
		const program = createProgram([file], {
			strict: true,
			target: ScriptTarget.ES2024,
			module: ModuleKind.ESNext,
			jsx: JsxEmit.Preserve,
			types: [],
		});
		const lint = new ESLint({
			cwd: dir,
			overrideConfigFile: true,
			overrideConfig: {
				files: ["*.tsx"],
				languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { programs: [program] } },
				plugins: config.plugins ?? {},
				rules: { [RULE]: "error" },
			},
		});
		const [result] = await lint.lintText(LINES.join("\n"), { filePath: file });
		expect(result?.messages.map(({ ruleId, line }) => [ruleId, line])).toEqual([
			[RULE, 2],
			[RULE, 3],
		]);
	} finally {
		rmSync(dir, { recursive: true });
	}
});
