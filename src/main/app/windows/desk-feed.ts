import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import { DESK_TOPICS, type DeskTopic } from "../../../ipc/topics.ts";
import type { DeskPush, DeskView } from "../../../ipc/windows.ts";
import type { EventName } from "../../events.ts";
import { DirtyFlags } from "../dirty-flags.ts";

/** Pushes to the desk: each topic's last displayed state, and its changes since. */
export class DeskFeed {
	readonly #dirty: DirtyFlags<DeskTopic>;
	readonly #compose: (name: DeskTopic) => DeskView[DeskTopic];
	readonly #now: () => number;
	readonly #log: (line: string) => void;
	#drawn: ReadonlySet<DeskTopic> = new Set(DESK_TOPICS);
	#pushed: DeskView | null = null;
	#revision = 0;

	/** @param now Unix ms */
	constructor(
		topics: Readonly<Record<DeskTopic, { readonly sources: readonly EventName[] }>>,
		compose: (name: DeskTopic) => DeskView[DeskTopic],
		now: () => number,
		log: (line: string) => void,
	) {
		this.#dirty = new DirtyFlags(topics);
		this.#compose = compose;
		this.#now = now;
		this.#log = log;
	}

	/** Marks topics that may have changed. Composes nothing. */
	changed(event: EventName): void {
		this.#dirty.mark(event);
		// A new identity never sees data of the former one.
		if (event === "owner-changed") this.#pushed = null;
	}

	/** Sets the topics that are drawn now; the rest is not composed. */
	show(topics: readonly DeskTopic[]): void {
		this.#drawn = new Set(topics);
	}

	/** Composes all topics anew, for a page that has just loaded. */
	whole(): DeskPush {
		this.#dirty.markAll();
		this.#revision += 1;
		this.#pushed = {
			...(this.#composed(DESK_TOPICS) as DeskView),
			now: this.#now(),
			revision: this.#revision,
		};
		return { kind: "desk", view: this.#pushed };
	}

	/**
	 * Returns the changes of the drawn topics since the last push; all topics the first time, `null` if
	 * nothing changed.
	 */
	next(): DeskPush | null {
		const before = this.#pushed;
		if (before === null) return this.whole();
		const change = this.#composed(DESK_TOPICS.filter((name) => this.#drawn.has(name)));
		const patch = this.#patchTo(before, change);
		if (patch === null) return null;
		this.#pushed = { ...before, ...change, now: this.#now(), revision: this.#revision };
		return { kind: "deskPatch", of: before.revision, patch };
	}

	#composed(names: readonly DeskTopic[]): Partial<DeskView> {
		const dirty = names.filter((name) => this.#dirty.consume(name));
		return Object.fromEntries(dirty.map((name) => this.#composeOrKeep(name)));
	}

	/** Composes a topic, or keeps it as last pushed if that fails, which affects nothing else. */
	#composeOrKeep(name: DeskTopic): readonly [DeskTopic, DeskView[DeskTopic]] {
		try {
			return [name, this.#compose(name)];
		} catch (cause) {
			if (this.#pushed === null) throw cause;
			this.#log(`views: ${name}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
			return [name, this.#pushed[name]];
		}
	}

	/** Returns the patch; `null` for a new clock alone, which is sent with other changes. */
	#patchTo(before: DeskView, change: Partial<DeskView>): Patch | null {
		const patch = patchBetween(before, { ...before, ...change });
		if (patch?.kind !== "fields") return null;
		this.#revision += 1;
		const stamped = Object.entries({ now: this.#now(), revision: this.#revision });
		return {
			...patch,
			fields: [...patch.fields, ...stamped.map(([name, value]) => [name, { kind: "set", value }] as const)],
		};
	}
}
