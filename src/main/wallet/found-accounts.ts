import { ChainError } from "../../core/chain/chain-error.ts";
import { nativeOf } from "../../core/chain/names.ts";
import { isPath, PATH_EXAMPLE } from "../../core/format/derivation-path.ts";
import { message } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { FoundAccountRow } from "../../ipc/wallet.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { Derivation } from "../../vault/protocol.ts";
import type { Networks } from "../networks/networks.ts";
import { refused } from "../outcome.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { Accounts } from "./accounts.ts";
import { phrasePaths, type ScanPath } from "./ledger-paths.ts";
import type { VaultClient } from "./signers/vault/client.ts";
import { passphraseBytes, secretBytes } from "./signers/vault/client.ts";

/** The features by which a phrase's accounts are found. */
export interface AccountSearch {
	readonly networks: Pick<Networks, "chains" | "svmChains" | "chainSettings">;
	readonly wallet: {
		readonly vault: Pick<VaultClient, "findAccounts">;
		readonly accounts: Pick<Accounts, "find">;
	};
	readonly rules: { labels(): Labels };
}

export interface PhraseSearch {
	readonly phrase: string;
	readonly passphrase: string;
	readonly family: ChainFamily;
	/** Counted from 0. */
	readonly page: number;
	/** Typed by the user; `null` for where wallets put accounts. */
	readonly path: string | null;
}

type Balance = FoundAccountRow["balances"][number];

/** Returns each path as the vault reads it, which differs by family. */
const derivationOf = (family: ChainFamily, path: string): Derivation => ({ family, path });

/** Says that a typed path is none, with an example of one. */
export const noPath = (family: ChainFamily) =>
	message("app.phrase.no-path", { family, example: PATH_EXAMPLE[family] });

/** Finds accounts of a phrase. The vault derives the addresses; only they reach the user's RPCs. */
export async function findPhraseAccounts(
	app: AccountSearch,
	{ phrase, passphrase, family, page, path }: PhraseSearch,
): Promise<CommandOutcome & { readonly rows?: readonly FoundAccountRow[] }> {
	if (path !== null && !isPath(family, path)) return refused(noPath(family));
	const at: readonly ScanPath[] =
		path === null ? phrasePaths(family, page) : [{ path, scheme: message("ledger.scheme.typed") }];
	const found = await app.wallet.vault.findAccounts(
		secretBytes(phrase),
		passphraseBytes(passphrase),
		at.map((each) => derivationOf(family, each.path)),
	);
	if (!found.ok) return refused(found.text);
	const chains = app.networks.chainSettings().filter((chain) => chain.family === family);
	const addresses = found.accounts.map(({ address }) => address);
	const balances = await Promise.all(chains.map((chain) => readBalances(app, chain, addresses)));
	const rows = found.accounts.map(
		({ address }, index): FoundAccountRow => ({
			address: addressView(address, app.rules.labels()),
			path: at[index]?.path ?? "",
			scheme: at[index]?.scheme ?? message("ledger.scheme.typed"),
			state: app.wallet.accounts.find(address) === null ? "new" : "onThisComputer",
			balances: balances.flatMap((each) => each[index] ?? []),
		}),
	);
	return { ok: true, rows };
}

/** Reads the native balances on one chain, in the order of `addresses`. */
async function readBalances(
	{ networks: { chains, svmChains } }: AccountSearch,
	{ family, chainId, name }: ChainSetting,
	addresses: readonly string[],
): Promise<readonly Balance[]> {
	const unit = { ...nativeOf(chainId), checked: true };
	try {
		const chain = family === "evm" ? chains.of(Number(chainId)) : svmChains.of(chainId);
		await chain.prove();
		const read: Balance[] = [];
		for (const address of addresses)
			read.push({ chain: name, amount: amountView(await chain.balance(address), unit), text: null });
		return read;
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause;
		return addresses.map(() => ({ chain: name, amount: null, text: cause.text }));
	}
}
