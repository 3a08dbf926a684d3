import { PublicKey } from "@solana/web3.js";
import { getAddress, isAddress } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { TokenFacts } from "../../../../../src/core/chain/evm.ts";
import { matchSymbol, wellKnownAt } from "../../../../../src/core/chain/tokens/known.ts";
import { TOKEN_LIST } from "../../../../../src/core/chain/tokens/list.ts";
import type { MentionedToken } from "../../../../../src/core/effects/effects.ts";
import { evmTokens, svmTokens } from "../../../../../src/core/effects/tokens.ts";
import { readKey } from "../../../../../src/core/format/svm-wire.ts";
import type { Finding } from "../../../../../src/core/risk/finding.ts";
import { generalFindings } from "../../../../../src/core/risk/general/index.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { saying } from "../../../../support/saying.ts";
import { decodedMovement, effects, ME as ME_EVM, THIEF } from "../../effects/scene.ts";
import { commitOf, OTHER, SIGNER, simulation, TOKEN, transferData } from "../../match/honest.ts";
import { collection, facts, fine, missing, NOT_SIMULATED, subject, tokenFacts } from "../../review/scene.ts";
import {
	ME,
	MINT,
	mint,
	sending,
	svmFacts,
	svmSimulation,
	svmSubject,
	text,
} from "../../review/svm-scene.ts";
import { mentionedToken, WORDS } from "./scene.ts";

/** Tokens on Base, the chain of the honest commits. */
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const WETH = "0x4200000000000000000000000000000000000006";

type Claim = PipelineSimulation["balanceChanges"][number];

interface Told {
	readonly at?: string;
	readonly chain?: Partial<TokenFacts> | null;
	readonly claim?: Partial<Claim>;
}

const judged = (tokens: readonly MentionedToken[]) => generalFindings(effects({ tokens }), WORDS);

/** Returns the findings about a payment of a token that the chain and the service describe like this. */
function found({ at = TOKEN, chain = {}, claim = {} }: Told): readonly Finding[] {
	const simulated = simulation({
		approvals: [],
		balanceChanges: [{ asset: at, amount: "-5", account: SIGNER, direction: "out", ...claim }],
	});
	const said = chain === null ? null : facts({}, [tokenFacts({ address: at, ...chain })]);
	const about = subject(commitOf({ to: at, data: transferData(OTHER, 5n) }, simulated), said);
	return judged(evmTokens(about, NOT_SIMULATED));
}
const ids = (told: Told) => found(told).map(({ id }) => id);
const symbol = (value: string) => ({ symbol: fine(value), name: fine("Anything") });

describe("the list of well-known tokens", () => {
	it("has each address once, in its canonical form, with possible decimals", () => {
		for (const [chain, all] of Object.entries(TOKEN_LIST)) {
			expect(new Set(all.map(([, , , address]) => address.toLowerCase())).size).toBe(all.length);
			for (const [sign, name, decimals, address] of all) {
				expect(sign.length * name.length).toBeGreaterThan(0);
				expect(decimals).toBeLessThanOrEqual(18);
				if (chain === "mainnet-beta") expect(readKey(address)).not.toBeNull();
				else expect([isAddress(address), getAddress(address as `0x${string}`)]).toEqual([true, address]);
			}
		}
	});

	it("holds more than two hundred mints of Solana, no two with one symbol", () => {
		const mints = TOKEN_LIST["mainnet-beta"] ?? [];
		expect(mints.length).toBeGreaterThan(200);
		expect(new Set(mints.map(([sign]) => sign)).size).toBe(mints.length);
	});

	it("knows the dollars of the great chains, by every spelling of their address", () => {
		for (const chain of ["1", "10", "56", "137", "8453", "42161", "43114", "mainnet-beta", "solana:mainnet"])
			expect(matchSymbol(chain, "USDC")).toMatchObject({ kind: "same" });
		expect(wellKnownAt("8453", USDC.toLowerCase())).toMatchObject({ symbol: "USDC", decimals: 6 });
		expect(wellKnownAt("8453", `0x${USDC.slice(2).toUpperCase()}`)?.symbol).toBe("USDC");
		expect(wellKnownAt("1", USDC)).toBeNull();
	});

	it("covers no other chains", () => {
		for (const chain of ["31337", "11155111", "devnet", "constructor", "__proto__"]) {
			expect(matchSymbol(chain, "USDC")).toEqual({ kind: "plain" });
			expect(wellKnownAt(chain, USDC)).toBeNull();
		}
	});
});

describe("an honest token", () => {
	it("gets no finding, known or not, with the service agreeing or silent", () => {
		const usdc = { symbol: fine("USDC"), name: fine("USD Coin"), decimals: fine(6) };
		expect(ids({})).toEqual([]);
		expect(ids({ claim: { symbol: "TUSD", name: "Test Dollar", decimals: 6, standard: "erc20" } })).toEqual(
			[],
		);
		expect(ids({ at: USDC, chain: usdc, claim: { symbol: "USDC", decimals: 6, name: "USD Coin" } })).toEqual(
			[],
		);
		expect(ids({ at: USDC, chain: null, claim: { symbol: "USDC", decimals: 6 } })).toEqual([]);
		expect(ids({ chain: null, claim: { symbol: "DEMO", decimals: 6 } })).toEqual([]);
	});

	it("gets no finding if its issuer renamed it, or bridges use two names", () => {
		const bridged = TOKEN_LIST["10"]?.find(([sign]) => sign === "USDC.e")?.[3] ?? "";
		const told = { symbol: "USDC", name: "USD Coin", decimals: 6, standard: "erc20" } as const;
		const token = mentionedToken({ chainRef: "10", address: bridged, chain: told });
		expect(wellKnownAt("10", bridged)?.symbol).toBe("USDC.e");
		expect(judged([token])).toEqual([]);
		expect(judged([{ ...token, chain: { ...told, symbol: "USDT" } }])).toMatchObject([
			{ id: "known-token-differs" },
		]);
		expect(ids({ at: USDC, chain: { ...symbol("USDX"), decimals: fine(6) } })).toEqual([]);
	});

	it("gets the least finding if lists only spell its name differently", () => {
		expect(found({ claim: { name: "TestUSD" } })).toMatchObject([
			{ id: "token-name", severity: "info", needsWord: false },
		]);
		expect(ids({ claim: { name: "TEST  dollar" } })).toEqual([]);
	});
});

describe("a lie about a token is found in red, by its name", () => {
	const red = (told: Told, id: string) =>
		expect(found(told).find((each) => each.id === id)).toMatchObject({ severity: "danger", needsWord: true });

	it("other decimals or another symbol than the chain", () => {
		red({ claim: { decimals: 18 } }, "token-claims");
		red({ claim: { symbol: "TUSB" } }, "token-claims");
		red({ claim: { asset: "native", decimals: 6 } }, "token-claims");
	});

	it("another standard", () => {
		red({ claim: { standard: "erc721" } }, "token-standard");
		red({ claim: { standard: "erc1155" } }, "token-standard");
		red({ claim: { standard: "native" } }, "token-standard");
		const pictures = collection();
		red({ chain: pictures, claim: { standard: "erc20" } }, "token-standard");
		expect(ids({ chain: pictures, claim: { standard: "erc721_or_erc1155" } })).toEqual([]);
		expect(ids({ chain: { totalSupply: missing() }, claim: { standard: "erc1155" } })).toEqual([]);
	});

	it("the name of a well-known token for another one", () => {
		red({ claim: { name: "USD Coin" } }, "token-name");
	});

	it.each(["USDС", "usdc", "U\u200bSDC", "\u202eUSDC", "ＵＳＤＣ", "ЕТН", "WETΗ"])(
		"a symbol that looks like a well-known one: %s",
		(fake) => {
			red({ chain: symbol(fake) }, "look-alike-symbol");
			red({ chain: null, claim: { symbol: fake } }, "look-alike-symbol");
		},
	);

	it("is said to come in if the user gets it", () => {
		const fake = evmTokens(
			subject(
				commitOf({ to: TOKEN, data: transferData(OTHER, 5n) }),
				facts({}, [tokenFacts({ address: TOKEN, ...symbol("USDС") })]),
			),
			NOT_SIMULATED,
		);
		const asset = { kind: "fungible", address: TOKEN.toLowerCase(), item: null } as const;
		const comes = decodedMovement({ basis: "observed", from: THIEF, to: ME_EVM, asset });
		const goes = decodedMovement({ basis: "observed", from: ME_EVM, to: THIEF, asset });
		const shortOf = (movement: typeof comes) =>
			generalFindings(effects({ tokens: fake, movements: [movement] }), WORDS).find(
				({ id }) => id === "look-alike-symbol",
			)?.short;
		expect(shortOf(comes)).toEqual(saying("reason.gets-imitation", { real: "USDC" }));
		expect(shortOf(goes)).toBeUndefined();
	});

	it("a well-known symbol at another address, on the chain or by the service alone", () => {
		red({ chain: symbol("USDC") }, "known-symbol-elsewhere");
		red({ chain: symbol("ETH") }, "known-symbol-elsewhere");
		red({ chain: null, claim: { symbol: "USDC" } }, "known-symbol-elsewhere");
		expect(found({ chain: symbol("USDC") })[0]?.text).toEqual(
			saying("finding.known-symbol-elsewhere.token", { address: USDC }),
		);
	});

	it("an RPC that contradicts a well-known token", () => {
		red({ at: USDC, chain: { ...symbol("USDC"), decimals: fine(18) } }, "known-token-differs");
		red({ at: WETH, chain: { ...symbol("USDC"), decimals: fine(18) } }, "known-token-differs");
	});

	it("a symbol of a million hidden characters is read to its end", () => {
		expect(ids({ chain: symbol("U".repeat(100)), claim: { symbol: "\u200b".repeat(1_000_000) } })).toContain(
			"token-claims",
		);
	});
});

describe("on Solana", () => {
	const found = (claim: Partial<Claim>, told: Parameters<typeof mint>[0] = {}, at = MINT) => {
		const change = { asset: text(at), amount: "5", account: text(ME), direction: "out" as const, ...claim };
		const about = svmSubject([sending(5n)], {
			simulation: svmSimulation([change]),
			facts: svmFacts({}, [[at, mint(told)]]),
		});
		const main = { ...about, chainRef: "solana:mainnet" };
		return judged(svmTokens(main, NOT_SIMULATED));
	};

	it("an honest mint gets no finding, also one without a symbol", () => {
		expect(found({ symbol: "USDX", decimals: 6 })).toEqual([]);
		expect(found({ symbol: "DEMO", decimals: 6 }, { symbol: null, name: null })).toEqual([]);
	});

	it("a fake dollar is found by its mint", () => {
		expect(found({ symbol: "USDC" }, { symbol: null, name: null })).toMatchObject([
			{ id: "known-symbol-elsewhere", severity: "danger" },
		]);
		expect(found({}, { symbol: "UЅDC" })).toMatchObject([{ id: "look-alike-symbol", severity: "danger" }]);
		expect(found({ decimals: 9 })).toMatchObject([{ id: "token-claims", severity: "danger" }]);
	});

	it("a fake dollar is found by its maker's name for it, even if all others are silent", () => {
		expect(found({}, { symbol: "USDC", name: "USD Coin" })).toMatchObject([
			{ id: "known-symbol-elsewhere", severity: "danger", needsWord: true },
		]);
	});

	it("a well-known mint has the list's name, whatever its maker wrote", () => {
		const dollar = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
		const written = { symbol: "USD Coin", name: "USD Coin" };
		expect(found({ symbol: "USDC" }, written, dollar)).toEqual([]);
		expect(found({ symbol: "EURC" }, written, dollar)).toMatchObject([
			{ id: "token-claims", severity: "danger" },
		]);
		expect(found({}, { symbol: "USDT" }, dollar)).toMatchObject([
			{ id: "known-token-differs", severity: "danger" },
		]);
	});
});

describe("a collection with a known one's name", () => {
	const AZUKI = "0xed5af388653567af2f388e6224dc7c4b3241c544";
	const item = (
		chain: Partial<MentionedToken["chain"]>,
		patch: Partial<MentionedToken> = {},
	): MentionedToken =>
		mentionedToken({
			chain: { symbol: null, name: null, decimals: null, standard: "erc721", ...chain },
			...patch,
		});

	it("is a danger, by name or symbol, by its looks, on the chain or by the service", () => {
		for (const token of [
			item({ name: "Azuki" }),
			item({ name: "Bored Аpe  Yacht Club" }),
			item({ symbol: "BAYC" }),
			item({ name: "Doodles", standard: null }),
			item({}, { claims: [{ name: "Pudgy Penguins", symbol: null, decimals: null, standard: null }] }),
		])
			expect(judged([token])).toMatchObject([
				{ id: "known-name-elsewhere", severity: "danger", needsWord: true },
			]);
		expect(judged([item({ name: "Azuki" })])[0]?.text).toEqual(
			saying("finding.known-name-elsewhere", { address: AZUKI }),
		);
	});

	it("is not reported for the known one, for a longer name, for a token, or on another chain", () => {
		for (const token of [
			item({ name: "Azuki" }, { address: AZUKI }),
			item({ name: "Azuki Elementals" }),
			item({ name: "Azuki", standard: "erc20" }),
			item({ name: "Azuki" }, { chainRef: "10" }),
			item({ name: "" }),
		])
			expect(judged([token])).toEqual([]);
	});
});
