import type { EventName } from "../events.ts";

/** The trusted window shows everything except messages, including whether the service is reachable. */
export const TRUSTED_SOURCES: readonly EventName[] = [
	"connection-changed",
	"title-changed",
	"commit-changed",
	"action-changed",
	"request-changed",
	"journal-changed",
	"inbox-changed",
	"review-changed",
	"price-changed",
	"chain-changed",
	"power-changed",
	"agent-changed",
	"catalog-changed",
	"billing-changed",
	"update-changed",
	"owner-changed",
];

/** Events after which every view is recomposed. */
const TOUCHES_ALL: ReadonlySet<EventName> = new Set<EventName>(["owner-changed", "app-changed"]);

/**
 * Tracks which views need to be recomposed, based on the events that each depends on. All views start out
 * dirty.
 */
export class DirtyFlags<Name extends string> {
	readonly #sources: Readonly<Record<Name, { readonly sources: readonly EventName[] }>>;
	readonly #names: readonly Name[];
	readonly #dirty: Set<Name>;

	constructor(sources: Readonly<Record<Name, { readonly sources: readonly EventName[] }>>) {
		this.#sources = sources;
		this.#names = Object.keys(sources) as Name[];
		this.#dirty = new Set(this.#names);
	}

	mark(event: EventName): void {
		for (const name of this.#names)
			if (TOUCHES_ALL.has(event) || this.#sources[name].sources.includes(event)) this.#dirty.add(name);
	}

	markAll(): void {
		for (const name of this.#names) this.#dirty.add(name);
	}

	consume(name: Name): boolean {
		return this.#dirty.delete(name);
	}
}
