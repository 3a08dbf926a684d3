import tseslint from "typescript-eslint";
import { noMessageAsChild } from "./scripts/lint/no-message-as-child.mjs";
import { noReadingSentences } from "./scripts/lint/no-reading-sentences.mjs";

/** What a formatter can't see: promises left floating, default exports, non-exhaustive switches. */
export default tseslint.config(
	{ ignores: ["node_modules/", "out/", "test-results/", "**/*.cjs", "**/*.mjs", "**/*.js"] },
	{
		files: ["src/**/*.{ts,tsx}", "test/**/*.{ts,tsx}"],
		languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
		plugins: { "@typescript-eslint": tseslint.plugin },
		rules: {
			"@typescript-eslint/no-floating-promises": "error",
			"@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
			"@typescript-eslint/await-thenable": "error",
			"@typescript-eslint/no-explicit-any": "error",
			"@typescript-eslint/no-non-null-assertion": "error",
			"@typescript-eslint/switch-exhaustiveness-check": [
				"error",
				{ considerDefaultExhaustiveForUnions: true },
			],
			"@typescript-eslint/ban-ts-comment": "error",
			"no-restricted-syntax": [
				"error",
				{ selector: "ExportDefaultDeclaration", message: "Named exports only." },
				{ selector: "TSAsExpression > TSAsExpression", message: "No double casts: parse instead." },
			],
		},
	},
	{
		files: ["src/**/*.{ts,tsx}"],
		plugins: {
			countersign: {
				rules: { "no-message-as-child": noMessageAsChild, "no-reading-sentences": noReadingSentences },
			},
		},
		rules: {
			"countersign/no-message-as-child": "error",
			"countersign/no-reading-sentences": "error",
			// A message is an object: it becomes text in the catalogue alone.
			"@typescript-eslint/restrict-template-expressions": [
				"error",
				{
					allowNumber: true,
					allowBoolean: true,
					allowNullish: true,
					allowNever: true,
					allow: [{ name: ["Error", "URL"], from: "lib" }],
				},
			],
		},
	},
	// Texts of others, which have no code: read where they come in, and turned into a code at once.
	{
		files: [
			"src/main/chains/evm.ts",
			"src/main/chains/evm-allowances.ts",
			"src/main/chains/evm-simulate.ts",
			"src/main/chains/svm-send.ts",
			"src/main/service/errors.ts",
		],
		rules: { "countersign/no-reading-sentences": "off" },
	},
	// The same text is not kept, announced or drawn a second time.
	{
		files: [
			"src/main/app/app.ts",
			"src/main/conversations/{follower,sessions,store}.ts",
			"src/main/signing/row-work.ts",
			"src/main/storage/journal-db.ts",
			"src/main/views/review-parts.ts",
			"src/renderer/desk/catalog/{build-pane,tree-pane}.tsx",
			"src/renderer/trusted/account/top-up-screen.tsx",
			"src/renderer/trusted/device/current.ts",
			"src/renderer/trusted/ledger/ledger-accounts.tsx",
			"src/renderer/trusted/review/reject-dialog.tsx",
		],
		rules: { "countersign/no-reading-sentences": ["error", { sameText: true }] },
	},
	{ files: ["**/*.config.ts"], rules: { "no-restricted-syntax": "off" } },
);
