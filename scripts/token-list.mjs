/**
 * Writes the bundled list of well-known tokens: `node scripts/token-list.mjs FOLDER`. FOLDER contains the
 * unpacked packages listed in tokens/sources.mjs, and the file that LIST names, in the folder that it names.
 * tokens/choice.mjs chooses the tokens. The script stops if a token is in no source, if sources disagree, or
 * if a Solana mint has fewer than two sources. Run it by hand to update the data, and check the diff before
 * you commit.
 */

import { writeFile } from "node:fs/promises";
import { CHOICE } from "./tokens/choice.mjs";
import { openSources } from "./tokens/sources.mjs";

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
	`\t\t${JSON.stringify([symbol, name, decimals, address])}`;
const list = chains.map((chain) => `\t"${chain}": [\n${onChain(chain).map(row).join(",\n")}\n\t]`);
await writeFile(
	new URL("../src/core/chain/tokens/list.json", import.meta.url),
	`{\n${list.join(",\n")}\n}\n`,
);

console.log(`${tokens.length} tokens`);
