import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { Events } from "../../../../src/main/events.ts";
import { seenKey } from "../../../../src/main/powers/allowance-notes.ts";
import type { FoundPower } from "../../../../src/main/powers/found-power.ts";
import { LeftAllowances } from "../../../../src/main/powers/left-allowances.ts";
import type { SeenAllowance } from "../../../../src/main/powers/seen-allowances.ts";
import {
	CHAIN,
	commitOf,
	frozenOf,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../../core/match/honest.ts";
import { rowOf } from "../inbox/entries/rows.ts";

/** Allowances that a request granted and didn't use up, as reported by the chain. */

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
const log = (from: string, token = TOKEN) => ({
	address: token.toLowerCase(),
	topics: [TRANSFER, topic(from), topic(VAULT)],
	data: `0x${"0".repeat(63)}5`,
});
const receipt = (logs: ReturnType<typeof log>[], succeeded = true) => ({
	succeeded,
	blockNumber: "1",
	gasUsed: "1",
	feePaid: "1",
	blockHash: "0xb10c",
	logs,
});

/** Returns a swap at the vault that took the signer's tokens. */
const swap = (patch: Partial<JournalRow> = {}): JournalRow =>
	rowOf({
		kind: "commit",
		chainRef: String(CHAIN),
		signer: SIGNER,
		frozen: frozenOf(commitOf({ to: VAULT, data: "0x12345678" })),
		state: "settled",
		outcome: "confirmed",
		receipt: receipt([log(SIGNER)]),
		...patch,
	});

const met = (change: Partial<SeenAllowance> = {}): SeenAllowance => ({
	chainRef: String(CHAIN),
	account: SIGNER.toLowerCase(),
	token: TOKEN.toLowerCase(),
	spender: VAULT.toLowerCase(),
	kind: "allowance",
	tokenId: "",
	...change,
});

const foundOf = (each: SeenAllowance, change: Partial<FoundPower> = {}): FoundPower => ({
	key: seenKey(each),
	seen: each,
	spender: each.spender,
	allowed: { amount: 25n, until: null },
	stakes: [],
	items: null,
	unit: { symbol: "TUSD", name: null, decimals: 6 },
	mint: null,
	program: null,
	fault: null,
	...change,
});

function scene(known: readonly SeenAllowance[], answer: (met: SeenAllowance) => FoundPower | null = foundOf) {
	const world = { asked: [] as SeenAllowance[][], changes: 0, session: [] as JournalRow[], faulty: false };
	const events = new Events(() => {});
	events.on("power-changed", () => {
		world.changes += 1;
	});
	const left = new LeftAllowances({
		seen: () => {
			if (world.faulty) throw new Error("the disk is full");
			return known;
		},
		ofRow: (row) => (row.id === "approve" ? [met({ spender: OTHER.toLowerCase() })] : []),
		ofSession: () => world.session,
		async read(chainRef, all) {
			world.asked.push([...all]);
			const found = all.map(answer).filter((each) => each !== null);
			return { chainRef, accounts: [SIGNER], fault: null, found };
		},
		events,
		log: () => {},
	});
	/** Returns the shown spenders after the chain's answer. */
	const shown = async (rows: readonly JournalRow[], entryId = "entry") => {
		left.of(entryId, rows);
		await new Promise(setImmediate);
		return left.of(entryId, rows).map(({ spender }) => spender);
	};
	return { world, left, shown };
}

describe("leftover allowances", () => {
	it("are the called spender's remaining allowance of the outgoing token, read once", async () => {
		const { world, left, shown } = scene([met(), met({ spender: OTHER.toLowerCase() })]);
		expect(await shown([swap()])).toEqual([VAULT.toLowerCase()]);
		expect(left.of("entry", [swap()])).toHaveLength(1);
		expect([world.asked.length, world.changes]).toEqual([1, 1]);
	});

	it("include another spender approved in the same conversation", async () => {
		const { world, shown } = scene([]);
		world.session = [rowOf({ id: "approve" })];
		expect(await shown([swap()])).toEqual([OTHER.toLowerCase()]);
	});

	it("include the whole allowance of a confirmed step if the approval ended before the others", async () => {
		const approve = rowOf({
			id: "approve",
			chainRef: String(CHAIN),
			signer: SIGNER,
			state: "settled",
			outcome: "confirmed",
		});
		const unsigned = rowOf({ id: "swap", place: 1, state: "refused", outcome: "unsigned" });
		const { shown } = scene([]);
		expect(await shown([approve, unsigned])).toEqual([OTHER.toLowerCase()]);
		expect(await shown([approve], "approved alone")).toEqual([]);
	});

	it("are read again once a row of ours has settled, and an earlier answer is discarded", async () => {
		const { world, left, shown } = scene([met()]);
		left.of("entry", [swap()]);
		left.forget();
		await new Promise(setImmediate);
		expect(await shown([swap()])).toEqual([VAULT.toLowerCase()]);
		left.forget();
		expect(await shown([swap()])).toEqual([VAULT.toLowerCase()]);
		expect(world.asked).toHaveLength(3);
	});

	it("exist for a Solana token account only if its mint left", async () => {
		const [me, mint, account, spender] = ["me", "mint", "account", "spender"];
		const delegate = met({ chainRef: "devnet", account: me, token: account, spender, kind: "delegate" });
		const row = (asset: string) =>
			rowOf({
				id: "approve",
				chainRef: "solana:devnet",
				signer: me,
				outcome: "confirmed",
				receipt: {
					family: "svm",
					succeeded: true,
					slot: "1",
					feePaid: "1",
					error: null,
					moves: [{ asset, owner: me, account, before: "9", after: "4" }],
				},
			});
		const left = new LeftAllowances({
			seen: () => [],
			ofRow: () => [delegate],
			ofSession: () => [],
			read: async (chainRef, all) => ({
				chainRef,
				accounts: [me],
				fault: null,
				found: all.map((each) => foundOf(each, { mint })),
			}),
			events: new Events(() => {}),
			log: () => {},
		});
		left.of("of-mint", [row(mint)]);
		left.of("of-another", [row("another")]);
		left.of("of-sol", [row("native")]);
		await new Promise(setImmediate);
		expect(left.of("of-mint", [row(mint)])).toHaveLength(1);
		expect(left.of("of-another", [row("another")])).toEqual([]);
		expect(left.of("of-sol", [row("native")])).toEqual([]);
	});
});

describe("no allowance is left", () => {
	it.each<[string, readonly JournalRow[]]>([
		["before it was confirmed", [swap({ state: "submitted", outcome: null, receipt: null })]],
		["if it failed", [swap({ outcome: "failed", receipt: receipt([], false) })]],
		["if nothing left, as in a mere approval", [swap({ receipt: receipt([]) })]],
		["if only others' tokens moved", [swap({ receipt: receipt([log(OTHER)]) })]],
		["if another token left", [swap({ receipt: receipt([log(SIGNER, OTHER)]) })]],
		[
			"if the token itself was called, for a transfer",
			[swap({ frozen: frozenOf(commitOf({ to: TOKEN, data: transferData(OTHER, 5n) })) })],
		],
		["if no row went to a chain", []],
	])("%s", async (_what, rows) => {
		const { world, shown } = scene([met(), met({ spender: TOKEN.toLowerCase() })]);
		expect(await shown(rows)).toEqual([]);
		expect(world.asked).toEqual([]);
	});

	it.each<[string, SeenAllowance]>([
		["on another chain", met({ chainRef: "1" })],
		["from another account", met({ account: OTHER.toLowerCase() })],
	])("for allowances %s", async (_what, known) => {
		const { world, shown } = scene([known]);
		expect(await shown([swap()])).toEqual([]);
		expect(world.asked).toEqual([]);
	});

	it("if the chain shows it used up, or is silent, or the store can't be read", async () => {
		expect(await scene([met()], () => null).shown([swap()])).toEqual([]);
		const unread = scene([met()], (each) => foundOf(each, { allowed: null, fault: verbatim("Silence.") }));
		expect(await unread.shown([swap()])).toEqual([]);
		const faulty = scene([met()]);
		faulty.world.faulty = true;
		expect(await faulty.shown([swap()])).toEqual([]);
		expect(faulty.world.asked).toEqual([]);
	});

	it("is remembered for a limited number of requests", async () => {
		const { world, shown } = scene([met()]);
		for (let at = 0; at < 52; at += 1) await shown([swap()], `entry-${at}`);
		await shown([swap()], "entry-0");
		expect(world.asked).toHaveLength(53);
	});
});
