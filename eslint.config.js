import tseslint from "typescript-eslint";

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
	{ files: ["**/*.config.ts"], rules: { "no-restricted-syntax": "off" } },
);
