import { describe, expect, it } from "vitest";
import { appOfFrozen } from "../../../../src/core/activity/row-entries.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { blockedApps, isBlocked } from "../../../../src/core/rules/check-rules.ts";
import { readRules, ruleText } from "../../../../src/core/rules/rules.ts";
import { Events } from "../../../../src/main/events.ts";
import { policyContext } from "../../../../src/main/rules/policy-context.ts";
import { Rules } from "../../../../src/main/rules/rules.ts";
import { rulesView } from "../../../../src/main/rules/rules-view.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { stub } from "../../../fixtures/stub.ts";
import { outline } from "../../../support/outline.ts";
import { saying } from "../../../support/saying.ts";
import { commit, commitOf, frozenOf, SIGNER, transferData } from "../../core/match/honest.ts";
import { review } from "../../core/review/scene.ts";
import { dollarsDay, ME, OTHER, once, TOKEN } from "../../core/rules/scene.ts";
import { intact } from "../integrity/intact.ts";

/** Editing the user's rules requires the password only if the edit loosens them. */

function scene(vault: "unlocked" | "locked" | "none" | "stopped" = "unlocked") {
	const saved: string[] = [];
	let broken = false;
	const passwords: string[] = [];
	/** Runs while the vault verifies the password. */
	const during = { run: () => {} };
	const fails = () => {
		if (broken) throw new StorageError("failed", "journal.db", { detail: "test" });
	};
	const stores = {
		rules: {
			latest: () => {
				fails();
				return saved.at(-1) ?? null;
			},
			version: () => {
				fails();
				return saved.length;
			},
			save: (rules: string) => saved.push(rules),
		},
		agents: {
			get: () => null,
			list: () => {
				fails();
				return [{ id: "a1", name: "Claude" }];
			},
		},
		contacts: {
			list: () => [{ family: "evm", address: OTHER, label: "Ana", addedAt: 1 }],
			labels: () => ({ [OTHER]: "Ana" }),
		},
		journal: { unsettled: () => [], settledSince: () => [], rows: () => [], stepRowsOf: () => [] },
	};
	const networks = {
		chainSettings: () => [{ family: "evm", chainId: "8453", name: "Base", rpcUrl: "", genesisHash: null }],
		chains: {
			of: () => ({
				facts: async () => ({
					rightChain: true,
					tokens: new Map([
						[TOKEN, { symbol: { ok: true, value: "USDC" }, decimals: { ok: true, value: 6 } }],
					]),
				}),
			}),
		},
		hasSecondRpc: () => false,
	};
	const features = {
		ports: { clock: { now: () => 1_790_000_000_000 }, settings: { get: () => ({ labels: {} }) } },
		events: new Events(() => {}),
		timeZone: { name: () => "Europe/Berlin" },
		stores,
		networks,
		wallet: {
			accounts: { list: () => [{ address: SIGNER }] },
			ledger: { account: () => null },
			vault: {
				status: () => ({ state: vault }),
				verifyPassword: async (password: Uint8Array) => {
					const text = new TextDecoder().decode(password);
					passwords.push(text);
					during.run();
					if (vault === "stopped") return { ok: false, text: "The vault is stopped." };
					return text === "right" ? { ok: true } : { ok: false, text: "That password is wrong." };
				},
			},
		},
		integrity: intact(),
		fiat: { rulePrices: () => ({ kind: "none" }) },
		activity: { records: { list: () => [] } },
		signedIn: { current: () => ({ scope: "staging/me" }) },
	};
	const rules = new Rules(stub(features));
	const budgets = [{ ruleId: "r1", rule: "Rule r1", spent: "1 ETH", most: "5 ETH", part: 0.2 }];
	return {
		rules,
		features,
		view: () =>
			rulesView(
				stub({
					...features,
					rules: {
						labels: () => rules.labels(),
						dayBudgets: () => budgets,
						hasPassword: () => rules.hasPassword(),
					},
				}),
			),
		saved,
		passwords,
		during,
		breakDisk: () => {
			broken = true;
		},
		compare: (...list: object[]) => rules.compareRules({ rules: list.map((each) => ({ ...each })) }),
		save: (list: readonly object[], password: string | null = null, version = saved.length) =>
			rules.saveRules({ version, rules: list.map((each) => ({ ...each })), password }),
		try: (id: string, ...list: object[]) => rules.tryRule({ rules: list.map((each) => ({ ...each })), id }),
		unit: (chainRef: string, address: string) => rules.tokenUnit({ chainRef, address }),
	};
}

const limit = (most: bigint) => ruleText(once(most));

describe("a daily limit from a review", () => {
	const sending = () => review(commitOf({ to: TOKEN, data: transferData(OTHER, 25_000_000n) }));

	it("is added without a password, is no longer offered, and requires the password to loosen", async () => {
		const { rules, save, saved, passwords } = scene("locked");
		const limit = rules.dayLimitOffer(sending());
		if (limit === null) throw new Error("no limit is offered");
		expect(rules.addDayLimit(limit)).toEqual({ ok: true });
		const kept = readRules(saved.at(-1) ?? null);
		expect(kept).toMatchObject({ ok: true, rules: [{ kind: "spend_day", most: 25_000_000n }] });
		// The user can change the amount later, so the name must not contain it.
		expect(kept.ok ? kept.rules[0]?.name : "").toMatch(/^[^0-9]*TUSD[^0-9]*$/);
		expect(rules.dayLimitOffer(sending())).toBeNull();
		expect(passwords).toEqual([]);
		expect(await save([])).toMatchObject({ ok: false, text: saying("app.rules.password") });
	});

	it("is not offered if the rules can’t be read", async () => {
		const { rules, saved } = scene();
		saved.push("no rules");
		expect(rules.dayLimitOffer(sending())).toBeNull();
	});
});

describe("blocking an app", () => {
	const rulesOf = (text: string | undefined) => {
		const kept = readRules(text ?? null);
		return kept.ok ? kept.rules : [];
	};

	it("adds one rule without the vault, but removing it requires the password", async () => {
		const { rules, save, saved, passwords } = scene("locked");
		await save([limit(5n)]);
		expect(rules.blockApp("Claim Helper")).toEqual({ ok: true });
		expect([...blockedApps(rulesOf(saved.at(-1)))]).toEqual(["claim helper"]);
		expect(rulesOf(saved.at(-1))).toHaveLength(2);
		// It is already blocked under another spelling.
		expect(rules.blockApp("CLAIM helper")).toEqual({ ok: true });
		expect([saved.length, passwords]).toEqual([2, []]);
		expect(await save([limit(5n)])).toMatchObject({ ok: false, text: saying("app.rules.password") });
	});

	it("names recipients in one rule, each once, and continues a full one in another", async () => {
		const { rules, save, saved, passwords } = scene("locked");
		await save([limit(5n)]);
		for (const address of [OTHER, TOKEN, OTHER.toLowerCase()])
			expect(rules.blockRecipient(address)).toEqual({ ok: true });
		const named = () =>
			rulesOf(saved.at(-1)).flatMap((rule) => (rule.kind === "blocked_recipient" ? [rule.addresses] : []));
		expect(named()).toEqual([[OTHER.toLowerCase(), TOKEN.toLowerCase()]]);
		expect([saved.length, passwords]).toEqual([3, []]);
		expect(rules.blockRecipient("nobody")).toMatchObject({ ok: false });
		expect(await save([limit(5n)])).toMatchObject({ ok: false, text: saying("app.rules.password") });
		const many = Array.from({ length: 498 }, (_, at) => `0x${at.toString(16).padStart(40, "0")}`);
		for (const address of many) rules.blockRecipient(address);
		expect(rules.blockRecipient(ME)).toEqual({ ok: true });
		expect(named().map(({ length }) => length)).toEqual([500, 1]);
	});

	it("refuses an invalid name, and unreadable rules", async () => {
		const { rules, save, saved } = scene();
		await save([limit(5n)]);
		expect(rules.blockApp(" ")).toMatchObject({ ok: false });
		expect(rules.blockApp("x".repeat(161))).toMatchObject({ ok: false });
		saved.push("no rules");
		expect(rules.blockApp("Claim Helper")).toMatchObject({ ok: false, text: saying("rule.unreadable") });
		expect(saved).toHaveLength(2);
	});
});

describe("a dollar limit for an agent", () => {
	const inEther = (most: bigint) => ruleText(once(most));

	it("holds for its proposals only, and needs no password", async () => {
		const { rules, save, saved, passwords } = scene();
		// Prices come from only one RPC, so the coin needs its own limit.
		await save([inEther(5n)]);
		expect(rules.dayLimitFault("a1", ["8453"])).toBeNull();
		expect(rules.addAgentDayLimit("a1", "Claude", 100_00n, ["8453"])).toEqual({ ok: true });
		const kept = readRules(saved.at(-1) ?? null);
		expect(kept.ok ? kept.rules.at(-1) : null).toMatchObject({
			kind: "worth_day",
			most: 100_00n,
			scope: { agents: ["a1"], accounts: "all", apps: "all", chains: ["8453"] },
		});
		expect(passwords).toEqual([]);
	});

	it("is refused if prices can't be trusted, or for no network", () => {
		const { rules, saved } = scene();
		expect(rules.dayLimitFault("a1", ["8453"])).toMatchObject({ code: "rule.worth.one-rpc" });
		expect(rules.dayLimitFault("a1", ["31337"])).toMatchObject({ code: "rule.worth.no-feed" });
		expect(rules.dayLimitFault("a1", [])).toMatchObject({ code: "rule.malformed.choose-chains" });
		expect(rules.addAgentDayLimit("a1", "Claude", 1n, [])).toMatchObject({ ok: false });
		expect(saved).toEqual([]);
	});
});

describe("an edit of the rules", () => {
	it("that makes them stricter is stored at once, without the vault", async () => {
		const { save, compare, saved, passwords } = scene("locked");
		expect(await compare(limit(5n))).toMatchObject({ ok: true, loosens: false });
		expect(await save([limit(5n)])).toEqual({ ok: true });
		expect(await save([limit(4n)])).toEqual({ ok: true });
		expect(saved).toHaveLength(2);
		expect(passwords).toEqual([]);
	});

	it("that loosens them requires the right password, whatever the window claims", async () => {
		const { save, compare, saved, passwords } = scene();
		await save([limit(5n)]);
		expect(await compare()).toMatchObject({ ok: true, loosens: true });
		expect(await save([])).toMatchObject({ ok: false, text: saying("app.rules.password") });
		expect(await save([], "wrong")).toMatchObject({ ok: false, text: "That password is wrong." });
		expect(saved).toHaveLength(1);
		expect(await save([], "right")).toEqual({ ok: true });
		expect(saved).toHaveLength(2);
		// The password check doesn't restart the lock timer.
		expect(passwords).toEqual(["wrong", "right"]);
	});

	it.each([
		["none", saying("app.rules.no-password")],
		["stopped", "The vault is stopped."],
	] as const)("that loosens them is refused if the vault is %s", async (state, text) => {
		const { save, saved } = scene(state);
		await save([limit(5n)]);
		expect(await save([limit(6n)], "right")).toMatchObject({
			ok: false,
			text,
		});
		expect(await save([limit(4n)])).toEqual({ ok: true });
		expect(saved).toHaveLength(2);
	});

	it("requires the password if there may be one, since a stopped vault still has its own", () => {
		const states = ["locked", "unlocked", "stopped", "none"] as const;
		expect(states.map((state) => scene(state).rules.hasPassword())).toEqual([true, true, true, false]);
	});

	it("of rules that have changed meanwhile is refused, even during the password check", async () => {
		const one = scene();
		await one.save([limit(5n)]);
		expect(await one.save([limit(4n)], null, 0)).toMatchObject({
			ok: false,
			text: saying("app.rules.changed"),
		});
		one.during.run = () => one.saved.push(one.saved[0] ?? "");
		expect(await one.save([limit(9n)], "right")).toMatchObject({ ok: false });
		expect(one.saved).toHaveLength(2);
	});

	it("to an invalid rule is refused, with the reason", async () => {
		const { save, compare } = scene();
		const wrong = { ...limit(5n), scope: { accounts: "all", apps: "all", chains: "all" } };
		expect(await save([wrong])).toMatchObject({
			ok: false,
			text: message("rule.not-kept", { fault: message("rule.malformed.choose-chains") }),
		});
		expect(await compare({ kind: "never" })).toMatchObject({ ok: false });
	});

	it("to a limit in dollars needs a limit in the native coin next to it, without a second RPC", async () => {
		const { features, save, saved, compare } = scene();
		const dollars = ruleText(dollarsDay(20_000n));
		const refused = { ok: false, text: { params: { fault: { code: "rule.worth.one-rpc" } } } };
		expect(await compare(dollars)).toMatchObject(refused);
		expect(await save([dollars])).toMatchObject(refused);
		expect(saved).toEqual([]);
		expect(await save([dollars, limit(5n)])).toEqual({ ok: true });
		// Even with the password, the limit in the coin can't be removed while the other stays.
		expect(await save([dollars], "right")).toMatchObject(refused);
		Object.assign(features.networks, { hasSecondRpc: () => true });
		expect(await save([dollars], "right")).toEqual({ ok: true });
	});

	it("names each rule that it adds, changes or removes, before and after", async () => {
		const { save, compare } = scene();
		const [five, six] = [limit(5n), limit(6n)];
		const other = { ...five, id: "r2", name: "Other" };
		await save([five, other]);
		const spending = (wei: string) => ({
			code: "rule.spend-once",
			params: { amount: { params: { amount: `0.00000000000000000${wei}`, symbol: "ETH" } } },
		});
		expect(await compare(six, other)).toMatchObject({
			changes: [{ name: five.name, before: spending("5"), after: spending("6") }],
		});
		expect(await compare(other)).toMatchObject({
			changes: [{ name: five.name, before: spending("5"), after: null }],
		});
		expect(await compare(five, other, { ...six, id: "r3", name: "Third" })).toMatchObject({
			changes: [{ name: "Third", before: null, after: spending("6") }],
		});
		expect(await compare(five, other)).toMatchObject({ changes: [] });
	});

	it("of unreadable rules requires the password", async () => {
		const { view, save, compare, saved } = scene();
		saved.push("{");
		expect(view()).toMatchObject({ readable: false, rules: [] });
		expect(await compare(limit(0n))).toMatchObject({ ok: true, loosens: true, changes: [{ before: null }] });
		expect(await save([limit(0n)])).toMatchObject({ ok: false });
		expect(await save([limit(0n)], "right")).toEqual({ ok: true });
		expect(view()).toMatchObject({ readable: true, version: 2 });
	});
});

describe("trying a rule", () => {
	it("answers for the named rule, and changes nothing", async () => {
		const { try: attempt, saved } = scene("locked");
		const [one] = [limit(5n)];
		const none = { since: null, total: 0, stopped: [], unknown: [] };
		expect(await attempt(one.id, one)).toEqual({ ok: true, tried: none });
		expect(await attempt("another", one)).toMatchObject({ ok: false });
		expect(await attempt(one.id, { ...one, kind: "never" })).toMatchObject({ ok: false });
		expect(saved).toEqual([]);
	});
});

describe("the window's rules", () => {
	it("have each a sentence, and the available choices", async () => {
		const { view, save } = scene();
		await save([{ ...limit(10n ** 18n), scope: { accounts: [OTHER], apps: "all", chains: ["8453"] } }]);
		expect(view()).toMatchObject({
			version: 1,
			agents: [{ id: "a1", name: "Claude" }],
			contacts: 1,
			hasPassword: true,
			chains: [{ ref: "8453", name: "Base", symbol: "ETH", decimals: 18 }],
			rules: [{ sentence: { code: "rule.spend-once" } }],
		});
		expect(view().rules.map(({ sentence }) => outline(sentence))).toEqual([
			"rule.spend-once(amount: rule.amount(amount: 1, symbol: ETH), where: rule.where(ofAccounts: true, accounts: Ana (0x2B5AD5…cCD6cF), ofChains: true, chains: Base, ofApps: false, apps: , ofAgents: false, agents: ))",
		]);
	});

	it("show each daily limit's spent amount", async () => {
		const { view, save } = scene();
		await save([
			{ ...limit(5n), kind: "spend_day" },
			{ ...limit(5n), id: "r2" },
		]);
		expect(view().rules.map(({ budget }) => budget)).toEqual([
			{ spent: "1 ETH", most: "5 ETH", percent: 20 },
			undefined,
		]);
	});

	it("say so if the disk can't read them", () => {
		const { view, breakDisk } = scene();
		breakDisk();
		expect(view()).toMatchObject({ readable: false, version: 0 });
	});

	it("show a token's unit from the user's own RPC", async () => {
		const { unit } = scene();
		expect(await unit("8453", TOKEN)).toEqual({ ok: true, symbol: "USDC", decimals: 6 });
		expect(await unit("8453", OTHER)).toMatchObject({
			ok: false,
			text: saying("app.token.unknown"),
		});
		expect(await unit("devnet", TOKEN)).toMatchObject({
			ok: false,
			text: saying("app.token.no-address"),
		});
	});
});

describe("the rules' context for a request", () => {
	it("has its account, chain and apps, with the address book and the time", () => {
		const { rules } = scene();
		expect(rules.policyContext(frozenOf(commit()))).toMatchObject({
			stored: { ok: true, rules: [] },
			request: {
				account: ME,
				chainRef: "8453",
				apps: ["test-vault"],
				onLedger: false,
				onlyCostsFee: false,
				instead: null,
			},
			contacts: [OTHER],
			accounts: [SIGNER],
		});
	});

	it("refuses everything if the disk can't read the rules", () => {
		const { rules, breakDisk } = scene();
		breakDisk();
		expect(rules.policyContext(frozenOf(commit())).stored).toEqual({ ok: false });
	});

	it("treats an unknown chain as any", () => {
		const { features } = scene();
		const { journal, rules } = features.stores;
		const world = { journal, rules, ledger: features.wallet.ledger, scope: "", now: 0 };
		const of = (chain_ref: string) =>
			policyContext(world, { ...frozenOf(commit()), chain_ref }).request?.chainRef;
		expect([of("solana:devnet"), of("devnet"), of("solana:somewhere")]).toEqual(["devnet", "devnet", ""]);
	});

	it("uses an app's name from its entry, however long the service's own is", () => {
		const { rules } = scene();
		const frozen = frozenOf(commit());
		if (frozen.request.type !== "execute_evm") throw new Error("another request");
		const protocol = `Payroll ${"X".repeat(4_000)}`;
		const transactions = frozen.request.transactions.map((each) => ({ ...each, protocol }));
		const long = { ...frozen, request: { ...frozen.request, transactions } };
		const shown = appOfFrozen(long) ?? "";
		expect(rules.policyContext(long).request?.apps).toEqual([shown.toLowerCase()]);
		expect(rules.blockApp(shown)).toEqual({ ok: true });
		const { stored } = rules.policyContext(long);
		expect(stored.ok && isBlocked(stored.rules, shown)).toBe(true);
	});

	it("has no app if one of several transactions does not name it", () => {
		const { rules } = scene();
		const frozen = frozenOf(commit());
		if (frozen.request.type !== "execute_evm") throw new Error("another request");
		const [first] = frozen.request.transactions;
		if (first === undefined) throw new Error("no transaction");
		const transactions = [first, { ...first, protocol: null }];
		expect(
			rules.policyContext({ ...frozen, request: { ...frozen.request, transactions } }).request?.apps,
		).toBeNull();
	});
});
