import { TOKEN_LIST } from "../chain/tokens/list.ts";

export type VerbKind = "send" | "approve" | "swap" | "other";

const words = (text: string): readonly string[] => text.split(" ");

const VERB_WORDS: Readonly<Record<VerbKind, readonly string[]>> = {
	send: words(
		"send sends sending pay pays paying transfer transfers transferring tip donate donates give wire remit",
	),
	approve: words("approve approves approving allow allows authorize authorise permit grant"),
	swap: words("swap swaps swapping exchange trade convert buy buying sell selling"),
	other: words(
		"stake unstake restake bridge lend supply deposit withdraw borrow repay mint claim vote register renew wrap unwrap revoke cancel delegate sign redeem list harvest deploy mine burn",
	),
};

export const VERBS: ReadonlyMap<string, VerbKind> = new Map(
	(["send", "approve", "swap", "other"] as const).flatMap((kind) =>
		VERB_WORDS[kind].map((word) => [word, kind] as const),
	),
);

export const CHAINS: ReadonlyMap<string, readonly string[]> = new Map([
	["ethereum", ["1"]],
	["mainnet", ["1", "mainnet-beta"]],
	["eth", ["1"]],
	["base", ["8453", "84532"]],
	["arbitrum", ["42161"]],
	["arb", ["42161"]],
	["optimism", ["10"]],
	["op", ["10"]],
	["polygon", ["137"]],
	["matic", ["137"]],
	["bsc", ["56"]],
	["bnb", ["56"]],
	["binance", ["56"]],
	["gnosis", ["100"]],
	["avalanche", ["43114"]],
	["avax", ["43114"]],
	["linea", ["59144", "59141"]],
	["scroll", ["534352"]],
	["zksync", ["324"]],
	["unichain", ["130"]],
	["worldchain", ["480"]],
	["monad", ["143", "10143"]],
	["megaeth", ["4326"]],
	["robinhood", ["4663"]],
	["arc", ["5042", "5042002"]],
	["sepolia", ["11155111", "84532", "59141"]],
	["solana", ["mainnet-beta", "devnet", "testnet", "localnet"]],
	["devnet", ["devnet"]],
	["testnet", ["testnet", "11155111", "84532", "59141", "10143", "5042002"]],
]);

export const CHAIN_BEFORE: ReadonlySet<string> = new Set(words("on over via"));
export const CHAIN_AFTER: ReadonlySet<string> = new Set(words("network chain mainnet blockchain l2"));

/** Symbols that people use interchangeably, so differences between them are never reported. */
const FAMILIES: readonly (readonly string[])[] = [
	words("eth ether ethereum weth"),
	words("btc bitcoin wbtc cbbtc tbtc"),
	words("usdc usdc.e usdbc"),
	words("usdt usdt.e usdt0 tether usd₮0"),
	words("dai xdai wxdai dai.e"),
	words("pol matic wpol wmatic"),
	words("bnb wbnb"),
	words("avax wavax"),
	words("sol solana wsol"),
	words("steth wsteth"),
];

const FAMILY: ReadonlyMap<string, number> = new Map(
	FAMILIES.flatMap((family, at) => family.map((word) => [word, at] as const)),
);

const SYMBOL_OF: ReadonlyMap<string, string> = new Map([
	["ether", "ETH"],
	["ethereum", "ETH"],
	["tether", "USDT"],
	["solana", "SOL"],
	["bitcoin", "BTC"],
]);

/** Symbols recognized in upper and lower case, because they aren't English words. */
const ANY_CASE: ReadonlySet<string> = new Set(
	words(
		"eth ether weth usdc usdt tether dai sol wsol btc wbtc cbbtc matic pol bnb avax arb aave wsteth steth reth pyusd usds eurc",
	),
);

/** Symbols recognized only in capital letters, because "UNI" is a token but "uni" is a word. */
const LISTED: ReadonlySet<string> = new Set([
	...Object.values(TOKEN_LIST).flatMap((tokens) => tokens.map(([symbol]) => symbol)),
	"ETH",
	"BNB",
	"POL",
	"AVAX",
	"SOL",
	"BTC",
	"MATIC",
]);

const NO_TOKEN: ReadonlySet<string> = new Set(words("ALL A I OK ID NOW NOT MY THE TO ON AND FOR IT ASAP"));

export function symbolNamed(word: string): string | null {
	if (NO_TOKEN.has(word)) return null;
	const lower = word.toLowerCase();
	const meant = SYMBOL_OF.get(lower);
	if (meant !== undefined && (lower !== "solana" || word === word.toUpperCase())) return meant;
	return ANY_CASE.has(lower) || LISTED.has(word) ? word.toUpperCase() : null;
}

export const sameSymbol = (left: string, right: string): boolean =>
	left.toLowerCase() === right.toLowerCase();

export function isRelatedSymbol(left: string, right: string): boolean {
	const family = FAMILY.get(left.toLowerCase());
	return sameSymbol(left, right) || (family !== undefined && family === FAMILY.get(right.toLowerCase()));
}

/** `other` is a currency whose value in dollars has no known bounds. */
export type Currency = "usd" | "eur" | "gbp" | "other";

const CURRENCY_SIGNS: ReadonlyMap<string, Currency> = new Map([
	["$", "usd"],
	["us$", "usd"],
	["€", "eur"],
	["£", "gbp"],
]);

export const currencyOfSign = (sign: string): Currency => CURRENCY_SIGNS.get(sign.toLowerCase()) ?? "other";

const CURRENCY_WORDS: Readonly<Record<Currency, readonly string[]>> = {
	usd: words("usd dollar dollars buck bucks"),
	eur: words("eur euro euros"),
	gbp: words("gbp pound pounds quid"),
	other: words(
		"aud brl cad chf cny cents cent czk dkk franc francs hkd huf inr jpy krw lira mxn nok nzd pesos peso pln reais rmb rubles rupee rupees sek sgd yen yuan zar zloty",
	),
};

export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
	(["usd", "eur", "gbp", "other"] as const).flatMap((currency) =>
		CURRENCY_WORDS[currency].map((word) => [word, currency] as const),
	),
);

export const PEGGED: Readonly<Record<Currency, ReadonlySet<string>>> = {
	usd: new Set(words("USDC USDT DAI PYUSD USDS USDbC USDC.e GUSD USDP TUSD")),
	eur: new Set(words("EURC EURe EURS agEUR EURA EURCV")),
	gbp: new Set(),
	other: new Set(),
};

export const SUBUNITS: ReadonlyMap<string, readonly [symbol: string, decimals: number]> = new Map([
	["wei", ["ETH", 18]],
	["gwei", ["ETH", 9]],
	["lamport", ["SOL", 9]],
	["lamports", ["SOL", 9]],
	["sat", ["BTC", 8]],
	["sats", ["BTC", 8]],
	["satoshi", ["BTC", 8]],
	["satoshis", ["BTC", 8]],
]);

/** Words that turn the number of gwei or lamports after them into a gas price. */
export const PRICE_BEFORE: ReadonlySet<string> = new Set(
	words("at with gas gasprice price fee fees max maximum priority tip under below using"),
);
export const PRICE_AFTER: ReadonlySet<string> = new Set(words("gas gasprice price fee fees priority tip"));

/** Words that follow a number that isn't an amount of money. */
export const COUNTED: ReadonlySet<string> = new Set(
	words(
		"day days hour hours hrs minute minutes min mins second seconds week weeks month months year years am pm times people wallets addresses accounts transactions txs tx transfers payments bps confirmations blocks nft nfts percent",
	),
);

/** Words that precede a number that isn't an amount of money. */
export const COUNTS: ReadonlySet<string> = new Set(
	words(
		"nonce gas limit chain id block slippage priority step invoice order number no room flat suite version level tier season march april may june july august september october november december january february",
	),
);

export const VAGUE: ReadonlySet<string> = new Set(
	words(
		"about around roughly approximately approx some few couple bit split divide divided evenly total altogether rest remaining remainder leftover left minus plus less except but keep keeping leave leaving after double triple twice same again worth equivalent value batches tranches parts installments instalments least minimum over above more between fees fee percent each range point comma halves thirds quarters fifth fifths tenth tenths hundredth",
	),
);

export const AT_MOST: ReadonlySet<string> = new Set(words("most max maximum under below"));

export const SHARES: ReadonlyMap<string, readonly [bigint, bigint]> = new Map([
	["half", [1n, 2n]],
	["quarter", [1n, 4n]],
	["third", [1n, 3n]],
	["everything", [1n, 1n]],
	["entire", [1n, 1n]],
	["whole", [1n, 1n]],
]);

export const FRACTIONS: ReadonlyMap<string, { readonly digits: bigint; readonly scale: number }> = new Map([
	["half", { digits: 5n, scale: 1 }],
	["quarter", { digits: 25n, scale: 2 }],
]);

export const DENIALS: ReadonlySet<string> = new Set(
	words("don't dont not never no stop undo avoid won't cannot can't shouldn't wasn't didn't isn't"),
);

/**
 * Words that start a question. A sentence that starts with one is a question only if it ends with a question
 * mark.
 */
export const ASKING: ReadonlySet<string> = new Set(
	words("how what why when where which who did is are was were does do should have has had"),
);

/** Words that only express agreement, so earlier words still apply. */
const YES: ReadonlySet<string> = new Set(
	words(
		"yes y yep yeah yup ok okay k sure please go ahead do it confirm confirmed correct right exactly proceed thanks thank you good great fine that's thats the one looks perfect continue retry try again now",
	),
);

export const isYes = (all: readonly string[]): boolean =>
	all.length > 0 && all.length <= 8 && all.every((word) => YES.has(word));

/** Words that replace earlier words. */
export const CORRECTIONS: ReadonlySet<string> = new Set(
	words("actually instead rather make change sorry correction meant wait oops no"),
);

/** Words that precede an address that isn't the recipient. */
export const NO_RECIPIENT: ReadonlySet<string> = new Set(
	words("from using with via through router contract token pool by hash mint at collection"),
);

export const BEFORE_NAME: ReadonlySet<string> = new Set(
	words("to for pay send tip give wire and or allow let approve grant permit transfer donate"),
);

export const ARTICLES: ReadonlySet<string> = new Set(words("my the our a"));

/** Words that follow a symbol that isn't the asset to move, as in "my ETH address" or "ETH fees". */
export const ABOUT_SYMBOL: ReadonlySet<string> = new Set(
	words("address wallet account fee fees gas network chain mainnet"),
);

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
	words(
		"to for from of on in at and or into with via please now then as today tomorrow asap by instead only so",
	),
);

export const OF_MINE: ReadonlySet<string> = new Set(words("of my the our available all worth in"));

export const HOLDINGS: ReadonlySet<string> = new Set(words("balance funds tokens holdings coins money"));

export const BEFORE_BARE: ReadonlySet<string> = new Set(words("exactly just only it them is"));

export const WORD_NUMBERS: ReadonlyMap<string, bigint> = new Map(
	words("one two three four five six seven eight nine ten eleven twelve").map(
		(word, at) => [word, BigInt(at + 1)] as const,
	),
);

/** Number words, which aren't parsed. */
export const LARGE_NUMBERS: ReadonlySet<string> = new Set(
	words(
		"zero thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen hundreds thousands millions dozens",
	),
);

/**
 * Verbs in other languages. The sentence only counts if it contains nothing but these verbs, amounts, tokens
 * and recipients, because an unknown word could negate the payment.
 */
export const FOREIGN_SEND: ReadonlySet<string> = new Set(
	words(
		"sende sendet senden schicke schick schicken überweise überweisen zahle zahlen bezahle envía envia enviar envíe envie manda mandar mande paga pagar pague transfiere transferir envoie envoyez envoyer paie payez payer transfère transférez invia inviare inviate trasferisci transfira",
	),
);
export const FOREIGN_BEFORE_NAME: ReadonlySet<string> = new Set(words("an für a à al para per pour"));
export const FOREIGN_FILLERS: ReadonlySet<string> = new Set(
	words("bitte jetzt por favor ahora s'il te vous plaît maintenant adesso agora merci danke gracias grazie"),
);

export const BARE_WORDS: ReadonlySet<string> = new Set(words("to for please pls on now network"));

export const REQUEST_WORDS: ReadonlySet<string> = new Set(
	words("it this that request transaction tx transfer payment swap order transactions requests them"),
);

export const WITHOUT_LIMIT: ReadonlySet<string> = new Set(
	words("unlimited infinite infinity any max maximum all everything"),
);
