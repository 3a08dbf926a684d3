import tseslint from "typescript-eslint";
import { noMessageAsChild } from "./scripts/lint/no-message-as-child.mjs";
import { noReadingSentences } from "./scripts/lint/no-reading-sentences.mjs";

/** Our own rules that need types. All other lint rules are in .oxlintrc.json and biome.json. */
export default tseslint.config(
	{ ignores: ["node_modules/", "out/", "test-results/", "**/*.cjs", "**/*.mjs", "**/*.js"] },
	{
		files: ["src/**/*.{ts,tsx}"],
		languageOptions: {
			parser: tseslint.parser,
			// Excludes the tests, which are half of the files.
			parserOptions: {
				project: "scripts/lint/tsconfig.json",
				tsconfigRootDir: import.meta.dirname,
				// Neither rule needs the types of globals, or comments.
				lib: [],
				jsDocParsingMode: "none",
			},
		},
		plugins: {
			countersign: {
				rules: { "no-message-as-child": noMessageAsChild, "no-reading-sentences": noReadingSentences },
			},
		},
		rules: {
			"countersign/no-message-as-child": "error",
			"countersign/no-reading-sentences": "error",
		},
	},
	// Files that receive foreign texts without a code. They convert them to a code immediately.
	{
		files: [
			"src/main/chains/evm/chain.ts",
			"src/main/chains/evm/allowances.ts",
			"src/main/chains/evm/simulate.ts",
			"src/main/chains/svm/chain.ts",
			"src/main/service/errors.ts",
		],
		rules: { "countersign/no-reading-sentences": "off" },
	},
	// Files that compare texts only to avoid storing, announcing or displaying the same one twice.
	{
		files: [
			"src/main/app/app.ts",
			"src/main/conversations/{sessions,following/follower,log/store}.ts",
			"src/main/signing/row-transitions.ts",
			"src/main/storage/journal-db.ts",
			"src/main/views/review-parts.ts",
			"src/renderer/desk/catalog/{build-pane,tree-pane}.tsx",
			"src/renderer/trusted/account/top-up-screen.tsx",
			"src/renderer/trusted/device/condition.ts",
			"src/renderer/trusted/ledger/ledger-accounts.tsx",
			"src/renderer/trusted/review/reject-dialog.tsx",
		],
		rules: { "countersign/no-reading-sentences": ["error", { sameText: true }] },
	},
);
