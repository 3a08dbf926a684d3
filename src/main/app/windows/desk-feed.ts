import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import { DESK_TOPICS, type DeskTopic } from "../../../ipc/topics.ts";
import type { DeskPush, DeskView } from "../../../ipc/windows.ts";
import type { EventName } from "../../events.ts";
import { DirtyFlags } from "../dirty-flags.ts";

export class DeskFeed {
	readonly #dirty: DirtyFlags<DeskTopic>;
	readonly #compose: (name: DeskTopic) => DeskView[DeskTopic];
	readonly #now: () => number;
	readonly #log: (line: string) => void;
	#drawn: ReadonlySet<DeskTopic> = new Set(DESK_TOPICS);
	#pushed: DeskView | null = null;
	#revision = 0;

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

	changed(event: EventName): void {
		this.#dirty.mark(event);
		// The new identity must not see the previous one's data.
		if (event === "owner-changed") this.#pushed = null;
	}

	show(topics: readonly DeskTopic[]): void {
		this.#drawn = new Set(topics);
	}

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

	/** An exception affects only this topic, which keeps its last value. */
	#composeOrKeep(name: DeskTopic): readonly [DeskTopic, DeskView[DeskTopic]] {
		try {
			return [name, this.#compose(name)];
		} catch (cause) {
			if (this.#pushed === null) throw cause;
			this.#log(`views: ${name}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
			return [name, this.#pushed[name]];
		}
	}

	/** Returns `null` if only the clock changed. It is sent with the next change. */
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
