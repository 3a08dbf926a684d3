import { describe, expect, it } from "vitest";
import { PATH_EXAMPLE } from "../../../../src/core/format/derivation-path.ts";
import { message } from "../../../../src/core/localized-text.ts";
import {
	type AccountSearch,
	findPhraseAccounts,
	type PhraseSearch,
} from "../../../../src/main/wallet/vault-keys.ts";
import type { Derivation } from "../../../../src/vault/protocol.ts";
import { stub } from "../../../fixtures/stub.ts";

const OWN = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SEARCH: PhraseSearch = { phrase: "words", passphrase: "", family: "evm", page: 0, path: null };

/** Creates a vault with one account at each path, and one chain of each family. */
function scene(balance: (address: string) => Promise<bigint>) {
	const asked: string[][] = [];
	const chain = { prove: async () => {}, balance };
	const app = stub<AccountSearch>({
		wallet: {
			vault: {
				async findAccounts(_phrase: Uint8Array, _passphrase: Uint8Array, at: readonly Derivation[]) {
					asked.push(at.map(({ path }) => path));
					return {
						ok: true,
						accounts: at.map(({ path }, index) => ({
							family: "evm",
							kind: "phrase",
							path,
							address: index === 0 ? OWN : OTHER,
						})),
					};
				},
			},
			accounts: { find: (address: string) => (address === OWN ? stub({}) : null) },
		},
		networks: {
			chains: { of: () => stub(chain) },
			svmChains: { of: () => stub(chain) },
			chainSettings: () => [
				stub({ family: "evm", chainId: "1", name: "Ethereum" }),
				stub({ family: "svm", chainId: "mainnet-beta", name: "Solana" }),
			],
		},
		rules: { labels: () => stub({}) },
	});
	return { app, asked };
}

describe("a search for a phrase’s accounts", () => {
	it("refuses an invalid path of its family before the vault gets the phrase", async () => {
		const { app, asked } = scene(async () => 0n);
		for (const [family, path] of [
			["svm", "m/44'/501'/0"],
			["evm", "seed"],
		] as const)
			expect(await findPhraseAccounts(app, { ...SEARCH, family, path })).toEqual({
				ok: false,
				text: message("app.phrase.no-path", { family, example: PATH_EXAMPLE[family] }),
			});
		expect(asked).toEqual([]);
	});

	it("covers the paths of MetaMask, Ledger Live and older Ledger apps", async () => {
		const { app, asked } = scene(async () => 0n);
		await findPhraseAccounts(app, SEARCH);
		expect(asked[0]).toEqual(
			expect.arrayContaining(["m/44'/60'/0'/0/1", "m/44'/60'/1'/0/0", "m/44'/60'/0'/0", "m/44'/60'/0'/1"]),
		);
	});

	it("covers Ledger Live, Phantom and the command line on Solana", async () => {
		const { app, asked } = scene(async () => 0n);
		await findPhraseAccounts(app, { ...SEARCH, family: "svm" });
		expect(asked[0]).toEqual(
			expect.arrayContaining(["seed", "m/44'/501'", "m/44'/501'/0'", "m/44'/501'/1'/0'"]),
		);
	});

	it("shows each address with its balance, and marks existing ones", async () => {
		const { app } = scene(async (address) => (address === OWN ? 0n : 5n * 10n ** 18n));
		const { rows } = await findPhraseAccounts(app, { ...SEARCH, path: "m/44'/60'/9'/9" });
		expect(rows).toMatchObject([
			{
				path: "m/44'/60'/9'/9",
				address: { address: OWN },
				state: "onThisComputer",
				balances: [{ chain: "Ethereum", text: null }],
			},
		]);
		const usual = await findPhraseAccounts(app, SEARCH);
		expect(usual.rows?.[1]).toMatchObject({ address: { address: OTHER }, state: "new" });
	});
});
