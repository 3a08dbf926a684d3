import { DatabaseSync } from "node:sqlite";
import type { ShownEffects } from "../../../../src/core/journal/records.ts";
import { ENDED, type JournalRow, type JournalState } from "../../../../src/core/journal/types.ts";
import type { Message } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { type Frozen, type FrozenCommit, intentsOf } from "../../../../src/core/match/frozen.ts";
import type { ItemFacts } from "../../../../src/core/rules/rule-facts.ts";
import { NO_RULES, type PolicyContext } from "../../../../src/core/rules/rules.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import type { StepCheck } from "../../../../src/main/reviewing/step-checks.ts";
import {
	type ApprovedReview,
	type Authorization,
	authorize,
} from "../../../../src/main/signing/authorize.ts";
import { Runner } from "../../../../src/main/signing/runner.ts";
import { Sequencer } from "../../../../src/main/signing/sequencing.ts";
import type { ActionService, CommitService } from "../../../../src/main/signing/signing-service.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import type { Broadcaster } from "../../../../src/service-api/action.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { commit, frozenOf, request, transaction } from "../../core/match/honest.ts";
import { PLAIN_RULE_FACTS, SHOWN_EFFECTS } from "../storage/kept.ts";
import { type VirtualClock, virtualClock } from "./clock.ts";
import { FakeActions, FakeChain, FakeService, FakeSigner, FakeSvmChain } from "./fakes.ts";
import { rowTextCodes } from "./told.ts";

/** A runner with a journal in memory and a fake service, signer and chain. */

export const SCOPE = "staging/person-1";
/** Fifteen minutes before the offer in honest.ts expires, in Unix ms. */
export const START = 1_790_000_000_000;
/** Expiry of the offer, in Unix ms. */
export const EXPIRY = 1_790_000_900_000;

/** Rule facts of an item that spends nothing. */
export const PLAIN_ITEM: ItemFacts = {
	...PLAIN_RULE_FACTS,
	known: true,
	recipients: [],
	contracts: [],
	grants: [],
	simulated: "agrees",
};

/** Returns the result of a step's simulation, run on the block of the previous step. */
export const stepCheckOf = (shown: ShownEffects, change: Partial<StepCheck> = {}): StepCheck => ({
	shown,
	facts: PLAIN_ITEM,
	at: 12n,
	unanswered: null,
	...change,
});

/** Returns a policy without rules. */
export function withoutRules(frozen: Frozen): ApprovedReview["policy"] {
	return { context: NO_RULES, items: intentsOf(frozen).map(() => PLAIN_ITEM) };
}

/** Returns the review as the user approved it. */
export function approvalOf(view: CommitView, change: Partial<ApprovedReview> = {}): ApprovedReview {
	const frozen = frozenOf(view);
	return {
		scope: SCOPE,
		entryId: `commit:${frozen.commit_id}`,
		headline: "Allow 25 TUSD",
		frozen,
		fingerprint: fingerprintOf(frozen),
		steps: [
			{
				headline: "Allow 25 TUSD",
				predicted: {
					nativeSymbol: "ETH",
					mostFee: "120000000000000",
					value: "0",
					moves: [],
					...PLAIN_RULE_FACTS,
				},
			},
		],
		replaces: null,
		policy: withoutRules(change.frozen ?? frozen),
		...change,
	};
}

export interface Scene {
	readonly db: DatabaseSync;
	readonly journal: Journal;
	readonly service: FakeService;
	readonly signer: FakeSigner;
	readonly chain: FakeChain;
	readonly svm: FakeSvmChain;
	readonly actions: FakeActions;
	readonly clock: VirtualClock;
	readonly frozen: FrozenCommit;
	/** Moments of the journal's steps, such as `before approved`. */
	readonly steps: string[];
	readonly lines: string[];
	/** Reports about the journal's disk: a text, or `null` if it accepts steps. */
	readonly storage: (Message | null)[];
	/** Called before and after each step is stored; may throw to simulate a failing disk. */
	onStep: (moment: "before" | "after", step: string) => void;
	onChange: (row: JournalRow) => void;
	/** Whether blind signatures are allowed. */
	blind: boolean;
	/** Number of times that the vault was locked. */
	locks: number;
	/** The user's rules at the time of a step. */
	rules: PolicyContext;
	/** Time at which the rules were saved, in Unix ms. */
	rulesAt: number;
	/** Returns the result of a step's simulation right before its signature; by default the same as at the approval. */
	onCheck: (step: number) => StepCheck | Promise<StepCheck>;
	/** Steps that were simulated before their signature, in order. */
	readonly checked: number[];
	runner(): Runner;
	/** Stops the runner, and starts a new one with the same journal, as after a crash. */
	restart(): Promise<void>;
	approve(change?: Partial<ApprovedReview>): Authorization;
	/** Returns the commit's row. */
	row(): JournalRow;
	/** Returns the journal's states, in order. */
	history(): readonly JournalState[];
	/** Waits until all work has ended or waits for a timer. */
	rest(): Promise<void>;
	/** Advances time, timer by timer, until the row is in this state. */
	carry(state: JournalState, mostMs?: number): Promise<JournalRow>;
	close(): Promise<void>;
}

/** Waits for one turn of the event loop, in which pending work continues. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A runner's scope and services; by default the scene's fakes. */
interface SceneScope {
	readonly scope: string;
	readonly commits: CommitService;
	readonly actions: ActionService;
}

export function openScene(
	broadcaster: Broadcaster = "wallet",
	change: Partial<CommitView> = {},
	of: Partial<SceneScope> = {},
): Scene {
	const asked = request([transaction({ broadcaster })]);
	const review = { version: 1, revision: 1, digest: "digest-1", request: asked, legs: [asked] };
	const view = commit({ broadcaster, review, ...change });
	const clock = virtualClock(START);
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	const journal = new JournalDb(db, {
		now: () => clock.now(),
		onStep: (moment, step) => {
			scene.onStep(moment, step);
			scene.steps.push(`${moment} ${step}`);
		},
	});
	const service = new FakeService(view);
	const signer = new FakeSigner();
	const chain = new FakeChain();
	const svm = new FakeSvmChain();
	const actions = new FakeActions();
	const scope = of.scope ?? SCOPE;
	const services = { commits: of.commits ?? service, actions: of.actions ?? actions };
	let runner = open();

	function open(): Runner {
		return new Runner(
			{
				ports: { clock, log: (line) => scene.lines.push(line) },
				events: { emit: (_, { row: changed }) => scene.onChange(changed) },
				stores: { journal },
				wallet: { signer, locks: () => scene.locks },
				rules: {
					blindAllowed: () => scene.blind,
					policyContext: () => scene.rules,
					changedSince: (at) => scene.rulesAt > at,
				},
				reviewing: {
					steps: {
						async check(_, step) {
							scene.checked.push(step + 1);
							return await scene.onCheck(step);
						},
					},
				},
				alerts: { storage: (text) => scene.storage.push(text) },
			},
			{
				scope,
				...services,
				sequencer: new Sequencer(
					() => chain,
					() => svm,
				),
				serviceClock: { offset: () => 0 },
			},
		);
	}

	function row(): JournalRow {
		const found = journal.ofIntent(SCOPE, view.commit_id);
		if (found === null) throw new Error("the journal has no row of the commit");
		return found;
	}

	async function rest(): Promise<void> {
		for (let turns = 0; turns < 20_000; turns += 1) {
			await turn();
			if (clock.waiting() > 0) return;
			const rows = journal.rows(scope, 100);
			if (rows.every((each) => ENDED.has(each.state))) return;
		}
		throw new Error(`still at work: ${row().state}\n${scene.lines.join("\n")}`);
	}

	const scene: Scene = {
		db,
		journal,
		service,
		signer,
		chain,
		svm,
		actions,
		clock,
		frozen: frozenOf(view),
		steps: [],
		lines: [],
		storage: [],
		onStep: () => {},
		onChange: () => {},
		blind: true,
		locks: 0,
		rules: NO_RULES,
		rulesAt: 0,
		onCheck: () => stepCheckOf(SHOWN_EFFECTS),
		checked: [],
		runner: () => runner,
		async restart() {
			await runner.stop();
			runner = open();
			runner.recover();
		},
		approve: (more = {}) => authorize({ journal, runner }, approvalOf(view, more), clock.now(), 0),
		row,
		history: () => journal.steps(row().id).map((each) => each.step),
		rest,
		async carry(state, mostMs = 120_000) {
			const end = clock.now() + mostMs;
			for (;;) {
				await rest();
				if (row().state === state) return row();
				if (clock.now() >= end || !clock.next())
					throw new Error(
						`${row().state} (${rowTextCodes(row().text).join()}), not ${state}\n${scene.lines.join("\n")}`,
					);
			}
		},
		async close() {
			await runner.stop();
			db.close();
		},
	};
	return scene;
}
