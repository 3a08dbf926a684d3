import { Keypair, PublicKey } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { message, sentences } from "../../src/core/localized-text.ts";
import type { ApprovedRow } from "../../src/ipc/activity.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { LedgerAccount } from "../chains/svm-ledger.ts";
import { Caller } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { hasFailed } from "../support/checks.ts";
import { type Kinds, NOTHING, openKinds, subjectOf } from "../support/kinds.ts";
import { codesOf } from "../support/saying.ts";

/** Failures around a Solana request, and what the user sees of them. */

const somebody = () => Keypair.generate().publicKey;
const OTHER_GENESIS = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
/** Number of blocks that exceeds a blockhash's lifetime. */
const A_LIFE = 200;

/** Polls until the condition is true, for state that isn't pushed. */
async function until(asked: () => Promise<boolean>): Promise<void> {
	for (let looks = 0; looks < 400; looks += 1) {
		if (await asked()) return;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
	throw new Error("it never came");
}

describe("when things go wrong on Solana", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterEach(async () => {
		kinds.gates.svm.rule = () => "pass";
		kinds.solana.svm.setAutomine(true);
		await kinds.world.service.control.clearFaults();
	});
	afterAll(() => kinds?.close());

	const balanceOf = (account: PublicKey) => kinds.solana.svm.accountOf(account)?.lamports ?? 0n;
	const waitsFor = (entryId: string, field: string) =>
		kinds.person.review(entryId, (review) => hasFailed(review, field));
	const can = (review: ReviewView) => review.approval.possible;
	/** Changes an account on the chain while `during` runs. */
	async function changed(
		address: PublicKey,
		change: (account: LedgerAccount) => LedgerAccount | null,
		during: () => Promise<void>,
	): Promise<void> {
		const { svm } = kinds.solana;
		const before = svm.accountOf(address);
		if (before === null) throw new Error(`no account at ${address.toBase58()}`);
		const after = change(before);
		if (after === null) svm.removeAccount(address);
		else svm.setAccount(address, after);
		try {
			await during();
		} finally {
			svm.setAccount(address, before);
		}
	}
	const waiting = () =>
		kinds.person.until("a transaction that waits for a block", () => kinds.solana.svm.pending()[0], 20_000);

	it("refuses an RPC of another cluster, and continues once it is the right one", async () => {
		const { person, gates } = kinds;
		const entry = await kinds.asked(`send 0.1 SOL to ${somebody().toBase58()}`);
		gates.svm.rule = (method) => (method === "getGenesisHash" ? { result: OTHER_GENESIS } : "pass");
		const review = await waitsFor(entry.id, "rpc_cluster");
		expect(review.approval).toMatchObject({ possible: false, canRetry: true });
		expect(review.approval.refusals).toContainEqual(
			sentences(message("match.rpc-cluster.differs"), message("nothing-signed")),
		);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
		gates.svm.rule = () => "pass";
		expect(await person.callTrusted("retry", { entryId: entry.id })).toEqual({ ok: true });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});

	it("reports the RPC as down, approves nothing, and continues after a retry", async () => {
		const { person, gates } = kinds;
		const entry = await kinds.asked(`send 0.1 SOL to ${somebody().toBase58()}`);
		gates.svm.rule = () => "break";
		const review = await kinds.refusing(entry.id, "chain.unreachable");
		expect(review.approval).toMatchObject({ possible: false, canRetry: true });
		gates.svm.rule = () => "pass";
		expect(await person.callTrusted("retry", { entryId: entry.id })).toEqual({ ok: true });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});

	it("signs nothing while the RPC is down after the approval, and continues when it is back", async () => {
		const { person, gates } = kinds;
		const entry = await kinds.asked(`execute: send 0.1 SOL to ${somebody().toBase58()}`);
		await person.review(entry.id, can);
		gates.svm.rule = (method) => (method === "isBlockhashValid" ? "break" : "pass");
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const stuck = await kinds.outcome(entry.id, "stuck");
		expect(stuck.steps.find((step) => step.name === "signed")?.state).not.toBe("done");
		gates.svm.rule = () => "pass";
		await kinds.outcome(entry.id, "confirmed");
	});

	it("keeps the fingerprint when the service renews an expired blockhash, reports no change, and lands once", async () => {
		const { person, solana } = kinds;
		const friend = somebody();
		const entry = await kinds.asked(`send 0.3 SOL to ${friend.toBase58()}`);
		const before = await person.review(entry.id, can);
		const hashOf = ({ contents }: ReviewView) =>
			contents.flatMap((each) => ("blockhash" in each ? [each.blockhash.value] : []));
		solana.svm.advance(A_LIFE);
		const renewed = await person.until("a renewed blockhash", () => {
			const now = person.screen();
			if (now.screen !== "review" || now.review.entryId !== entry.id || !can(now.review)) return null;
			return hashOf(now.review)[0] === hashOf(before)[0] ? null : now;
		});
		expect(renewed.review.fingerprint).toBe(before.fingerprint);
		expect(renewed.review.changed).toEqual([]);
		expect(renewed.ticket).not.toBeNull();
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		expect(balanceOf(friend)).toBe(300_000_000n);
	});

	it("lets an offer expire whose blockhash must be kept and has expired", async () => {
		const { person, solana } = kinds;
		const friend = somebody();
		const entry = await kinds.asked(`send 0.3 SOL to ${friend.toBase58()} keeping the blockhash`);
		await person.review(entry.id, can);
		solana.svm.advance(A_LIFE);
		await person.until("the end", () =>
			person
				.desk()
				.inbox.find(
					(each) =>
						each.id === entry.id &&
						each.state === "done" &&
						codesOf(each.note).includes("inbox.note.expired"),
				),
		);
		expect(person.ports.desktop.withdrawn).toContain(entry.id);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
		expect(balanceOf(friend)).toBe(0n);
	});

	it("refuses an action with fixed bytes and an expired blockhash, and promises no renewal", async () => {
		const { person, solana } = kinds;
		const entry = await kinds.asked(`execute as built: send 0.3 SOL to ${somebody().toBase58()}`);
		await person.review(entry.id, can);
		solana.svm.advance(A_LIFE);
		expect(await person.callTrusted("retry", { entryId: entry.id })).toEqual({ ok: true });
		const review = await waitsFor(entry.id, "blockhash");
		expect(review.approval.possible).toBe(false);
		const told = codesOf(review.approval.refusals);
		expect(told).toContain("finding.blockhash-dead.kept");
		expect(told).not.toContain("finding.blockhash-dead");
		expect(told).not.toContain("match.blockhash.not-asked");
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});

	it("refuses to send less than a new account needs to exist", async () => {
		const entry = await kinds.asked(`send 0.0001 SOL to ${somebody().toBase58()}`);
		const review = await kinds.refusing(entry.id, "finding.would-fail.new-account");
		expect(review.approval.possible).toBe(false);
	});

	it.each([
		["send 0.3 SOL to", 300_000_000n],
		["send 5 USDX to", 5_117n],
		["execute: send 0.3 SOL to", 300_000_000n],
	])("refuses “%s …” if the balance no longer covers amount, fee and rent", async (text, lamports) => {
		const { person, solana } = kinds;
		const entry = await kinds.asked(`${text} ${somebody().toBase58()}`);
		await changed(
			solana.person.publicKey,
			(account) => ({ ...account, lamports }),
			async () => {
				const review = await kinds.refusing(entry.id, "cover.too-low");
				expect(review.costs?.covered.ok).toBe(false);
				expect(review.approval.possible).toBe(false);
			},
		);
		expect(await person.callTrusted("retry", { entryId: entry.id })).toEqual({ ok: true });
		await person.review(entry.id, can);
	});

	it.each(["gone", "being closed"])("refuses a request with a lookup table that is %s", async (how) => {
		const { solana } = kinds;
		const table = new PublicKey(solana.options.lookupTable ?? "");
		const entry = await kinds.asked(`send 5 USDX to ${somebody().toBase58()} with a table`);
		await changed(
			table,
			(account) => {
				if (how === "gone") return null;
				solana.svm.deactivateLookupTable(table);
				return solana.svm.accountOf(table) ?? account;
			},
			async () => {
				// An earlier check may have stored another review, so this opens it and composes a new one.
				const review = await kinds.refusing(entry.id, "match.lookup-table.not-read", "against.try-again");
				expect(review.verdict).toBe("unproven");
				expect(review.approval.possible).toBe(false);
				expect(await kinds.trace(entry.id)).toEqual(NOTHING);
			},
		);
	});

	it.each(["send 5 USDX to", "send 0.5 SOL to", "execute: send 5 USDX to"])(
		"warns before “%s …” goes to a token itself, and requires a typed word",
		async (text) => {
			const entry = await kinds.asked(`${text} ${kinds.solana.options.mint}`);
			const review = await kinds.person.review(entry.id, (each) => each.findings.length > 0);
			expect(review.findings).toContainEqual(expect.objectContaining({ id: "loss", severity: "danger" }));
			expect(review.approval.word).toBe(kinds.solana.options.mint.slice(-4));
		},
	);

	it("sends the same bytes again while they can land, if the network dropped them", async () => {
		const { person, solana } = kinds;
		const friend = somebody();
		const entry = await kinds.asked(`send 0.3 SOL to ${friend.toBase58()}`);
		await person.review(entry.id, can);
		solana.svm.setAutomine(false);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const signature = await waiting();
		expect(solana.svm.drop(signature)).toBe(true);
		expect(await waiting()).toBe(signature);
		solana.svm.setAutomine(true);
		await kinds.outcome(entry.id, "confirmed");
		expect(balanceOf(friend)).toBe(300_000_000n);
		expect(new Set((await kinds.trace(entry.id)).signatures.map((each) => each.raw)).size).toBe(1);
	});

	/** Waits until an expired transaction settles, which takes a minute of repeated checks. */
	async function ended(entryId: string): Promise<ApprovedRow> {
		const { person } = kinds;
		const row = () => approvedOf(person.desk()).find((each) => each.entryId === entryId);
		await person.until("a look at which it can't land any more", () => {
			const screen = person.screen();
			return screen.screen === "progress" && codesOf(screen.progress.text).includes("signing.life.blockhash");
		});
		const minute = setInterval(() => {
			person.ports.clock.skip(10_000);
			void person.callTrusted("retry", { entryId });
		}, 300);
		try {
			return await person.until("its end", () => (row()?.state === "settled" ? row() : null), 20_000);
		} finally {
			clearInterval(minute);
		}
	}

	it("reports a transaction with an expired blockhash as impossible, and accepts no new approval for it", async () => {
		const { person, solana } = kinds;
		const friend = somebody();
		const entry = await kinds.asked(`send 0.3 SOL to ${friend.toBase58()}`);
		await person.review(entry.id, can);
		solana.svm.setAutomine(false);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		solana.svm.drop(await waiting());
		solana.svm.advance(A_LIFE);
		const { steps } = await ended(entry.id);
		expect(steps.flatMap(({ note }) => codesOf(note ?? ""))).toContain("signing.dropped");
		solana.svm.setAutomine(true);
		expect(balanceOf(friend)).toBe(0n);
		const over = person.desk().inbox.find((each) => each.id === entry.id);
		expect(over?.state).toBe("done");
		expect(codesOf(over?.note)).toContain("inbox.note.failed");
		expect(await person.callDesk("openReview", { entryId: entry.id })).toEqual({ ok: true });
		expect(person.screen().screen).toBe("progress");
	});

	it("accepts a new approval if the first signature expired before the service had it, and one lands", async () => {
		const { person, solana, world } = kinds;
		const friend = somebody();
		const entry = await kinds.asked(`send 0.3 SOL to ${friend.toBase58()}`);
		await person.review(entry.id, can);
		const hashOf = async () =>
			JSON.stringify((await new Caller(world.service).commit(subjectOf(entry.id))).action);
		const before = await hashOf();
		await world.service.control.fault({
			kind: "lost_request",
			count: 1_000,
			match: { method: "POST", path: "/manual$" },
		});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "stuck");
		solana.svm.advance(A_LIFE);
		await until(async () => (await hashOf()) !== before);
		await world.service.control.clearFaults();
		await person.callTrusted("retry", { entryId: entry.id });
		await ended(entry.id);
		expect(balanceOf(friend)).toBe(0n);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
		expect(balanceOf(friend)).toBe(300_000_000n);
		const outcomes = (await kinds.trace(entry.id)).signatures.map((each) => each.outcome);
		expect(outcomes).toEqual(["refused", "taken"]);
	});

	it("reports a failure on the chain, its cost, and that nothing moved", async () => {
		const { person, solana } = kinds;
		const friend = somebody();
		const entry = await kinds.asked(`send 0.3 SOL to ${friend.toBase58()}`);
		await person.review(entry.id, can);
		solana.svm.setAutomine(false);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await waiting();
		await changed(
			solana.person.publicKey,
			(account) => ({ ...account, lamports: 10_000_000n }),
			async () => {
				solana.svm.setAutomine(true);
				const failed = await kinds.outcome(entry.id, "failed");
				expect(failed.text).toEqual(message("signing.reverted"));
			},
		);
		expect(balanceOf(friend)).toBe(0n);
	});
});
