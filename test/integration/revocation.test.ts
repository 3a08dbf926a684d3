import { join } from "node:path";
import { base58 } from "@scure/base";
import { createApproveInstruction } from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import type { Address } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PowerRow } from "../../src/ipc/powers.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { JOURNAL_SCHEMA } from "../../src/main/app/journal-schema.ts";
import { SeenAllowances } from "../../src/main/powers/seen-allowances.ts";
import { openDatabase } from "../../src/main/storage/database.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { openSvm, openWorld, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/** Permissions shown on the desk and revoked with the user's own reviewed transaction, on real chains. */

const BLOCKS = { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 };
const DELEGATE = new PublicKey(new Uint8Array(32).fill(9));
const DELEGATED = 7_500_000n;

describe("permissions on the desk", () => {
	let world: World;
	let solana: SvmWorld;
	let person: Person;
	let owner: Address;
	let tokenAccount: PublicKey;
	const folder = scratch();
	const key = generatePrivateKey();

	const open = () =>
		openPerson({
			dataDir: folder.path,
			...appAt(world, solana),
			key,
			svmKey: base58.encode(solana.person.secretKey),
		});

	/** Records the delegate as seen, as an earlier run of the app would after showing it in a review. */
	function noteDelegate(): void {
		const db = openDatabase(join(folder.path, "journal.db"), {
			synchronous: "FULL",
			...JOURNAL_SCHEMA,
		});
		new SeenAllowances(db, { now: () => Date.now() }).note([
			{
				chainRef: solana.svm.cluster,
				account: solana.person.publicKey.toBase58(),
				token: tokenAccount.toBase58(),
				spender: DELEGATE.toBase58(),
				kind: "delegate",
				tokenId: "",
			},
		]);
		db.close();
	}

	beforeAll(async () => {
		solana = await openSvm([], BLOCKS);
		world = await openWorld({ svm: solana.options });
		const mint = solana.svm.createMint();
		solana.svm.nameMint(mint, "Test Dollar", "USDX");
		tokenAccount = solana.svm.mintTo(mint, solana.person.publicKey, 50_000_000n);
		const approve = createApproveInstruction(tokenAccount, DELEGATE, solana.person.publicKey, DELEGATED);
		solana.svm.execute([approve], [solana.person]);
		noteDelegate();
		person = await open();
		owner = evmAddress(person);
		await world.demo.fund(owner);
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		await solana?.svm.stop();
		folder.remove();
	});

	const rows = (): readonly PowerRow[] => person.desk().powers.holders.flatMap((holder) => holder.rows);
	const rowOf = (kind: PowerRow["kind"]) => rows().find((row) => row.kind === kind && row.fault === null);
	const allowance = () =>
		world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "allowance",
			args: [owner, world.demo.router],
		});

	/** Presses *Revoke*, and returns the review in the trusted window once it can be approved. */
	async function revoke(row: PowerRow): Promise<ReviewView> {
		expect(await person.callDesk("revokePowers", { ids: [row.id] })).toEqual({ ok: true });
		return await person.until("the review of the revocation", () => {
			const screen = person.screen();
			return screen.screen === "review" &&
				screen.review.requestKind === "revocation" &&
				screen.review.approval.possible
				? screen.review
				: null;
		});
	}

	/** Lowers the amount in an open review, and returns the new review once it can be approved. */
	async function lower(review: ReviewView, amount: string | null): Promise<ReviewView> {
		const { entryId, fingerprint } = review;
		const change = { entryId, fingerprint: fingerprint ?? "", place: 0, amount };
		expect(await person.callTrusted("lowerAllowance", change)).toEqual({ ok: true });
		return await person.until("the changed review", () => {
			const screen = person.screen();
			return screen.screen === "review" &&
				screen.review.fingerprint !== fingerprint &&
				screen.review.approval.possible
				? screen.review
				: null;
		});
	}

	it("shows nothing if nothing was seen", async () => {
		expect(person.desk().powers).toMatchObject({ holders: [], readAt: null });
	});

	it("shows an approved allowance with its amount, once it is mined", async () => {
		await person.callDesk("watchPowers", { on: true });
		const entry = await person.asked("approve 100 DEMO for the router");
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.progress(entry.id, "confirmed");
		// The page isn't refreshed by hand: a settled row updates it.
		const row = await person.until("the approval at a glance", () => rowOf("allowance"));
		expect(row).toMatchObject({
			symbol: "DEMO",
			amount: { text: "100", unit: "DEMO", checked: true },
			unlimited: false,
			spender: { address: world.demo.router },
			revoking: null,
		});
		expect(await allowance()).toBe(100n * 10n ** 18n);
	});

	it("lowers it in the review of its revocation, and never raises it", async () => {
		const row = rowOf("allowance");
		if (row === undefined) throw new Error("no row");
		const all = await revoke(row);
		expect(all.edit?.allowances).toMatchObject([
			{ isOwn: true, proposed: "100", lowered: null, exact: null },
		]);
		for (const amount of ["100", "100.5", "1000000000"])
			expect(
				await person.callTrusted("lowerAllowance", {
					entryId: all.entryId,
					fingerprint: all.fingerprint ?? "",
					place: 0,
					amount,
				}),
			).toMatchObject({ ok: false, text: { code: "app.edit.would-raise" } });
		const review = await lower(all, "40.25");
		expect(review.headline).toEqual(saying("headline.lower"));
		expect(review.verdict).toBe("matched");
		expect(review.edit?.allowances).toMatchObject([{ proposed: "100", lowered: "40.25" }]);
		expect((await lower(review, "0")).headline).toEqual(
			saying("token.permission.take-back", { asset: "DEMO" }),
		);
		const screen = person.screen();
		if (screen.screen !== "review") throw new Error("no review");
		const last = await lower(screen.review, "40.25");
		expect(await person.approve(last.entryId)).toEqual({ ok: true });
		const settled = await person.progress(last.entryId, "confirmed");
		expect(settled.receipt.every((each) => each.same !== false)).toBe(true);
		expect(await allowance()).toBe(4_025n * 10n ** 16n);
		await person.until("the lower amount", () => rowOf("allowance")?.amount?.text === "40.25");
	});

	it("revokes it through a review, and it is removed from chain and list", async () => {
		const row = rowOf("allowance");
		if (row === undefined) throw new Error("no row");
		const review = await revoke(row);
		expect(review.headline).toEqual(saying("token.permission.take-back", { asset: "DEMO" }));
		expect(review.verdict).toBe("matched");
		expect(review.serviceSays).toEqual([]);
		expect(review.who.session).toEqual({ code: "title.own" });
		expect(review.permissions.every((each) => !each.grants)).toBe(true);
		expect(review.findings.filter(({ severity }) => severity === "danger" || severity === "block")).toEqual(
			[],
		);
		expect(review.approval.word).toBeNull();
		expect(await person.approve(review.entryId)).toEqual({ ok: true });
		const settled = await person.progress(review.entryId, "confirmed");
		expect(settled.steps.map((step) => step.name)).toEqual([
			"matched",
			"signed",
			"recorded",
			"submitted",
			"confirmed",
		]);
		expect(settled.receipt.every((each) => each.same !== false)).toBe(true);
		expect(await allowance()).toBe(0n);
		await person.until("the approval to be gone", () => rowOf("allowance") === undefined);
		const records = await world.service.control.records();
		expect(JSON.stringify(records)).not.toContain(settled.transactionId);
		await person.until("the confirmed row on the desk", () =>
			approvedOf(person.desk()).find(
				(each) => each.entryId === review.entryId && each.outcome === "confirmed",
			),
		);
	});

	it("refuses to revoke an unlisted one", async () => {
		expect(await person.callDesk("revokePowers", { ids: ["nothing"] })).toMatchObject({ ok: false });
	});

	it("shows a Solana delegate with its amount, and revokes it", async () => {
		await person.callDesk("refreshPowers", {});
		const row = await person.until("the delegate at a glance", () => rowOf("delegate"));
		expect(row).toMatchObject({
			symbol: "USDX",
			amount: { text: "7.5", checked: true },
			spender: { address: DELEGATE.toBase58() },
			token: { address: tokenAccount.toBase58() },
		});
		const lowered = await lower(await revoke(row), "2.5");
		expect(lowered.headline).toEqual(saying("headline.lower"));
		expect(lowered.verdict).toBe("matched");
		expect(await person.approve(lowered.entryId)).toEqual({ ok: true });
		await person.progress(lowered.entryId, "confirmed");
		await person.until("the lower amount", () => rowOf("delegate")?.amount?.text === "2.5");
		const left = rowOf("delegate");
		if (left === undefined) throw new Error("no row");
		const review = await revoke(left);
		expect(review.headline).toEqual(saying("svm.revoke"));
		expect(review.verdict).toBe("matched");
		expect(await person.approve(review.entryId)).toEqual({ ok: true });
		await person.progress(review.entryId, "confirmed");
		await person.until("the delegate to be gone", () => rowOf("delegate") === undefined);
		expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
	});

	it("keeps seen spenders, and revoked ones stay removed, after a restart", async () => {
		await person.stop();
		person = await open();
		await person.callDesk("watchPowers", { on: true });
		await person.until("a reading", () => person.desk().powers.readAt);
		expect(rows()).toEqual([]);
	});
});
