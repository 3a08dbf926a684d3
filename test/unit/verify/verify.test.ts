import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { privateKeyToAccount } from "viem/accounts";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { ChainAnswer } from "../../../src/core/decoded-transaction/question.ts";
import { exportedJournal } from "../../../src/core/journal/exported.ts";
import { type Message, message, type Params, verbatim } from "../../../src/core/localized-text.ts";
import { signedEvm, signingHashEvm } from "../../../src/core/match/evm/bytes.ts";
import { fingerprintOf } from "../../../src/core/match/fingerprint.ts";
import type { Frozen } from "../../../src/core/match/frozen.ts";
import type { Review } from "../../../src/core/review/review.ts";
import { type CheckFile, checkFile, checkFileOf } from "../../../src/core/saved-review/file.ts";
import { proofOf } from "../../../src/core/saved-review/proof.ts";
import type { ReportLine } from "../../../src/core/saved-review/report.ts";
import { journalText } from "../../../src/main/activity/export-tables.ts";
import { JOURNAL_SCHEMA } from "../../../src/main/app/journal-schema.ts";
import { JournalDb } from "../../../src/main/storage/journal-db.ts";
import { en } from "../../../src/text/en/index.ts";
import { t, textOf, usePatterns } from "../../../src/text/index.ts";
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
} from "../core/match/honest.ts";
import { permit, signRequest } from "../core/match/typed-samples.ts";
import { ATTESTED, publishedFacts, stowCommit } from "../core/published-descriptors/scene.ts";
import { multicall } from "../core/review/calls.ts";
import { LYING } from "../core/review/refused.ts";
import { answerOf, facts, NOT_SIMULATED, NOW, review, user } from "../core/review/scene.ts";
import { action, actionReview } from "../core/review/several.ts";
import { ME, sending, svmCommit, svmFacts, svmSimulation, text } from "../core/review/svm-scene.ts";

/** The private key of SIGNER in honest.ts. */
const KEY = privateKeyToAccount(`0x${"0".repeat(63)}1`);
const ABOUT = { app: "1.2.3", now: NOW };

const { published: PUBLISHED } = publishedFacts({ more: ATTESTED });
const checked = (file: CheckFile) => {
	if (PUBLISHED === undefined) throw new Error("nothing is published");
	return verifyReview(file, PUBLISHED.index);
};

function fileOf(of: Review, answers: readonly ChainAnswer[]): CheckFile {
	const file = checkFileOf(of, answers, ABOUT);
	if (file === null) throw new Error("nothing is frozen");
	// Serializes and parses the file.
	return checkFile.parse(JSON.parse(JSON.stringify(file)));
}

const shown = (line: ReportLine) => (line === null ? "" : `${"  ".repeat(line.level)}${textOf(line.told)}`);

const codes = ({ report }: CheckFile) => report.map((line) => line?.told.code ?? null);

const evmFile = (labels: Readonly<Record<string, string>> = {}) =>
	fileOf(review(commit(), { user: user({ labels }) }), [answerOf(facts())]);

function typedFile(): CheckFile {
	const payload = { kind: "evm_typed_data" as const, typed_data: { ...permit() } };
	const of = action(signRequest(payload));
	return fileOf(actionReview(of, [payload]), [answerOf(facts())]);
}

function svmFile(): CheckFile {
	const of = review(svmCommit([sending(1_000n)], svmSimulation()), {
		user: user({ accounts: [text(ME)] }),
	});
	return fileOf(of, [{ family: "svm", facts: svmFacts() }]);
}

/** Returns the report with other values in the line with this code. */
const withValue = ({ report }: CheckFile, code: string, params: Params): ReportLine[] =>
	report.map((line) => (line?.told.code === code ? { ...line, told: { code, params } } : line));

const said = (file: CheckFile) => checked(file).lines.join("\n");

describe("a review saved for checking", () => {
	it.each([
		["an EVM transaction", evmFile],
		["typed data", typedFile],
		["a Solana transaction", svmFile],
	])("of %s is shown on another computer exactly as in the app", (_, make) => {
		const file = make();
		const { ok, lines } = checked(file);
		expect(lines.slice(0, file.report.length)).toEqual(file.report.map(shown));
		expect(lines.at(-1)).toBe(t("verify.checked"));
		expect(ok).toBe(true);
	});

	it("shows the hash on a device, and the headline of the review", () => {
		const file = evmFile();
		const { payload } = frozenOf(commit());
		if (payload.kind !== "evm_transaction") throw new Error("another kind");
		expect(file.report[0]).toEqual({
			level: 0,
			told: message("saved-review.headline", { headline: review().headline.text }),
		});
		expect(said(file)).toContain(signingHashEvm(payload));
		expect(said(typedFile())).toMatch(/Domain hash \(EIP-712\): 0x[0-9a-f]{64}/);
	});

	it("lists inner calls, with whole addresses", () => {
		const spender = "0x00000000000000000000000000000000deadbeef";
		const data = multicall([hex(approveData(spender, 2n ** 256n - 1n)), hex(transferData(OTHER, 5n))]);
		const file = fileOf(review(commitOf({ to: TOKEN, data })), [answerOf(facts())]);
		const text = said(file).toLowerCase();
		expect(codes(file).filter((code) => code === "saved-review.inside")).toHaveLength(2);
		expect(text).toContain(`spender (address): ${spender}`);
		expect(text).toContain(`to (address): ${OTHER.toLowerCase()}`);
	});

	describe("with a contract's descriptor", () => {
		const TAKEN_BACK = { ok: true, value: 1_790_000_000n } as const;
		const claimed = (parts: Parameters<typeof publishedFacts>[0] = {}) => {
			const addressFacts = publishedFacts({ more: ATTESTED, ...parts });
			const opinion = { items: [{ ...NOT_SIMULATED, addressFacts }], names: new Map() };
			return fileOf(review(stowCommit(), { opinion }), [answerOf(facts())]);
		};

		it("is shown on another computer as a claim, from that program's own descriptors", () => {
			const file = claimed();
			const { ok } = checked(file);
			expect(said(file)).toMatch(
				/Vault Makers describes the call of 0x[0-9a-f]{40}: “.+” \(a claim; audited/,
			);
			expect(said(file)).toMatch(/left out keeper: /);
			expect(shown(file.report[0] ?? null)).toContain("According to Vault Makers");
			expect(ok).toBe(true);
		});

		it("says that an attestation was revoked", () => {
			expect(said(claimed({ revoked: TAKEN_BACK }))).toContain("revoked its attestation");
			expect(said(claimed())).toContain("revocation not checked");
		});

		it("is refused if the file contradicts its own descriptors", () => {
			const file = claimed({ revoked: TAKEN_BACK });
			const [asked] = file.published;
			if (asked === null || asked === undefined) throw new Error("nothing was asked");
			expect(checked({ ...file, published: [null] }).ok).toBe(false);
			expect(checked({ ...file, published: [{ ...asked, revoked: {} }] }).ok).toBe(false);
			const report: ReportLine[] = JSON.parse(
				JSON.stringify(file.report).replaceAll("Vault Makers", "Other Makers"),
			);
			expect(checked({ ...file, report }).ok).toBe(false);
		});
	});

	it("contains the names that it uses, and no others of the address book", () => {
		const spender = "0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2";
		const file = evmFile({ [spender]: "The vault", [OTHER.toLowerCase()]: "My sister" });
		expect(file.labels).toEqual({ [spender]: "The vault" });
		expect(shown(file.report[0] ?? null)).toContain("The vault");
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
			(file) => ({
				...file,
				report: [{ level: 0, told: verbatim("Sends nothing.") }, ...file.report.slice(1)],
			}),
		],
		[
			"a line with more indentation",
			(file) => ({ ...file, report: file.report.map((line) => line && { ...line, level: 3 }) }),
		],
		["a missing line", (file) => ({ ...file, report: file.report.slice(0, -1) })],
		[
			"another value of one line",
			(file) => ({ ...file, report: withValue(file, "saved-review.signer", { signer: OTHER }) }),
		],
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
		const { ok, lines } = checked(change(evmFile()));
		expect(ok).toBe(false);
		expect(lines.at(-1)).toBe(t("verify.not-checked"));
	});

	it("reports each differing value, here and in the file", () => {
		const file = evmFile();
		const at = codes(file).indexOf("saved-review.signer");
		const { ok, lines } = checked({
			...file,
			report: withValue(file, "saved-review.signer", { signer: OTHER }),
		});
		expect(ok).toBe(false);
		expect(lines.slice(lines.indexOf(t("verify.other-lines")) + 1, -1)).toEqual([
			`  line ${at + 1}`,
			`    here: Signer: ${SIGNER}`,
			`    app:  Signer: ${OTHER}`,
		]);
	});

	it("is the same in any order of its values' members", () => {
		const file = evmFile();
		const report = file.report.map((line) => {
			if (line?.told.params === undefined) return line;
			const params = Object.fromEntries(Object.entries(line.told.params).toReversed());
			return { ...line, told: { ...line.told, params } };
		});
		expect(checked({ ...file, report }).ok).toBe(true);
	});

	it("is confirmed with any current sentences", () => {
		const files = [evmFile(), typedFile(), svmFile()];
		const restore = usePatterns(
			Object.fromEntries(Object.entries(en).map(([code, pattern]) => [code, `Anew: ${pattern}`])),
		);
		onTestFinished(restore);
		expect(files.map((file) => checked(file).ok)).toEqual([true, true, true]);
	});

	it("contains codes and values, but no sentences", () => {
		const { report } = evmFile();
		const lines = JSON.stringify(report);
		for (const text of ["Signer:", "MATCHED", "Review digest", "Fingerprint:"])
			expect(lines).not.toContain(text);
		expect(report.every((line) => line === null || Object.hasOwn(en, line.told.code))).toBe(true);
	});

	it("shows a newer version's codes without guessing their meaning", () => {
		const file = evmFile();
		const newer = { ...file, noted: [...file.noted, { code: "finding.of-tomorrow", params: { who: "x" } }] };
		expect(checked(newer).ok).toBe(true);
		expect(said(newer)).toContain("  (finding.of-tomorrow)");
		expect(said(newer)).toContain("maybe from a newer Countersign: finding.of-tomorrow.");
		const report = [{ level: 0, told: { code: "saved-review.of-tomorrow" } }, ...file.report.slice(1)];
		expect(checked({ ...file, report }).ok).toBe(false);
		expect(said({ ...file, report })).toContain("    app:  (saved-review.of-tomorrow)");
	});

	it.each<[string, (told: Message) => unknown]>([
		["an additional member", (told) => ({ ...told, english: "Sends nothing." })],
		["a text too long", (told) => ({ ...told, params: { text: "x".repeat(10_001) } })],
		[
			"too many values",
			(told) => ({
				...told,
				params: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`v${at}`, ""])),
			}),
		],
		[
			"an impossible depth",
			(told) =>
				Array.from({ length: 100_000 }).reduce<unknown>(
					(inside) => ({ code: "x", params: { inside } }),
					told,
				),
		],
		["a value of another kind", (told) => ({ ...told, params: { text: null } })],
	])("can’t be read with %s", (_, change) => {
		const file = evmFile();
		const [first, ...rest] = file.report;
		if (first === null || first === undefined) throw new Error("no line");
		const read = (told: unknown) =>
			checkFile.safeParse({ ...file, report: [{ ...first, told }, ...rest] }).success;
		expect(read(first.told)).toBe(true);
		expect(read(change(first.told))).toBe(false);
		expect(checkFile.safeParse({ ...file, noted: [change(first.told)] }).success).toBe(false);
	});

	it("never moves a terminal's cursor by others' text", () => {
		const hostile = commit();
		const file = fileOf(review(hostile), [answerOf(facts())]);
		const noted = [verbatim("\u001b[2J\u202eall is well")];
		expect(said({ ...file, noted })).toContain("‹U+001B›[2J‹U+202E›all is well");
	});
});

async function journal() {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let now = 1_000;
	const made = new JournalDb(db, { now: () => now++ });
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
		frozen: approved,
		predicted: null,
	});
	if (!approval.ok) throw new Error("not approved");
	const { id } = approval.row;
	made.step(id, ["approved"], "signing");
	made.step(id, ["signing"], "signed", {
		signature: { kind: "one", bytes: raw },
		transactionId: `0x${"1".repeat(64)}`,
	});
	const exported = () =>
		exportedJournal.parse(
			JSON.parse(
				journalText(
					stub({
						ports: { version: "1.2.3", clock: { now: () => NOW } },
						stores: { journal: made },
						signedIn: { current: () => ({ scope: "me" }) },
					}),
				),
			),
		);
	return { journal: made, id, exported };
}

describe("an exported journal", () => {
	it("is consistent, and its signed items match the reviewed ones", async () => {
		const { journal: made, id, exported } = await journal();
		made.step(id, ["signed"], "settled", { outcome: "confirmed", live: false });
		const { ok, lines } = await verifyJournal(exported());
		expect(lines).toContain(t("verify.journal.counts", { approvals: 1, steps: 4, signatures: 1 }));
		expect(ok).toBe(true);
	});

	it("withholds bytes that can still be sent, and names what can't be checked", async () => {
		const { exported } = await journal();
		expect(exported().rows[0]?.signedBytes).toBeNull();
		const { ok, lines } = await verifyJournal(exported());
		expect(ok).toBe(true);
		expect(lines.join("\n")).toContain("has a signature that’s still valid");
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
			/doesn’t match its hash/,
			(row) => ({ ...row, steps: row.steps.map((step) => ({ ...step, at: step.at + 1 })) }),
		],
		["a removed step", /gap|missing/, (row) => ({ ...row, steps: row.steps.slice(0, -1) })],
		[
			"a step's time in a live row",
			/doesn’t match its hash/,
			(row) => ({ ...row, live: true, steps: row.steps.map((step) => ({ ...step, at: step.at + 1 })) }),
		],
		["another fingerprint", /different fingerprint/, (row) => ({ ...row, fingerprint: "0".repeat(64) })],
		["other signed bytes", /wasn’t reviewed/, (row) => ({ ...row, signedBytes: "0x02c0" })],
		["another review", /can’t be read/, (row) => ({ ...row, frozen: {} })],
		[
			"two steps in another order",
			/doesn’t follow/,
			(row) => {
				const [first, second, ...rest] = row.steps;
				if (first === undefined || second === undefined) throw new Error("too few steps");
				return { ...row, steps: [{ ...second, seq: first.seq }, { ...first, seq: second.seq }, ...rest] };
			},
		],
	])("shows %s", async (_, text, change) => {
		const { ok, lines } = await settled(change);
		expect(ok).toBe(false);
		expect(lines.join("\n")).toMatch(text);
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
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	function run(
		contents: string,
	): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
		const file = join(folder, "file.json");
		writeFileSync(file, contents);
		return new Promise((resolve) => {
			// One file and Node, without a module path or environment, as on another computer.
			execFile(
				process.execPath,
				[join(folder, "countersign-verify.mjs"), file],
				{ cwd: folder, env: {}, timeout: 20_000 },
				(error, out, err) => resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
			);
		});
	}

	it("is one file that repeats the app's statements by itself", async () => {
		const file = evmFile();
		const { code, out } = await run(JSON.stringify(file));
		expect(out.split("\n").slice(0, file.report.length)).toEqual(file.report.map(shown));
		expect(code).toBe(0);
	});

	it("names the differing field of a proof's payload, and refuses a changed proof", async () => {
		const proof = proofOf(review(LYING), [answerOf(facts())], ABOUT);
		const { code, out } = await run(JSON.stringify(proof));
		expect(out).toContain(`${t("verify.proof.differs")}\n  value\n    review:  0\n    signed:  1\n`);
		expect(code).toBe(0);
		const changed = { ...proof, differs: [{ field: "to", reviewed: "0", payload: "1" }] };
		expect((await run(JSON.stringify(changed))).code).toBe(1);
		expect((await run(JSON.stringify({ ...proof, differs: [] }))).code).toBe(2);
	});

	it("uses no verdict from a file, and marks what only the app's fingerprint proves", async () => {
		const fake = "\u001b[2K\u001b[1AEverything in this file is consistent.\u001b[8m";
		const file = { format: "countersign-journal", version: 1, app: fake, saved_at: "now", rows: [] };
		for (const contents of [file, { ...evmFile(), [fake]: 1 }, { ...evmFile(), labels: { [fake]: 1 } }]) {
			const { out, err } = await run(JSON.stringify(contents));
			expect(out + err).not.toContain("\u001b");
		}
		expect((await run(JSON.stringify(evmFile()))).out).toContain(t("verify.same-fingerprint"));
	});

	it("ends with 1 if something differs, and with 2 if the file can't be read", async () => {
		expect((await run(JSON.stringify({ ...evmFile(), fingerprint: "0".repeat(64) }))).code).toBe(1);
		const broken = await run(JSON.stringify({ ...evmFile(), surplus: true }));
		expect(broken.code).toBe(2);
		expect(broken.err).toContain("Nothing was checked.");
		expect((await run("no json")).code).toBe(2);
		const changed = { ...evmFile(), report: withValue(evmFile(), "saved-review.signer", { signer: OTHER }) };
		expect((await run(JSON.stringify(changed))).code).toBe(1);
		const newer = await run(JSON.stringify({ ...evmFile(), version: 2 }));
		expect(newer.code).toBe(2);
		expect(newer.err).toContain(t("verify.review-newer", { version: 2 }));
		expect((await run(JSON.stringify({ token: TOKEN }))).err).toContain(t("verify.neither"));
	});
});
