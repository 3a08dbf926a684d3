import tseslint from "typescript-eslint";
import { noMessageAsChild } from "./scripts/lint/no-message-as-child.mjs";
import { noReadingSentences } from "./scripts/lint/no-reading-sentences.mjs";

/** Our own rules that ask for types. Everything else that a linter holds is in .oxlintrc.json, and in biome.json. */
export default tseslint.config(
	{ ignores: ["node_modules/", "out/", "test-results/", "**/*.cjs", "**/*.mjs", "**/*.js"] },
	{
		files: ["src/**/*.{ts,tsx}"],
		languageOptions: {
			parser: tseslint.parser,
			// Without the tests: half of the files need not be read.
			parserOptions: {
				project: "scripts/lint/tsconfig.json",
				tsconfigRootDir: import.meta.dirname,
				// Neither rule asks what a global is, or reads a comment.
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
	// Texts of others, which have no code: read where they come in, and turned into a code at once.
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
	// The same text is not kept, announced or drawn a second time.
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
