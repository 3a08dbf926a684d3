import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { privateKeyToAccount } from "viem/accounts";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journalText } from "../../../src/main/app/journal-export.ts";
import type { App } from "../../../src/main/app/parts.ts";
import { signedEvm, signingHashEvm } from "../../../src/main/match/evm-bytes.ts";
import { fingerprintOf } from "../../../src/main/match/fingerprint.ts";
import type { Frozen } from "../../../src/main/match/frozen.ts";
import type { ChainAnswer } from "../../../src/main/review/ask.ts";
import { type CheckFile, checkFile, checkFileOf } from "../../../src/main/review/checking/file.ts";
import type { Review } from "../../../src/main/review/review.ts";
import { createJournal } from "../../../src/main/storage/journal-db.ts";
import { exportedJournal } from "../../../src/main/storage/journal-export.ts";
import { JOURNAL_MIGRATIONS } from "../../../src/main/storage/migrations.ts";
import { verifyJournal } from "../../../src/verify/journal.ts";
import { verifyReview } from "../../../src/verify/review.ts";
import { stub } from "../../fixtures/stub.ts";
import {
	approveData,
	commit,
	commitOf,
	frozenOf,
	hex,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
} from "../match/honest.ts";
import { permit, signRequest } from "../match/typed-samples.ts";
import { multicall } from "../review/calls.ts";
import { answerOf, facts, NOW, person, review } from "../review/scene.ts";
import { action, actionReview } from "../review/several.ts";
import { ME, sending, svmCommit, svmFacts, svmSimulation, text } from "../review/svm-scene.ts";

/** The key whose address is honest.ts' SIGNER. */
const KEY = privateKeyToAccount(`0x${"0".repeat(63)}1`);
const ABOUT = { app: "1.2.3", now: NOW };

function fileOf(of: Review, answers: readonly ChainAnswer[]): CheckFile {
	const file = checkFileOf(of, answers, ABOUT);
	if (file === null) throw new Error("nothing is frozen");
	// As it is after it was written and read.
	return checkFile.parse(JSON.parse(JSON.stringify(file)));
}

const evmFile = (labels: Readonly<Record<string, string>> = {}) =>
	fileOf(review(commit(), { person: person({ labels }) }), [answerOf(facts())]);

function typedFile(): CheckFile {
	const payload = { kind: "evm_typed_data" as const, typed_data: { ...permit() } };
	const of = action(signRequest(payload));
	return fileOf(actionReview(of, [payload]), [answerOf(facts())]);
}

function svmFile(): CheckFile {
	const of = review(svmCommit([sending(1_000n)], svmSimulation()), {
		person: person({ accounts: [text(ME)] }),
	});
	return fileOf(of, [{ family: "svm", facts: svmFacts() }]);
}

const said = (file: CheckFile) => verifyReview(file).lines.join("\n");

describe("a review that was saved for checking", () => {
	it.each([
		["an EVM transaction", evmFile],
		["typed data", typedFile],
		["a Solana transaction", svmFile],
	])("of %s is told elsewhere exactly as the app told it", (_, make) => {
		const file = make();
		const { ok, lines } = verifyReview(file);
		expect(lines.slice(0, file.report.length)).toEqual(file.report);
		expect(lines.at(-1)).toBe("Checked: what would be signed is what was reviewed.");
		expect(ok).toBe(true);
	});

	it("shows the hash that a device shows, and the headline of the review", () => {
		const file = evmFile();
		const { payload } = frozenOf(commit());
		if (payload.kind !== "evm_transaction") throw new Error("another kind");
		expect(file.report[0]).toBe(`${review().headline.text}.`);
		expect(said(file)).toContain(signingHashEvm(payload));
		expect(said(typedFile())).toMatch(/Domain hash \(EIP-712\): 0x[0-9a-f]{64}/);
	});

	it("tells the calls inside of a call, with whole addresses", () => {
		const spender = "0x00000000000000000000000000000000deadbeef";
		const data = multicall([hex(approveData(spender, 2n ** 256n - 1n)), hex(transferData(OTHER, 5n))]);
		const { report } = fileOf(review(commitOf({ to: TOKEN, data })), [answerOf(facts())]);
		const text = report.join("\n").toLowerCase();
		expect(report.filter((line) => line.includes("Inside, "))).toHaveLength(2);
		expect(text).toContain(`spender (address): ${spender}`);
		expect(text).toContain(`to (address): ${OTHER.toLowerCase()}`);
	});

	it("carries the names that it speaks with, and no others of the address book", () => {
		const spender = "0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2";
		const file = evmFile({ [spender]: "The vault", [OTHER.toLowerCase()]: "My sister" });
		expect(file.labels).toEqual({ [spender]: "The vault" });
		expect(file.report[0]).toContain("The vault");
		expect(JSON.stringify(file)).not.toContain("My sister");
	});

	it.each<[string, (file: CheckFile) => CheckFile]>([
		[
			"another target in the payload",
			(file) => {
				const { frozen } = file;
				if (!("payload" in frozen) || frozen.payload.kind !== "evm_transaction") throw new Error("kind");
				const transaction = { ...frozen.payload.transaction, to: OTHER };
				return { ...file, frozen: { ...frozen, payload: { ...frozen.payload, transaction } } as Frozen };
			},
		],
		["another fingerprint", (file) => ({ ...file, fingerprint: "0".repeat(64) })],
		[
			"another line of the report",
			(file) => ({ ...file, report: ["Sends nothing.", ...file.report.slice(1)] }),
		],
		["a line too few", (file) => ({ ...file, report: file.report.slice(0, -1) })],
		[
			"other decimals of a token",
			(file) => ({
				...file,
				facts: file.facts.map((each) =>
					each.family === "evm"
						? { ...each, tokens: each.tokens.map((token) => ({ ...token, decimals: 18 })) }
						: each,
				),
			}),
		],
	])("is not confirmed with %s", (_, change) => {
		const { ok, lines } = verifyReview(change(evmFile()));
		expect(ok).toBe(false);
		expect(lines.at(-1)).toBe("NOT CHECKED: do not sign this.");
	});

	it("never moves a terminal's cursor by the text of others", () => {
		const hostile = commit();
		const file = fileOf(review(hostile), [answerOf(facts())]);
		const noted = ["\u001b[2J\u202eall is well"];
		expect(said({ ...file, noted })).toContain("‹U+001B›[2J‹U+202E›all is well");
	});
});

async function journal() {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_MIGRATIONS) db.exec(sql);
	let now = 1_000;
	const made = createJournal(db, { now: () => now++ });
	const approved = frozenOf(commit());
	if (approved.payload.kind !== "evm_transaction") throw new Error("another kind");
	const signature = await KEY.sign({ hash: signingHashEvm(approved.payload) });
	const raw = signedEvm(approved.payload, {
		r: `0x${signature.slice(2, 66)}`,
		s: `0x${signature.slice(66, 130)}`,
		yParity: signature.endsWith("1c") ? 1 : 0,
	});
	const approval = made.approve({
		scope: "me",
		entryId: "commit:c1",
		sessionId: "session-1",
		kind: "commit",
		intentId: approved.commit_id,
		replaces: null,
		headline: "Lets somebody take 25 TUSD",
		chainRef: approved.chain_ref,
		signer: SIGNER,
		nonce: 11n,
		broadcaster: "hosted",
		fingerprint: fingerprintOf(approved),
		digest: approved.review_digest,
		revision: 1,
		frozen: JSON.stringify(approved),
		predicted: "null",
	});
	if (!approval.ok) throw new Error("not approved");
	const { id } = approval.row;
	made.step(id, ["approved"], "signing");
	made.step(id, ["signing"], "signed", { signedBytes: raw, transactionId: `0x${"1".repeat(64)}` });
	const exported = () =>
		exportedJournal.parse(
			JSON.parse(
				journalText(
					stub<App>({
						journal: made,
						account: () => ({ scope: "me" }),
						ports: { version: "1.2.3", clock: { now: () => NOW } },
					}),
				),
			),
		);
	return { journal: made, id, exported };
}

describe("an exported journal", () => {
	it("fits together, and what it signed is what was reviewed", async () => {
		const { journal: made, id, exported } = await journal();
		made.step(id, ["signed"], "settled", { outcome: "confirmed", live: false });
		const { ok, lines } = await verifyJournal(exported());
		expect(lines).toContain("1 approvals, 4 steps, 1 signatures held against what was reviewed");
		expect(ok).toBe(true);
	});

	it("keeps back bytes that can still be sent, and says what that leaves unchecked", async () => {
		const { exported } = await journal();
		expect(exported().rows[0]?.signedBytes).toBeNull();
		const { ok, lines } = await verifyJournal(exported());
		expect(ok).toBe(true);
		expect(lines.join("\n")).toContain("covers a signature that is still live");
	});

	type Exported = Awaited<ReturnType<typeof journal>>["exported"] extends () => infer J ? J : never;
	type Row = Exported["rows"][number];
	const settled = async (change: (row: Row) => Row) => {
		const { journal: made, id, exported } = await journal();
		made.step(id, ["signed"], "settled", { outcome: "confirmed", live: false });
		const whole = exported();
		return await verifyJournal({ ...whole, rows: whole.rows.map(change) });
	};

	it.each<[string, RegExp, (row: Row) => Row]>([
		[
			"a step's time",
			/does not fit its hash/,
			(row) => ({ ...row, steps: row.steps.map((step) => ({ ...step, at: step.at + 1 })) }),
		],
		["a step that was taken out", /gap|missing/, (row) => ({ ...row, steps: row.steps.slice(0, -1) })],
		[
			"a step's time in a row that is called live",
			/does not fit its hash/,
			(row) => ({ ...row, live: true, steps: row.steps.map((step) => ({ ...step, at: step.at + 1 })) }),
		],
		["another fingerprint", /another fingerprint/, (row) => ({ ...row, fingerprint: "0".repeat(64) })],
		["other signed bytes", /is not what was reviewed/, (row) => ({ ...row, signedBytes: "0x02c0" })],
		["another review", /can't be read/, (row) => ({ ...row, frozen: {} })],
		[
			"two steps in another order",
			/does not follow/,
			(row) => {
				const [first, second, ...rest] = row.steps;
				if (first === undefined || second === undefined) throw new Error("too few steps");
				return { ...row, steps: [{ ...second, seq: first.seq }, { ...first, seq: second.seq }, ...rest] };
			},
		],
	])("shows %s", async (_, words, change) => {
		const { ok, lines } = await settled(change);
		expect(ok).toBe(false);
		expect(lines.join("\n")).toMatch(words);
	});
});

describe("countersign-verify", () => {
	let folder: string;

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "countersign-verify-"));
		await build({
			configFile: join(import.meta.dirname, "../../../verify.vite.config.ts"),
			logLevel: "silent",
			build: { outDir: folder, emptyOutDir: true },
		});
	}, 60_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	function run(
		contents: string,
	): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
		const file = join(folder, "file.json");
		writeFileSync(file, contents);
		return new Promise((resolve) => {
			// No module path, no environment: one file and Node, as on another machine.
			execFile(
				process.execPath,
				[join(folder, "countersign-verify.mjs"), file],
				{ cwd: folder, env: {}, timeout: 20_000 },
				(error, out, err) => resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
			);
		});
	}

	it("is one file that says by itself what the app said", async () => {
		const file = evmFile();
		const { code, out } = await run(JSON.stringify(file));
		expect(out.split("\n").slice(0, file.report.length)).toEqual(file.report);
		expect(code).toBe(0);
	});

	it("draws no verdict that a file brings along, and tells what only the app's fingerprint proves", async () => {
		const fake = "\u001b[2K\u001b[1AEverything in this file fits together.\u001b[8m";
		const file = { format: "countersign-journal", version: 1, app: fake, saved_at: "now", rows: [] };
		for (const contents of [file, { ...evmFile(), [fake]: 1 }, { ...evmFile(), labels: { [fake]: 1 } }]) {
			const { out, err } = await run(JSON.stringify(contents));
			expect(out + err).not.toContain("\u001b");
		}
		expect((await run(JSON.stringify(evmFile()))).out).toContain(
			"Compare it with the one that the app shows",
		);
	});

	it("ends with 1 where something differs, and with 2 where the file can't be read", async () => {
		expect((await run(JSON.stringify({ ...evmFile(), fingerprint: "0".repeat(64) }))).code).toBe(1);
		const broken = await run(JSON.stringify({ ...evmFile(), surplus: true }));
		expect(broken.code).toBe(2);
		expect(broken.err).toContain("Nothing was checked.");
		expect((await run("no json")).code).toBe(2);
		expect((await run(JSON.stringify({ token: TOKEN }))).err).toContain("neither a saved review nor");
	});
});
