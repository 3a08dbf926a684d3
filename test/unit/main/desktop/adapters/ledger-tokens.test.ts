import { expect, it } from "vitest";
import { openLedgerTokens } from "../../../../../src/main/desktop/adapters/ledger-tokens.ts";
import { LEDGER_TOKENS } from "../../../../support/ledger-tokens.ts";

const SHIB = "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE";

it("Ledger’s description of a token besides the well-known ones is found by chain and address", () => {
	expect(LEDGER_TOKENS.find(1, SHIB)).toMatchObject({ ticker: "SHIB", decimals: 18, chainId: 1 });
	expect(LEDGER_TOKENS.find(10, SHIB)).toBeNull();
});

it("an invalid address reads no file", () => {
	expect(LEDGER_TOKENS.find(1, "../../package.json")).toBeNull();
});

it("unreadable files describe nothing, and are logged", () => {
	const log: string[] = [];
	const tokens = openLedgerTokens("/nowhere", (line) => log.push(line));
	expect(tokens.find(1, SHIB)).toBeNull();
	expect(log).toHaveLength(1);
});
