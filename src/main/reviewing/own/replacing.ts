import { randomUUID } from "node:crypto";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { RequestOwner } from "../../../core/match/frozen.ts";
import { type Message, message, type Text } from "../../../core/message.ts";
import type { PlannedReplacement } from "../../../core/review/approval-request.ts";
import type { EvmChains } from "../../chains/evm/chain.ts";

import type { Clock } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import { freezeReplacement, type ReplacementPurpose, replaceable } from "./replacement.ts";

/** Replacements that the user asked for: each is a review of its own, from the request until it is approved. */

type Planning =
	| { readonly ok: true; readonly planned: PlannedReplacement }
	| { readonly ok: false; readonly text: Text };

export interface Replacements {
	get(id: string): PlannedReplacement | null;
	/** Chooses its fees by the chain as it is now. Throws a ChainError. */
	plan(row: JournalRow, purpose: ReplacementPurpose): Promise<Planning>;
}

/** So many are kept: an old request that was never approved costs nothing. */
const MAX = 50;

const WORDS: Readonly<Record<ReplacementPurpose, Message>> = {
	speed_up: message("app.replacing.speed-up"),
	cancel: message("app.replacing.cancel"),
};

export function createReplacements(parts: {
	readonly journal: Journal;
	readonly chains: EvmChains;
	readonly clock: Clock;
	readonly owner: () => RequestOwner;
}): Replacements {
	const planned = new Map<string, PlannedReplacement>();
	const { journal } = parts;

	return {
		get: (id) => planned.get(id) ?? null,
		async plan(asked, purpose) {
			const root = asked.replaces === null ? asked : (journal.row(asked.replaces) ?? asked);
			if (!replaceable(root).includes(purpose))
				return { ok: false, text: message("app.replaceable-no-more") };
			const fees = await parts.chains.of(Number(root.chainRef)).fees();
			const id = randomUUID();
			const earlier = journal.replacementsOf(root.id);
			const freezing = freezeReplacement(root, earlier, purpose, fees, parts.owner(), id);
			if ("refused" in freezing) return { ok: false, text: freezing.refused };
			const made: PlannedReplacement = {
				id,
				sessionId: root.sessionId,
				frozen: freezing,
				rowId: root.id,
				headline: root.headline,
				text: WORDS[purpose],
				plannedAt: parts.clock.now(),
			};
			planned.set(id, made);
			for (const old of planned.keys()) {
				if (planned.size <= MAX) break;
				planned.delete(old);
			}
			return { ok: true, planned: made };
		},
	};
}

/** The transaction behind an entry that the user may still replace; null where there is none. */
export function stuckRow(app: { readonly journal: Journal }, row: JournalRow): JournalRow | null {
	const own = row.kind === "action" ? app.journal.stepRowsOf(row.id) : [row];
	const roots = own.map((each) => (each.replaces === null ? each : (app.journal.row(each.replaces) ?? each)));
	return roots.find((each) => replaceable(each).length > 0) ?? null;
}
