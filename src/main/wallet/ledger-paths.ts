import { RAW_SEED } from "../../core/format/derivation-path.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { ChainFamily } from "../../service-api/action.ts";

interface PathScheme {
	readonly name: Message;
	readonly path: (index: number) => string;
}

/**
 * The account number is BIP-44's third level in Ledger Live, its fifth in most EVM wallets, and the fourth of
 * four in Ledger's old Chrome app. On Solana, Ledger Live and older Phantom versions use three levels, most
 * wallets four, and the command line two.
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

/** The Solana CLI's account without a derivation path doesn't exist on a Ledger. */
const WITHOUT_PATH: Readonly<Record<ChainFamily, readonly ScanPath[]>> = {
	evm: [],
	svm: [{ scheme: message("ledger.scheme.without-path"), path: RAW_SEED }],
};

const SINGLE: Readonly<Record<ChainFamily, readonly { readonly name: Message; readonly path: string }[]>> = {
	evm: [],
	svm: [{ name: message("ledger.scheme.command-line"), path: "m/44'/501'" }],
};

const AT_ONCE = 3;

export interface ScanPath {
	readonly scheme: Message;
	readonly path: string;
}

/** @param page counted from 0 */
export function scanPaths(family: ChainFamily, page: number): readonly ScanPath[] {
	const found: ScanPath[] =
		page === 0 ? SINGLE[family].map(({ name, path }) => ({ scheme: name, path })) : [];
	for (const { name, path } of SCHEMES[family])
		for (let index = page * AT_ONCE; index < (page + 1) * AT_ONCE; index += 1)
			if (!found.some((each) => each.path === path(index))) found.push({ scheme: name, path: path(index) });
	return found;
}

export function phrasePaths(family: ChainFamily, page: number): readonly ScanPath[] {
	return [...(page === 0 ? WITHOUT_PATH[family] : []), ...scanPaths(family, page)];
}
