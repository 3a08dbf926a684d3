import { message } from "../../core/message.ts";
import { sameAddress } from "../../core/people/labels.ts";
import { reviewParties } from "../../core/review/effects/parties.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { glanceProcedures, reviewProcedures } from "../../ipc/review.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { HandlersOf } from "../handlers.ts";
import { type Entry, replacementEntryId } from "../inbox/entries/entry.ts";
import type { Pager } from "../inbox/pager.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { WindowRoute } from "../window-route.ts";
import { type AskingDeps, hasConversation, originOf } from "./asking-change.ts";
import { saveForChecking } from "./checking-file.ts";
import { glanceOf } from "./drawn-review.ts";
import type { GlanceDeps } from "./entry-deps.ts";
import { type Replacements, stuckRow } from "./own/replacing.ts";
import type { Reviews } from "./reviews/reviews-types.ts";
import type { Tickets } from "./ticket.ts";

interface BlockingDeps {
	readonly reviews: Pick<Reviews, "get">;
	/** A rule more; it takes no password. */
	blockRecipient(address: string): CommandOutcome;
}

type AskingChangeDeps = AskingDeps &
	Pick<GlanceDeps, "entry"> & { readonly conversations: Pick<Conversations, "start"> };

export interface ReviewCommandDeps extends BlockingDeps {
	readonly conversations: Pick<Conversations, "start">;
	readonly ports: Pick<Ports, "clock" | "version" | "desktop">;
	readonly journal: Journal;
	readonly reviews: Reviews;
	readonly tickets: Tickets;
	readonly replacements: Replacements;
	readonly pager: Pick<Pager, "step">;
	/** Another one once somebody else is signed in. */
	account(): { readonly runner: { kick(rowId: string): void } } & ReturnType<AskingDeps["account"]>;
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	place(): WindowRoute;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** The user's message in the request's own conversation. */
function askForChange(deps: AskingChangeDeps, entryId: string, text: string): CommandOutcome {
	const entry = deps.entry(entryId);
	if (entry === null || !hasConversation(deps, entry)) return refused(message("app.no-conversation"));
	const turn = { sessionId: entry.sessionId, message: text, mode: null, app: null };
	const started = deps.conversations.start(turn, originOf(text));
	return started.ok ? done : started;
}

/** A page that was taken over can block no more than what a review names. */
function blockRecipient(deps: BlockingDeps, entryId: string, address: string): CommandOutcome {
	const review = deps.reviews.get(entryId);
	const frozen = review?.frozen ?? null;
	const parties =
		review === null || frozen === null
			? []
			: reviewParties({
					...review,
					signer: frozen.signer,
					chainRef: frozen.chain_ref ?? "",
					named: review.approval.wordParty,
				});
	const party = parties.map((each) => each.address).find((each) => sameAddress(each, address));
	if (party === undefined) return refused(message("app.request-gone"));
	if (review?.user.accounts.some((own) => sameAddress(own, party)) === true)
		return refused(message("app.own-account-not-blocked"));
	return deps.blockRecipient(party);
}

/** The desk's: it reads what the trusted window would show, and asks the agent for a change of it. */
export function glanceHandlers(
	deps: GlanceDeps & AskingChangeDeps & BlockingDeps,
): HandlersOf<typeof glanceProcedures> {
	return {
		glance: async ({ entryId }) => await glanceOf(deps, entryId),
		askForChange: async ({ entryId, message: text }) => askForChange(deps, entryId, text),
		blockRecipient: async ({ entryId, address }) => blockRecipient(deps, entryId, address),
	};
}

/** The trusted window's commands about the review that is open, and the next one. */
export function reviewHandlers(deps: ReviewCommandDeps): HandlersOf<typeof reviewProcedures> {
	async function reload(entryId: string): Promise<void> {
		await deps.reviews.load(entryId);
		deps.changed();
	}

	return {
		blockRecipient: async ({ entryId, address }) => blockRecipient(deps, entryId, address),
		async reviewShown({ ticket }) {
			const current = deps.tickets.current();
			if (current === null || !deps.tickets.shown(ticket, deps.ports.clock.now()))
				return refused(message("app.review-not-on-screen"));
			deps.reviews.shown(current.entryId);
			return done;
		},
		async retry({ entryId }) {
			const place = deps.place();
			if (place.kind === "entry" && place.entryId === entryId && place.mode === "progress") {
				const row = deps.entry(entryId)?.row ?? null;
				if (row !== null && row.state !== "refused" && !row.dead) {
					for (const each of [row, ...deps.journal.stepRowsOf(row.id)]) deps.account().runner.kick(each.id);
					return done;
				}
				deps.go({ kind: "entry", entryId, mode: "review" });
			}
			await reload(entryId);
			return done;
		},
		async showReview({ direction }) {
			const place = deps.place();
			const current = place.kind === "entry" ? deps.entry(place.entryId) : null;
			const next = deps.pager.step(deps.entries(), current, direction === "next" ? 1 : -1);
			if (next === null) return refused(message("app.nothing-waits"));
			deps.go({ kind: "entry", entryId: next.id, mode: "review" });
			return done;
		},
		async replace({ entryId, purpose }) {
			const row = deps.entry(entryId)?.row ?? null;
			const stuck = row === null ? null : stuckRow(deps, row);
			if (stuck === null) return refused(message("app.no-replaceable"));
			const planning = await deps.replacements.plan(stuck, purpose);
			if (!planning.ok) return refused(planning.text);
			const id = replacementEntryId(planning.planned.id);
			deps.go({ kind: "entry", entryId: id, mode: "review" });
			await reload(id);
			return done;
		},
		askForChange: async ({ entryId, message: text }) => askForChange(deps, entryId, text),
		saveForChecking: async ({ entryId }) => await saveForChecking(deps, entryId),
	};
}
