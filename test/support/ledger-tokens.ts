import { join } from "node:path";
import { openLedgerTokens } from "../../src/main/desktop/adapters/ledger-tokens.ts";

/** Ledger's token descriptions that are bundled with the app. */
export const LEDGER_TOKENS = openLedgerTokens(
	join(import.meta.dirname, "../../resources/ledger-tokens"),
	(line) => {
		throw new Error(line);
	},
);
