/**
 * Writes the bundled list of well-known tokens: `node scripts/token-list.mjs <folder of token-list packages>`.
 * The folder holds, unpacked, what `npm pack` gives of the packages in SOURCES, each in a folder of its own name with
 * "@" left out and "/" as "-". Only chain, address, symbol, name and decimals are taken, of the tokens named here.
 * Run by hand when the list is to be renewed, and look at what changed before it is kept.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The first one's words stand; the others add tokens, and must agree on decimals. */
const SOURCES = [
	["@uniswap/default-token-list", "22.21.0", "build/uniswap-default.tokenlist.json"],
	["@sushiswap/default-token-list", "43.3.0", "build/sushiswap-default.tokenlist.json"],
];
/** A second witness for Solana: a mint counts only where both name it alike. */
const SOLANA = [
	["@uniswap/default-token-list", "22.21.0", "build/uniswap-default.tokenlist.json", 501000101],
	["@solana/spl-token-registry", "0.2.4574", "dist/main/tokens/solana.tokenlist.json", 101],
];

const CHAINS = [1, 10, 56, 130, 137, 8453, 42161, 42220, 43114, 81457];

/**
 * What is worth imitating: dollars and euros, wrapped and staked coins, and the tokens most held. Not FRAX, whose
 * name went from one token to another.
 */
const SYMBOLS =
	`USDC USDC.e USDbC USDT USDT.e USDT0 DAI DAI.e BUSD LUSD sUSD TUSD USDP GUSD PYUSD USDS USD1 MIM EURC
	agEUR XAUT PAXG WETH WETH.e WBTC WBTC.e cbBTC tBTC WBNB WMATIC WAVAX WCELO stETH wstETH rETH cbETH LINK UNI AAVE
	MKR SKY COMP CRV CVX SNX LDO ENS GRT 1INCH SHIB PEPE MATIC POL ARB OP BAT YFI SUSHI BAL DYDX ZRX RPL ENA ONDO
	PENDLE EIGEN MORPHO STG ZRO GMX CAKE APE SAND MANA AXS IMX QNT WLD WLFI FTM RNDR FET INJ BLUR CELO GNO AERO
	VIRTUAL`.split(/\s+/);
const SOLANA_SYMBOLS = "SOL USDC USDT MSOL RAY ORCA FIDA SRM WETH ETH WBTC".split(" ");

const folder = process.argv[2];
if (folder === undefined) throw new Error("Say where the unpacked packages are.");

async function tokensOf([name, version, file]) {
	const place = join(folder, name.replace("@", "").replace("/", "-"), "package");
	const found = JSON.parse(await readFile(join(place, "package.json"), "utf8")).version;
	if (found !== version) throw new Error(`${name} is ${found}, not ${version}`);
	return JSON.parse(await readFile(join(place, file), "utf8")).tokens;
}

const row = ({ symbol, name, decimals, address }) =>
	`\t\t${JSON.stringify([symbol, name.trim(), decimals, address])},`;

async function evmList() {
	const all = new Map();
	for (const source of SOURCES)
		for (const token of await tokensOf(source)) {
			if (!CHAINS.includes(token.chainId) || !SYMBOLS.includes(token.symbol)) continue;
			// One list states 19 of a bridged token: nothing well-known has that many.
			if (token.decimals > 18) continue;
			const key = `${token.chainId} ${token.address.toLowerCase()}`;
			const known = all.get(key);
			if (known !== undefined && known.decimals !== token.decimals)
				throw new Error(`decimals of ${key} differ`);
			if (known === undefined) all.set(key, token);
		}
	return CHAINS.map((chain) => {
		const tokens = [...all.values()].filter(({ chainId }) => chainId === chain);
		tokens.sort(
			(a, b) => SYMBOLS.indexOf(a.symbol) - SYMBOLS.indexOf(b.symbol) || (a.address < b.address ? -1 : 1),
		);
		return [`\t"${chain}": [`, ...tokens.map(row), "\t],"].join("\n");
	});
}

async function solanaList() {
	const [first, second] = await Promise.all(
		SOLANA.map(async (source) => (await tokensOf(source)).filter(({ chainId }) => chainId === source[3])),
	);
	const other = new Map(second.map((token) => [token.address, token]));
	const tokens = first.filter((token) => {
		const witness = other.get(token.address);
		return SOLANA_SYMBOLS.includes(token.symbol) && witness?.decimals === token.decimals;
	});
	tokens.sort((a, b) => SOLANA_SYMBOLS.indexOf(a.symbol) - SOLANA_SYMBOLS.indexOf(b.symbol));
	return [`\t"mainnet-beta": [`, ...tokens.map(row), "\t],"].join("\n");
}

const named = [...SOURCES, SOLANA[1]].map(([name, version]) => `${name} ${version}`).join(", ");
const text = `/**
 * Well-known tokens by chain, made by scripts/token-list.mjs; not to be edited. Symbol, name, decimals and address as
 * stated by ${named}.
 */
export type ListedToken = readonly [symbol: string, name: string, decimals: number, address: string];

/** By decimal chain id, or Solana's cluster. */
export const TOKEN_LIST: Readonly<Record<string, readonly ListedToken[]>> = {
${[...(await evmList()), await solanaList()].join("\n")}
};
`;
await writeFile(new URL("../src/core/chain/tokens/list.ts", import.meta.url), text);
