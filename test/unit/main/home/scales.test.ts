import { toFunctionSelector } from "viem";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import { exponential, type Scaling, scaleOf } from "../../../../src/core/format/scale.ts";
import { message } from "../../../../src/core/localized-text.ts";
import type { EvmChain } from "../../../../src/main/chains/evm/chain.ts";
import type { ManyQuestion } from "../../../../src/main/chains/evm/many-question.ts";
import { readEvmScales } from "../../../../src/main/home/evm-balances.ts";
import { type ChainHoldings, HomeStore } from "../../../../src/main/home/holdings.ts";
import { type HomeRpcs, type ReadingOf, readHoldings } from "../../../../src/main/home/reading.ts";
import { stub } from "../../../fixtures/stub.ts";
import { createLogDb } from "./log.ts";

const NOW = 1_800_000_000_000;
const ONE = 10n ** 18n;
const TOKENS = ["0x1", "0x2", "0x3", "0x4"].map((each) => each.padEnd(42, "0"));
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

describe("scaled tokens on Home", () => {
	it("are those with a factor other than one, or a changing one", async () => {
		const answers = [
			...[word(4n * ONE), null, null],
			...[word(ONE), word(2n * ONE), word(BigInt(NOW / 1_000 + 60))],
			...[null, null, null],
			...[word(0n), null, null],
		];
		const asked: number[] = [];
		const many = async (questions: readonly unknown[]) => {
			asked.push(questions.length);
			return answers;
		};
		const scales = await readEvmScales({ many }, TOKENS, NOW);
		const by = (numerator: bigint) => ({ numerator, denominator: ONE });
		expect([...scales]).toEqual<[string, Scaling][]>([
			[TOKENS[0] ?? "", { now: by(4n * ONE), next: null }],
			[TOKENS[1] ?? "", { now: by(ONE), next: { scale: by(2n * ONE), atSeconds: BigInt(NOW / 1_000 + 60) } }],
			[TOKENS[3] ?? "", { now: null, next: null }],
		]);
		expect(asked).toEqual([12]);
	});
});

describe("a chain without an answer for factors", () => {
	it("leaves them unread, and the holdings unchanged", async () => {
		const selector = toFunctionSelector("function uiMultiplier()");
		const many = async (questions: readonly ManyQuestion[]) => {
			if (questions.some(({ data }) => data === selector))
				throw new ChainError("unreachable", message("chain.unusable"));
			return questions.map(() => word(7n));
		};
		const of: ReadingOf = {
			...{ family: "evm", chainRef: "31337", accounts: [TOKENS[3] ?? ""] },
			...{ seen: TOKENS.slice(0, 1), units: new Map(), now: NOW },
		};
		const chains = { of: () => stub<EvmChain>({ many }) };
		const rpcs = stub<HomeRpcs>({ chains, svmChains: chains, hasSecondRpc: () => false });
		const { holdings } = await readHoldings(rpcs, of, async () => {});
		expect(holdings.find(({ asset }) => asset === TOKENS[0])).toMatchObject({
			raw: 7n,
			scaling: { now: null, next: null },
		});
	});
});

describe("stored factors", () => {
	const stored = (scaling: Scaling) => {
		const db = createLogDb();
		const store = new HomeStore(db);
		const holding = { account: "me", asset: "mint", raw: 1n, symbol: "X", decimals: 6, scaling };
		const chain: Omit<ChainHoldings, "fault"> = {
			...{ chainRef: "devnet", accounts: ["me"], holdings: [holding], readAt: NOW },
			...{ witness: "none", differs: [], unread: [], whole: true },
		};
		store.write("one", { chains: [chain], prices: [] });
		const kept = store.read("one");
		db.close();
		return kept?.chains[0]?.holdings[0]?.scaling;
	};

	it("are read back exactly, those of interest with all their digits", () => {
		const [before, since] = [exponential(700n, 10_000n), exponential(-300n, 10_000n)];
		if (before === null || since === null) throw new Error("no factor");
		const { numerator, denominator } = before;
		const now = scaleOf(numerator * since.numerator, denominator * since.denominator);
		expect(now?.denominator.toString().length).toBeGreaterThan(78);
		const scaling = { now, next: { scale: null, atSeconds: 2n ** 63n } };
		expect(stored(scaling)).toEqual(scaling);
	});

	it("count as unread if they are implausible", () => {
		expect(stored({ now: { numerator: 1n, denominator: 0n }, next: null })).toEqual({
			now: null,
			next: null,
		});
	});
});
