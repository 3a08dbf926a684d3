import { z } from "zod";
import type { ActionResult } from "../../contract/action.ts";
import { actionResult } from "../../contract/action.ts";
import type { Frozen, FrozenAction } from "../match/frozen.ts";
import { ENDED, type JournalOutcome, type JournalRow } from "../storage/journal-types.ts";
import { objectionTo, readAgain } from "./action-veto.ts";
import { answeredBy, isDecided, resultOfLegs, resultOfSignatures } from "./answer-body.ts";
import { doneBy, kinOf } from "./kin.ts";
import { AGAIN, END, type Next, wait } from "./laps.ts";
import { CommitFault } from "./ports.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";
import { isExpired } from "./veto.ts";

/**
 * The answer to an action: one result for all of its steps, on disk before the first try and the same in each.
 * A signature is not sent after the request's end; what is on the chain is told even then (learnt.md 6).
 */

export interface Answers {
	take(row: JournalRow, frozen: Frozen, lap: Lap): Promise<Next>;
}

/** As it is kept in the journal: what every try sends. */
const answerBody = z.strictObject({ revision: z.number().int().min(0), result: actionResult });
type AnswerBody = { readonly revision: number; readonly result: ActionResult };

const KEPT = "Countersign keeps the signature back; nobody has seen it.";
const PERHAPS_SEEN = "The service may have seen it in an earlier try.";

export function createAnswers(parts: RunnerParts, moves: Moves): Answers {
	const { journal, actions, clock } = parts;
	const { changed, stuck } = moves;

	/** The first step that has something to say, for the action's own row. */
	function tell(row: JournalRow, legs: readonly JournalRow[], before = ""): Next {
		const at = legs.find((leg) => !ENDED.has(leg.state) && leg.words !== null);
		const words = at?.words ?? "";
		const step = at !== undefined && legs.length > 1 ? `Step ${at.place + 1}: ` : "";
		const all = `${before} ${step}${words}`.trim();
		if (all !== "") stuck(row, all);
		return wait(FOLLOW_MS);
	}

	/** Nothing of it has left us: its steps end with it, and the same request may be approved anew. */
	function drop(row: JournalRow, legs: readonly JournalRow[], words: string): Next {
		for (const leg of legs)
			if (!ENDED.has(leg.state)) {
				const facts = { outcome: "skipped", live: false, dead: leg.signedBytes !== null } as const;
				changed(journal.step(leg.id, [leg.state], "settled", facts));
			}
		changed(journal.step(row.id, [row.state], "refused", { outcome: "unsigned", live: false, words }));
		return END;
	}

	/** Signed, and never to be handed out: nobody else has seen it. */
	function keepBack(row: JournalRow, legs: readonly JournalRow[], words: string): Next {
		const facts = { outcome: "refused", live: false, words } as const;
		for (const leg of legs)
			if (!ENDED.has(leg.state)) changed(journal.step(leg.id, [leg.state], "settled", facts));
		changed(journal.step(row.id, [row.state], "settled", facts));
		return END;
	}

	function writeDown(row: JournalRow, frozen: FrozenAction, result: ActionResult): Next {
		const body: AnswerBody = { revision: frozen.action_revision, result };
		changed(journal.step(row.id, ["approved"], "reporting", { answer: JSON.stringify(body) }));
		return AGAIN;
	}

	/** Signatures leave us all together, or not at all. */
	async function gatherSignatures(row: JournalRow, frozen: FrozenAction, lap: Lap): Promise<Next> {
		const legs = journal.legsOf(row.id);
		const stopped =
			legs.find((leg) => leg.state === "refused") ?? legs.find((leg) => leg.state === "settled");
		if (stopped !== undefined) {
			const words = stopped.words ?? "Nothing was signed.";
			if (stopped.outcome === "refused") return keepBack(row, legs, words);
			const signed = legs.some((leg) => leg.signedBytes !== null);
			return drop(row, legs, signed ? `Step ${stopped.place + 1}: ${words} ${KEPT}` : words);
		}
		if (!legs.every((leg) => leg.state === "signed")) return tell(row, legs);
		const words = objectionTo(await readAgain(actions, row, frozen), frozen);
		if (words !== null) return keepBack(row, legs, `${words} ${KEPT}`);
		if (isExpired(frozen, clock.now()))
			return keepBack(row, legs, `The request expired before the signature could be handed in. ${KEPT}`);
		lap.fresh = true;
		return writeDown(row, frozen, resultOfSignatures(legs, frozen));
	}

	function gatherLegs(row: JournalRow, frozen: FrozenAction): Next {
		const legs = journal.legsOf(row.id);
		const stopped = legs.find((leg) => leg.state === "refused");
		if (stopped !== undefined && legs.every((leg) => leg.signedBytes === null))
			return drop(row, legs, stopped.words ?? "Nothing was signed.");
		if (!legs.every((leg) => isDecided(journal, leg))) return tell(row, legs);
		return writeDown(row, frozen, resultOfLegs(journal, legs));
	}

	/** Sends the answer that was written down; where an earlier try may have been made, the service is read first. */
	async function report(row: JournalRow, frozen: FrozenAction, lap: Lap): Promise<Next> {
		if (row.answer === null) throw new Error("an answer that was not written down");
		const body = answerBody.parse(JSON.parse(row.answer));
		const signs = body.result.status === "signed";
		if (!lap.fresh) {
			const action = await readAgain(actions, row, frozen);
			const holder = answeredBy(action, body.result);
			if (holder !== null) return reported(row, holder);
			const objection = objectionTo(action, frozen);
			if (signs && objection !== null)
				return over(row, "refused", `${objection} The signature is not sent any more. ${PERHAPS_SEEN}`);
			// What was made for an earlier form of the request is no answer to this one (learnt.md 6).
			if (action?.state === "pending" && objection !== null)
				return reported(
					row,
					`${objection} It takes no answer to its earlier form; what was sent is followed.`,
				);
		}
		if (signs && isExpired(frozen, clock.now()))
			return over(
				row,
				"refused",
				lap.fresh
					? `The request expired before the signature could be handed in. ${KEPT}`
					: `The request expired; the signature is not sent any more. ${PERHAPS_SEEN}`,
			);
		lap.fresh = false;
		try {
			await actions.resolve(frozen.action_id, row.sessionId, body, row.reportKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			const holder = answeredBy(await readAgain(actions, row, frozen), body.result);
			const seen = signs ? " It has seen the signature." : "";
			return reported(row, holder ?? `The service did not take the answer: ${cause.message}${seen}`);
		}
		return reported(row, "");
	}

	/** `refusal`: why the answer did not count; empty where it did. It stays with the step, whatever is told later. */
	function reported(row: JournalRow, refusal: string): Next {
		const facts = refusal === "" ? {} : { words: refusal, detail: refusal };
		changed(journal.step(row.id, ["reporting"], "reported", facts));
		return AGAIN;
	}

	function refusalOf(row: JournalRow): string {
		return journal.steps(row.id).find((step) => step.step === "reported")?.detail ?? "";
	}

	function over(row: JournalRow, outcome: JournalOutcome, words: string | null): Next {
		for (const leg of journal.legsOf(row.id))
			if (leg.state === "signed")
				changed(
					journal.step(leg.id, ["signed"], "settled", {
						outcome: outcome === "refused" ? "refused" : "answered",
						live: false,
					}),
				);
		changed(journal.step(row.id, [row.state], "settled", { outcome, live: false, words }));
		return END;
	}

	/** The answer is in: the steps are followed to their ends by themselves. */
	function follow(row: JournalRow, frozen: FrozenAction): Next {
		const refusal = refusalOf(row);
		if (frozen.request.type === "sign")
			return over(row, refusal === "" ? "answered" : "refused", refusal === "" ? null : refusal);
		const legs = journal.legsOf(row.id);
		const open = legs.some((leg) => kinOf(journal, leg).some((each) => !ENDED.has(each.state)));
		if (open) return tell(row, legs, refusal);
		const bad = legs.find((leg) => doneBy(journal, leg) === null);
		const words = [refusal, bad?.words ?? ""].join(" ").trim();
		return over(row, bad === undefined ? "confirmed" : "failed", words === "" ? null : words);
	}

	return {
		async take(row, frozen, lap) {
			if (!("intents" in frozen)) throw new Error("an action's row without an action");
			switch (row.state) {
				case "approved":
					return frozen.request.type === "sign"
						? await gatherSignatures(row, frozen, lap)
						: gatherLegs(row, frozen);
				case "reporting":
					return await report(row, frozen, lap);
				case "reported":
					return follow(row, frozen);
				default:
					return END;
			}
		},
	};
}
