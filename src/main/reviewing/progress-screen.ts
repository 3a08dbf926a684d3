import { nativeOf } from "../../core/chain/names.ts";
import { devicePlansOf } from "../../core/device/plans.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { TrustedScreen } from "../../ipc/windows.ts";
import { stepProgressOf } from "../inbox/entries/entries.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import { progressView } from "../inbox/entries/progress-view.ts";
import { titled } from "../inbox/entries/titles.ts";
import { leftAttemptOf } from "../inbox/rejecting/rejection.ts";
import { doneBy, frozenOfRow } from "../storage/same-nonce.ts";
import { roundedView } from "../views/amounts.ts";
import { deviceSigningView } from "../views/device-view.ts";
import { pricingFor } from "../views/worth-view.ts";
import { awaitedOf } from "../wallet/ledger-requests.ts";
import type { EntryScreenDeps } from "./entry-deps.ts";
import { leastReplacementCost, replaceable } from "./own/replacement.ts";
import { stuckRow } from "./own/replacing.ts";

const pricesOf = (deps: EntryScreenDeps) => (deps.showsWorth() ? deps.prices.of : null);

/** What the user can still do about a transaction that no block takes, and what each may cost. */
function replacing(deps: EntryScreenDeps, row: JournalRow): Pick<ProgressView, "canReplace" | "replaceFees"> {
	const stuck = stuckRow(deps, row);
	if (stuck === null) return { canReplace: [], replaceFees: {} };
	const canReplace = replaceable(stuck);
	const earlier = deps.journal.replacementsOf(stuck.id);
	if ([stuck, ...earlier].some(({ frozen }) => frozen instanceof UnreadableRecord))
		return { canReplace, replaceFees: {} };
	const pricing = pricingFor(stuck.chainRef, pricesOf(deps));
	const fees = canReplace.map((purpose) => {
		const raw = leastReplacementCost(stuck, earlier, purpose);
		const amount = { raw, ...nativeOf(stuck.chainRef), checked: true };
		return [purpose, { ...roundedView(amount, "up"), ...pricing.fee(amount) }] as const;
	});
	return { canReplace, replaceFees: Object.fromEntries(fees) };
}

/** Whose page shows a transaction of this chain; null where none is known. */
function explorerOf(deps: EntryScreenDeps, chainRef: string): string | null {
	const template = deps.explorerOf(chainRef);
	return template !== null && URL.canParse(template) ? new URL(template).host : null;
}

/** What is asked of a Ledger for an approved entry, or waits for one. */
function signingOnDevice(deps: EntryScreenDeps, entryId: string): ProgressView["device"] {
	const awaited = awaitedOf(
		{ inbox: deps, stores: { journal: deps.journal }, wallet: { ledger: deps.ledger } },
		entryId,
	);
	if (awaited === null) return null;
	const { account, row, activity } = awaited;
	const facts = deps.ledger.facts(account.address);
	const plans = devicePlansOf(frozenOfRow(row), facts);
	return deviceSigningView({
		model: activity?.device.model ?? facts?.model ?? account.model,
		stage: activity?.stage ?? "waiting",
		text: activity === null ? row.text : null,
		device: deps.ledger.view(account),
		plan: plans[row.place] ?? null,
		canCancel: activity !== null || row.state === "approved" || row.state === "claimed",
	});
}

/** How the answer to a request fares, and what the user can still do about it. */
export function progressScreen(deps: EntryScreenDeps, entry: Entry, row: JournalRow): TrustedScreen {
	const title = titled(deps.account(), row.sessionId);
	const legs = stepProgressOf(deps.journal, row);
	const sent = legs.length === 0 ? [row] : legs.map((leg) => leg.row);
	return {
		screen: "progress",
		waiting: deps.entries().filter((each) => each.actionable && each.id !== entry.id).length,
		progress: progressView(row, deps.journal.steps(row.id), title, {
			legs,
			left: deps.leftAllowances(entry.id, sent),
			...replacing(deps, row),
			network: row.chainRef === "" ? null : deps.chainNameOf(row.chainRef),
			explorer: explorerOf(deps, row.chainRef),
			offline: deps.account().sessions.connection().state === "offline",
			prices: pricesOf(deps),
			happened: (each) => doneBy(deps.journal, each) !== null,
			asks: entry.actionable,
			device: signingOnDevice(deps, entry.id),
			waits: leftAttemptOf(entry) !== null && !deps.inbox.rejections.isPending(entry.id),
		}),
	};
}
