/**
 * Writes Ledger's signed descriptions of tokens and typed data: `node scripts/ledger-data.mjs FOLDER`. FOLDER
 * contains the two unpacked Ledger packages listed in tokens/sources.mjs. Run it by hand after the token
 * list, because the symbols in that list determine which descriptions would mislead. Check the omitted
 * descriptions and the diff before you commit.
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { TOKEN_LIST } from "../src/core/chain/tokens/list.ts";
import { SHARD_COUNT, shardOf, writeShard } from "../src/core/device/signed/signed-tokens.ts";
import { signedFilters, signedTokens } from "./tokens/ledger.mjs";
import { FILTERS, PACKAGES, packageIn } from "./tokens/sources.mjs";

const folder = process.argv[2];
if (folder === undefined) throw new Error("Say where the unpacked packages are.");

const listedOn = (chain) =>
	(TOKEN_LIST[chain] ?? []).map(([symbol, , decimals, address]) => ({ symbol, decimals, address }));
const { accepted, omitted } = await signedTokens(await packageIn(folder, PACKAGES.ledger), listedOn);
for (const line of omitted) console.log(`omitted: ${line}`);

const shards = new URL("../resources/ledger-tokens/", import.meta.url);
await rm(shards, { recursive: true, force: true });
await mkdir(shards);
for (let index = 0; index < SHARD_COUNT; index++) {
	const name = shardOf(`0x${index.toString(16).padStart(40, "0")}`);
	const shard = accepted.filter(({ address }) => shardOf(address) === name);
	await writeFile(new URL(name, shards), writeShard(shard.map(({ bytes }) => bytes)));
}

const described = (chain, address) =>
	accepted.some((each) => each.chain === chain && each.address === address.toLowerCase());
const chains = [...new Set(accepted.map(({ chain }) => chain))];
const filters = await signedFilters(await packageIn(folder, FILTERS), chains, described);
const from = [PACKAGES.ledger, FILTERS].map(([name, version, licence]) => ({ name, version, licence }));
const lines = Object.entries(filters).map(
	([key, filter]) => `${JSON.stringify(key)}: ${JSON.stringify(filter)}`,
);
const data = `{
"from": ${JSON.stringify(from)},
"filters": {
${lines.join(",\n")}
}
}
`;
await writeFile(new URL("../src/core/device/signed/data.json", import.meta.url), data);
console.log(`${accepted.length} tokens, ${omitted.length} omitted, ${Object.keys(filters).length} filters`);
