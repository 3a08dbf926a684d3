import type { CatalogEntryView } from "../../ipc/catalog.ts";
import { PIPELINE, ROOTS } from "./catalog-links.ts";

const MAX_LINKS = 20_000;
const MAX_TRAIL_LENGTH = 12;

export interface KnownLink {
	readonly name: string;
	readonly kind: CatalogEntryView["kind"];
	/** The listing that it stands in; null for the top of the tree. */
	readonly from: string | null;
}

/** The links that the service gave in its listings, each as it was given first. Nothing else is ever opened. */
export class KnownLinks {
	readonly #links = new Map<string, KnownLink>();

	/** Null for an address that the service gave nowhere. */
	at(href: string): KnownLink | null {
		if (href === PIPELINE) return { name: "pipeline", kind: "directory", from: null };
		const link = this.#links.get(href);
		if (link !== undefined) return link;
		const root = ROOTS.find((each) => each.href === href);
		return root === undefined ? null : { name: root.name, kind: "directory", from: PIPELINE };
	}

	/** @param from the listing in which they stand */
	learn(from: string, entries: readonly CatalogEntryView[]): void {
		for (const { href, name, kind } of entries)
			if (href !== null && !this.#links.has(href) && this.#links.size < MAX_LINKS)
				this.#links.set(href, { name, kind, from });
	}

	/** How one comes there from the top of the tree, the link itself last; empty for one that is not known. */
	trailTo(href: string): { name: string; href: string }[] {
		const trail: { name: string; href: string }[] = [];
		let at: string | null = href;
		while (at !== null && trail.length < MAX_TRAIL_LENGTH) {
			const here: string = at;
			const link = this.at(here);
			if (link === null || trail.some((each) => each.href === here)) break;
			trail.unshift({ name: link.name, href: here });
			at = link.from;
		}
		return trail;
	}

	/** The service gave this link, or one below it. */
	leadInto(href: string): boolean {
		return [...this.#links.keys()].some((each) => each === href || each.startsWith(`${href}/`));
	}
}
