import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Sources of token facts: packages under permissive licences, unpacked in one folder. Each is in a subfolder
 * with its package name, without "@" and with "-" for "/" (like the files that `npm pack` creates). A fact
 * consists of chain, address and decimals.
 */

/** Name, version, licence, and the part of the package that is read. */
export const PACKAGES = {
	ledger: ["@ledgerhq/cryptoassets", "13.30.0", "Apache-2.0"],
	optimism: ["@eth-optimism/tokenlist", "10.0.1770", "MIT"],
	aave: ["@bgd-labs/aave-address-book", "4.44.22", "MIT"],
	solana: ["@solana/spl-token-registry", "0.2.4574", "Apache"],
};

/** Ledger's typed data filters, which contain no tokens. */
export const FILTERS = ["@ledgerhq/cryptoassets-evm-signatures", "13.7.1", "Apache-2.0"];

/** Jupiter's list of validated mints at a fixed commit. It isn't in any package. */
const LIST = {
	repository: "github.com/jup-ag/token-list",
	commit: "9e0ce9714f42e8b9790d08ddf3e4265c918b7c8c",
	date: "2025-04-21",
	licence: "MIT",
	file: "jup-ag-token-list/validated-tokens.csv",
	sha256: "3ebb99a7b999e1fa350a3f9d666603cf26ffd8213fc6e281e43d5d184c85deb7",
};

/** OP Stack chains have their wrapped ether at the same address, according to the specification (MIT). */
const PREDEPLOYED = ["130", "480"].map((chain) => ({
	chain,
	address: "0x4200000000000000000000000000000000000006",
	decimals: 18,
}));

/**
 * Tokens that none of these packages contains. Two independent sources confirm each address, symbol and
 * decimals. USDC: Circle's own table (developers.circle.com/stablecoins/usdc-contract-addresses, as repeated
 * in the repository tristeroresearch/chainconfig), which has the bridged USDC.e that preceded USDC at the
 * same address; and Dune's prices for World Chain (repository duneanalytics/spellbook), which still use the
 * previous name. WLD: Chainlink's directory (docs.chain.link/ccip/directory/mainnet/token/WLD), the same
 * prices by Dune, and @holdstation/worldchain-sdk 4.0.34 (MIT).
 */
const ISSUED = [
	{ chain: "480", address: "0x79A02482A880bCE3F13e09Da970dC34db4CD24d1", decimals: 6 },
	{ chain: "480", address: "0x2cFc85d8E48F8EAB294be644d9E25C3030863003", decimals: 18 },
];

/** Returns the package's folder. @throws Error if its version or licence is different */
export async function packageIn(folder, [name, version, licence]) {
	const place = join(folder, name.replace("@", "").replace("/", "-"), "package");
	const found = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
	if (found.version !== version) throw new Error(`${name} is ${found.version}, not ${version}`);
	if (found.license !== licence) throw new Error(`${name} is under ${found.license}, not ${licence}`);
	return place;
}

const json = async (...parts) => JSON.parse(await readFile(join(...parts), "utf8"));

const fact = ({ chainId, address, decimals }) => ({ chain: String(chainId), address, decimals });

async function ledgerFacts(place, chains) {
	const lists = chains.map(async (chain) => {
		const rows = await json(place, "lib/data/evm", chain, "erc20.json").catch((error) => {
			if (error.code === "ENOENT") return [];
			throw error;
		});
		return rows.map(([, , , decimals, , , address]) => ({ chain, address, decimals }));
	});
	const spl = await json(place, "lib/data/spl.json");
	return [
		...(await Promise.all(lists)).flat(),
		...spl.map(([, , , , address, decimals]) => ({ chain: "mainnet-beta", address, decimals })),
	];
}

/** The package contains the list only as a module. */
function optimismFacts(place) {
	const { default: made } = createRequire(import.meta.url)(join(place, "dist/index.js"));
	const list = made.tokens === undefined ? Object.values(made)[0] : made;
	return list.tokens.map(fact);
}

const MAINNET_BETA = 101;

async function solanaFacts(place) {
	const { tokens } = await json(place, "dist/main/tokens/solana.tokenlist.json");
	return tokens
		.filter(({ chainId }) => chainId === MAINNET_BETA)
		.map(({ address, decimals }) => ({ chain: "mainnet-beta", address, decimals }));
}

/** Name, symbol, mint and decimals. Names and symbols may be quoted. */
const CSV_ROW = /^(?:"(?:[^"]|"")*"|[^,]*),(?:"(?:[^"]|"")*"|[^,]*),([1-9A-HJ-NP-Za-km-z]{32,44}),(\d+),/;

/** @throws Error if the file isn't the one in LIST */
async function jupiterFacts(folder) {
	const text = await readFile(join(folder, LIST.file), "utf8");
	const digest = createHash("sha256").update(text).digest("hex");
	if (digest !== LIST.sha256) throw new Error(`${LIST.file} has the digest ${digest}`);
	return text.split("\n").flatMap((line) => {
		const [, address, decimals] = CSV_ROW.exec(line) ?? [];
		return address === undefined ? [] : [{ chain: "mainnet-beta", address, decimals: Number(decimals) }];
	});
}

const keyOf = ({ chain, address }) =>
	`${chain} ${address.startsWith("0x") ? address.toLowerCase() : address}`;

/** Returns `witnessesOf`, which looks up a token in all sources, and the folders of Ledger's two packages. */
export async function openSources(folder, chains) {
	const folders = Object.fromEntries(
		await Promise.all(
			Object.entries(PACKAGES).map(async ([key, each]) => [key, await packageIn(folder, each)]),
		),
	);
	const facts = [
		await ledgerFacts(folders.ledger, chains),
		optimismFacts(folders.optimism),
		(await json(folders.aave, "tokenlist.json")).tokens.map(fact),
		await solanaFacts(folders.solana),
		await jupiterFacts(folder),
		PREDEPLOYED,
		ISSUED,
	].map((facts) => new Map(facts.map((each) => [keyOf(each), each.decimals])));
	return {
		/** Returns the decimals according to each source that contains the token. */
		witnessesOf: (token) => facts.flatMap((each) => each.get(keyOf(token)) ?? []),
	};
}
