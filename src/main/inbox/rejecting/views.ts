import type { RejectionView } from "../../../ipc/inbox.ts";
import { isHeld } from "./holding.ts";
import { outcomesOf, type RejectionOutcome } from "./outcomes.ts";
import { entryOf, pendingOf, REJECTION, type Rejection, type RejectionDeps } from "./rejection.ts";

/** How long an end is told of, in ms. */
const TOLD_MS = 60_000;

interface Standing {
	readonly body: Rejection & { readonly held: NonNullable<Rejection["held"]> };
	readonly state: RejectionView["state"];
	readonly text: RejectionOutcome["text"];
	readonly at: number;
}

type ViewDeps = Pick<RejectionDeps, "intents" | "account" | "ports">;

/** The worst that has to be said of a group comes first. */
const RANK: Readonly<Record<RejectionView["state"], number>> = {
	held: 0,
	changed: 1,
	failed: 2,
	sending: 3,
	arrived: 4,
};

const isOfHeld = (body: Rejection): body is Standing["body"] => body.held !== undefined;

function standings(deps: ViewDeps): readonly Standing[] {
	const account = deps.account();
	const now = deps.ports.clock.now();
	const ended = outcomesOf(account).flatMap(({ body, state, text, at }): Standing[] =>
		isOfHeld(body) && Math.abs(now - at) < TOLD_MS ? [{ body, state, text, at }] : [],
	);
	const open = pendingOf(deps, account.scope).flatMap((each): Standing[] => {
		if (each.kind !== REJECTION || !isOfHeld(each)) return [];
		const state = isHeld(account, each) ? "held" : "sending";
		return [{ body: each, state, text: null, at: each.held.until }];
	});
	return [...ended, ...open];
}

function viewOf(group: string, members: readonly Standing[]): RejectionView {
	const [worst] = members.toSorted((one, other) => RANK[one.state] - RANK[other.state]);
	const [first] = members;
	const alike = members.filter(({ state }) => state === worst?.state);
	return {
		group,
		entryIds: alike.map(({ body }) => entryOf(body)),
		headline: first?.body.headline ?? "",
		state: worst?.state ?? "arrived",
		until: worst?.state === "held" ? worst.body.held.until : null,
		explained: members.some(({ body }) => body.reason.length > 0),
		text: worst?.text ?? null,
		at: Math.max(...members.map(({ at }) => at)),
	};
}

/** What was rejected lately and could be taken back, or was: by group, oldest first. */
export function rejectionViews(deps: ViewDeps): readonly RejectionView[] {
	const groups = Map.groupBy(standings(deps), ({ body }) => body.held.group);
	return [...groups].map(([group, members]) => viewOf(group, members));
}

/** The same of one entry; null where it was not rejected lately. @param asks it waits for an answer again */
export function rejectionView(deps: ViewDeps, entryId: string, asks: boolean): RejectionView | null {
	const own = standings(deps).filter(({ body }) => entryOf(body) === entryId);
	const last = own.at(-1);
	// What waits again was taken back, or is another request by now.
	if (last === undefined || (asks && last.state === "arrived")) return null;
	return viewOf(last.body.held.group, [last]);
}
