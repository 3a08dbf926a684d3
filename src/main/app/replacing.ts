import { randomUUID } from "node:crypto";
import type { EvmChains } from "../chains/evm.ts";
import type { FrozenReplacement, Owner } from "../match/frozen.ts";
import type { Clock } from "../ports.ts";
import { freezeReplacement, type ReplacementPurpose, replaceable } from "../signing/replacement.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { JournalRow } from "../storage/journal-types.ts";

/** Replacements that the person asked for: each is a review of its own, from the wish until it is approved. */

export interface PlannedReplacement {
	readonly id: string;
	readonly sessionId: string;
	readonly frozen: FrozenReplacement;
	/** The journal's row whose nonce it takes. */
	readonly rowId: string;
	readonly headline: string;
	readonly words: string;
	/** Unix ms. */
	readonly plannedAt: number;
}

export type Planning =
	| { readonly ok: true; readonly planned: PlannedReplacement }
	| { readonly ok: false; readonly words: string };

export interface Replacements {
	get(id: string): PlannedReplacement | null;
	/** Chooses its fees by the chain as it is now. Throws a ChainError. */
	plan(row: JournalRow, purpose: ReplacementPurpose): Promise<Planning>;
}

/** So many are kept: an old wish that was never approved costs nothing. */
const MOST = 50;

const WORDS: Readonly<Record<ReplacementPurpose, string>> = {
	speed_up:
		"The same transaction again, at a higher fee and with the same nonce. Until one is mined, either may be.",
	cancel:
		"A transaction that sends nothing to yourself, at a higher fee and with the same nonce. If it is mined first, the other one can never happen; if not, that one happens as you approved it.",
};

export function createReplacements(parts: {
	readonly journal: Journal;
	readonly chains: EvmChains;
	readonly clock: Clock;
	readonly owner: () => Owner;
}): Replacements {
	const planned = new Map<string, PlannedReplacement>();
	const { journal } = parts;

	return {
		get: (id) => planned.get(id) ?? null,
		async plan(asked, purpose) {
			const root = asked.replaces === null ? asked : (journal.row(asked.replaces) ?? asked);
			if (!replaceable(root).includes(purpose))
				return { ok: false, words: "This transaction can't be replaced any more. Nothing was signed." };
			const fees = await parts.chains.of(Number(root.chainRef)).fees();
			const id = randomUUID();
			const earlier = journal.replacementsOf(root.id);
			const frozen = freezeReplacement(root, earlier, purpose, fees, parts.owner(), id);
			if ("refused" in frozen) return { ok: false, words: frozen.refused };
			const made: PlannedReplacement = {
				id,
				sessionId: root.sessionId,
				frozen,
				rowId: root.id,
				headline: root.headline,
				words: WORDS[purpose],
				plannedAt: parts.clock.now(),
			};
			planned.set(id, made);
			for (const old of planned.keys()) {
				if (planned.size <= MOST) break;
				planned.delete(old);
			}
			return { ok: true, planned: made };
		},
	};
}

/** The transaction behind an entry that the person may still replace; null where there is none. */
export function stuckRow(app: { readonly journal: Journal }, row: JournalRow): JournalRow | null {
	const own = row.kind === "action" ? app.journal.legsOf(row.id) : [row];
	const roots = own.map((each) => (each.replaces === null ? each : (app.journal.row(each.replaces) ?? each)));
	return roots.find((each) => replaceable(each).length > 0) ?? null;
}
