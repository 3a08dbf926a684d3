import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import { DESK_TOPICS, type DeskTopic } from "../../../ipc/topics.ts";
import type { DeskPush, DeskView } from "../../../ipc/windows.ts";
import type { EventName } from "../../events.ts";
import { DirtyFlags } from "../dirty-flags.ts";

/** What the desk was told, topic by topic, and what it has to be told next. */

export interface DeskFeedParts {
	readonly topics: Readonly<Record<DeskTopic, { readonly sources: readonly EventName[] }>>;
	readonly compose: (name: DeskTopic) => DeskView[DeskTopic];
	/** Unix ms. */
	readonly now: () => number;
	readonly log: (line: string) => void;
}

export interface DeskFeed {
	/** Something that a window may show has changed. Composes nothing. */
	changed(event: EventName): void;
	/** Only these are drawn now: the rest may rest. */
	show(topics: readonly DeskTopic[]): void;
	/** All of it, composed anew: for a page that has just loaded. */
	whole(): DeskPush;
	/** What changed of what is drawn since it was told last; null where nothing did. The first time, all of it. */
	next(): DeskPush | null;
}

export function createDeskFeed({ topics, compose, now, log }: DeskFeedParts): DeskFeed {
	const dirty = new DirtyFlags(topics);
	let drawn: ReadonlySet<DeskTopic> = new Set(DESK_TOPICS);
	let pushed: DeskView | null = null;
	let revision = 0;

	/** One that can't be composed stays as it was told, and costs nothing but itself. */
	function composeOrKeep(name: DeskTopic): readonly [DeskTopic, DeskView[DeskTopic]] {
		try {
			return [name, compose(name)];
		} catch (cause) {
			if (pushed === null) throw cause;
			log(`views: ${name}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
			return [name, pushed[name]];
		}
	}

	const composed = (names: readonly DeskTopic[]): Partial<DeskView> =>
		Object.fromEntries(names.filter((name) => dirty.consume(name)).map(composeOrKeep));

	function whole(): DeskPush {
		dirty.markAll();
		revision += 1;
		pushed = { ...(composed(DESK_TOPICS) as DeskView), now: now(), revision };
		return { kind: "desk", view: pushed };
	}

	/** The clock alone is no news: it goes with what is. */
	function patchTo(before: DeskView, change: Partial<DeskView>): Patch | null {
		const patch = patchBetween(before, { ...before, ...change });
		if (patch?.kind !== "fields") return null;
		revision += 1;
		const stamped = Object.entries({ now: now(), revision });
		return {
			...patch,
			fields: [...patch.fields, ...stamped.map(([name, value]) => [name, { kind: "set", value }] as const)],
		};
	}

	return {
		changed(event) {
			dirty.mark(event);
			// Whoever signs in is shown nothing of the one before, not for a moment.
			if (event === "owner-changed") pushed = null;
		},
		show(names) {
			drawn = new Set(names);
		},
		whole,
		next() {
			if (pushed === null) return whole();
			const before = pushed;
			const change = composed(DESK_TOPICS.filter((name) => drawn.has(name)));
			const patch = patchTo(before, change);
			if (patch === null) return null;
			pushed = { ...before, ...change, now: now(), revision };
			return { kind: "deskPatch", of: before.revision, patch };
		},
	};
}
