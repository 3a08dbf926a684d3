/**
 * Writes the bundled list of well-known tokens: `node scripts/token-list.mjs FOLDER`. FOLDER holds, unpacked, the
 * packages in tokens/sources.mjs, and the file of its LIST in a folder named as there. tokens/choice.mjs chooses the
 * tokens; one that no source knows, that the sources disagree on, or a mint on Solana without two witnesses ends the
 * run. Run by hand when the data is to be renewed; read the difference before you commit it.
 */

import { writeFile } from "node:fs/promises";
import { CHOICE } from "./tokens/choice.mjs";
import { LIST, openSources, PACKAGES } from "./tokens/sources.mjs";

const CLUSTER = "mainnet-beta";

const folder = process.argv[2];
if (folder === undefined) throw new Error("Say where the unpacked packages are.");

const chains = [...new Set(CHOICE.map(({ chain }) => chain))];
const evm = chains.filter((chain) => chain !== CLUSTER);
const sources = await openSources(folder, evm);

const tokens = CHOICE.map((token) => {
	const [decimals, ...others] = sources.witnessesOf(token);
	const about = `${token.chain} ${token.symbol} ${token.address}`;
	if (decimals === undefined) throw new Error(`no source knows ${about}`);
	if (others.some((other) => other !== decimals)) throw new Error(`decimals of ${about} differ`);
	if (token.chain === CLUSTER && others.length === 0) throw new Error(`only one source knows ${about}`);
	if (token.name === undefined) throw new Error(`${about} has no name`);
	return { ...token, decimals };
});
const onChain = (chain) => tokens.filter((token) => token.chain === chain);

const row = ({ symbol, name, decimals, address }) =>
	`\t\t${JSON.stringify([symbol, name, decimals, address])},`;
const stated = Object.values(PACKAGES).map(([name, version]) => `${name} ${version}`);
const list = `/**
 * Well-known tokens by chain, made by scripts/token-list.mjs; not to be edited. Addresses and decimals as stated by
 * ${stated.slice(0, 2).join(", ")},
 * ${stated.slice(2).join(", ")},
 * ${LIST.repository} at ${LIST.commit}.
 */
export type ListedToken = readonly [symbol: string, name: string, decimals: number, address: string];

/** By decimal chain id, or Solana's cluster. */
export const TOKEN_LIST: Readonly<Record<string, readonly ListedToken[]>> = {
${chains.map((chain) => [`\t"${chain}": [`, ...onChain(chain).map(row), "\t],"].join("\n")).join("\n")}
};
`;
await writeFile(new URL("../src/core/chain/tokens/list.ts", import.meta.url), list);

console.log(`${tokens.length} tokens`);
