import type { JournalRow } from "../../core/journal/types.ts";
import type { Text } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import type { ProgressView } from "../../ipc/signing.ts";
import type { Prices } from "../chains/prices.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import type { Pager } from "../inbox/pager.ts";
import type { RejectingAccount } from "../inbox/rejecting/delivery.ts";
import type { Rejections } from "../inbox/rejecting/rejections.ts";
import type { Ports } from "../ports.ts";
import type { Exceptions } from "../rules/exceptions.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { Ledger } from "../wallet/ledger.ts";
import type { Replacements } from "./own/replacing.ts";
import type { Revocations } from "./own/revoking.ts";
import type { Reviews } from "./reviews/reviews-types.ts";
import type { Tickets } from "./ticket.ts";

/** What a review is drawn with. */
export type GlanceDeps = Pick<
	EntryScreenDeps,
	| "reviews"
	| "ledger"
	| "prices"
	| "showsWorth"
	| "account"
	| "entry"
	| "chainNameOf"
	| "notesOf"
	| "isRpcBusy"
	| "lacksRpc"
	| "headline"
>;

export interface EntryScreenDeps {
	readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
	readonly journal: Journal;
	readonly inbox: { readonly rejections: Pick<Rejections, "view" | "isPending"> };
	readonly ledger: Pick<Ledger, "account" | "facts" | "signer" | "view">;
	readonly reviews: Reviews;
	readonly tickets: Tickets;
	readonly exceptions: Exceptions;
	readonly pager: Pick<Pager, "waiting">;
	/** For the eye alone. */
	readonly prices: Prices;
	readonly replacements: Pick<Replacements, "get">;
	readonly revocations: Pick<Revocations, "get">;
	/** What a review speaks of is looked for from then on. */
	readonly allowances: { met(review: Review): void };
	/** What a confirmed request left standing, by the rows that went to the chain. */
	leftAllowances(entryId: string, sent: readonly JournalRow[]): ProgressView["left"];
	/** The user wants to see what amounts are worth. */
	showsWorth(): boolean;
	/** Whoever is signed in. */
	account(): RejectingAccount;
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	/** The user's own name for a network, else the known one. */
	readonly chainNameOf: (chainRef: string) => string;
	readonly notesOf: (chainRef: string) => readonly Text[];
	readonly isRpcBusy: (chainRef: string) => boolean;
	readonly busyNotes: () => readonly Text[];
	readonly lacksRpc: (chainRef: string) => string | null;
	/** The page of a chain's transactions, with `{id}`; null where none is known. */
	readonly explorerOf: (chainRef: string) => string | null;
	/** One line of an entry for a list or a notification. */
	headline(entry: Entry): Text;
}
