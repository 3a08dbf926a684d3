import { RAW_SEED } from "../../core/format/derivation-path.ts";
import { type Message, message } from "../../core/message.ts";
import type { ChainFamily } from "../../service-api/action.ts";

/** Derivation paths that wallets use on a Ledger, for account discovery. */

interface PathScheme {
	readonly name: Message;
	readonly path: (index: number) => string;
}

/**
 * Ethereum: Ledger's own app counts the account (BIP-44's third level), most other wallets the address (its fifth),
 * and what Ledger's first Chrome app made has four levels. Solana: Ledger's own app and Phantom's first way have
 * three levels, Countersign's and most wallets' four, and the command line's default two.
 */
const SCHEMES: Readonly<Record<ChainFamily, readonly PathScheme[]>> = {
	evm: [
		{ name: message("ledger.scheme.ledger-live"), path: (index) => `m/44'/60'/${index}'/0/0` },
		{ name: message("ledger.scheme.bip44"), path: (index) => `m/44'/60'/0'/0/${index}` },
		{ name: message("ledger.scheme.legacy"), path: (index) => `m/44'/60'/0'/${index}` },
	],
	svm: [
		{ name: message("ledger.scheme.ledger-live"), path: (index) => `m/44'/501'/${index}'` },
		{ name: message("ledger.scheme.bip44"), path: (index) => `m/44'/501'/${index}'/0'` },
	],
};

/** Solana command line account without a path, which no Ledger has. */
const WITHOUT_PATH: Readonly<Record<ChainFamily, readonly ScanPath[]>> = {
	evm: [],
	svm: [{ scheme: message("ledger.scheme.without-path"), path: RAW_SEED }],
};

const SINGLE: Readonly<Record<ChainFamily, readonly { readonly name: Message; readonly path: string }[]>> = {
	evm: [],
	svm: [{ name: message("ledger.scheme.command-line"), path: "m/44'/501'" }],
};

/** Number of accounts of each scheme that are read at a time. */
const AT_ONCE = 3;

export interface ScanPath {
	readonly scheme: Message;
	readonly path: string;
}

/**
 * Returns the paths of one page of a scan, in the order in which they are shown, each once.
 * @param page from 0
 */
export function scanPaths(family: ChainFamily, page: number): readonly ScanPath[] {
	const found: ScanPath[] =
		page === 0 ? SINGLE[family].map(({ name, path }) => ({ scheme: name, path })) : [];
	for (const { name, path } of SCHEMES[family])
		for (let index = page * AT_ONCE; index < (page + 1) * AT_ONCE; index += 1)
			if (!found.some((each) => each.path === path(index))) found.push({ scheme: name, path: path(index) });
	return found;
}

/** Returns the paths of one page of a search by a recovery phrase: those of a Ledger, and the Solana command line's. */
export function phrasePaths(family: ChainFamily, page: number): readonly ScanPath[] {
	return [...(page === 0 ? WITHOUT_PATH[family] : []), ...scanPaths(family, page)];
}
