import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { scanPaths } from "../../../../src/main/wallet/ledger-paths.ts";

const pathsOf = (...asked: Parameters<typeof scanPaths>) => scanPaths(...asked).map(({ path }) => path);

describe("the paths searched for a Ledger's accounts", () => {
	it("are those of Ledger's own app, of BIP-44 and of the first one", () => {
		expect(scanPaths("evm", 0)).toEqual([
			{ scheme: message("ledger.scheme.ledger-live"), path: "m/44'/60'/0'/0/0" },
			{ scheme: message("ledger.scheme.ledger-live"), path: "m/44'/60'/1'/0/0" },
			{ scheme: message("ledger.scheme.ledger-live"), path: "m/44'/60'/2'/0/0" },
			{ scheme: message("ledger.scheme.bip44"), path: "m/44'/60'/0'/0/1" },
			{ scheme: message("ledger.scheme.bip44"), path: "m/44'/60'/0'/0/2" },
			{ scheme: message("ledger.scheme.legacy"), path: "m/44'/60'/0'/0" },
			{ scheme: message("ledger.scheme.legacy"), path: "m/44'/60'/0'/1" },
			{ scheme: message("ledger.scheme.legacy"), path: "m/44'/60'/0'/2" },
		]);
	});

	it("of Solana include the command line's own once", () => {
		expect(pathsOf("svm", 0)).toEqual([
			"m/44'/501'",
			"m/44'/501'/0'",
			"m/44'/501'/1'",
			"m/44'/501'/2'",
			"m/44'/501'/0'/0'",
			"m/44'/501'/1'/0'",
			"m/44'/501'/2'/0'",
		]);
		expect(pathsOf("svm", 1)).not.toContain("m/44'/501'");
	});

	it.each(["evm", "svm"] as const)("never name a %s path twice, over many pages", (family) => {
		const all = Array.from({ length: 12 }, (_, page) => pathsOf(family, page)).flat();
		expect(new Set(all).size).toBe(all.length);
		expect(all.every((path) => /^m(\/\d+'?){2,5}$/.test(path))).toBe(true);
	});
});
