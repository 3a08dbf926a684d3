import { describe, expect, it } from "vitest";
import type { ActivityRecord } from "../../../../src/core/activity/records.ts";
import { TOKEN_LIST } from "../../../../src/core/chain/tokens/list.ts";
import type { Price } from "../../../../src/core/fiat/price.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { codesOf, message } from "../../../../src/core/localized-text.ts";
import { type ChainHoldings, type HomeHolding, keyOf } from "../../../../src/main/home/holdings.ts";
import type { HomeState, ShownPrice } from "../../../../src/main/home/home.ts";
import { homeView, weekView } from "../../../../src/main/home/home-view.ts";
import { UNKNOWN_AGE } from "../../../../src/main/powers/noted-allowances.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { stub } from "../../../fixtures/stub.ts";
import { rowOf } from "../inbox/entries/rows.ts";
import { PREDICTED } from "../storage/kept.ts";
import { BASE, ME, SPAM, USDC } from "./world.ts";

/** Home's view: sums of amounts that are certain, and texts for others. */

const usdc = USDC.toLowerCase();
const ARBITRUM_USDC = "0xaf88d065e77c8cC2239327C5EDb3A432268e5831".toLowerCase();
const OTHER = "0xdD2FD4581271e230360230F9337D5c0430Bf44C0";
const NOW = 1_790_000_000_000;

const held = (asset: string, raw: bigint, change: Partial<HomeHolding> = {}): HomeHolding => ({
	account: ME,
	asset,
	raw,
	symbol: null,
	decimals: null,
	...change,
});

const chain = (holdings: readonly HomeHolding[], change: Partial<ChainHoldings> = {}): ChainHoldings => ({
	chainRef: BASE,
	accounts: [ME],
	holdings: [...holdings],
	readAt: NOW,
	witness: "none",
	differs: [],
	unread: [],
	whole: true,
	fault: null,
	...change,
});

const dollars = (whole: bigint): Price => ({
	answer: whole * 10n ** 8n,
	decimals: 8,
	feed: "X / USD",
	at: NOW,
});

interface Scene {
	readonly chains: readonly ChainHoldings[];
	readonly prices?: readonly (readonly [string, ShownPrice])[];
	readonly showsFiat?: boolean;
	readonly watched?: readonly string[];
	readonly hidden?: readonly string[];
	/** Derivation paths of this computer's phrase, by address. By default the account is imported. */
	readonly derived?: readonly (readonly [address: string, path: string])[];
}

const PRICES = [
	[keyOf(BASE, usdc), dollars(1n)],
	[keyOf(BASE, "native"), dollars(2000n)],
	[keyOf("42161", ARBITRUM_USDC), dollars(1n)],
] as const;

function viewOf({
	chains,
	prices = PRICES,
	showsFiat = true,
	watched = [],
	hidden = [],
	derived = [],
}: Scene) {
	const state: HomeState = { chains, prices: new Map(prices), reading: false };
	const account = (address: string) => ({ address, family: "evm", signer: "local", path: null }) as const;
	return homeView(
		stub({
			home: { state: () => state },
			activity: { records: { list: () => [] }, seenPrices: { of: () => null } },
			wallet: {
				accounts: {
					list: () =>
						derived.length === 0
							? [account(ME)]
							: derived.map(([address, path]) => ({
									...account(address),
									family: path.includes("501") ? ("svm" as const) : ("evm" as const),
									path,
								})),
					watched: () => watched.map(account),
					isHidden: (address: string) => hidden.includes(address),
				},
			},
			rules: { labels: () => ({}) },
			networks: { chainNameOf: (chainRef: string) => `chain ${chainRef}` },
			fiat: { showsFiat: () => showsFiat, prices: { of: () => null }, secondPrices: { of: () => null } },
			ports: { clock: { now: () => NOW } },
			timeZone: { name: () => "Europe/Berlin" },
			signedIn: { current: () => ({ scope: "one" }) },
			stores: { journal: { rows: () => [], stepRowsOf: () => [], unsettled: () => [] } },
			powers: {
				age: () => UNKNOWN_AGE,
				state: () => ({
					chains: [],
					reading: false,
					readAt: NOW,
					fault: null,
					left: 0,
				}),
			},
		}),
	);
}

const codes = (view: ReturnType<typeof viewOf>) => view.notes.flatMap(({ text }) => codesOf(text));
const [SIX, EIGHTEEN] = [10n ** 6n, 10n ** 18n];

describe("holdings", () => {
	it("are summed over accounts and networks, rounded down", () => {
		const view = viewOf({
			chains: [
				chain([held(usdc, 5n * SIX + 9_999n), held("native", EIGHTEEN)]),
				chain([held(ARBITRUM_USDC, 2n * SIX)], { chainRef: "42161" }),
			],
		});
		expect(view.total).toBe("$2,007.00");
		expect(view.accounts.map(({ total }) => total)).toEqual(["$2,007.00"]);
	});

	it("of the same token on two networks are one row, by worth", () => {
		const [own] = viewOf({
			chains: [
				chain([held(usdc, 5n * SIX), held("native", EIGHTEEN)]),
				chain([held(ARBITRUM_USDC, 2n * SIX)], { chainRef: "42161" }),
			],
		}).accounts;
		expect(own?.tokens).toMatchObject([
			{ name: "Ether", mark: "coin", chains: ["chain 8453"] },
			{ name: "USD Coin", mark: "dollar", chains: ["chain 8453", "chain 42161"], amount: { raw: "7000000" } },
		]);
	});

	it("without a price are marked, and the total says that they are left out", () => {
		const view = viewOf({
			chains: [chain([held(usdc, SIX), held("native", EIGHTEEN)])],
			prices: PRICES.slice(0, 1),
		});
		expect(view.total).toBe("$1.00");
		expect(view.leftOut).toMatchObject({ params: { count: 1 } });
		expect(view.accounts[0]?.tokens.at(-1)?.amount.fiat).toMatchObject({ code: "worth.none" });
	});

	it("that could not be read are named at their account, and the total says that it is without them", () => {
		const silent = (change: Partial<Scene> = {}) =>
			viewOf({
				chains: [chain([held("native", EIGHTEEN)], { unread: [keyOf(ME, usdc)], whole: false })],
				...change,
			});
		const view = silent();
		expect(view.total).toBe("$2,000.00");
		expect(view.notes).toEqual([
			{ text: message("home.total.unread", { name: "chain 8453", count: 1 }), rpcOf: null },
		]);
		const named = message("home.account.unread", { name: "chain 8453", tokens: "USD Coin" });
		expect(view.accounts[0]?.notes).toEqual([named]);
		expect(silent({ showsFiat: false })).toMatchObject({ notes: [], accounts: [{ notes: [named] }] });
	});

	it("of many unreadable tokens are counted beyond the first, and excluded from every total of other accounts", () => {
		const tokens = [
			"native",
			...(TOKEN_LIST[BASE]?.slice(0, 4).map(([, , , address]) => address.toLowerCase()) ?? []),
		];
		const view = viewOf({
			chains: [
				chain([held(usdc, SIX)], {
					...{ accounts: [ME, OTHER], whole: false },
					unread: tokens.map((token) => keyOf(OTHER, token)),
				}),
			],
			watched: [OTHER],
		});
		expect(view).toMatchObject({ total: "$1.00", notes: [] });
		const notes = view.accounts.map((each) => each.notes.flatMap(codesOf));
		expect(notes).toEqual([[], ["home.account.unread.more"]]);
		expect(view.accounts[1]?.notes).toMatchObject([{ params: { more: 2 } }]);
	});

	it("have no total if nothing has a price, and no worth if the user wants none", () => {
		const chains = [chain([held(usdc, SIX)])];
		expect(viewOf({ chains, prices: [] })).toMatchObject({ total: null, leftOut: null });
		const quiet = viewOf({ chains, showsFiat: false });
		expect(quiet).toMatchObject({ total: null, prices: null });
		expect(quiet.accounts[0]?.tokens[0]?.amount.fiat).toBeUndefined();
	});

	it("of watched or hidden accounts are in no total", () => {
		const chains = [
			chain([held(usdc, SIX), held(usdc, 7n * SIX, { account: OTHER })], { accounts: [ME, OTHER] }),
		];
		expect(viewOf({ chains, watched: [OTHER] }).total).toBe("$1.00");
		const hidden = viewOf({ chains, watched: [OTHER], hidden: [OTHER] });
		expect(hidden.accounts.map(({ address }) => address)).toEqual([ME]);
	});

	it("of one phrase number are summed up, without hidden ones and other numbers", () => {
		const chains = [
			chain([held(usdc, SIX), held(usdc, 7n * SIX, { account: OTHER })], { accounts: [ME, OTHER] }),
		];
		const together = (path: string, change: Partial<Scene> = {}) =>
			viewOf({
				chains,
				derived: [
					[ME, "m/44'/60'/0'/0/3"],
					[OTHER, path],
				],
				...change,
			}).accounts.map((each) => [each.total, each.together]);
		expect(together("m/44'/501'/3'/0'")).toEqual([
			["$1.00", "$8.00"],
			["$7.00", "$8.00"],
		]);
		expect(together("m/44'/501'/4'/0'")).toEqual([
			["$1.00", "$1.00"],
			["$7.00", "$7.00"],
		]);
		expect(together("m/44'/501'/3'/0'", { hidden: [OTHER] })).toEqual([["$1.00", "$1.00"]]);
	});

	it("on a network without a token list are the seen ones, on EVM chains only", () => {
		const notes = (chainRef: string) =>
			viewOf({ chains: [chain([held("native", 1n)], { chainRef })] }).accounts.flatMap((each) => each.notes);
		expect(notes("31337")).toMatchObject([{ code: "home.chain.unlisted", params: { name: "chain 31337" } }]);
		expect(notes(BASE)).toEqual([]);
		expect(notes("devnet")).toEqual([]);
	});

	describe("a token with scaled amounts", () => {
		const LATER = BigInt(NOW / 1_000) + 60n;
		const FOUR = { numerator: 4n, denominator: 1n };
		const shown = (scaling: NonNullable<HomeHolding["scaling"]>) => {
			const strange = held(SPAM, 2_500_000n, { symbol: "CRWX", decimals: 6, scaling });
			const account = viewOf({ chains: [chain([strange])] }).accounts[0];
			const row = account?.hidden[0];
			return {
				text: row?.amount.text,
				unit: row?.amount.unit,
				raw: row?.amount.raw,
				note: row?.scale == null ? [] : codesOf(row.scale),
				fiat: row?.amount.fiat,
			};
		};

		it("is shown with its displayed amount, with the raw one, and never with a value", () => {
			expect(shown({ now: FOUR, next: null })).toEqual({
				text: "10",
				unit: message("amount.unit.scaled", { symbol: "CRWX", counted: "2.5" }),
				raw: "2500000",
				note: [],
				fiat: undefined,
			});
		});

		it("reports a coming change of its factor on its own row", () => {
			const next = { scale: null, atSeconds: LATER };
			expect(shown({ now: FOUR, next })).toMatchObject({ text: "10", note: ["home.token.scale-changes"] });
		});

		it("is shown in base units if its factor is unknown", () => {
			const unread = {
				text: "2,500,000",
				unit: message("amount.unit.base", { symbol: "CRWX" }),
				note: ["home.token.scale-unread"],
			};
			expect(shown({ now: null, next: null })).toMatchObject(unread);
			// It isn't known whether the announced change has happened, because nothing was read since.
			const next = { scale: { numerator: 8n, denominator: 1n }, atSeconds: BigInt(NOW / 1_000) };
			expect(shown({ now: FOUR, next })).toMatchObject(unread);
		});
	});

	it("that is unknown is folded away, in an unproven unit, without a value or a mark", () => {
		const strange = held(SPAM, 1_000n, { symbol: "USDC", decimals: 6 });
		const view = viewOf({
			chains: [chain([strange])],
			prices: [[keyOf(BASE, SPAM), dollars(1_000_000n)]],
		});
		expect(view.total).toBeNull();
		expect(view.accounts[0]?.tokens).toEqual([]);
		expect(view.accounts[0]?.hidden).toMatchObject([
			{ name: null, claim: "USDC", imitates: "USDC", mark: null, amount: { checked: false } },
		]);
		expect(view.accounts[0]?.hidden[0]?.amount.fiat).toBeUndefined();
	});
});

describe("a disagreement of two RPCs", () => {
	const disagreeing = chain([held(usdc, 5n * SIX), held("native", EIGHTEEN)], {
		witness: "differs",
		differs: [keyOf(ME, usdc)],
	});

	it("on a balance leaves no total, marks the token, and gives the reason", () => {
		const view = viewOf({ chains: [disagreeing] });
		expect(view).toMatchObject({ total: null, leftOut: null });
		expect(codes(view)).toEqual(expect.arrayContaining(["home.total.differs", "home.chain.differs"]));
		const [own] = view.accounts;
		expect(own?.total).toBeNull();
		expect(own?.tokens.map(({ differs }) => differs).filter(Boolean)).toHaveLength(1);
		expect(own?.tokens.find(({ differs }) => differs)?.amount.fiat).toBeUndefined();
	});

	it("about something that the first hides leaves no total either", () => {
		const view = viewOf({
			chains: [chain([held("native", EIGHTEEN)], { witness: "differs", differs: [keyOf(ME, usdc)] })],
		});
		expect(view.total).toBeNull();
	});

	it("on strangers' tokens only leaves the total, which excludes them", () => {
		const view = viewOf({
			chains: [chain([held(usdc, SIX), held(SPAM, 9n)], { witness: "differs", differs: [keyOf(ME, SPAM)] })],
		});
		expect(view.total).toBe("$1.00");
		expect(view.accounts[0]?.hidden).toMatchObject([{ differs: true }]);
	});

	it("on a price leaves no total", () => {
		const view = viewOf({ chains: [chain([held(usdc, SIX)])], prices: [[keyOf(BASE, usdc), "differs"]] });
		expect(view.total).toBeNull();
		expect(codes(view)).toContain("home.total.differs");
	});

	it("of which one is merely silent leaves the total, and says that nothing confirms it", () => {
		const view = viewOf({ chains: [chain([held(usdc, SIX)], { witness: "silent" })] });
		expect(view.total).toBe("$1.00");
		expect(codes(view)).toEqual(["home.chain.silent"]);
	});

	it("after an earlier answer of the chain keeps the known state as old", () => {
		const view = viewOf({ chains: [chain([held(usdc, SIX)], { fault: "down", readAt: NOW - 9 })] });
		expect(view).toMatchObject({ total: "$1.00", readAt: NOW - 9 });
		expect(codes(view)).toEqual(["home.chain.fault"]);
	});

	it("without any answer of the chain reports only that", () => {
		const view = viewOf({ chains: [chain([], { fault: "down", readAt: 0 })] });
		expect(codes(view)).toEqual(["home.chain.unread"]);
	});

	it("because one RPC is silent links one note to its network, and no other", () => {
		const leading = (change: Partial<ChainHoldings>) =>
			viewOf({ chains: [chain([held(usdc, SIX)], change)] }).notes.map(({ rpcOf }) => rpcOf);
		expect(leading({ fault: "down" })).toEqual(["chain 8453"]);
		expect(leading({ fault: "down", readAt: 0 })).toEqual(["chain 8453"]);
		expect(leading({ witness: "silent" })).toEqual(["chain 8453"]);
		expect(leading({ fault: "down", witness: "silent" })).toEqual(["chain 8453", null]);
		expect(leading({ witness: "differs" })).toEqual([null]);
	});
});

describe("week view", () => {
	/** This week's agents: the current week of Activity's statement, as Home shows it. */

	const NOW = Date.parse("2026-11-26T12:00:00Z");

	type KeptRecord = ReturnType<Parameters<typeof weekView>[0]["activity"]["records"]["list"]>[number];

	const common = { entryId: "e", app: "swap", headline: "Send", chainRef: "8453", signer: "" };
	const record = (body: Pick<ActivityRecord, "kind" | "sessionId">, at = NOW): KeptRecord =>
		stub<KeptRecord>({ key: `${body.kind} ${at}`, at, hasProof: false, body: { ...common, ...body } });

	function viewOf(records: readonly KeptRecord[], rows: readonly JournalRow[] = []) {
		return weekView(
			stub({
				ports: { clock: { now: () => NOW } },
				signedIn: {
					current: () => ({
						scope: "one",
						sessions: { title: (id: string) => `title of ${id}` },
						buildCommits: { isThread: () => false },
					}),
				},
				stores: { journal: { rows: () => rows, stepRowsOf: () => [] } },
				activity: { records: { list: () => records }, seenPrices: { of: () => null } },
			}),
			"UTC",
		);
	}

	describe("agents this week", () => {
		it("counts refusals, by origin, and detected lies", () => {
			const view = viewOf([
				record({ kind: "rejected", sessionId: "a" }),
				record({ kind: "rejected", sessionId: "a" }),
				record({ kind: "rule", sessionId: "a" }),
				record({ kind: "expired", sessionId: "b" }),
				record({ kind: "lie", sessionId: "b" }),
			]);
			expect(view).toMatchObject({
				refused: 4,
				refusedNote: { params: { you: 2, rules: 1, expired: 1 } },
				lies: 1,
				signed: 0,
			});
			expect(view?.agents.map(({ sessionId, lied }) => [sessionId, lied])).toEqual([
				["a", false],
				["b", true],
			]);
		});

		it("excludes rejections that the service did not accept, whose requests wait again", () => {
			const rejected = (arrival: "telling" | "arrived" | "changed" | "failed", at: number) => {
				const kept = record({ kind: "rejected", sessionId: "a" }, at);
				return { ...kept, body: stub<ActivityRecord>({ ...kept.body, arrival }) };
			};
			const view = viewOf([
				rejected("telling", NOW - 1),
				rejected("arrived", NOW - 2),
				rejected("changed", NOW - 3),
				rejected("failed", NOW - 4),
			]);
			expect(view).toMatchObject({ refused: 2, refusedNote: { params: { you: 2 } } });
		});

		it("says that there is no price if not even a fee has one", () => {
			const asset = { asset: "native", symbol: "ETH", decimals: 18 };
			const sent = { kind: "transfer", direction: "out", account: "0x", amount: "5", ...asset } as const;
			const row = (sessionId: string, moves: readonly (typeof sent)[], mostFee: string) =>
				rowOf({
					id: sessionId,
					kind: "commit",
					sessionId,
					approvedAt: NOW,
					predicted: { ...PREDICTED, mostFee, moves: [...moves] },
				});
			const view = viewOf(
				[record({ kind: "rejected", sessionId: "refused" })],
				[row("paid", [sent], "3"), row("allowed", [], "3"), row("free", [], "0")],
			);
			expect(
				Object.fromEntries(view?.agents.map(({ sessionId, spent }) => [sessionId, spent]) ?? []),
			).toEqual({
				paid: null,
				allowed: null,
				free: "$0.00",
				refused: "$0.00",
			});
		});

		it("excludes the time before Monday", () => {
			expect(
				viewOf([record({ kind: "lie", sessionId: "a" }, Date.parse("2026-11-22T12:00:00Z"))]),
			).toMatchObject({
				lies: 0,
				agents: [],
			});
		});

		it("lists a few agents and counts the others", () => {
			const view = viewOf(
				Array.from({ length: 9 }, (_, index) => record({ kind: "rejected", sessionId: `s${index}` })),
			);
			expect(view?.agents).toHaveLength(5);
			expect(view?.more).toBe(4);
		});

		it("says that it can't be read, and never that nothing happened", () => {
			const broken = stub<KeptRecord[]>({
				filter: () => {
					throw new StorageError("damaged", "journal.db", { detail: "broken" });
				},
			});
			expect(viewOf(broken)).toBeNull();
		});
	});
});
