import { base58 } from "@scure/base";
import { getAccount, getAssociatedTokenAddressSync } from "@solana/spl-token";
import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { type Address, getAddress, type Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { SendScreen } from "../../src/ipc/send.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { openSvm, openWorld, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { must, openPerson, type Person, scratch } from "../support/person.ts";
import { codesOf } from "../support/saying.ts";

/** The user's own payments, from the form through the review to the chain. */

const FRIEND: Address = getAddress("0x00000000000000000000000000000000000c0ffe");
const ETHER = 10n ** 18n;
const BLOCKS = { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 };

describe("the user's own payment", () => {
	let world: World;
	let solana: SvmWorld;
	let person: Person;
	let account: Address;
	let chainRef: string;
	const folder = scratch();

	beforeAll(async () => {
		solana = await openSvm([], BLOCKS);
		world = await openWorld({ svm: solana.options });
		chainRef = String(world.chain.chainId);
		person = await openPerson({
			dataDir: folder.path,
			...appAt(world, solana),
			key: generatePrivateKey(),
			svmKey: base58.encode(solana.person.secretKey),
		});
		account = evmAddress(person);
		await world.demo.fund(account);
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		await solana?.svm.stop();
		folder.remove();
	});

	/** Opens the form from Home, and returns it once it shows balances. */
	async function form(address: string | null = null): Promise<SendScreen> {
		must((await person.callDesk("openSend", { address })) as { ok: true });
		return await person.until("the form with balances", () => {
			const screen = person.screen();
			return screen.screen === "send" &&
				!screen.isReading &&
				screen.accounts.some(({ assets }) => assets.length > 0)
				? screen
				: null;
		});
	}

	const payment = (change: object = {}) => ({
		account,
		chainRef,
		asset: "native",
		recipient: String(FRIEND),
		amount: "0.5",
		...change,
	});

	async function reviewOf(change: object = {}): Promise<ReviewView> {
		const before = person.screen();
		must((await person.callTrusted("send", payment(change))) as { ok: true });
		return await reviewed(before.screen === "review" ? before.review.fingerprint : null);
	}

	const reviewed = (fingerprint: string | null = null) =>
		person.until("the review of the payment", () => {
			const screen = person.screen();
			return screen.screen === "review" &&
				screen.review.requestKind === "transfer" &&
				screen.review.approval.possible &&
				screen.ticket !== null &&
				screen.review.fingerprint !== fingerprint
				? screen.review
				: null;
		});

	const balanceOf = (address: Address) => world.chain.publicClient.getBalance({ address });
	const tokensOf = (address: Address) =>
		world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "balanceOf",
			args: [address],
		});

	async function confirmed(review: ReviewView): Promise<Hex> {
		must(await person.approve(review.entryId, review.approval.word ?? undefined));
		const progress = await person.progress(review.entryId, "confirmed");
		return (progress.transactionId ?? "0x") as Hex;
	}

	it("opens with the accounts, their balances and their possible recipients", async () => {
		const screen = await form(account);
		expect(screen.from).toBe(account);
		const own = screen.accounts.find(({ address }) => address.address === account);
		expect(own?.assets.map(({ asset, symbol }) => [asset, symbol])).toContainEqual(["native", "ETH"]);
		expect(await person.callDesk("openSend", { address: FRIEND })).toMatchObject({ ok: false });
	});

	it("of the coin is reviewed as started by the user, signed and mined", async () => {
		const review = await reviewOf();
		expect(review.who.session).toEqual({ code: "title.own" });
		expect(review.verdict).toBe("matched");
		expect(review.parties.map(({ role, address }) => [role, address.address])).toEqual([
			["recipient", FRIEND],
		]);
		expect(review.canReject).toBe(false);
		expect(review.serviceSays).toEqual([]);
		const hash = await confirmed(review);
		const mined = await world.chain.publicClient.getTransaction({ hash });
		expect([mined.value, mined.input]).toEqual([ETHER / 2n, "0x"]);
		expect(await balanceOf(FRIEND)).toBe(ETHER / 2n);
	});

	it("of a token calls only the token's transfer", async () => {
		const entry = await person.asked("approve 1 DEMO for the router");
		must(await person.approve(entry.id));
		await person.progress(entry.id, "confirmed");
		await form();
		const before = await tokensOf(account);
		const review = await reviewOf({ asset: world.demo.token.toLowerCase(), amount: "2.5" });
		expect(review.changes.filter(({ mine }) => mine).map(({ amount }) => amount.text)).toEqual(["2.5"]);
		await confirmed(review);
		expect(await tokensOf(FRIEND)).toBe((5n * ETHER) / 2n);
		expect(await tokensOf(account)).toBe(before - (5n * ETHER) / 2n);
	});

	it.each<[string, object]>([
		["a negative amount", { amount: "-1" }],
		["a number that isn't one", { amount: "NaN" }],
		["an exponent", { amount: "1e18" }],
		["a huge amount", { amount: "9".repeat(60) }],
		["nothing", { amount: "0" }],
		["more decimals than the asset has", { amount: `0.${"1".repeat(19)}` }],
		["an account of somebody else", { account: FRIEND }],
		["an asset that the account lacks", { asset: FRIEND.toLowerCase() }],
		[
			"a recipient with a wrong checksum",
			{ recipient: FRIEND.replace(/c0ffe/i, (end) => (end === "C0ffE" ? "c0FFE" : "C0ffE")) },
		],
		["a name instead of an address", { recipient: "a-friend-of-mine-with-a-long-name.eth" }],
		["the account itself", { recipient: "self" }],
		["custom bytes", { data: "0xdeadbeef" }],
	])("is refused with %s", async (_, change) => {
		const screen = person.screen();
		const asked = payment(change);
		const recipient = asked.recipient === "self" ? account : asked.recipient;
		const outcome = await person
			.callTrusted("send", { ...asked, recipient })
			.catch((cause: unknown) => ({ ok: false, cause }));
		expect(outcome).toMatchObject({ ok: false });
		expect(person.screen()).toEqual(screen);
	});

	it("can have its fee and amount changed in the review, each time as another object to approve", async () => {
		const first = await reviewOf({ amount: "0.25" });
		const edit = (name: string, change: object, fingerprint = first.fingerprint) =>
			person.callTrusted(name, { entryId: first.entryId, fingerprint, ...change }) as Promise<{
				ok: boolean;
			}>;
		expect(first.edit?.fee?.options.map(({ speed }) => speed)).toEqual(["slow", "normal", "fast"]);
		const oldTicket = (person.screen() as { ticket?: string }).ticket;
		expect(await edit("chooseFee", { fee: { speed: "fast" } })).toEqual({ ok: true });
		const faster = await reviewed(first.fingerprint);
		expect(faster.edit?.fee?.speed).toBe("fast");
		// The old ticket and fingerprint are no longer valid.
		const stale = { ticket: oldTicket, fingerprint: first.fingerprint, word: null };
		expect(await person.callTrusted("approve", stale)).toMatchObject({ ok: false });
		// The new ticket becomes valid after the changed review has been visible for a second.
		const { ticket } = person.screen() as { ticket: string | null };
		const early = { ticket, fingerprint: faster.fingerprint, word: faster.approval.word };
		expect(await person.callTrusted("approve", early)).toMatchObject({ ok: false });
		expect(await edit("changeAmount", { amount: "0.1" })).toMatchObject({ ok: false });
		const again = await reviewed();
		expect(again.fingerprint).toBe(faster.fingerprint);
		expect(await edit("changeAmount", { amount: "0.1" }, faster.fingerprint)).toEqual({ ok: true });
		const lower = await reviewed(faster.fingerprint);
		expect(lower.edit).toMatchObject({ amount: { value: "0.1", isAll: false }, fee: { speed: "fast" } });
		const before = await balanceOf(FRIEND);
		await confirmed(lower);
		expect((await balanceOf(FRIEND)) - before).toBe(ETHER / 10n);
		// A signed payment can't be changed.
		expect(await edit("chooseFee", { fee: { speed: "slow" } }, lower.fingerprint)).toMatchObject({
			ok: false,
		});
	});

	it.each<[string, string, object, string | null]>([
		[
			"a fee below the base fee",
			"chooseFee",
			{ fee: { speed: "own", most: "0.000000001", tip: "0" } },
			"app.fee.below-base",
		],
		["a tip above the fee", "chooseFee", { fee: { speed: "own", most: "1", tip: "2" } }, "app.fee.tip-above"],
		["a negative fee", "chooseFee", { fee: { speed: "own", most: "-1", tip: "0" } }, null],
		["no number as a fee", "chooseFee", { fee: { speed: "own", most: "NaN", tip: "0" } }, null],
		["an endless fee", "chooseFee", { fee: { speed: "own", most: "9".repeat(30), tip: "0" } }, null],
		["an unknown speed", "chooseFee", { fee: { speed: "free" } }, null],
		["more than the balance", "changeAmount", { amount: "1000000000" }, "app.send.exceeds"],
		["nothing", "changeAmount", { amount: "0.0" }, "app.send.exceeds"],
		["a negative amount", "changeAmount", { amount: "-5" }, null],
		["an allowance of a payment", "lowerAllowance", { place: 0, amount: "1" }, "app.edit.not-here"],
	])("refuses to change to %s, and stays reviewable", async (_, name, change, code) => {
		const review = await reviewOf({ amount: "0.01" });
		const outcome = await person
			.callTrusted(name, { entryId: review.entryId, fingerprint: review.fingerprint, ...change })
			.catch(() => ({ ok: false, text: "" }));
		expect(outcome).toMatchObject({ ok: false });
		if (code !== null) expect(codesOf((outcome as { text: string }).text)).toContain(code);
		expect((await reviewed()).fingerprint).toBe(review.fingerprint);
	});

	it("shows the existing finding for an own fee far above the usual one", async () => {
		const review = await reviewOf({ amount: "0.01" });
		const { entryId, fingerprint } = review;
		const fee = { speed: "own", most: "900000", tip: "1" };
		must((await person.callTrusted("chooseFee", { entryId, fingerprint, fee })) as { ok: true });
		const dear = await person.until("the dear review", () => {
			const screen = person.screen();
			return screen.screen === "review" && screen.review.fingerprint !== fingerprint ? screen.review : null;
		});
		expect(dear.findings.some(({ id, severity }) => id === "cost" && severity !== "caution")).toBe(true);
	});

	it("leaves the fee of a service's action to the user, until the service revises it", async () => {
		const entry = await person.asked(`execute: send 0.1 ETH to ${FRIEND}`);
		const ready = (fingerprint: string | null) => (each: ReviewView) =>
			each.approval.possible && each.fingerprint !== fingerprint;
		const before = await person.review(entry.id, ready(null));
		expect(before.edit).toMatchObject({ fee: { speed: "normal" }, allowances: [], amount: null });
		const choose = (fingerprint: string | null) =>
			person.callTrusted("chooseFee", { entryId: entry.id, fingerprint, fee: { speed: "fast" } });
		must((await choose(before.fingerprint)) as { ok: true });
		const faster = await person.review(entry.id, ready(before.fingerprint));
		expect([faster.edit?.fee?.speed, faster.revision]).toEqual(["fast", 0]);
		const actionId = entry.id.split("/").at(-1) ?? "";
		await world.service.control.reviseAction({ actionId });
		const revised = await person.review(entry.id, (each) => each.revision === 1 && each.approval.possible);
		expect(revised.edit?.fee?.speed).toBe("normal");
		must((await choose(revised.fingerprint)) as { ok: true });
		await person.review(entry.id, ready(revised.fingerprint));
		const earlier = await balanceOf(FRIEND);
		must(await person.approve(entry.id));
		await person.progress(entry.id, "confirmed");
		expect((await balanceOf(FRIEND)) - earlier).toBe(ETHER / 5n);
	});

	it("of a Solana token creates the recipient's account and pays into it", async () => {
		const payee = Keypair.generate().publicKey;
		const from = solana.person.publicKey.toBase58();
		const { cluster, url } = solana.svm;
		await form(from);
		const mint = solana.options.mint;
		const review = await reviewOf({
			account: from,
			chainRef: cluster,
			recipient: payee.toBase58(),
			asset: mint,
			amount: "1.5",
		});
		expect(review.verdict).toBe("matched");
		await confirmed(review);
		const account = getAssociatedTokenAddressSync(new PublicKey(mint), payee);
		const { amount } = await getAccount(new Connection(url), account);
		expect(amount).toBe(15n * 10n ** BigInt((solana.options.mintDecimals ?? 0) - 1));
	});

	it("of lamports pays a new account, and of everything leaves only the fee", async () => {
		const payee = Keypair.generate().publicKey.toBase58();
		const from = solana.person.publicKey.toBase58();
		const cluster = solana.svm.cluster;
		await form(from);
		const svm = { account: from, chainRef: cluster, recipient: payee };
		const review = await reviewOf({ ...svm, amount: "0.75" });
		expect(review.verdict).toBe("matched");
		expect(review.edit?.fee ?? null).toBeNull();
		await confirmed(review);
		const screen = await form(from);
		expect(screen.from).toBe(from);
		await confirmed(await reviewOf({ ...svm, amount: null }));
		expect(await new Connection(solana.svm.url).getBalance(solana.person.publicKey)).toBe(0);
	});

	it("of everything leaves at most the fee's difference", async () => {
		const review = await reviewOf({ amount: null });
		expect(review.edit?.amount?.isAll).toBe(true);
		const before = await balanceOf(account);
		const hash = await confirmed(review);
		const { gasUsed, effectiveGasPrice } = await world.chain.publicClient.getTransactionReceipt({ hash });
		const mined = await world.chain.publicClient.getTransaction({ hash });
		const most = mined.gas * (mined.maxFeePerGas ?? 0n);
		expect(mined.value).toBe(before - most);
		expect(await balanceOf(account)).toBe(most - gasUsed * effectiveGasPrice);
	});
});
