import type { SessionsChange } from "../conversations/types.ts";

/** What may change that a window shows. Whoever can't say what it was leaves it out, and everything is looked at. */
export type Cause =
	/** Where a conversation stands, and what was said in it. */
	| "session"
	| "title"
	/** Text that is still written. */
	| "live"
	| "connection"
	/** What is asked of the user: commits and actions. */
	| "request"
	/** Rows of the journal. */
	| "journal"
	/** What Activity keeps beside it. */
	| "record"
	/** What stands around requests: snoozed, paused, expired, not decoded yet. */
	| "inbox"
	/** Reviews, and what reading a chain for one has shown of the user's RPCs. */
	| "review"
	| "price"
	/** How the user's RPCs answer. */
	| "chain"
	| "allowance"
	/** What the accounts hold. */
	| "home"
	| "catalog"
	| "billing"
	| "update"
	/** Somebody else is signed in: nothing that was told is for them. */
	| "owner";

/** Of conversations alone: as often as a hundred times a second, and of nothing that can be approved. */
export const TALK: ReadonlySet<Cause> = new Set<Cause>(["session", "live", "connection"]);

/** Why the trusted window may show something else: anything but what is said. It tells that the service is out of reach. */
export const DECIDING: readonly Cause[] = [
	"connection",
	"title",
	"request",
	"journal",
	"inbox",
	"review",
	"price",
	"chain",
	"allowance",
	"catalog",
	"billing",
	"update",
	"owner",
];

/** Why the list of what is asked may be another one. */
export const REQUESTS: readonly Cause[] = ["request", "journal", "inbox", "review", "owner"];

const KINDS: Readonly<Record<SessionsChange["kind"], Cause>> = {
	session: "session",
	title: "title",
	live: "live",
	connection: "connection",
	commit: "request",
	action: "request",
};

export const causeOf = ({ kind }: SessionsChange): Cause => KINDS[kind];

/** A part of what windows show, by what it is made of. */
export interface Stale<Name extends string> {
	/** Everything is stale where no cause is named. */
	note(cause?: Cause): void;
	/** Whether it is stale, and it no longer is: whoever asks makes it anew. */
	take(name: Name): boolean;
}

/** Everything is stale at first. @param parts each with its causes; a part that every change may touch has none */
export function createStale<Name extends string>(
	parts: Readonly<Record<Name, { readonly causes: readonly Cause[] }>>,
): Stale<Name> {
	const names = Object.keys(parts) as Name[];
	const stale = new Set(names);
	return {
		note(cause) {
			for (const name of names)
				if (cause === undefined || cause === "owner" || parts[name].causes.includes(cause)) stale.add(name);
		},
		take: (name) => stale.delete(name),
	};
}
