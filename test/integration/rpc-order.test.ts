import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { type Gate, openGate } from "../support/gate.ts";
import { evmNetwork } from "../support/networks.ts";
import { openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { codesOf, saying } from "../support/saying.ts";

/** A chain with two RPCs, the first of which fails; with a real chain and journal, without windows. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";

describe("an RPC that gives no answer", () => {
	let world: World;
	let person: Person;
	let first: Gate;
	let next: Gate;
	const folder = scratch();
	const key = generatePrivateKey();

	beforeAll(async () => {
		world = await openWorld();
		[first, next] = await Promise.all([openGate(world.chain.url), openGate(world.chain.url)]);
		person = await openPerson({
			dataDir: folder.path,
			...appAt(world),
			chains: [evmNetwork({ ...world.chain, url: first.url }, { otherRpcUrls: [next.url] })],
			key,
		});
		await world.demo.fund(evmAddress(person));
	});

	beforeEach(() => {
		first.rule = () => "pass";
		next.rule = () => "pass";
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		first?.close();
		next?.close();
		folder.remove();
	});

	const saved = () => person.ports.settings.get().chains;

	const asked = async (text: string) => (await person.asked(text)).id;

	const confirmed = (entryId: string) => person.progress(entryId, "confirmed");

	const ticketOf = (entryId: string) =>
		person.until("a ticket", () => {
			const screen = person.screen();
			return screen.screen === "review" && screen.review.entryId === entryId ? screen.ticket : null;
		});

	const movedOn = () =>
		person.until("the other RPC", () =>
			person.desk().alerts.some((words) => codesOf(words).includes("app.rpc.moved")),
		);

	/** Restores the first RPC, and skips the time until the app tries it again. */
	async function back(): Promise<void> {
		first.rule = () => "pass";
		await person.until("the first RPC again", () => {
			person.ports.clock.skip(400_000);
			// Advancing the clock adds another alert, so this looks only for the RPC's.
			return !person.desk().alerts.some((words) => codesOf(words).includes("app.rpc.moved"));
		});
	}

	it("is not skipped for the chain's answer, however the transaction ends there", async () => {
		first.rule = (method) =>
			method === "eth_simulateV1" ? { error: { code: 3, message: "execution reverted" } } : "pass";
		const entryId = await asked(`send 0.01 ETH to ${OTHER}`);
		await person.review(entryId, (each) => each.opinion !== null && each.opinion.state !== "running");
		expect(person.desk().alerts).toEqual([]);
		expect([...next.callCounts.keys()]).toEqual([]);
		await person.callTrusted("rejectEntries", { entryIds: [entryId], reason: null });
	});

	it("voids the shown review, is reported, and is replaced by the next one for a new second opinion", async () => {
		const entryId = await asked(`send 0.02 ETH to ${OTHER}`);
		await person.review(entryId, (each) => each.approval.possible);
		const ticket = await ticketOf(entryId);
		await person.callTrusted("reviewShown", { ticket });
		person.ports.clock.skip(3_000);
		const { fingerprint } = await person.review(entryId);
		first.rule = () => "break";
		await person.callTrusted("retry", { entryId });
		await movedOn();
		const refused = await person.callTrusted("approve", { ticket, fingerprint, word: null });
		expect(refused.ok ? [] : codesOf(refused.text)).toContain("approval.review-changed");
		const review = await person.review(entryId, (each) => each.approval.possible);
		expect(review.rpc?.notes).toEqual([saying("app.rpc.moved")]);
		expect(await ticketOf(entryId)).not.toBe(ticket);
		expect(next.callCounts.get("eth_simulateV1") ?? 0).toBeGreaterThan(0);
		expect(await person.approve(entryId)).toEqual({ ok: true });
		await confirmed(entryId);
		await back();
	});

	it("signs once, and sends the same bytes again, if the first one disappears with the sent transaction", async () => {
		const entryId = await asked(`send 0.03 ETH to ${OTHER}`);
		const before = await world.chain.publicClient.getBalance({ address: OTHER });
		await person.review(entryId, (each) => each.approval.possible);
		let sent = false;
		first.rule = (method) => {
			sent ||= method === "eth_sendRawTransaction";
			return sent ? "break" : "pass";
		};
		expect(await person.approve(entryId)).toEqual({ ok: true });
		await confirmed(entryId);
		expect(sent).toBe(true);
		const after = await world.chain.publicClient.getBalance({ address: OTHER });
		expect(after - before).toBe(30_000_000_000_000_000n);
		const signatures = (await world.service.control.records()).signatures.filter(
			({ commitId }) => entryId === `commit:${commitId}`,
		);
		expect(signatures.length).toBeLessThanOrEqual(1);
		await back();
	});

	it("keeps the refusals if the next one is of another chain, which is reported", async () => {
		const entryId = await asked(`send 0.04 ETH to ${OTHER}`);
		next.rule = (method) => (method === "eth_chainId" ? { result: "0x1" } : "pass");
		first.rule = () => "break";
		await person.callDesk("openReview", { entryId });
		await person.until("words about the other chain", () =>
			person.desk().alerts.some((words) => codesOf(words).includes("app.rpc.other-chain")),
		);
		const review = await person.review(entryId, (each) => !each.approval.possible);
		expect(codesOf(review.approval.refusals)).toContain("chain.unreachable");
		expect(review.rpc).toMatchObject({ missing: null, failing: true });
		expect(person.desk().alerts.some((words) => codesOf(words).includes("app.rpc.moved"))).toBe(false);
	});

	it("requires the password for another list or to remove a network, and none for a shorter list or a new network", async () => {
		const chainId = String(world.chain.chainId);
		const save = (chains: readonly object[], password: string | null = null) =>
			person.callTrusted("saveNetwork", { baseUrl: null, token: null, password, chains });
		const anvil = (change: object = {}) => ({
			...{ chainId, name: "Anvil", rpcUrl: first.url, otherRpcUrls: [next.url] },
			...change,
		});
		const other = { chainId: "8453", name: "Base", rpcUrl: next.url };
		const refusal = { ok: false, text: saying("app.chain.password") };
		const asked = [
			[anvil({ rpcUrl: next.url, otherRpcUrls: [first.url] })],
			[anvil({ otherRpcUrls: [next.url, `${world.chain.url}/another`] })],
			[],
		];
		for (const chains of asked) expect(await save(chains)).toMatchObject(refusal);
		expect(await save([anvil({ rpcUrl: next.url, otherRpcUrls: [] })], "not the password")).toMatchObject({
			ok: false,
		});
		expect(saved()).toMatchObject([{ chainId, rpcUrl: first.url, otherRpcUrls: [next.url] }]);
		person.ports.clock.skip(60_000);

		const witnessed = anvil({ otherRpcUrls: [], secondRpcUrl: "https://witness.example" });
		expect(await save([witnessed, other])).toEqual({ ok: true });
		for (const secondRpcUrl of [null, "https://another.example"])
			expect(await save([{ ...witnessed, secondRpcUrl }, other])).toMatchObject(refusal);
		expect(await save([{ ...witnessed, secondRpcUrl: null }, other], PASSWORD)).toEqual({ ok: true });
		expect(await save([anvil()], PASSWORD)).toEqual({ ok: true });
	});

	it("requires the password, if a rule relies on it, for a new network too", async () => {
		const rule = {
			...{ id: "sim", name: "Only as simulated", kind: "simulated" },
			scope: { accounts: "all", apps: "all", chains: "all" },
		};
		expect(await person.callTrusted("saveRules", { version: 0, rules: [rule], password: null })).toEqual({
			ok: true,
		});
		const own = { chainId: String(world.chain.chainId), name: "Anvil", rpcUrl: first.url };
		const other = { chainId: "8453", name: "Base", rpcUrl: next.url };
		const save = (chains: readonly object[], password: string | null = null) =>
			person.callTrusted("saveNetwork", { baseUrl: null, token: null, password, chains });
		expect(await save([own])).toEqual({ ok: true });
		const refusal = { ok: false, text: saying("app.rules.password") };
		expect(await save([{ ...own, otherRpcUrls: [next.url] }])).toMatchObject(refusal);
		expect(await save([own, other])).toMatchObject(refusal);
		expect(await save([own, other], PASSWORD)).toEqual({ ok: true });
	});
});
