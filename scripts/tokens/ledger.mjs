import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Reads Ledger's descriptions of tokens and typed data. Ledger's Ethereum app shows readable text for them if
 * they are signed with Ledger's key. Each signature is verified like in the app, so that devices accept
 * everything that is bundled.
 */

/** Public key in the app's source (`LEDGER_SIGNATURE_PUBLIC_KEY`), for both kinds of descriptions. */
const KEY = Buffer.from(
	"045e6c1020c14dc46442fe89f97c0b68cdb15976dc24f24c316e7b30fe4e8cc76b" +
		"1489150c21514ebf440ff5dea5393d83de5358cd098fce8fd0f81daa94979183",
	"hex",
);

function isLedgers(signed, signature) {
	const compact = secp256k1.Signature.fromBytes(signature, "der").toBytes("compact");
	return secp256k1.verify(compact, sha256(signed), KEY, { prehash: false, lowS: false });
}

/**
 * Format: length of the ticker, ticker, address, decimals, chain, and a signature over everything but the
 * first byte.
 */
function readDescription(bytes, folder) {
	const ticker = bytes.subarray(1, 1 + bytes[0]);
	const at = 1 + ticker.length;
	const end = at + 28;
	return {
		bytes,
		ticker: ticker.toString("latin1"),
		address: `0x${bytes.subarray(at, at + 20).toString("hex")}`,
		decimals: bytes.readUInt32BE(at + 20),
		chain: String(bytes.readUInt32BE(at + 24)),
		folder,
		valid: isLedgers(bytes.subarray(1, end), bytes.subarray(end)),
	};
}

/** Yields every description in a package, chain by chain. */
async function* descriptionsIn(packageFolder) {
	const folder = join(packageFolder, "lib/data/evm");
	const chains = (await readdir(folder)).filter((name) => /^[1-9][0-9]*$/.test(name));
	for (const chain of chains.toSorted((one, other) => Number(one) - Number(other))) {
		const text = await readFile(join(folder, chain, "erc20-signatures.json"), "utf8").catch((error) => {
			if (error.code === "ENOENT") return '""';
			throw error;
		});
		const blob = Buffer.from(JSON.parse(text), "base64");
		for (let at = 0; at < blob.length; ) {
			const end = at + 4 + blob.readUInt32BE(at);
			yield readDescription(blob.subarray(at + 4, end), chain);
			at = end;
		}
	}
}

/**
 * Ledger's tickers that are other names for the same token. The tickers of bridged tokens end in "_E", or
 * lack the suffix that distinguishes them from the issuer's own token. If such a ticker names another token
 * on the same chain, it misleads.
 */
const OTHER_TICKERS = {
	agEUR: ["EURA"],
	EURC: ["EUROC"],
	GRT: ["GRT_"],
	MATIC: ["POL"],
	USDP: ["USDP_UP"],
	USDT0: ["USDT"],
	WETH: ["ETH", "cETH"],
};

/** Returns whether a ticker names the same token as a symbol. */
function isSameName(symbol, ticker) {
	const plain = ticker.replace(/_E$/i, "").toUpperCase();
	const own = symbol.toUpperCase();
	return (
		plain === own || `${plain}.E` === own || ticker === own || (OTHER_TICKERS[symbol] ?? []).includes(ticker)
	);
}

/** Printable ASCII, as the device displays it, and short enough to fit on one page with the amount. */
const READABLE = /^[\x21-\x7e]{1,12}$/;

/**
 * Returns why a description must not reach a device, or `null` if it may.
 * @param listed the chain's bundled tokens, with symbol, address and decimals
 */
function whyLeftOut({ ticker, address, decimals, chain, folder, valid }, listed) {
	if (!valid) return "its signature is not Ledger’s";
	if (chain !== folder) return "it is for another chain";
	if (!READABLE.test(ticker)) return `its ticker is “${ticker}”`;
	const token = listed.find((each) => each.address.toLowerCase() === address);
	if (token !== undefined && decimals !== token.decimals) return "the list has different decimals";
	const misleads =
		(token !== undefined && !isSameName(token.symbol, ticker)) ||
		listed.some(({ symbol }) => symbol !== token?.symbol && symbol.toUpperCase() === ticker.toUpperCase());
	return misleads ? `its ticker “${ticker}” would mislead` : null;
}

/**
 * Returns the descriptions that may reach a device, and the reasons why the others are omitted.
 * @param listedOn returns a chain's bundled tokens, with symbol, address and decimals
 */
export async function signedTokens(packageFolder, listedOn) {
	const accepted = new Map();
	const omitted = [];
	for await (const each of descriptionsIn(packageFolder)) {
		const reason = whyLeftOut(each, listedOn(each.chain));
		if (reason === null) accepted.set(`${each.chain} ${each.address}`, each);
		else omitted.push(`${each.chain} ${each.address}: ${reason}`);
	}
	return { accepted: [...accepted.values()], omitted };
}

/** First byte of a field's signed bytes, by kind of field. */
const FIELD_KINDS = { token: 11, amount: 22, datetime: 33, raw: 72 };
const MESSAGE_KIND = 183;
/** Token index that stands for the verifying contract. */
const VERIFYING_CONTRACT = 255;

/**
 * Filters that show every relevant field: permits, orders, votes and vote delegations. The package's other
 * filters hide part of what is signed (a meta-transaction's call, or what a listing sells), so blind signing
 * would show more.
 */
const COMPLETE =
	/^(?:Permit\b|Permit2$|1inch Order$|UniswapX |AugustusRFQ (?:ERC20|NFT) order$|DeGate |.* Governor$|\w+ token$)/;

function fieldSigned(base, { format, path, label, coin_ref: coin }) {
	const parts = { token: [path], amount: [path, label], datetime: [path, label], raw: [path, label] }[format];
	if (parts === undefined) throw new Error(`a field of format ${format}`);
	const index = coin === undefined ? [] : [Buffer.of(coin)];
	return Buffer.concat([
		Buffer.of(FIELD_KINDS[format]),
		base,
		...parts.map((each) => Buffer.from(each)),
		...index,
	]);
}

/** @throws Error if a signature isn't Ledger's */
function checkFilter(key, { contractName, fields }) {
	const [chain, contract, schema] = key.split(":");
	const chainBytes = Buffer.alloc(8);
	chainBytes.writeBigUInt64BE(BigInt(chain));
	const base = Buffer.concat([chainBytes, Buffer.from(contract.slice(2), "hex"), Buffer.from(schema, "hex")]);
	const title = Buffer.concat([
		Buffer.of(MESSAGE_KIND),
		base,
		Buffer.of(fields.length),
		Buffer.from(contractName.label),
	]);
	const good =
		isLedgers(title, Buffer.from(contractName.signature, "hex")) &&
		fields.every((each) => isLedgers(fieldSigned(base, each), Buffer.from(each.signature, "hex")));
	if (!good) throw new Error(`a signature of the filter ${key} is not Ledger’s`);
}

/**
 * Returns the typed data filters for these chains. If a filter's amount is in the verifying contract's own
 * token, it is kept only if that token is described.
 * @param described returns whether a token's description is bundled
 */
export async function signedFilters(packageFolder, chains, described) {
	const all = JSON.parse(await readFile(join(packageFolder, "lib/data/eip712_v2.json"), "utf8"));
	const filters = {};
	for (const [key, filter] of Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
		const [chain, contract] = key.split(":");
		if (!chains.includes(chain) || !COMPLETE.test(filter.contractName.label)) continue;
		const ofItself = filter.fields.some(({ coin_ref: coin }) => coin === VERIFYING_CONTRACT);
		if (ofItself && !described(chain, contract)) continue;
		checkFilter(key, filter);
		filters[key] = filter;
	}
	return filters;
}
