import { DatabaseSync } from "node:sqlite";
import { encodeAbiParameters, parseAbiParameters } from "viem/utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { TOKEN_LIST } from "../../../../src/core/chain/tokens/list.ts";
import type { LocalSimulation } from "../../../../src/core/decoded-transaction/opinion.ts";
import { agentSession } from "../../../../src/core/identities/agents.ts";
import { LOCAL_SCOPE } from "../../../../src/core/journal/intent-id.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { sameText, verbatim } from "../../../../src/core/localized-text.ts";
import type { RevocationRequest } from "../../../../src/core/review/approval-request.ts";
import type { EvmChain } from "../../../../src/main/chains/evm/chain.ts";
import type { SvmChain } from "../../../../src/main/chains/svm/chain.ts";
import type { RawAccount } from "../../../../src/main/chains/svm/raw-accounts.ts";
import { Events } from "../../../../src/main/events.ts";
import { seenKey, seenOfFrozen, seenOfReview } from "../../../../src/main/powers/allowance-notes.ts";
import { ApprovalLogStore } from "../../../../src/main/powers/approval-log-store.ts";
import { UNKNOWN_AGE } from "../../../../src/main/powers/noted-allowances.ts";
import { Powers } from "../../../../src/main/powers/powers.ts";
import type { SeenAllowance } from "../../../../src/main/powers/seen-allowances.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { LOG_SCHEMA } from "../../../../src/main/storage/log-db.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import { CHAIN, commit, frozenOf, OTHER, SIGNER, simulation, TOKEN, VAULT } from "../../core/match/honest.ts";
import { NOT_SIMULATED, review, user } from "../../core/review/scene.ts";
import { rowOf } from "../inbox/entries/rows.ts";

/** Allowances seen in reviews are queried on the chain, within limits. Unreadable ones show a reason. */

type Hex = `0x${string}`;
const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters("uint256"), [value]);

const met = (change: Partial<SeenAllowance> = {}): SeenAllowance => ({
	chainRef: String(CHAIN),
	account: SIGNER.toLowerCase(),
	token: TOKEN.toLowerCase(),
	spender: VAULT.toLowerCase(),
	kind: "allowance",
	tokenId: "",
	...change,
});

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

function scene(known: SeenAllowance[] = [met()], rows: JournalRow[] = []) {
	const world = {
		/** Allowances by token. */
		allowed: new Map<string, bigint | Error>([[TOKEN.toLowerCase(), 25n]]),
		down: null as Error | null,
		balance: 40n,
		/** Code of an account, by its address in lower case. */
		delegated: new Map<string, string>(),
		asked: [] as string[],
		open: 0,
		most: 0,
		storage: null as Error | null,
		/** Sessions whose rows were read, each as its scope and id. */
		sessions: [] as string[],
		changes: 0,
	};
	const evm = stub<EvmChain>({
		prove: async () => {
			if (world.down !== null) throw world.down;
		},
		call: async (to: string, data: Hex): Promise<Hex> => {
			world.asked.push(`${to} ${data}`);
			world.open += 1;
			world.most = Math.max(world.most, world.open);
			await Promise.resolve();
			world.open -= 1;
			if (data.startsWith("0x70a08231")) return word(world.balance);
			if (!data.startsWith("0xdd62ed3e"))
				throw new ChainError("refused", verbatim("execution reverted"), { rpcCode: 3 });
			const amount = world.allowed.get(to) ?? 0n;
			if (amount instanceof Error) throw amount;
			return word(amount);
		},
	});
	Object.assign(evm, {
		codeRead: async (address: string) => {
			const target = world.delegated.get(address.toLowerCase());
			return { size: target === undefined ? 0 : 23, hash: "0x", head: `0xef0100${target ?? ""}` };
		},
		balance: async () => 7n,
	});
	const svm = stub<SvmChain>({
		accounts: async (keys: readonly string[]): Promise<(RawAccount | null)[]> => keys.map(() => null),
	});
	const networks = {
		chainSettings: () => [],
		chainNameOf: (chainRef: string) => chainRef,
		hasSecondRpc: () => false,
		chains: {
			of(chainId: number) {
				if (chainId !== CHAIN)
					throw new ChainError("no_rpc", verbatim(`No RPC is set for chain ${chainId}.`));
				return evm;
			},
		},
		svmChains: { of: () => svm },
	};
	const events = new Events(() => {});
	events.on("power-changed", () => {
		world.changes += 1;
	});
	const seenAllowances = {
		list: () => {
			if (world.storage !== null) throw world.storage;
			return [...known];
		},
		note: (more: readonly SeenAllowance[]) => {
			if (world.storage !== null) throw world.storage;
			known.push(...more);
		},
	};
	const logDb = new DatabaseSync(":memory:");
	for (const sql of LOG_SCHEMA.migrations) logDb.exec(sql);
	const features: Record<string, object> = {
		ports: {
			clock: {
				now: () => Date.now(),
				after: (ms: number, run: () => void) => {
					const timer = setTimeout(run, ms);
					return () => clearTimeout(timer);
				},
			},
			log: () => {},
		},
		events,
		stores: {
			journal: {
				rows: () => rows,
				ofSession(scope: string, sessionId: string) {
					world.sessions.push(`${scope} ${sessionId}`);
					return rows;
				},
			},
			seenAllowances,
			logDb,
		},
		networks,
		rules: { userAddresses: () => [SIGNER] },
	};
	const powers = new Powers(stub(features));
	// The app creates `signedIn` after the powers.
	features["signedIn"] = { current: () => ({ scope: "scope" }) };
	return { world, powers, known, logDb, features };
}

const settled = async (powers: Powers) => {
	for (let turns = 0; turns < 200 && powers.state().reading; turns += 1) await vi.advanceTimersByTimeAsync(1);
	expect(powers.state().reading).toBe(false);
	return powers.state();
};

describe("current allowances", () => {
	it("are read when the section opens, with the token's metadata; zero is omitted", async () => {
		const one = scene([met(), met({ token: OTHER.toLowerCase() })]);
		one.powers.watch(true);
		expect(one.powers.state().reading).toBe(true);
		const { chains, readAt, left } = await settled(one.powers);
		expect(chains).toHaveLength(1);
		expect(chains[0]?.found.map((each) => [each.seen.token, each.allowed?.amount, each.fault])).toEqual([
			[TOKEN.toLowerCase(), 25n, null],
		]);
		expect([readAt === null, left]).toEqual([false, 0]);
		expect(one.world.changes).toBeGreaterThan(0);
	});

	it("are read once more if requested meanwhile, and never twice at once", async () => {
		const one = scene();
		one.powers.refresh();
		one.powers.refresh();
		one.powers.refresh();
		await settled(one.powers);
		const asked = one.world.asked.filter((each) => each.includes("0xdd62ed3e"));
		expect(asked).toHaveLength(2);
	});

	it("are read again when a row of ours settles, while the section is open", async () => {
		const one = scene();
		one.powers.refreshOnRow(rowOf({ state: "settled" }));
		expect(one.powers.state().reading).toBe(false);
		one.powers.watch(true);
		await settled(one.powers);
		one.powers.refreshOnRow(rowOf({ state: "submitted" }));
		expect(one.powers.state().reading).toBe(false);
		one.powers.refreshOnRow(rowOf({ state: "settled" }));
		expect(one.powers.state().reading).toBe(true);
		await settled(one.powers);
		one.powers.watch(false);
		one.powers.refreshOnRow(rowOf({ state: "settled" }));
		expect(one.powers.state().reading).toBe(false);
	});

	it("are queried a few at a time, for the user's own accounts only, and within a limit", async () => {
		const many = Array.from({ length: 2_050 }, (_, at) =>
			met({ token: `0x${String(at).padStart(40, "0")}` }),
		);
		const one = scene([...many, met({ account: OTHER.toLowerCase() })]);
		one.powers.refresh();
		const { left } = await settled(one.powers);
		expect(left).toBe(50);
		expect(one.world.asked.filter((each) => each.includes("0xdd62ed3e"))).toHaveLength(2_000);
		// The calls are joined in batches.
		expect(one.world.most).toBeLessThanOrEqual(64);
		expect(one.world.asked.join()).not.toContain(OTHER.slice(2).toLowerCase());
	});

	it("are queried first if they were approved, however many were only seen in reviews", async () => {
		const many = Array.from({ length: 2_050 }, (_, at) =>
			met({ token: `0x${String(at).padStart(40, "0")}` }),
		);
		const row = rowOf({ frozen: frozenOf(commit()), state: "settled" });
		const before = scene([...many], [row]);
		before.powers.refresh();
		const isFound = ({ chains }: Awaited<ReturnType<typeof settled>>) =>
			chains.some(({ found }) => found.some((each) => each.seen.token === TOKEN.toLowerCase()));
		expect(isFound(await settled(before.powers))).toBe(true);
		const since = scene([...many]);
		since.powers.refreshOnRow(row);
		since.powers.refresh();
		expect(isFound(await settled(since.powers))).toBe(true);
	});

	it("that only the logs show can't hide one of a listed token, however many there are", async () => {
		const one = scene([]);
		const [, , , listed] = TOKEN_LIST[String(CHAIN)]?.[0] ?? [];
		const usual = String(listed).toLowerCase();
		const store = new ApprovalLogStore(one.logDb);
		const event = (token: string, block: number) => ({ ...met({ token }), block });
		store.savePage(String(CHAIN), [], {
			range: { from: 0, to: 9_999 },
			events: [
				event(usual, 1),
				...Array.from({ length: 3_000 }, (_, at) => event(`0x${String(at).padStart(40, "0")}`, at + 2)),
			],
			readAt: 0,
		});
		one.world.allowed.set(usual, 25n);
		one.powers.refresh();
		const { chains, left } = await settled(one.powers);
		expect(chains[0]?.found.map((each) => each.seen.token)).toEqual([usual]);
		expect(left).toBe(1_001);
	});

	it("that only the logs show are counted, not listed, if the RPC can't confirm them", async () => {
		const one = scene([met()]);
		const other = OTHER.toLowerCase();
		new ApprovalLogStore(one.logDb).savePage(String(CHAIN), [], {
			range: { from: 0, to: 9 },
			events: [{ ...met({ token: other }), block: 1 }],
			readAt: 0,
		});
		one.world.allowed.set(other, new ChainError("unreadable", verbatim("It does not answer.")));
		one.powers.refresh();
		const { chains } = await settled(one.powers);
		expect(chains[0]).toMatchObject({
			found: [{ seen: { token: TOKEN.toLowerCase() }, fault: null }],
			fault: { code: "app.powers.unconfirmed", params: { count: 1 } },
		});
	});

	it("without a contract's answer give a reason, next to those with one", async () => {
		const one = scene([met(), met({ token: OTHER.toLowerCase() })]);
		one.world.allowed.set(OTHER.toLowerCase(), new ChainError("unreadable", verbatim("It does not answer.")));
		one.powers.refresh();
		const { chains } = await settled(one.powers);
		expect(chains[0]?.found.map((each) => each.fault)).toEqual([null, verbatim("It does not answer.")]);
	});

	it("on a chain without an RPC, or with one that is down, are reported once, without queries", async () => {
		const one = scene([met({ chainRef: "5" }), met()]);
		one.world.down = new ChainError("unreachable", verbatim("Your RPC could not be reached."));
		one.powers.refresh();
		const { chains } = await settled(one.powers);
		expect(chains.map((each) => [each.chainRef, each.fault, each.accounts])).toEqual([
			["5", verbatim("No RPC is set for chain 5."), [SIGNER.toLowerCase()]],
			[String(CHAIN), verbatim("Your RPC could not be reached."), [SIGNER.toLowerCase()]],
		]);
		expect(one.world.asked).toEqual([]);
	});

	it("come with the balance that they can take", async () => {
		const one = scene();
		one.powers.refresh();
		const { chains } = await settled(one.powers);
		expect(chains[0]?.found[0]?.stakes).toEqual([
			{ asset: TOKEN.toLowerCase(), priced: TOKEN.toLowerCase(), balance: 40n, limit: 25n, decimals: null },
		]);
	});

	it("are not queried further once the RPC fails in the middle", async () => {
		const many = Array.from({ length: 100 }, (_, at) => met({ token: `0x${String(at).padStart(40, "0")}` }));
		const one = scene(many);
		for (const { token } of many)
			one.world.allowed.set(token, new ChainError("unreachable", verbatim("Your RPC could not be reached.")));
		one.powers.refresh();
		const { chains } = await settled(one.powers);
		expect(one.world.asked.length).toBeLessThanOrEqual(64);
		expect(
			chains[0]?.found.every(({ fault }) => sameText(fault, verbatim("Your RPC could not be reached."))),
		).toBe(true);
	});

	it("are unknown if the store can't be read, with a message", async () => {
		const one = scene();
		one.world.storage = new StorageError("full", "journal.db", { detail: "" });
		one.powers.refresh();
		expect((await settled(one.powers)).fault).toEqual(saying("storage.full"));
	});
});

describe("revoking", () => {
	/** Creates a scene with one readable allowance, and the windows and requests that a revocation needs. */
	async function revoking(
		change: { isPinned?: boolean; waiting?: readonly JournalRow[]; fails?: boolean } = {},
	) {
		const one = scene([met(), met({ token: OTHER.toLowerCase() })]);
		one.world.allowed.set(OTHER.toLowerCase(), 5n);
		const seen = { started: [] as string[], routes: [] as unknown[], loaded: [] as string[], raised: 0 };
		Object.assign(one.features, {
			wallet: { accounts: { find: () => ({ address: SIGNER }) } },
			window: { isPinned: () => change.isPinned ?? false, go: (route: unknown) => seen.routes.push(route) },
			requests: {
				revocationQueue: {
					async start(all: readonly RevocationRequest[]) {
						seen.started.push(...all.map(({ revokes }) => revokes.token));
						if (change.fails === true) return { ok: false, text: verbatim("It would fail.") };
						return all.length === 0 ? null : { ok: true, entryId: "revocation:1" };
					},
				},
			},
			reviewing: { reviews: { load: async (id: string) => seen.loaded.push(id) } },
		});
		Object.assign(one.features["ports"] ?? {}, {
			desktop: {
				raiseTrusted: () => {
					seen.raised += 1;
				},
			},
		});
		Object.assign(Reflect.get(one.features["stores"] ?? {}, "journal"), {
			unsettled: () => change.waiting ?? [],
		});
		one.powers.refresh();
		const { chains } = await settled(one.powers);
		const ids = chains.flatMap(({ found }) => found.map(({ key }) => key));
		return { ...one, seen, ids };
	}

	it("several opens the review of the first and queues all of them", async () => {
		const { ids, powers, seen } = await revoking();
		expect(ids).toHaveLength(2);
		expect(await powers.revokePowers({ ids: [...ids, String(ids[0])] })).toEqual({ ok: true });
		expect(seen).toEqual({
			started: [TOKEN.toLowerCase(), OTHER.toLowerCase()],
			routes: [{ kind: "entry", entryId: "revocation:1", mode: "review" }],
			loaded: ["revocation:1"],
			raised: 0,
		});
	});

	it("something unlisted is refused", async () => {
		const { powers, seen } = await revoking();
		expect(await powers.revokePowers({ ids: ["nothing"] })).toEqual({
			ok: false,
			text: saying("app.permission.gone"),
		});
		expect([seen.started, seen.routes]).toEqual([[], []]);
	});

	it("is refused while the trusted window shows a new phrase", async () => {
		const { ids, powers, seen } = await revoking({ isPinned: true });
		expect(await powers.revokePowers({ ids })).toEqual({ ok: false, text: saying("app.phrase-waits") });
		expect([seen.started, seen.raised]).toEqual([[], 1]);
	});

	it("gives the reason if the first can't be planned", async () => {
		const { ids, powers, seen } = await revoking({ fails: true });
		expect(await powers.revokePowers({ ids })).toEqual({ ok: false, text: verbatim("It would fail.") });
		expect(seen.routes).toEqual([]);
	});
});

describe("reading logs", () => {
	it("is refused for networks that aren't set up", async () => {
		const { powers } = scene();
		expect(await powers.readPowerLogs({ chains: ["5"], from: { days: 1 } })).toEqual({
			ok: false,
			text: saying("app.powers.no-network"),
		});
	});
});

describe("recorded spenders", () => {
	it("of an agent on this computer are in its own scope, whoever is signed in", () => {
		const one = scene();
		one.powers.ofSession(agentSession("agent-1"));
		one.powers.ofSession("session-1");
		expect(one.world.sessions).toEqual([`${LOCAL_SCOPE} local-agent:agent-1`, "scope session-1"]);
	});

	it("of a shown review are recorded once, and a failing store does not stop the review", () => {
		const one = scene([]);
		one.powers.recordAllowances(review());
		one.powers.recordAllowances(review());
		const keys = one.known.map(seenKey);
		expect(keys).toContain(seenKey(met()));
		expect(new Set(keys).size).toBe(keys.length);
		const before = one.known.length;
		one.world.storage = new StorageError("full", "journal.db", { detail: "" });
		expect(() => one.powers.recordAllowances(review(commit({ chain_ref: "1" })))).not.toThrow();
		expect(one.known).toHaveLength(before);
	});

	it("of earlier approved rows are recorded when the section is open", async () => {
		const row = rowOf({ frozen: frozenOf(commit()) });
		const one = scene([], [row]);
		one.powers.watch(true);
		const { chains } = await settled(one.powers);
		expect(one.known.map(seenKey)).toContain(seenKey(met()));
		expect(chains[0]?.found).toHaveLength(1);
	});

	it("of earlier approved rows have an age, as do those that settle afterwards", async () => {
		const row = rowOf({ frozen: frozenOf(commit()), scope: "scope", state: "settled", outcome: "confirmed" });
		const one = scene([], [row]);
		expect(one.powers.age(met())).toEqual(UNKNOWN_AGE);
		one.powers.refresh();
		await settled(one.powers);
		expect(one.powers.age(met()).approvedAt).toBe(row.approvedAt);
		one.powers.refreshOnRow({ ...row, id: "row-2", approvedAt: row.approvedAt + 5 });
		expect(one.powers.age(met()).approvedAt).toBe(row.approvedAt + 5);
		const ofAgent = { ...row, id: "row-3", scope: LOCAL_SCOPE, approvedAt: row.approvedAt + 9 };
		one.powers.refreshOnRow(ofAgent);
		expect(one.powers.age(met()).approvedAt).toBe(ofAgent.approvedAt);
		one.powers.refreshOnRow({ ...ofAgent, scope: "another", approvedAt: row.approvedAt + 20 });
		expect(one.powers.age(met()).approvedAt).toBe(ofAgent.approvedAt);
	});

	it("of a review include our own simulation's, for the user's own accounts only", () => {
		const hidden = { ...simulation().approvals[0], kind: "operator", asset: OTHER, spender: OTHER } as const;
		const approvals = [
			{ ...hidden, account: SIGNER, standard: "erc721" as const },
			{ ...hidden, account: VAULT, spender: VAULT, standard: "erc721" as const },
		];
		const local: LocalSimulation = {
			state: "done",
			how: "eth_simulateV1",
			at: 1n,
			simulation: simulation({ approvals }),
			controls: [],
			inner: [],
			codes: new Map(),
			allowances: [],
			gaps: [],
			hangsOnBlock: false,
			revert: null,
		};
		const made = review(commit(), { opinion: { items: [{ ...NOT_SIMULATED, local }], names: new Map() } });
		const operators = seenOfReview(made).filter((each) => each.kind === "operator");
		expect(operators).toEqual([
			met({ kind: "operator", token: OTHER.toLowerCase(), spender: OTHER.toLowerCase() }),
		]);
	});

	it("of one request are bounded, our own decoding first", () => {
		const [first] = simulation().approvals;
		if (first === undefined) throw new Error("no approval");
		const flood = Array.from({ length: 500 }, (_, at) => ({
			...first,
			asset: `0x${String(at + 1).padStart(40, "0")}`,
		}));
		const view = commit();
		const frozen = frozenOf(view);
		const { request } = frozen;
		if (request.type !== "execute_evm") throw new Error("another request");
		const flooded = { ...frozen, request: { ...request, simulation: simulation({ approvals: flood }) } };
		const found = seenOfFrozen({ ...flooded, legs: [flooded.request] }, user());
		expect(found).toHaveLength(60);
		expect(found[0]).toEqual(met());
	});
});
