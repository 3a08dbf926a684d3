import { type Address, getAddress, parseEther } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { message, sentences } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { devAccount } from "../chains/evm.ts";
import { Caller, openWorld, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { isCheckOf } from "../support/checks.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { codesOf, saying } from "../support/saying.ts";

/**
 * Wallet attempts (docs/service-api/commits.md#browser_send-step-by-step and
 * docs/service-api/commits.md#crash-and-loss) with the real mock service and a real chain.
 */

const AMOUNT = parseEther("0.01");

let world: World;
let person: Person;
const folder = scratch();
const key = generatePrivateKey();
/** Changes the body of the next claim's response. */
let twist: ((claim: Record<string, unknown>) => void) | null = null;
/** Simulates a crash before or after this step: no later step happens. */
let killing: { readonly moment: "before" | "after"; readonly step: string; dead: boolean } | null = null;
let places = 0;

/** Returns a new recipient for each test, so that its balance shows how often it was paid. */
function recipient(): Address {
	places += 1;
	return getAddress(`0x${(0xc0ffee0000 + places).toString(16).padStart(40, "0")}`);
}

const fetching: typeof globalThis.fetch = async (input, init) => {
	const answer = await globalThis.fetch(input, init);
	const isClaim = String(input).endsWith("/wallet-attempts");
	if (!isClaim || twist === null || !answer.ok) return answer;
	const claim = (await answer.json()) as Record<string, unknown>;
	twist(claim);
	twist = null;
	return new Response(JSON.stringify(claim), {
		status: 200,
		headers: { "content-type": "application/json" },
	});
};

function open(): Promise<Person> {
	return openPerson({
		dataDir: folder.path,
		...appAt(world),
		key,
		fetch: fetching,
		onJournalStep(moment, step) {
			if (killing === null) return;
			killing.dead ||= killing.moment === moment && killing.step === step;
			if (killing.dead) throw new Error("killed");
		},
	});
}

beforeAll(async () => {
	world = await openWorld();
	person = await open();
	await world.demo.fund(evmAddress(person));
});
afterEach(() => {
	twist = null;
	killing = null;
});
afterAll(async () => {
	await person?.stop();
	await world?.close();
	folder.remove();
});

const caller = () => new Caller(world.service);
const received = (to: Address) => world.chain.publicClient.getBalance({ address: to });
const commitIdOf = (entryId: string) => entryId.slice("commit:".length);

const entry = (id: string, what: string, found: (entry: InboxEntryView) => boolean) =>
	person.until(what, () => person.desk().inbox.find((each) => each.id === id && found(each)));

/** Lists the service's POST requests for this commit. */
async function posts(entryId: string) {
	const { requests } = await world.service.control.records();
	return requests
		.filter((each) => each.method === "POST" && each.path.includes(commitIdOf(entryId)))
		.map((each) => ({ path: each.path.split("/").at(-1), body: each.body, key: each.idempotencyKey }));
}

/** Texts for an attempt that was issued but not used. */
const LEFT = expect.arrayContaining(["nothing-signed", "signing.left-waiting"]);

describe("a wallet attempt over HTTP", () => {
	it("is described in the review, approved, claimed, sent, reported, observed and confirmed", async () => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		const review = await person.review(id, (each) => each.approval.possible);
		expect(review.broadcaster.route).toEqual(saying("review.route.browser-send"));
		expect(review.checks.find(isCheckOf("route"))).toMatchObject({ status: "passed" });
		expect(await person.approve(id)).toEqual({ ok: true });
		const done = await person.progress(id, "confirmed");
		expect(done.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
			"matched done",
			"claimed done",
			"signed done",
			"recorded done",
			"submitted done",
			"reported done",
			"confirmed done",
		]);
		expect(await received(to)).toBe(AMOUNT);
		const made = await posts(id);
		expect(made.map(({ path, key: header }) => [path, header])).toEqual([
			["wallet-attempts", null],
			["report", null],
		]);
		expect(made[1]?.body).toEqual({ kind: "transaction", transaction_id: done.transactionId });
		const view = await caller().commit(commitIdOf(id));
		expect(view).toMatchObject({ state: "confirmed", wallet_attempt: { state: "observing" } });
	});

	it("is chosen by the setting if both routes are offered; a switch requires a new approval", async () => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by both routes`);
		const signs = await person.review(id, (each) => each.approval.possible);
		expect(signs.broadcaster.route).toEqual(saying("review.route.hand-in"));
		person.ports.settings.set({ commitTransport: "browser_send" });
		try {
			const sends = await person.review(
				id,
				(each) => each.fingerprint !== signs.fingerprint && each.approval.possible,
			);
			expect(sends.broadcaster.route).toEqual(saying("review.route.browser-send"));
			expect(await person.approve(id)).toEqual({ ok: true });
			// The approved request keeps its transport, even if the setting changes.
			person.ports.settings.set({ commitTransport: "sign_and_broadcast" });
			await person.progress(id, "confirmed");
		} finally {
			person.ports.settings.set({ commitTransport: "sign_and_broadcast" });
		}
		expect((await posts(id)).map(({ path }) => path)).toEqual(["wallet-attempts", "report"]);
		expect(await received(to)).toBe(AMOUNT);
	});

	it("is made for the older form start_wallet_send", async () => {
		const to = recipient();
		const { id } = await person.asked(`retired view: send 0.01 ETH to ${to}`);
		expect(await person.approve(id)).toEqual({ ok: true });
		await person.progress(id, "confirmed");
		expect((await posts(id)).map(({ path }) => path)).toEqual(["wallet-attempts", "report"]);
		expect(await received(to)).toBe(AMOUNT);
	});

	it.each([
		["transaction.to", (request: Lie) => Object.assign(request.transaction, { to: recipient() })],
		["transaction.value", (request: Lie) => Object.assign(request.transaction, { value: "1" })],
		["nonce", (request: Lie) => Object.assign(request, { nonce: 99 })],
		["transaction.access_list", (request: Lie) => Object.assign(request.transaction, { access_list: [] })],
	])("with another %s in the claim is refused by name; nothing is signed or sent", async (field, lie) => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		twist = (claim) => lie(claim["request"] as Lie);
		expect(await person.approve(id)).toEqual({ ok: true });
		const end = await person.progress(id, "refused");
		expect(JSON.stringify(end.text)).toContain(field);
		expect(codesOf(end.text)).toEqual(LEFT);
		expect(end).toMatchObject({ fundsMayHaveMoved: false, transactionId: null, canRetry: false });
		expect(await received(to)).toBe(0n);
		await entry(id, "the entry to be over", (each) => codesOf(each.note).includes("inbox.note.unsigned"));
	});

	it("with a lie of the service's own in the claim is refused, too", async () => {
		const { id } = await person.asked(`lie about the claim: send 0.01 ETH to ${recipient()} by browser send`);
		expect(await person.approve(id)).toEqual({ ok: true });
		const { text } = await person.progress(id, "refused");
		expect(JSON.stringify(text)).toContain("transaction.to");
		expect(codesOf(text)).toContain("signing.attempt.other-field");
	});

	it("with a lost claim answer is adopted and never sent", async () => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		await world.service.control.fault({ kind: "lost_answer", match: { path: "/wallet-attempts$" } });
		expect(await person.approve(id)).toEqual({ ok: true });
		expect((await person.progress(id, "refused")).text).toEqual(
			sentences(message("signing.attempt.given-already"), message("signing.left-waiting")),
		);
		const claims = (await posts(id)).map(({ body }) => body as { client_request_id: string });
		expect(claims).toHaveLength(2);
		expect(new Set(claims.map((each) => each.client_request_id)).size).toBe(1);
		expect(await received(to)).toBe(0n);
	});

	it("with a lost claim answer does not wait forever: the user reports that it was not sent", async () => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		await world.service.control.fault({ kind: "lost_answer", match: { path: "/wallet-attempts$" } });
		expect(await person.approve(id)).toEqual({ ok: true });
		await person.progress(id, "refused");
		await person.until("a way out", () => {
			const screen = person.screen();
			return screen.screen === "progress" && screen.progress.canReportUnsent === true;
		});
		// The first report fails; the app repeats it by itself.
		await world.service.control.fault({ kind: "lost_request", match: { path: "/report$" } });
		const reason = "It was not sent.";
		expect(await person.callTrusted("reject", { entryId: id, reason })).toEqual({ ok: true });
		await entry(id, "the entry to be rejected", (each) => codesOf(each.note).includes("inbox.note.rejected"));
		const { wallet_attempt, state } = await caller().commit(commitIdOf(id));
		expect([wallet_attempt, state]).toEqual([null, "rejected"]);
		expect((await posts(id)).filter((each) => each.path === "report").map(({ body }) => body)).toEqual([
			{ kind: "rejected" },
			{ kind: "rejected" },
		]);
		expect(await received(to)).toBe(0n);
	});

	it.each([
		["the claim's request", "/wallet-attempts$", "lost_request"],
		["the report's request", "/report$", "lost_request"],
		["the report's answer", "/report$", "lost_answer"],
	] as const)("continues by itself if %s is lost", async (_, path, kind) => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		await world.service.control.fault({ kind, match: { path } });
		expect(await person.approve(id)).toEqual({ ok: true });
		await person.progress(id, "confirmed");
		expect(await received(to)).toBe(AMOUNT);
		const reports = (await posts(id)).filter((each) => each.path === "report");
		expect(new Set(reports.map(({ body }) => JSON.stringify(body))).size).toBe(1);
	});

	it("refused for good (422) asks the user again", async () => {
		const { id } = await person.asked(`send 0.01 ETH to ${recipient()} by browser send`);
		await world.service.control.fault({ kind: "status", status: 422, match: { path: "/wallet-attempts$" } });
		expect(await person.approve(id)).toEqual({ ok: true });
		expect(await person.progress(id, "refused")).toMatchObject({ canRetry: true, fundsMayHaveMoved: false });
		expect(await person.approve(id)).toEqual({ ok: true });
		await person.progress(id, "confirmed");
	});
});

interface Lie {
	readonly transaction: object;
}

describe("another wallet's attempt", () => {
	async function claimedElsewhere(to: Address) {
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		const view = await caller().commit(commitIdOf(id));
		const claim = await caller().call("POST", `/api/commits/${commitIdOf(id)}/wallet-attempts`, {
			version: view.version,
			review_digest: view.review?.digest,
			client_request_id: "another-wallet",
			transport: "browser_send",
		});
		return { id, attemptId: String(claim.body.attempt_id) };
	}

	it("is shown as such, and can't be approved here", async () => {
		const { id } = await claimedElsewhere(recipient());
		await entry(id, "another wallet", (each) =>
			codesOf(each.note).includes("inbox.note.other-wallet.handles"),
		);
		const review = await person.review(id, (each) => each.approval.refusals.length > 0);
		expect(review.approval).toMatchObject({ possible: false, word: null });
		expect(review.approval.refusals).toContainEqual(saying("freeze.attempt.awaiting-wallet"));
		expect(review.canReject).toBe(false);
	});

	it("that sent something else is mismatched: reported with its meaning, and never executed again", async () => {
		const { id, attemptId } = await claimedElsewhere(recipient());
		const hash = await world.chain
			.walletClient(devAccount(3))
			.sendTransaction({ to: recipient(), value: 1n });
		const path = `/api/commits/${commitIdOf(id)}/wallet-attempts/${attemptId}/report`;
		await caller().call("POST", path, { kind: "transaction", transaction_id: hash });
		const shown = await entry(id, "mismatched", (each) =>
			codesOf(each.note).includes("inbox.note.other-transaction"),
		);
		expect(shown.note).toEqual(saying("inbox.note.service-says", { code: "transaction_mismatch" }));
		expect(shown.state).toBe("done");
		const review = await person.review(id, (each) => each.verdict === "refused");
		expect(review.approval.possible).toBe(false);
		expect(review.approval.refusals).toContainEqual(saying("freeze.attempt.mismatched"));
		expect(review.approval.refusals).toContainEqual(
			saying("against.attempt", { text: "transaction_mismatch" }),
		);
	});
});

describe("a wallet attempt restarted after a crash", () => {
	it.each([
		["after", "claiming"],
		["before", "submitted"],
	] as const)("%s %s: one transaction on the chain, by the chain's own count", async (moment, step) => {
		const to = recipient();
		const { id } = await person.asked(`send 0.01 ETH to ${to} by browser send`);
		const sender = getAddress(person.desk().accounts[0]?.address.address ?? "");
		const before = await world.chain.publicClient.getTransactionCount({ address: sender });
		killing = { moment, step, dead: false };
		await person.approve(id);
		await person.until("the end in the middle", () => killing?.dead === true);
		await person.stop();
		killing = null;
		person = await open();
		await person.until("the approval to be confirmed", () =>
			approvedOf(person.desk()).find((row) => row.entryId === id && row.outcome === "confirmed"),
		);
		expect(await received(to)).toBe(AMOUNT);
		expect(await world.chain.publicClient.getTransactionCount({ address: sender })).toBe(before + 1);
		expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
	});
});
