import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { RuleInput, RulesView } from "../../src/ipc/rules.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { codesOf, saying, type Told, tells } from "../support/saying.ts";

/** The user's own rules between a matching review and a signature, with the service and a real chain. */

const FRIEND = "0x00000000000000000000000000000000000c0ffe";
const STRANGER = "0x0000000000000000000000000000000000badbad";
const EVERYWHERE = { accounts: "all", agents: "all", apps: "all", chains: "all" } as const;
const ETH = { address: "native", symbol: "ETH", decimals: 18 } as const;
const eth = (tenths: number) => (BigInt(tenths) * 10n ** 17n).toString();

describe("the user's rules", () => {
	let world: World;
	let person: Person;
	const folder = scratch();
	const key = generatePrivateKey();
	/** Whether the RPC lacks simulation methods. */
	let deaf = false;

	const open = () =>
		openPerson({
			dataDir: folder.path,
			...appAt(world),
			key,
			fetch: async (input, init) => {
				const body = typeof init?.body === "string" ? init.body : "";
				if (deaf && /eth_simulateV1|debug_traceCall/.test(body)) {
					const { id } = JSON.parse(body) as { readonly id: unknown };
					const error = { code: -32601, message: "the method does not exist" };
					return Response.json({ jsonrpc: "2.0", id, error });
				}
				return await fetch(input, init);
			},
		});

	beforeAll(async () => {
		world = await openWorld();
		person = await open();
		await world.demo.fund(evmAddress(person));
	});

	afterEach(async () => {
		deaf = false;
		await save([], PASSWORD);
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	const onAnvil = () => ({ ...EVERYWHERE, chains: [String(world.chain.chainId)] });

	/** Returns the rules that the window shows, of this version or a later one. */
	async function view(version = 0): Promise<RulesView> {
		await person.callDesk("openTrusted", { screen: "rules" });
		return await person.until(`version ${version} of the rules`, () => {
			const screen = person.screen();
			return screen.screen === "rules" && screen.rules.version >= version ? screen.rules : null;
		});
	}

	let latest = 0;

	async function save(rules: readonly RuleInput[], password: string | null = null) {
		const { version } = await view(latest);
		const outcome = await person.callTrusted("saveRules", { version, rules, password });
		if (outcome.ok) latest = version + 1;
		return outcome;
	}

	async function must(rules: readonly RuleInput[]): Promise<void> {
		expect(await save(rules)).toEqual({ ok: true });
	}

	/** Checks that the rule of this name stops the entry with this fault. */
	async function stops(entry: InboxEntryView, name: string, ...fault: readonly Told[]): Promise<void> {
		const judged = ({ approval }: ReviewView) => tells(approval.refusals, "rule.stops");
		const { refusals } = (await person.review(entry.id, judged)).approval;
		expect(refusals).toContainEqual(saying("rule.stops", { name }));
		expect(tells(refusals, ...fault)).toBe(true);
	}

	async function reject(entry: InboxEntryView): Promise<void> {
		await person.review(entry.id);
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "not now" })).toEqual({
			ok: true,
		});
		await person.until("the rejection", () =>
			person
				.desk()
				.inbox.find((each) => each.id === entry.id && codesOf(each.note).includes("inbox.note.rejected")),
		);
	}

	async function carriedOut(entry: InboxEntryView): Promise<void> {
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.progress(entry.id, "confirmed");
	}

	it("limit a day, counted from the journal, and still after a restart", async () => {
		const limit: RuleInput = {
			id: "day",
			name: "Half an ether a day",
			scope: onAnvil(),
			kind: "spend_day",
			asset: ETH,
			most: eth(5),
		};
		await must([limit]);
		await carriedOut(await person.asked(`send 0.3 ETH to ${FRIEND}`));
		const second = await person.asked(`send 0.3 ETH to ${FRIEND}`);
		await stops(second, "Half an ether a day", "rule.fault.over-day");
		await person.stop();
		person = await open();
		const again = await person.until("it to wait still", () =>
			person.desk().inbox.find((entry) => entry.id === second.id && entry.state === "waiting"),
		);
		await stops(again, "Half an ether a day", "rule.fault.over-day");
		await reject(again);
		await carriedOut(await person.asked(`send 0.1 ETH to ${FRIEND}`));
	});

	it("permit only some recipients", async () => {
		const rule: RuleInput = {
			id: "friends",
			name: "Friends only",
			scope: EVERYWHERE,
			kind: "recipients",
			addresses: [FRIEND],
			contacts: false,
		};
		await must([rule]);
		const stranger = await person.asked(`send 0.01 ETH to ${STRANGER}`);
		await stops(stranger, "Friends only", saying("rule.fault.recipient", { address: STRANGER }));
		await reject(stranger);
		await carriedOut(await person.asked(`send 0.01 ETH to ${FRIEND}`));
	});

	it("block a recipient from its review, in either window, without a password, which unblocking requires", async () => {
		const own = person.desk().accounts[0]?.address.address ?? "";
		const first = await person.asked(`send 0.01 ETH to ${STRANGER}`);
		await person.review(first.id);
		const block = (address: string) => ({ entryId: first.id, address });
		// The desk can block only the recipients that the review names.
		for (const address of [FRIEND, own])
			expect(await person.callDesk("blockRecipient", block(address))).toMatchObject({ ok: false });
		expect(
			await person.callTrusted("blockRecipient", block(STRANGER.toUpperCase().replace("0X", "0x"))),
		).toEqual({
			ok: true,
		});
		await stops(first, "Blocked recipients", saying("rule.fault.recipient-blocked"));
		const second = await person.asked(`send 0.02 ETH to ${FRIEND}`);
		await person.review(second.id);
		const other = { entryId: second.id, address: FRIEND };
		expect(await person.callDesk("blockRecipient", other)).toEqual({ ok: true });
		await stops(second, "Blocked recipients", saying("rule.fault.recipient-blocked"));
		const { rules } = await view();
		expect(rules.map(({ rule }) => rule)).toMatchObject([
			{ kind: "blocked_recipient", addresses: [STRANGER, FRIEND] },
		]);
		expect(await save([])).toMatchObject({ ok: false, text: saying("app.rules.password") });
		await reject(first);
		await reject(second);
	});

	it("refuse unlimited permissions, and permit limited ones", async () => {
		await must([{ id: "never", name: "Never unlimited", scope: EVERYWHERE, kind: "no_unlimited" }]);
		const unlimited = await person.asked("approve unlimited DEMO for the router");
		await stops(unlimited, "Never unlimited", "rule.fault.unlimited");
		await reject(unlimited);
		await carriedOut(await person.asked("approve 1 DEMO for the router"));
	});

	it("count a signed permission as its allowance, and require a Ledger above an amount", async () => {
		const demo = { address: world.demo.token, symbol: "DEMO", decimals: 18 };
		await must([
			{
				id: "large",
				name: "Ledger for more",
				scope: onAnvil(),
				kind: "ledger_above",
				asset: demo,
				above: eth(200),
			},
		]);
		const permit = await person.asked("permit the router 25 DEMO");
		const demos = (amount: string) => message("rule.amount", { amount, symbol: "DEMO" });
		await stops(
			permit,
			"Ledger for more",
			saying("rule.fault.ledger.above", { amount: demos("25"), above: demos("20") }),
		);
		await reject(permit);
		await carriedOut(await person.asked(`send 20 DEMO to ${FRIEND}`));
	});

	it("refuse a request that the user's own RPC can't simulate, if they require a simulation", async () => {
		await must([{ id: "sim", name: "Only as simulated", scope: EVERYWHERE, kind: "simulated" }]);
		deaf = true;
		const entry = await person.asked(`send 0.01 ETH to ${FRIEND}`);
		await stops(entry, "Only as simulated", "rule.fault.not-simulated");
		await reject(entry);
	});

	it("require the password for another RPC than the one that they rely on", async () => {
		await must([{ id: "sim", name: "Only as simulated", scope: EVERYWHERE, kind: "simulated" }]);
		const network = (rpcUrl: string) => ({
			baseUrl: world.service.url,
			token: null,
			chains: [{ chainId: String(world.chain.chainId), name: "Anvil", rpcUrl }],
		});
		const elsewhere = network(`${world.chain.url}/elsewhere`);
		const saved = (input: object) => person.callTrusted("saveNetwork", input);
		expect(await saved(elsewhere)).toMatchObject({ ok: false, text: saying("app.rules.password") });
		expect(await saved({ ...elsewhere, password: "not the password" })).toMatchObject({ ok: false });
		expect(await saved(network(world.chain.url))).toEqual({ ok: true });
		expect(await saved({ ...elsewhere, password: PASSWORD })).toEqual({ ok: true });
		await save([], PASSWORD);
		expect(await saved(network(world.chain.url))).toMatchObject({
			ok: false,
			text: saying("app.chain.password"),
		});
		expect(await saved({ ...network(world.chain.url), password: PASSWORD })).toEqual({ ok: true });
	});

	it("require the password to be loosened, but not to be made stricter", async () => {
		const limit = (tenths: number): RuleInput => ({
			id: "once",
			name: "One at a time",
			scope: onAnvil(),
			kind: "spend_once",
			asset: ETH,
			most: eth(tenths),
		});
		await must([limit(5)]);
		await must([limit(4)]);
		const compared = (rules: readonly RuleInput[]) => person.callTrusted("compareRules", { rules });
		expect(await compared([limit(3)])).toMatchObject({ ok: true, loosens: false });
		expect(await compared([limit(5)])).toMatchObject({
			ok: true,
			loosens: true,
			changes: [{ before: saying("rule.spend-once"), after: saying("rule.spend-once") }],
		});
		expect(await save([limit(5)])).toMatchObject({
			ok: false,
			text: saying("app.rules.password"),
		});
		expect(await save([limit(5)], "not the password")).toMatchObject({ ok: false });
		expect((await view(latest)).rules[0]?.rule).toEqual(limit(4));
		expect((await view(latest)).rules[0]?.sentence).toEqual(saying("rule.spend-once"));
		await person.until("the next try", () => {
			person.ports.clock.skip(60_000);
			return true;
		});
		expect(await save([limit(5)], PASSWORD)).toEqual({ ok: true });
		expect((await view(latest)).rules[0]?.rule).toEqual(limit(5));
	});
});
