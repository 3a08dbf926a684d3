import { message, type Text } from "../../core/message.ts";
import type { CatalogView } from "../../ipc/catalog.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { faultText, NO_GRANT, wantsGrant } from "./catalog-errors.ts";
import { PIPELINE, placeOf, ROOTS, readLink } from "./catalog-links.ts";
import { clipped, type Listing, withPage } from "./catalog-listing.ts";
import { type OpenOperation, operationOf } from "./catalog-operation.ts";
import { type ReadAnswer, readAnswer } from "./catalog-read.ts";
import { type KnownLink, KnownLinks } from "./known-links.ts";

/** The pipeline's tree: what is open, how one came there, and which links the service gave. */

export interface CatalogTree {
	view(): Pick<CatalogView, "offered" | "text" | "trail" | "open" | "loading" | "fault" | "roots">;
	readonly open: (href: string | null) => Promise<CommandOutcome>;
	readonly more: () => Promise<CommandOutcome>;
	/** The operation that is open under this link; null where another thing is. */
	operation(href: string): OpenOperation | null;
	/** The service's tree leads into this family's lifecycle. Reads the root where nothing of it is known yet. */
	readonly offers: (family: "evm" | "svm", signal: AbortSignal) => Promise<boolean>;
	/** The service has no grant of the user for the pipeline. */
	noGrant(): void;
	stop(): void;
}

export interface CatalogTreeParts {
	readonly service: PipelineService;
	readonly baseUrl: () => string;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

type OpenedEntry =
	| { readonly kind: "listing"; readonly listing: Listing }
	| { readonly kind: "operation"; readonly operation: OpenOperation }
	| { readonly kind: "document"; readonly href: string; readonly name: string; readonly text: string };

const MAX_DOCUMENT_LENGTH = 200_000;
/** Pages of the root that are looked through for a family. */
const MAX_PAGES = 5;

const READ_AGAIN = message("catalog.open-again");
const READING = { nothing: READ_AGAIN, unclear: READ_AGAIN };
const NOT_GIVEN = message("catalog.no-link");

const hrefOf = (opened: OpenedEntry): string => {
	if (opened.kind === "listing") return opened.listing.view.href;
	return opened.kind === "operation" ? opened.operation.href : opened.href;
};

export function createCatalogTree({ service, baseUrl, onChange, log }: CatalogTreeParts): CatalogTree {
	const links = new KnownLinks();
	let opened: OpenedEntry | null = null;
	let reading: AbortController | null = null;
	let fault: Text | null = null;
	let offered = true;

	function show(href: string, name: string, answer: ReadAnswer): void {
		if (answer.kind === "directory") {
			const listing = withPage(baseUrl(), null, href, answer);
			links.learn(href, listing.view.entries);
			opened = { kind: "listing", listing };
		} else if (answer.kind === "operation") {
			const leads = readLink(baseUrl(), href, answer.descriptor.href);
			opened = { kind: "operation", operation: operationOf(href, name, { ...answer, leads }) };
		} else opened = { kind: "document", href, name, text: clipped(answer.text, MAX_DOCUMENT_LENGTH) };
	}

	function failed(href: string, name: string, kind: KnownLink["kind"], cause: unknown): CommandOutcome {
		const absent = cause instanceof ServiceError && (cause.status === 404 || cause.status === 405);
		if (kind === "operation" && absent && placeOf(href).promised) {
			opened = { kind: "operation", operation: operationOf(href, name, null) };
			return done;
		}
		if (wantsGrant(cause)) offered = false;
		if (!(cause instanceof ServiceError))
			log(`catalog: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
		const text = faultText(cause, READING);
		fault = text;
		return refused(text);
	}

	/** One reading at a time: a newer one ends the older, whose answer is then dropped. */
	async function reads(
		work: (signal: AbortSignal) => Promise<void>,
		lost: (cause: unknown) => CommandOutcome,
	): Promise<CommandOutcome> {
		reading?.abort();
		const mine = new AbortController();
		reading = mine;
		fault = null;
		onChange();
		let outcome: CommandOutcome = done;
		try {
			await work(mine.signal);
		} catch (cause) {
			if (mine.signal.aborted) return refused(message("catalog.opened-meanwhile"));
			outcome = lost(cause);
		}
		if (reading === mine) reading = null;
		onChange();
		return outcome;
	}

	return {
		view: () => ({
			offered,
			text: offered ? null : NO_GRANT,
			trail: links.trailTo(opened === null ? PIPELINE : hrefOf(opened)),
			open: openView(opened),
			loading: reading !== null,
			fault,
			roots: ROOTS,
		}),
		async open(wanted) {
			const href = wanted ?? PIPELINE;
			const link = links.at(href);
			if (link === null || link.kind === "unknown") return refused(NOT_GIVEN);
			const { name, kind } = link;
			return await reads(
				async (signal) => {
					const { text } = await service.readPipeline(href, {}, signal);
					signal.throwIfAborted();
					const answer = readAnswer(text, kind);
					if (answer === null) throw new ServiceError("unreadable");
					offered = true;
					show(href, name, answer);
				},
				(cause) => failed(href, name, kind, cause),
			);
		},
		async more() {
			const before = opened;
			if (before?.kind !== "listing" || before.listing.next === null)
				return refused(message("catalog.no-more"));
			if (reading !== null) return refused(message("catalog.asking"));
			const { next, view } = before.listing;
			return await reads(
				async (signal) => {
					const { text } = await service.readPipeline(next, {}, signal);
					signal.throwIfAborted();
					const answer = readAnswer(text, "directory");
					if (answer?.kind !== "directory") throw new ServiceError("unreadable");
					const listing = withPage(baseUrl(), before.listing, next, answer);
					links.learn(view.href, listing.view.entries);
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
			let listing: Listing | null = null;
			let page: string | null = PIPELINE;
			for (let pages = 0; pages < MAX_PAGES && page !== null && !links.leadInto(prefix); pages += 1) {
				const { text } = await service.readPipeline(page, {}, signal);
				const answer = readAnswer(text, "directory");
				if (answer?.kind !== "directory") return false;
				listing = withPage(baseUrl(), listing, page, answer);
				links.learn(PIPELINE, listing.view.entries);
				page = listing.next;
			}
			return links.leadInto(prefix);
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

function openView(opened: OpenedEntry | null): CatalogView["open"] {
	if (opened === null) return null;
	if (opened.kind === "listing") return opened.listing.view;
	if (opened.kind === "operation") return opened.operation.view();
	const { href, name, text } = opened;
	return { kind: "document", name, href, text };
}
