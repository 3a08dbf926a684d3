import type { CatalogEntryView, CatalogView } from "../../bridge/catalog-views.ts";
import type { Outcome } from "../../bridge/procedure.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { faultWords, NO_GRANT, wantsGrant } from "./catalog-errors.ts";
import { PIPELINE, placeOf, ROOTS, readLink } from "./catalog-links.ts";
import { clipped, type Listing, withPage } from "./catalog-listing.ts";
import { type OpenOperation, operationOf } from "./catalog-operation.ts";
import { type ReadAnswer, readAnswer } from "./catalog-read.ts";
import { done, refused } from "./outcome.ts";

/** The pipeline's tree: what is open, how one came there, and which links the service gave. */

export interface CatalogTree {
	view(): Pick<CatalogView, "offered" | "words" | "trail" | "open" | "loading" | "fault" | "roots">;
	open(href: string | null): Promise<Outcome>;
	more(): Promise<Outcome>;
	/** The operation that is open under this link; null where another thing is. */
	operation(href: string): OpenOperation | null;
	/** The service's tree leads into this family's lifecycle. Reads the root where nothing of it is known yet. */
	offers(family: "evm" | "svm", signal: AbortSignal): Promise<boolean>;
	/** The service has no grant of this person for the pipeline. */
	noGrant(): void;
	stop(): void;
}

export interface CatalogTreeParts {
	readonly service: PipelineService;
	readonly baseUrl: () => string;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

interface Known {
	readonly name: string;
	readonly kind: CatalogEntryView["kind"];
	/** The listing that it stands in; null for a root. */
	readonly from: string | null;
}

type Opened =
	| { readonly kind: "listing"; readonly listing: Listing }
	| { readonly kind: "operation"; readonly operation: OpenOperation }
	| { readonly kind: "document"; readonly href: string; readonly name: string; readonly text: string };

const LONGEST_DOCUMENT = 200_000;
const MOST_LINKS = 20_000;
const LONGEST_TRAIL = 12;
/** Pages of the root that are looked through for a family. */
const MOST_PAGES = 5;

const READ_AGAIN = "Nothing was changed; open it again in a moment.";
const READING = { nothing: READ_AGAIN, unclear: READ_AGAIN };
const UNREADABLE =
	"The service's answer here is of no kind that Countersign knows. It is not shown; a newer Countersign may read it.";
const NOT_GIVEN = "The service gave no such link. Nothing was read.";

const hrefOf = (opened: Opened): string => {
	if (opened.kind === "listing") return opened.listing.view.href;
	return opened.kind === "operation" ? opened.operation.href : opened.href;
};

export function createCatalogTree({ service, baseUrl, onChange, log }: CatalogTreeParts): CatalogTree {
	const known = new Map<string, Known>();
	let opened: Opened | null = null;
	let reading: AbortController | null = null;
	let fault: string | null = null;
	let offered = true;

	function knownAt(href: string): Known | null {
		const root = ROOTS.find((each) => each.href === href);
		if (href === PIPELINE) return { name: "pipeline", kind: "directory", from: null };
		if (root !== undefined) return known.get(href) ?? { name: root.name, kind: "directory", from: PIPELINE };
		return known.get(href) ?? null;
	}

	function learn(from: string, entries: readonly CatalogEntryView[]): void {
		for (const { href, name, kind } of entries)
			if (href !== null && !known.has(href) && known.size < MOST_LINKS) known.set(href, { name, kind, from });
	}

	function trailTo(href: string): { name: string; href: string }[] {
		const trail: { name: string; href: string }[] = [];
		let at: string | null = href;
		while (at !== null && trail.length < LONGEST_TRAIL) {
			const here: string = at;
			const place: Known | null = knownAt(here);
			if (place === null || trail.some((each) => each.href === here)) break;
			trail.unshift({ name: place.name, href: here });
			at = place.from;
		}
		return trail;
	}

	function show(href: string, name: string, answer: ReadAnswer): void {
		if (answer.kind === "directory") {
			const listing = withPage(baseUrl(), null, href, answer);
			learn(href, listing.view.entries);
			opened = { kind: "listing", listing };
		} else if (answer.kind === "operation") {
			const leads = readLink(baseUrl(), href, answer.descriptor.href);
			opened = { kind: "operation", operation: operationOf(href, name, { ...answer, leads }) };
		} else opened = { kind: "document", href, name, text: clipped(answer.text, LONGEST_DOCUMENT) };
	}

	function failed(href: string, name: string, kind: Known["kind"], cause: unknown): Outcome {
		const absent = cause instanceof ServiceError && (cause.status === 404 || cause.status === 405);
		if (kind === "operation" && absent && placeOf(href).promised) {
			opened = { kind: "operation", operation: operationOf(href, name, null) };
			return done;
		}
		if (wantsGrant(cause)) offered = false;
		if (!(cause instanceof ServiceError))
			log(`catalog: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
		fault = faultWords(cause, READING);
		return refused(fault);
	}

	/** One reading at a time: a newer one ends the older, whose answer is then dropped. */
	async function reads(
		work: (signal: AbortSignal) => Promise<void>,
		lost: (cause: unknown) => Outcome,
	): Promise<Outcome> {
		reading?.abort();
		const mine = new AbortController();
		reading = mine;
		fault = null;
		onChange();
		let outcome: Outcome = done;
		try {
			await work(mine.signal);
		} catch (cause) {
			if (mine.signal.aborted) return refused("Something else was opened meanwhile.");
			outcome = lost(cause);
		}
		if (reading === mine) reading = null;
		onChange();
		return outcome;
	}

	return {
		view: () => ({
			offered,
			words: offered ? null : NO_GRANT,
			trail: trailTo(opened === null ? PIPELINE : hrefOf(opened)),
			open: openView(opened),
			loading: reading !== null,
			fault,
			roots: ROOTS,
		}),
		async open(wished) {
			const href = wished ?? PIPELINE;
			const place = knownAt(href);
			if (place === null || place.kind === "unknown") return refused(NOT_GIVEN);
			const { name, kind } = place;
			return await reads(
				async (signal) => {
					const { text } = await service.readPipeline(href, {}, signal);
					signal.throwIfAborted();
					const answer = readAnswer(text, kind);
					if (answer === null) throw new ServiceError("unreadable", { words: UNREADABLE });
					offered = true;
					show(href, name, answer);
				},
				(cause) => failed(href, name, kind, cause),
			);
		},
		async more() {
			const before = opened;
			if (before?.kind !== "listing" || before.listing.next === null)
				return refused("There are no more entries to ask for.");
			if (reading !== null) return refused("The service is being asked already.");
			const { next, view } = before.listing;
			return await reads(
				async (signal) => {
					const { text } = await service.readPipeline(next, {}, signal);
					signal.throwIfAborted();
					const answer = readAnswer(text, "directory");
					if (answer?.kind !== "directory") throw new ServiceError("unreadable", { words: UNREADABLE });
					const listing = withPage(baseUrl(), before.listing, next, answer);
					learn(view.href, listing.view.entries);
					opened = { kind: "listing", listing };
				},
				(cause) => failed(next, "", "directory", cause),
			);
		},
		operation: (href) =>
			opened?.kind === "operation" && opened.operation.href === href ? opened.operation : null,
		async offers(family, signal) {
			if (family === "svm") return true;
			const prefix = `${PIPELINE}/${family}`;
			const leads = () => [...known.keys()].some((href) => href === prefix || href.startsWith(`${prefix}/`));
			let listing: Listing | null = null;
			let page: string | null = PIPELINE;
			for (let pages = 0; pages < MOST_PAGES && page !== null && !leads(); pages += 1) {
				const { text } = await service.readPipeline(page, {}, signal);
				const answer = readAnswer(text, "directory");
				if (answer?.kind !== "directory") return false;
				listing = withPage(baseUrl(), listing, page, answer);
				learn(PIPELINE, listing.view.entries);
				page = listing.next;
			}
			return leads();
		},
		noGrant() {
			offered = false;
		},
		stop() {
			reading?.abort();
			reading = null;
		},
	};
}

function openView(opened: Opened | null): CatalogView["open"] {
	if (opened === null) return null;
	if (opened.kind === "listing") return opened.listing.view;
	if (opened.kind === "operation") return opened.operation.view();
	const { href, name, text } = opened;
	return { kind: "document", name, href, text };
}
