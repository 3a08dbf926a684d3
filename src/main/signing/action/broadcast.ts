import { ENDED, type JournalRow } from "../../../core/journal/types.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { doneBy, sameNonceRows } from "../../storage/same-nonce.ts";
import type { ConfirmationTracker } from "../chain/confirmation-tracker.ts";
import type { Sequencing } from "../chain/nonce-lane.ts";
import { sameId, spentUnknown } from "../outcomes.ts";
import { isExpired } from "../recheck.ts";
import { FOLLOW_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { AGAIN, END, type Next, wait } from "../runs.ts";
import type { RecheckResult, SignStep } from "../sign-step.ts";
import { signedBytesOf } from "../signatures.ts";
import { actionRejection, readAgain, recheckAction } from "./recheck-action.ts";

/**
 * What no commit carries: the steps of an action, and the user's own requests (replacements, revocations). Steps are
 * signed one after the other, each only once the one before it is on the chain; all are sent by us and followed to
 * their end.
 */

export interface Broadcast {
	take(row: JournalRow, frozen: Frozen, run: Run): Promise<Next>;
}

/** Its signatures are for the service to use: handed in with the action's answer, sent by nobody here. */
function onlySigns(frozen: Frozen): boolean {
	return frozen.kind === "action" && frozen.request.type === "sign";
}

export function createBroadcast(
	parts: RunnerParts,
	moves: RowTransitions,
	signStep: SignStep,
	watch: ConfirmationTracker,
): Broadcast {
	const { journal, clock } = parts;
	const { changed, stuck, hold } = moves;

	/** Its step will not be taken: nothing was signed for it. */
	function skip(row: JournalRow, text: Message): Next {
		changed(journal.step(row.id, ["approved"], "settled", { outcome: "skipped", live: false, text }));
		return END;
	}

	function previousOf(row: JournalRow): JournalRow | undefined {
		return row.parent === null ? undefined : journal.stepRowsOf(row.parent)[row.place - 1];
	}

	/** The step before this one, and what it means for it. */
	function before(row: JournalRow, frozen: Frozen): "go" | "wait" | "stop" {
		if (row.parent === null || row.place === 0) return "go";
		const previous = previousOf(row);
		if (previous === undefined) return "stop";
		if (onlySigns(frozen) && previous.state === "signed") return "go";
		if (doneBy(journal, previous) !== null) return "go";
		if (previous.state === "held") return "stop";
		// A replacement of ours that took its place may be the same call, and is to end first.
		return sameNonceRows(journal, previous).every((each) => ENDED.has(each.state)) ? "stop" : "wait";
	}

	async function recheck(row: JournalRow, frozen: Frozen): Promise<RecheckResult> {
		const [text, fault] = await Promise.all([
			frozen.kind === "action" ? recheckAction(parts.actions, row, frozen) : null,
			parts.lane(row, frozen)?.fault() ?? null,
		]);
		const stop = text ?? fault;
		return stop === null ? { stopped: false, frozen } : { stopped: true, text: stop };
	}

	async function approved(row: JournalRow, frozen: Frozen, run: Run): Promise<Next> {
		const go = before(row, frozen);
		if (go === "stop")
			return skip(row, sentences(message("signing.step.before-failed"), message("signing.step.not-signed")));
		if (go === "wait") {
			stuck(row, message("signing.step.waits"));
			return wait(FOLLOW_MS);
		}
		return await signStep.take(row, frozen, run, () => recheck(row, frozen), {
			from: startOf(row),
		});
	}

	/** An approval's life counts anew for each step, since the one before it took its time on the chain. */
	function startOf(row: JournalRow): number {
		const previous = previousOf(row);
		const last = previous === undefined ? undefined : journal.steps(previous.id).at(-1);
		return Math.max(row.approvedAt, last?.at ?? 0);
	}

	/** Why what was signed must not be sent (any more); null where it may. A device takes its time to sign, a crash more. */
	async function tooLate(row: JournalRow, frozen: Frozen): Promise<Message | null> {
		const again = row.state === "sending";
		const stopped =
			frozen.kind === "action" ? actionRejection(await readAgain(parts.actions, row, frozen), frozen) : null;
		if (stopped !== null)
			return sentences(
				stopped,
				again ? message("signing.unknown-to-rpc.not-sent") : message("signing.kept-back.transaction"),
			);
		if (!isExpired(frozen, clock.now(), parts.clockOffset())) return null;
		return again ? message("signing.expired.while-submitting") : message("signing.expired.before-submitted");
	}

	/** Sends what was signed, unless its time is over; a send that was under way is looked up first. */
	async function send(row: JournalRow, frozen: Frozen, lane: Sequencing): Promise<Next> {
		const bytes = signedBytesOf(row);
		if (row.transactionId === null) return hold(row, message("signing.fee-payer-missing"));
		const spent = await lane.spent();
		const known = await lane.lookup(row.transactionId);
		if (known.state === "unknown") {
			if (spent) return hold(row, spentUnknown(row));
			const late = await tooLate(row, frozen);
			if (late !== null) return hold(row, late);
			if (row.state === "signed") changed(journal.step(row.id, ["signed"], "sending"));
			const id = await lane.send(bytes, row.transactionId);
			if (!sameId(id, row.transactionId))
				return hold(journal.row(row.id) ?? row, message("signing.rpc.other-hash", { hash: id }));
		}
		changed(journal.step(row.id, ["signed", "sending"], "submitted"));
		return AGAIN;
	}

	return {
		async take(row, frozen, run) {
			if (row.state === "approved") return await approved(row, frozen, run);
			const lane = parts.lane(row, frozen);
			// Its action's row does the rest.
			if (lane === null || onlySigns(frozen)) return END;
			switch (row.state) {
				case "signed":
				case "sending":
					return await send(row, frozen, lane);
				case "submitted":
				case "held":
					return await watch.own(row, frozen, lane, run);
				case "claiming":
				case "claimed":
				case "declining":
				case "signing":
				case "handing_in":
				case "handed_in":
				case "reporting":
				case "reported":
				case "settled":
				case "refused":
					return END;
			}
		},
	};
}
