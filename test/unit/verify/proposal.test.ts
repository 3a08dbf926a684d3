import { afterEach, describe, expect, it } from "vitest";
import { agentSession } from "../../../src/core/identities/agents.ts";
import { type ExportedJournal, exportedJournal } from "../../../src/core/journal/exported.ts";
import { fingerprintOf } from "../../../src/core/match/fingerprint.ts";
import { type CheckFile, checkFile, checkFileOf } from "../../../src/core/saved-review/file.ts";
import { journalText } from "../../../src/main/activity/export-tables.ts";
import { t } from "../../../src/text/index.ts";
import { verifyJournal } from "../../../src/verify/journal.ts";
import { verifyReview } from "../../../src/verify/review.ts";
import { AGENT, PROPOSAL_ID } from "../../fixtures/proposals.ts";
import { stub } from "../../fixtures/stub.ts";
import { changed, OTHER, simulation } from "../core/match/honest.ts";
import { publishedFacts } from "../core/published-descriptors/scene.ts";
import { answerOf, facts, NOW } from "../core/review/scene.ts";
import { proposalReview } from "../core/review/several.ts";
import { evmAction, messageAction } from "../main/signing/actions-scene.ts";
import { openProposalScene, type ProposalScene } from "../main/signing/proposals-scene.ts";

/** A proposal of an agent on this computer, verified by another program. */

const { published } = publishedFacts({});

function checked(file: CheckFile) {
	if (published === undefined) throw new Error("nothing is published");
	return verifyReview(file, published.index);
}

function saved(): CheckFile {
	const file = checkFileOf(proposalReview(), [answerOf(facts()), answerOf(facts())], {
		app: "1.2.3",
		now: NOW,
	});
	if (file === null) throw new Error("nothing is frozen");
	return checkFile.parse(JSON.parse(JSON.stringify(file)));
}

/** Returns the file with a changed proposal and its matching fingerprint. */
function anew(change: (frozen: Extract<CheckFile["frozen"], { kind: "proposal" }>) => void): CheckFile {
	const file = changed(saved(), ({ frozen }) => {
		if (frozen.kind !== "proposal") throw new Error("another kind");
		change(frozen);
	});
	return { ...file, fingerprint: fingerprintOf(file.frozen) };
}

describe("a saved review of a proposal", () => {
	it("is shown on another computer exactly as in the app, as an agent's proposal", () => {
		const file = saved();
		const { ok, lines } = checked(file);
		expect(ok).toBe(true);
		expect(lines.at(-1)).toBe(t("verify.checked"));
		expect(lines.join("\n")).toContain(PROPOSAL_ID);
		expect(file.report.map((line) => line?.told.code)).toContain("saved-review.proposal");
		expect(file.noted.map(({ code }) => code)).not.toContain("opinion.agrees");
	});

	it.each<[string, () => CheckFile]>([
		["another fingerprint", () => ({ ...saved(), fingerprint: "0".repeat(64) })],
		["another id", () => anew((frozen) => Object.assign(frozen, { proposal_id: "f".repeat(32) }))],
		[
			"a declared simulation",
			() => anew((frozen) => Object.assign(frozen.request, { simulation: simulation() })),
		],
		[
			"another target in a payload",
			() =>
				anew(({ intents: [first] }) => {
					if (first?.kind === "evm_transaction") first.transaction.to = OTHER;
				}),
		],
		["one payload less", () => anew(({ intents }) => intents.pop())],
		[
			"another agent, under the approved fingerprint",
			() => changed(saved(), ({ frozen }) => Object.assign(frozen, { session_id: agentSession("agent-2") })),
		],
		["a missing line", () => changed(saved(), ({ report }) => report.pop())],
	])("is not confirmed with %s", (_, make) => {
		expect(checked(make())).toMatchObject({ ok: false });
	});

	it("can't be read as another kind, or with a service's owner", () => {
		const file = saved();
		const read = (change: object) =>
			checkFile.safeParse({ ...file, frozen: { ...file.frozen, ...change } }).success;
		expect(read({})).toBe(true);
		expect(read({ kind: "action" })).toBe(false);
		expect(read({ environment: "staging" })).toBe(false);
		expect(read({ session_id: AGENT })).toBe(false);
	});
});

describe("an exported journal with a proposal", () => {
	let scene: ProposalScene;
	afterEach(() => scene.close());

	/** Exports the journal in another scope, because every export contains proposals. */
	const exported = (): ExportedJournal =>
		exportedJournal.parse(
			JSON.parse(
				journalText(
					stub({
						ports: { version: "1.2.3", clock: { now: () => NOW } },
						stores: { journal: scene.journal },
						signedIn: { current: () => ({ scope: "https://service.example sub:me" }) },
					}),
				),
			),
		);

	async function finished(made: Parameters<typeof openProposalScene>[0]): Promise<ExportedJournal> {
		scene = openProposalScene(made);
		scene.begin();
		await scene.runToEnd();
		return exported();
	}

	it.each([
		["transactions", () => evmAction(2)],
		["signatures", () => messageAction(2)],
	])("is consistent, with the signatures of its steps (%s)", async (_, made) => {
		const journal = await finished(made());
		expect(journal.rows.map(({ kind, legs }) => [kind, legs.length])).toEqual([["proposal", 2]]);
		const { ok, lines } = await verifyJournal(journal);
		const steps = [scene.parent(), ...scene.stepRows()].flatMap((row) => scene.journal.steps(row.id)).length;
		expect(lines).toContain(
			t("verify.journal.counts", { approvals: "1", steps: String(steps), signatures: "2" }),
		);
		expect(ok).toBe(true);
	});

	it("withholds bytes that can still be sent", async () => {
		scene = openProposalScene(evmAction(1));
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		const journal = exported();
		expect(journal.rows[0]?.legs[0]?.signedBytes).toBeNull();
		expect((await verifyJournal(journal)).ok).toBe(true);
	});

	type Row = ExportedJournal["rows"][number];
	const frozenWith = (change: object) => (row: Row) => {
		const frozen = { ...(row.frozen as object), ...change };
		return { ...row, frozen };
	};

	it.each<[string, (row: Row) => Row]>([
		["another agent", frozenWith({ session_id: agentSession("agent-2") })],
		["another id", frozenWith({ proposal_id: "f".repeat(32) })],
		["another kind", frozenWith({ kind: "action" })],
		["another fingerprint", (row) => ({ ...row, fingerprint: "0".repeat(64) })],
		[
			"the steps' signatures swapped",
			(row) => {
				const [first, second] = row.legs;
				if (first === undefined || second === undefined) throw new Error("no steps");
				const { signedBytes } = first;
				return {
					...row,
					legs: [
						{ ...first, signedBytes: second.signedBytes },
						{ ...second, signedBytes },
					],
				};
			},
		],
		[
			"a step's time",
			(row) => ({
				...row,
				legs: row.legs.map((leg) => ({
					...leg,
					steps: leg.steps.map((step) => ({ ...step, at: step.at + 1 })),
				})),
			}),
		],
	])("is inconsistent with %s", async (_, change) => {
		const journal = await finished(evmAction(2));
		expect((await verifyJournal({ ...journal, rows: journal.rows.map(change) })).ok).toBe(false);
	});
});
