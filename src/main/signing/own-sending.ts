import type { Frozen } from "../match/frozen.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";
import { actionVeto, objectionTo, readAgain } from "./action-veto.ts";
import { lifeOf, sameId } from "./endings.ts";
import { doneBy, kinOf } from "./kin.ts";
import type { Lane } from "./lane.ts";
import { AGAIN, END, type Next, wait } from "./laps.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";
import type { Objection, SignStep } from "./sign-step.ts";
import { isExpired } from "./veto.ts";
import type { Watch } from "./watch.ts";

/**
 * What no commit carries: the steps of an action, and the person's own wishes (replacements, revocations). Steps are
 * signed one after the other, each only once the one before it is on the chain; all are sent by us and followed to
 * their end.
 */

export interface OwnSending {
	take(row: JournalRow, frozen: Frozen, lap: Lap): Promise<Next>;
}

/** Its signatures are for the service to use: handed in with the action's answer, sent by nobody here. */
function onlySigns(frozen: Frozen): boolean {
	return "intents" in frozen && frozen.request.type === "sign";
}

export function createOwnSending(
	parts: RunnerParts,
	moves: Moves,
	signStep: SignStep,
	watch: Watch,
): OwnSending {
	const { journal, clock } = parts;
	const { changed, stuck, hold } = moves;

	/** Its step will not be taken: nothing was signed for it. */
	function skip(row: JournalRow, words: string): Next {
		changed(journal.step(row.id, ["approved"], "settled", { outcome: "skipped", live: false, words }));
		return END;
	}

	function previousOf(row: JournalRow): JournalRow | undefined {
		return row.parent === null ? undefined : journal.legsOf(row.parent)[row.place - 1];
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
		return kinOf(journal, previous).every((each) => ENDED.has(each.state)) ? "stop" : "wait";
	}

	async function objection(row: JournalRow, frozen: Frozen): Promise<Objection> {
		const [words, fault] = await Promise.all([
			"intents" in frozen ? actionVeto(parts.actions, row, frozen) : null,
			parts.lane(row, frozen)?.fault() ?? null,
		]);
		const stop = words ?? fault;
		return stop === null ? { stopped: false, frozen } : { stopped: true, words: stop };
	}

	async function approved(row: JournalRow, frozen: Frozen, lap: Lap): Promise<Next> {
		const go = before(row, frozen);
		if (go === "stop")
			return skip(
				row,
				"A step before it did not go through, so this one was left out. Nothing was signed for it.",
			);
		if (go === "wait") {
			stuck(row, "Waits for the step before it to be on the chain.");
			return wait(FOLLOW_MS);
		}
		return await signStep.take(row, frozen, lap, () => objection(row, frozen), {
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
	async function tooLate(row: JournalRow, frozen: Frozen): Promise<string | null> {
		const again = row.state === "sending";
		const stopped =
			"intents" in frozen ? objectionTo(await readAgain(parts.actions, row, frozen), frozen) : null;
		if (stopped !== null)
			return `${stopped} ${again ? "Your RPC does not know the signed transaction, and Countersign sends it no more." : "Countersign keeps the signed transaction back; your funds have not moved."}`;
		if (!isExpired(frozen, clock.now())) return null;
		return again
			? "The offer expired while it was being submitted; your RPC does not know it. Countersign sends it no more."
			: "The offer expired before it could be submitted. Countersign did not send it.";
	}

	/** Sends what was signed, unless its time is over; a send that was under way is looked up first. */
	async function send(row: JournalRow, frozen: Frozen, lane: Lane): Promise<Next> {
		if (row.signedBytes === null) throw new Error("a signed row without bytes");
		if (row.transactionId === null)
			return hold(
				row,
				"The transaction lacks the fee payer's signature, so it can't be sent from here. Your funds have not moved.",
			);
		const spent = await lane.spent();
		const known = await lane.lookup(row.transactionId);
		if (known.state === "unknown") {
			if (spent) return hold(row, `By your RPC ${lifeOf(row)}, and it does not know the signed transaction.`);
			const late = await tooLate(row, frozen);
			if (late !== null) return hold(row, late);
			if (row.state === "signed") changed(journal.step(row.id, ["signed"], "sending"));
			const id = await lane.send(row.signedBytes, row.transactionId);
			if (!sameId(id, row.transactionId))
				return hold(journal.row(row.id) ?? row, `The RPC answered another hash (${id}) than the signed one.`);
		}
		changed(journal.step(row.id, ["signed", "sending"], "submitted"));
		return AGAIN;
	}

	return {
		async take(row, frozen, lap) {
			if (row.state === "approved") return await approved(row, frozen, lap);
			const lane = parts.lane(row, frozen);
			// Its action's row does the rest.
			if (lane === null || onlySigns(frozen)) return END;
			switch (row.state) {
				case "signed":
				case "sending":
					return await send(row, frozen, lane);
				case "submitted":
				case "held":
					return await watch.own(row, frozen, lane, lap);
				default:
					return END;
			}
		},
	};
}
