import { randomUUID } from "node:crypto";
import { LOCAL_OWNER, LOCAL_SCOPE } from "../../../core/journal/intent-id.ts";
import { hasStepRows, type JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import type { RequestOwner } from "../../../core/match/frozen.ts";
import type { FeeChoice, PlannedReplacement } from "../../../core/review/approval-request.ts";
import type { EvmChains } from "../../chains/evm/chain.ts";
import type { Clock } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import { NORMAL } from "./evm-fees.ts";
import { freezeReplacement, type ReplacementPurpose, replaceable } from "./replacement.ts";

type Planning =
	| { readonly ok: true; readonly planned: PlannedReplacement }
	| { readonly ok: false; readonly text: Text };

const MAX = 50;

const WORDS: Readonly<Record<ReplacementPurpose, Message>> = {
	speed_up: message("app.replacing.speed-up"),
	cancel: message("app.replacing.cancel"),
};

export class Replacements {
	readonly #journal: Journal;
	readonly #chains: EvmChains;
	readonly #clock: Pick<Clock, "now">;
	readonly #owner: () => RequestOwner;
	readonly #planned = new Map<string, PlannedReplacement>();
	readonly #fees = new Map<string, FeeChoice>();

	constructor(journal: Journal, chains: EvmChains, clock: Pick<Clock, "now">, owner: () => RequestOwner) {
		this.#journal = journal;
		this.#chains = chains;
		this.#clock = clock;
		this.#owner = owner;
	}

	get(id: string): PlannedReplacement | null {
		return this.#planned.get(id) ?? null;
	}

	async plan(row: JournalRow, purpose: ReplacementPurpose): Promise<Planning> {
		return await this.#keep(randomUUID(), row, purpose, NORMAL, null);
	}

	fee({ id }: PlannedReplacement): FeeChoice {
		return this.#fees.get(id) ?? NORMAL;
	}

	/** Replans the replacement with a different fee, which creates a new request to approve. */
	async change(planned: PlannedReplacement, fee: FeeChoice): Promise<Planning> {
		const row = this.#journal.row(planned.rowId);
		if (row === null) return { ok: false, text: message("app.replaceable-no-more") };
		return await this.#keep(planned.id, row, planned.frozen.purpose, fee, planned);
	}

	/** @param before the plan to change, which may already have been dropped or changed */
	async #keep(
		id: string,
		row: JournalRow,
		purpose: ReplacementPurpose,
		fee: FeeChoice,
		before: PlannedReplacement | null,
	): Promise<Planning> {
		const root = row.replaces === null ? row : (this.#journal.row(row.replaces) ?? row);
		if (!replaceable(root).includes(purpose)) return { ok: false, text: message("app.replaceable-no-more") };
		const fees = await this.#chains.of(Number(root.chainRef)).fees();
		if (this.get(id) !== before) return { ok: false, text: message("app.request-gone") };
		const earlier = this.#journal.replacementsOf(root.id);
		const owner = root.scope === LOCAL_SCOPE ? LOCAL_OWNER : this.#owner();
		const freezing = freezeReplacement(root, earlier, purpose, fees, owner, id, fee);
		if ("refused" in freezing) return { ok: false, text: freezing.refused };
		const planned: PlannedReplacement = {
			id,
			sessionId: root.sessionId,
			frozen: freezing,
			rowId: root.id,
			headline: root.headline,
			text: WORDS[purpose],
			plannedAt: this.#clock.now(),
		};
		this.#planned.set(id, planned);
		this.#fees.set(id, fee);
		for (const old of this.#planned.keys()) {
			if (this.#planned.size <= MAX) break;
			this.#planned.delete(old);
			this.#fees.delete(old);
		}
		return { ok: true, planned };
	}
}

export function stuckRow(journal: Journal, row: JournalRow): JournalRow | null {
	const own = hasStepRows(row) ? journal.stepRowsOf(row.id) : [row];
	const roots = own.map((each) => (each.replaces === null ? each : (journal.row(each.replaces) ?? each)));
	return roots.find((each) => replaceable(each).length > 0) ?? null;
}
