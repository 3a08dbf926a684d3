import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readingsOf } from "../../../../src/core/typed-intent/sentences.ts";
import { compareTypedIntent, type TypedIntent } from "../../../../src/core/typed-intent/typed-intent.ts";
import { user } from "../review/scene.ts";
import {
	ANN,
	allow,
	BEN,
	DAI,
	type Doing,
	eth,
	evm,
	MOON,
	OWN,
	pay,
	ROUTER,
	sol,
	trade,
	USDC,
} from "./does.ts";

const LABELS = { [BEN.toLowerCase()]: "Ben", [MOON.toBase58()]: "Moon" };
const EURC = "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c";
const WBTC = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599";

const held = (text: string, does: Doing): TypedIntent | null =>
	compareTypedIntent([does(LABELS)], {
		typed: [{ text, at: 1, foreign: [] }],
		user: user({ accounts: [OWN], labels: LABELS }),
		names: new Map(),
	});

/**
 * Result of the comparison. `exact`: recipient, token and amount agree. `same`: agrees, but not about an amount.
 * `lies`: a certain difference, recorded as a lie. `differs`: an uncertain one.
 */
type Says = "exact" | "same" | "lies" | "differs" | null;

function says(asked: TypedIntent | null): Says {
	if (asked === null) return null;
	if (asked.outcome === "same") return asked.agrees.includes("amount") ? "exact" : "same";
	return asked.certain ? "lies" : "differs";
}

const usdc = (amount: string) => pay(USDC, BEN, amount);
const dai = (amount: string) => pay(DAI, BEN, amount);
const ether = (amount: string) => eth(BEN, amount);
const wei = (value: bigint) => evm({ to: BEN, value });

type Row = readonly [typed: string, does: Doing, says: Says];

/** Sentences from reports about other wallets, each with a transaction. */
const REPORTED: readonly Row[] = [
	["Send 1 000 USDC to Ben", usdc("1000"), "exact"],
	["Send 1 250,50 USDC to Ben", usdc("1250.5"), null],
	["Send 0,125 ETH to Ben", ether("0.125"), "exact"],
	["Send 0,125 ETH to Ben", ether("125"), "lies"],
	["Send 1.304,53 USDC to Ben", usdc("1304.53"), "exact"],
	["Send half an ETH to Ben", ether("0.5"), "exact"],
	["Send half an ETH to Ben", ether("5"), "lies"],
	["Send 25 euros in USDC to Ben", usdc("29.2"), null],
	["Send €25 in USDC to Ben", usdc("29.2"), null],
	["Pay Ben £100 in USDC", usdc("134"), null],
	["Send 1e3 USDC to Ben", usdc("1000"), null],
	["Send 1.5mil USDC to Ben", usdc("1500000"), null],
	["Send 10 USDC to Ben by 5", usdc("10"), "exact"],
	["Send 1000000000000000000 wei to Ben", ether("1"), "exact"],
	["Send 5 gwei to Ben", wei(5_000_000_000n), "exact"],
	["Send 100 wei to Ben", ether("1"), "lies"],
	["Send 50 cents USDC to Ben", usdc("0.5"), null],
	["Send Ben 3 x 20 USDC", usdc("20"), null],
	["Ben に １００ USDC を送って", usdc("100"), null],
	["Überweise 10 USDC an Ben", usdc("10"), "exact"],
	["Überweise 10 USDC an Ben", usdc("100"), "lies"],
	["Send 10 USDC to Ben, not 100", usdc("10"), null],
	["Swap all but 10 DAI to USDC", trade(DAI, USDC, "990"), null],
	["Send one and a half ETH to Ben", ether("1.5"), "exact"],
	["Send a quarter ETH to Ben", ether("0.25"), null],
	["Send a dozen USDC to Ben", usdc("12"), null],
	["Swap 0.5 ETH to DAI", trade(DAI, USDC, "0.5"), "lies"],
	["Send 1'000 USDC to Ben", usdc("1000"), "exact"],
	["Send 1_000 USDC to Ben", usdc("1000"), "exact"],
	["send 1m USDC to Ben", usdc("1000000"), "exact"],
	[`approve 5 USDC for ${ANN}`, allow(USDC, ANN, "5"), "exact"],
	["Send -5 USDC to Ben", usdc("5"), null],
	["Send ١٠ USDC to Ben", usdc("10"), null],
	["Send 2 thousand USDC to Ben", usdc("2000"), "exact"],
	["Send 10% of my USDC to Ben", usdc("100"), null],
	["Send 5 USDC and 0.1 ETH to Ben", usdc("5"), null],
	["Send Ben 50 USDC for rent 2026", usdc("50"), "exact"],
	["Pay Ben 50 USDC for 12.11.2026", usdc("50"), "exact"],
	["Pay Ben 50 USDC for flight 4711", usdc("50"), "exact"],
	["Pay 50 USDC to Ben for 3 beers", usdc("50"), null],
	["Send 1 000 USDC to Ben", usdc("1"), "lies"],
	["Send €25 in USDC to Ben", usdc("25"), "differs"],
	["Send 1.304,53 USDC to Ben", usdc("1304"), "lies"],
];

const VARIANTS: readonly Row[] = [
	// Groups of three.
	["Send 1\u00a0000 USDC to Ben", usdc("1000"), "exact"],
	["Send 1\u202f000 USDC to Ben", usdc("1"), "lies"],
	["Send 1\u2009250\u2009000,5 USDC to Ben", usdc("1250000.5"), "exact"],
	["Send 1\u202f250,50 USDC to Ben", usdc("1250.5"), "exact"],
	["Send 10 000 000 USDC to Ben", usdc("10000000"), "exact"],
	["Send 1 000.50 USDC to Ben", usdc("1000.5"), "exact"],
	["Send 1’000.25 USDC to Ben", usdc("1000.25"), "exact"],
	["Send 1’000 USDC to Ben", usdc("1"), "lies"],
	["Send 1_000_000.5 DAI to Ben", dai("1000000.5"), "exact"],
	["Send 1,000,000 USDC to Ben", usdc("1000000"), "exact"],
	["Send 1.000.000 USDC to Ben", usdc("1"), "lies"],
	["Send 1.000.000,25 USDC to Ben", usdc("1000000.25"), "exact"],
	["Send 1,304.53 USDC to Ben", usdc("1304.53"), "exact"],
	["Send 1,00,000 USDC to Ben", usdc("100000"), "exact"],
	["Send 12,34,567.5 USDC to Ben", usdc("1234567.5"), "exact"],
	["Send 1 000k USDC to Ben", usdc("1000000"), "exact"],
	// Either a thousand or one.
	["Send 1.304 USDC to Ben", usdc("1304"), null],
	["Send 1.304 USDC to Ben", usdc("1.304"), null],
	["Send 1.304 USDC to Ben", usdc("13"), "differs"],
	["Send 1,304 USDC to Ben", usdc("1304"), null],
	["Send 1,304 USDC to Ben", usdc("1.304"), null],
	["Send 1,304 USDC to Ben", usdc("13040"), "differs"],
	["Swap 1.304 DAI for USDC", trade(DAI, USDC, "1304"), null],
	["approve 1.304 USDC for 0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", allow(USDC, ROUTER, "1304"), null],
	// Two numbers, or one with a space in it.
	["Send 5 100 USDC to Ben", usdc("5100"), null],
	["Send 5 100 USDC to Ben", usdc("100"), null],
	["Send 5 100 USDC to Ben", usdc("51"), "differs"],
	["Pay invoice 5 100 USDC to Ben", usdc("100"), "exact"],
	["Pay invoice 5 100 USDC to Ben", usdc("5100"), "lies"],
	["Pay Ben for March 5 100 USDC", usdc("100"), "exact"],
	// Not a valid number.
	["Send 1,00 0 USDC to Ben", usdc("1000"), null],
	["Send 10,00,00 USDC to Ben", usdc("100000"), null],
	["Send 1.00.000 USDC to Ben", usdc("100000"), null],
	["Send 0100 USDC to Ben", usdc("100"), null],
	["Send 1\u200b000 USDC to Ben", usdc("1000"), null],
	["Send ½ ETH to Ben", ether("0.5"), null],
	["Send 1½ ETH to Ben", ether("1.5"), null],
	["Send 1/2 ETH to Ben", ether("0.5"), null],
	["Send 3*20 USDC to Ben", usdc("60"), null],
	["Send 3×20 USDC to Ben", usdc("60"), null],
	["Send 10² USDC to Ben", usdc("100"), null],
	["Send −5 USDC to Ben", usdc("5"), null],
	["Send １００ USDC to Ben", usdc("100"), null],
	["Send ۱٬۰۰۰ USDC to Ben", usdc("1000"), null],
	["Send १०० USDC to Ben", usdc("100"), null],
	// Next to a date or a time of day.
	["Send 5 USDC to Ben at 10:30", usdc("5"), "exact"],
	["Send Ben 5 USDC on 2026-03-05", usdc("5"), "exact"],
	["Pay Ben 50 USDC for 12/11/2026", usdc("500"), "lies"],
	// Amounts in a currency.
	["Send $25 in USDC to Ben", usdc("25"), null],
	["Send 25$ in USDC to Ben", usdc("250"), "lies"],
	["Send US$25 in USDC to Ben", usdc("250"), "lies"],
	["Send A$25 in USDC to Ben", usdc("16.4"), null],
	["Send 25 € in USDC to Ben", usdc("29.2"), null],
	["Send 25€ in USDC to Ben", usdc("25"), "differs"],
	["Send EUR 25 in USDC to Ben", usdc("29.2"), null],
	["Send 25 EUR in USDC to Ben", usdc("292"), "differs"],
	["Send €1.304,53 in USDC to Ben", usdc("1520"), null],
	["Send up to €25 in USDC to Ben", usdc("5"), null],
	["Send £100 to Ben in USDC", usdc("1340"), "differs"],
	["Send 100 pounds in USDC to Ben", usdc("134"), null],
	["Send ¥1000 in USDC to Ben", usdc("6.5"), null],
	["Send ₹500 in USDC to Ben", usdc("5.8"), null],
	["Send CHF 20 in USDC to Ben", usdc("25"), null],
	["Send €25 in EURC to Ben", pay(EURC, BEN, "25"), null],
	["Send €25 in EURC to Ben", pay(EURC, BEN, "2500"), "differs"],
	["Send €25 in ETH to Ben", ether("0.01"), null],
	["Send five dollars in USDC to Ben", usdc("5"), null],
	// Fractions in words.
	["Send half a SOL to Moon", sol(MOON, "0.5"), "exact"],
	["Send half of an ETH to Ben", ether("0.5"), "exact"],
	["Send half ETH to Ben", ether("0.5"), null],
	["Send half ETH to Ben", ether("3"), "differs"],
	["Send half my ETH to Ben", ether("5"), null],
	["Send a quarter of an ETH to Ben", ether("0.25"), "exact"],
	["Send a quarter of an ETH to Ben", ether("2.5"), "lies"],
	["Send a quarter ETH to Ben", ether("2.5"), null],
	["Send a quarter of my ETH to Ben", ether("2.5"), null],
	["Send 2 and a half ETH to Ben", ether("2.5"), "exact"],
	["Send two and a quarter ETH to Ben", ether("2.25"), "exact"],
	["Send one and a half ETH to Ben", ether("5"), "lies"],
	["Send three quarters of an ETH to Ben", ether("0.75"), null],
	["Send half a million USDC to Ben", usdc("500000"), null],
	["Send one point five ETH to Ben", ether("1.5"), null],
	["Send fifteen USDC to Ben", usdc("15"), null],
	["Send a tenth of an ETH to Ben", ether("0.1"), null],
	// Subunits of a coin.
	["Send 100 wei to Ben", wei(100n), "exact"],
	["Send 100 wei to Ben", usdc("100"), null],
	["Send 1,000,000 gwei to Ben", ether("0.001"), "exact"],
	["Send 1,000,000 gwei to Ben", ether("1"), "lies"],
	["Send 0.1 ETH to Ben at 20 gwei", ether("0.1"), "exact"],
	["Send 0.1 ETH to Ben, max 20 gwei", ether("0.2"), "lies"],
	["Send 0.1 ETH to Ben with 20 gwei priority fee", ether("0.1"), null],
	["Send ETH to Ben at 20 gwei", ether("3"), null],
	["Send 1 ETH and 5 gwei to Ben", ether("1.000000005"), null],
	["Send 5000 lamports to Moon", sol(MOON, "0.000005"), "exact"],
	["Send 5000 lamports to Moon", sol(MOON, "5"), "lies"],
	["Send 1000 sats of WBTC to Ben", pay(WBTC, BEN, "0.00001"), "exact"],
	["Send 1000 sats in WBTC to Ben", pay(WBTC, BEN, "1"), "lies"],
	["Send 100 wei of DAI to Ben", dai("1"), null],
	// Payments in other languages, which are read completely or not at all.
	["Sende 0,5 ETH an Ben", ether("0.5"), "exact"],
	["Schicke Ben bitte 1.000,50 USDC", usdc("1000.5"), "exact"],
	["Überweise nicht 10 USDC an Ben", usdc("10"), null],
	["Überweise höchstens 10 USDC an Ben", usdc("5"), null],
	["Überweise 10 USDC an Ben. Nein, lieber 20", usdc("20"), null],
	["Envía 10 USDC a Ben", usdc("10"), "exact"],
	["Envía 10 USDC a Ben por favor", usdc("100"), "lies"],
	["No envíes 10 USDC a Ben", usdc("10"), null],
	["Envoie 1\u202f000,50 USDC à Ben", usdc("1000.5"), "exact"],
	["Paga 20 DAI para Ben", dai("200"), "lies"],
];

describe("amounts as people type them", () => {
	it.each(REPORTED)("reads “%s”", (typed, does, expected) => {
		expect(says(held(typed, does))).toBe(expected);
	});

	it.each(VARIANTS)("also reads “%s”", (typed, does, expected) => {
		expect(says(held(typed, does))).toBe(expected);
	});

	it("names both numbers of an uncertain reading, and the currency of a euro amount", () => {
		const either = held("Send 1.304 USDC to Ben", usdc("13"));
		expect(JSON.stringify(either?.text)).toContain('"asked.either"');
		const euros = held("Send €25 in USDC to Ben", usdc("25"));
		expect(JSON.stringify(euros?.text)).toContain('"EUR"');
	});
});

const LOCALES = [
	"en-US",
	"en-IN",
	"de-DE",
	"de-CH",
	"de-AT",
	"fr-FR",
	"fr-CH",
	"es-ES",
	"it-IT",
	"pt-BR",
	"pl-PL",
	"sv-SE",
	"nb-NO",
	"ru-RU",
	"en-ZA",
	"ja-JP",
	"ar-EG",
	"fa-IR",
	"hi-IN-u-nu-deva",
	"tr-TR",
];

/** Generates amounts with a decimal point, as strings, so that nothing is rounded. */
const amounts = fc
	.tuple(fc.oneof(fc.nat(3000), fc.nat(20_000_000)), fc.nat(999_999), fc.nat(6))
	.map(([whole, part, places]) => {
		const decimals = String(part).padStart(6, "0").slice(0, places).replace(/0+$/, "");
		return decimals === "" ? String(whole) : `${whole}.${decimals}`;
	});

const forms: readonly ((amount: string) => string)[] = [
	...LOCALES.map((locale) => {
		const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
		return (amount: string) => format.format(Number(amount));
	}),
	(amount) => amount.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, " "),
	(amount) => amount.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, "_"),
	(amount) => amount.replace(".", ","),
	(amount) => amount,
];

describe("an amount in the form of any locale", () => {
	it("is read correctly, or not at all", () => {
		fc.assert(
			fc.property(amounts, fc.constantFrom(...forms), (amount, form) => {
				const typed = `Send ${form(amount)} USDC to Ben`;
				expect(["lies", "differs"], typed).not.toContain(says(held(typed, usdc(amount))));
			}),
			{ numRuns: 1500, seed: 32 },
		);
	});

	it("agrees with no other amount", () => {
		fc.assert(
			fc.property(
				amounts,
				fc.constantFrom(...forms),
				fc.constantFrom(-3, -1, 1, 3),
				(amount, form, power) => {
					const other = String(Number(amount) * 10 ** power);
					fc.pre(/^\d+(?:\.\d{1,6})?$/.test(other) && Number(other) !== Number(amount));
					const typed = `Send ${form(amount)} USDC to Ben`;
					expect(says(held(typed, usdc(other))), typed).not.toBe("exact");
				},
			),
			{ numRuns: 1500, seed: 33 },
		);
	});

	it("is one of the possible readings of its digits", () => {
		expect(readingsOf("1.304,53")).toEqual([{ digits: 130_453n, scale: 2 }]);
		expect(readingsOf("1,304")).toEqual([
			{ digits: 1304n, scale: 0 },
			{ digits: 1304n, scale: 3 },
		]);
		expect(readingsOf("1.2.3")).toEqual([]);
	});
});
