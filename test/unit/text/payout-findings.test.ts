import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../src/core/decode/evm/decode-evm.ts";
import { listedUnit } from "../../../src/core/decoded-transaction/decoded-transaction.ts";
import { headlineOf } from "../../../src/core/describe/evm/headline.ts";
import { decodedOutflows } from "../../../src/core/effects/evm/outflows.ts";
import { evmStepEffects } from "../../../src/core/effects/evm/step-effects.ts";
import { effectsOf } from "../../../src/core/effects/merge.ts";
import { amountParam } from "../../../src/core/localized-text.ts";
import { type EffectFormatter, generalFindings } from "../../../src/core/risk/general/index.ts";
import { headlineText, textOf } from "../../../src/text/index.ts";
import { SIGNER } from "../core/match/honest.ts";
import { callOf } from "../core/review/calls.ts";
import { facts, NOT_SIMULATED, subject, user } from "../core/review/scene.ts";
import { GRAVE } from "../core/risk/evm/scene.ts";
import { WORDS } from "../core/risk/general/scene.ts";

const DISPERSE = "0xd152f549545093347a162dce210e7293f1452150";
const ACROSS = "0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5";
const STARGATE = "0xc026395860db2d07ee33e05fe50ed7bd583189c7";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
const BASE_USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const ANA = "0x4f2083f5fbede34c2714affb3105539775f7fe64";
const BEN = "0x5a52e96bacdabb82fd05763e25335261b270efcb";
const CARL = "0x28c6c06298d514db089934071355e5743bf21d60";
const STRANGER = "0x976ea74026e726554db657fa54763abd0c3a0aa9";
const ZERO = `0x${"0".repeat(40)}`;
const USD = 1_000_000n;

type Address = `0x${string}`;

function made(to: Address, signature: string, args: readonly unknown[], value = 0n) {
	const data = callOf(`function ${signature}`, args);
	const decoded = decodeEvm({ to, value, data }, undefined, contractsOf("1"));
	const who = { ...user(), labels: { [ANA]: "Ana", [BEN]: "Ben", [CARL]: "Carl" } };
	return { ...subject(undefined, facts({ chainId: 1 }, []), who), chainRef: "1", decoded };
}

const headline = (about: ReturnType<typeof made>) => headlineText(headlineOf(about).text);

const usdc = (recipients: readonly string[], values: readonly bigint[], name = "disperseToken") =>
	made(DISPERSE, `${name}(address, address[], uint256[])`, [USDC, recipients, values]);

describe("a payment of several recipients", () => {
	it.each(["disperseToken", "disperseTokenSimple"])("by %s names each, and the total", (name) => {
		const about = usdc([ANA, BEN], [1_500n * USD, 20n * USD], name);
		expect(headline(about)).toBe(
			"Pay 2 recipients 1,520 USDC in total through 0xD152f5…452150: pay 1,500 USDC to Ana, then pay 20 USDC to Ben",
		);
		// On their way, the tokens may stay in the contract.
		expect(decodedOutflows(about)).toMatchObject([
			{ asset: USDC, amount: 1_500n * USD, to: null },
			{ asset: USDC, amount: 20n * USD, to: null },
		]);
	});

	it("in ether counts the amount sent once", () => {
		const args = [
			[ANA, BEN],
			[3n * 10n ** 17n, 2n * 10n ** 17n],
		];
		const signature = "disperseEther(address[], uint256[])";
		const about = made(DISPERSE, signature, args, 5n * 10n ** 17n);
		expect(headline(about)).toBe(
			"Pay 2 recipients 0.5 ETH in total through 0xD152f5…452150: pay 0.3 ETH to Ana, then pay 0.2 ETH to Ben",
		);
		expect(decodedOutflows(about)).toMatchObject([{ asset: "native", amount: 5n * 10n ** 17n }]);
		expect(headline(made(DISPERSE, signature, args, 10n ** 18n))).toMatch(
			/^With 1 ETH: pay 2 recipients 0.5/u,
		);
	});

	it("puts a stranger before contacts; the rule on losses judges their gain", () => {
		const about = usdc([ANA, BEN, CARL, ANA, STRANGER], [1n, 2n, 3n, 4n, 5n]);
		expect(headline(about)).toContain(
			": pay 0.000005 USDC to 0x976EA7…3a0aa9, then pay 0.000001 USDC to Ana",
		);
	});

	it("is not decoded with lists of different lengths", () => {
		for (const [recipients, values] of [
			[[ANA, BEN], [1n]],
			[[ANA], [1n, 2n]],
		] as const)
			expect(usdc(recipients, values).decoded.meaning).toMatchObject({ kind: "unknown" });
	});

	it("shows no total of more recipients than are decoded", () => {
		const all = Array.from({ length: 70 }, () => ANA);
		const text = headline(
			usdc(
				all,
				all.map(() => USD),
			),
		);
		expect(text).not.toContain("in total");
		expect(text).toMatch(/more not shown/u);
	});
});

const across = (token: Address, out: bigint, from: Address = USDC) =>
	made(
		ACROSS,
		"depositV3(address, address, address, address, uint256, uint256, uint256, address, uint32, uint32, uint32, bytes)",
		[SIGNER, SIGNER, from, token, 5_000n * USD, out, 8453n, ZERO, 0, 0, 0, "0x"],
	);
const stargate = (least: bigint) =>
	made(
		STARGATE,
		"send((uint32, bytes32, uint256, uint256, bytes, bytes, bytes), (uint256, uint256), address)",
		[
			[30184, `0x${"0".repeat(24)}${SIGNER.slice(2).toLowerCase()}`, 5_000n * USD, least, "0x", "0x", "0x"],
			[5n, 0n],
			SIGNER,
		],
		5n,
	);

/** Returns an amount of a listed token in its own unit. */
const shown: EffectFormatter["amountParam"] = ({ address }, raw) =>
	amountParam({ raw, ...(listedUnit("1", address ?? "") ?? { decimals: null, symbol: "", checked: false }) });

/** Returns the exchange rule's findings on a bridge. */
function poorBridge(about: ReturnType<typeof made>) {
	const { chainRef, signer, user: owner } = about;
	const step = evmStepEffects(about, NOT_SIMULATED, 0, "unproven");
	const effects = effectsOf([step], { chainRef, signer, user: owner });
	return (
		generalFindings(effects, { ...WORDS, amountParam: shown }).find(({ id }) => id === "exchange") ?? null
	);
}

describe("a bridge", () => {
	it.each([
		["Across", across(BASE_USDC, 50n * USD)],
		["Stargate", stargate(50n * USD)],
	])("of %s shows the guaranteed amount, and is a danger for a hundredth", (_, about) => {
		expect(headline(about)).toContain("for at least 50 USDC");
		const found = poorBridge(about);
		expect(found).toMatchObject(GRAVE);
		expect(textOf(found?.text ?? "")).toBe(
			"You give 5,000 USDC and could receive as little as 50 USDC on Base.",
		);
	});

	it("gets no finding for a usual fee", () => {
		for (const about of [across(BASE_USDC, 4_750n * USD), stargate(4_990n * USD)])
			expect(poorBridge(about)).toBeNull();
		for (const about of [across(BASE_USDC, 4_749n * USD), across(BASE_USDC, 0n), stargate(0n)])
			expect(poorBridge(about)).toMatchObject(GRAVE);
	});

	it("is a danger with an incomparable asset on the other side", () => {
		for (const about of [across(STRANGER, 5_000n * USD), across(BASE_USDC, 5_000n * USD, DAI)])
			expect(textOf(poorBridge(about)?.text ?? "")).toContain("can’t compare");
		expect(headline(across(STRANGER, 7n))).toContain(
			"for at least 7 smallest units of token 0x976EA7…3a0aa9",
		);
	});
});
