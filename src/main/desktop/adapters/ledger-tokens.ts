import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SignedTokens } from "../../../core/decoded-transaction/signed-token.ts";
import { tokensInShards } from "../../../core/device/signed/signed-tokens.ts";

export const openLedgerTokens = (folder: string, log: (line: string) => void): SignedTokens =>
	tokensInShards((name) => {
		try {
			return readFileSync(join(folder, name));
		} catch (error) {
			log(`ledger: descriptions can’t be read (${error instanceof Error ? error.message : "unknown"})`);
			return null;
		}
	});
