import { describeError } from "../../core/describe-error.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { CatalogEntryView, CatalogView } from "../../ipc/catalog.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../handlers.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { faultText, NO_GRANT, wantsGrant } from "./catalog-errors.ts";
import { linkTarget, PIPELINE, ROOTS, readLink } from "./catalog-links.ts";
import { clipped, type Listing, type ReadAnswer, readAnswer, withPage } from "./catalog-listing.ts";
import { type OpenOperation, operationOf } from "./catalog-operation.ts";

const MAX_LINKS = 20_000;
const MAX_TRAIL_LENGTH = 12;

interface KnownLink {
	readonly name: string;
	readonly kind: CatalogEntryView["kind"];
	readonly from: string | null;
}

/** Links received from the service. No other link is ever opened. */
export class KnownLinks {
	readonly #links = new Map<string, KnownLink>();

	at(href: string): KnownLink | null {
		if (href === PIPELINE) return { name: "pipeline", kind: "directory", from: null };
		const link = this.#links.get(href);
		if (link !== undefined) return link;
		const root = ROOTS.find((each) => each.href === href);
		return root === undefined ? null : { name: root.name, kind: "directory", from: PIPELINE };
	}

	learn(from: string, entries: readonly CatalogEntryView[]): void {
		for (const { href, name, kind } of entries)
			if (href !== null && !this.#links.has(href) && this.#links.size < MAX_LINKS)
				this.#links.set(href, { name, kind, from });
	}

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

	leadInto(href: string): boolean {
		return [...this.#links.keys()].some((each) => each === href || each.startsWith(`${href}/`));
	}
}

type OpenedEntry =
	| { readonly kind: "listing"; readonly listing: Listing }
	| { readonly kind: "operation"; readonly operation: OpenOperation }
	| { readonly kind: "document"; readonly href: string; readonly name: string; readonly text: string };

const MAX_DOCUMENT_LENGTH = 200_000;
const MAX_PAGES = 5;

const READ_AGAIN = message("catalog.open-again");
const READING = { nothing: READ_AGAIN, unclear: READ_AGAIN };

const hrefOf = (opened: OpenedEntry): string => {
	if (opened.kind === "listing") return opened.listing.view.href;
	return opened.kind === "operation" ? opened.operation.href : opened.href;
};

export class CatalogTree {
	readonly #service: PipelineService;
	readonly #baseUrl: () => string;
	readonly #onChange: () => void;
	readonly #log: (line: string) => void;
	readonly #links = new KnownLinks();
	#opened: OpenedEntry | null = null;
	#reading: AbortController | null = null;
	#fault: Text | null = null;
	#offered = true;

	constructor(
		service: PipelineService,
		baseUrl: () => string,
		onChange: () => void,
		log: (line: string) => void,
	) {
		this.#service = service;
		this.#baseUrl = baseUrl;
		this.#onChange = onChange;
		this.#log = log;
	}

	view(): Pick<CatalogView, "offered" | "text" | "trail" | "open" | "loading" | "fault" | "roots"> {
		return {
			offered: this.#offered,
			text: this.#offered ? null : NO_GRANT,
			trail: this.#links.trailTo(this.#opened === null ? PIPELINE : hrefOf(this.#opened)),
			open: openView(this.#opened),
			loading: this.#reading !== null,
			fault: this.#fault,
			roots: ROOTS,
		};
	}

	async open(wanted: string | null): Promise<CommandOutcome> {
		const href = wanted ?? PIPELINE;
		const link = this.#links.at(href);
		if (link === null || link.kind === "unknown") return refused(message("catalog.no-link"));
		const { name, kind } = link;
		return await this.#read(
			async (signal) => {
				const { text } = await this.#service.readPipeline(href, {}, signal);
				signal.throwIfAborted();
				const answer = readAnswer(text, kind);
				if (answer === null) throw new ServiceError("unreadable");
				this.#offered = true;
				this.#show(href, name, answer);
			},
			(cause) => this.#onFailed(href, name, kind, cause),
		);
	}

	async more(): Promise<CommandOutcome> {
		const before = this.#opened;
		if (before?.kind !== "listing" || before.listing.next === null)
			return refused(message("catalog.no-more"));
		if (this.#reading !== null) return refused(message("catalog.asking"));
		const { next, view } = before.listing;
		return await this.#read(
			async (signal) => {
				const { text } = await this.#service.readPipeline(next, {}, signal);
				signal.throwIfAborted();
				const answer = readAnswer(text, "directory");
				if (answer?.kind !== "directory") throw new ServiceError("unreadable");
				const listing = withPage(this.#baseUrl(), before.listing, next, answer);
				this.#links.learn(view.href, listing.view.entries);
				this.#opened = { kind: "listing", listing };
			},
			(cause) => this.#onFailed(next, "", "directory", cause),
		);
	}

	operation(href: string): OpenOperation | null {
		return this.#opened?.kind === "operation" && this.#opened.operation.href === href
			? this.#opened.operation
			: null;
	}

	async offers(family: "evm" | "svm", signal: AbortSignal): Promise<boolean> {
		if (family === "svm") return true;
		const prefix = `${PIPELINE}/${family}`;
		let listing: Listing | null = null;
		let page: string | null = PIPELINE;
		for (let pages = 0; pages < MAX_PAGES && page !== null && !this.#links.leadInto(prefix); pages += 1) {
			const { text } = await this.#service.readPipeline(page, {}, signal);
			const answer = readAnswer(text, "directory");
			if (answer?.kind !== "directory") return false;
			listing = withPage(this.#baseUrl(), listing, page, answer);
			this.#links.learn(PIPELINE, listing.view.entries);
			page = listing.next;
		}
		return this.#links.leadInto(prefix);
	}

	noGrant(): void {
		this.#offered = false;
	}

	stop(): void {
		this.#reading?.abort();
		this.#reading = null;
	}

	#show(href: string, name: string, answer: ReadAnswer): void {
		if (answer.kind === "directory") {
			const listing = withPage(this.#baseUrl(), null, href, answer);
			this.#links.learn(href, listing.view.entries);
			this.#opened = { kind: "listing", listing };
		} else if (answer.kind === "operation") {
			const leads = readLink(this.#baseUrl(), href, answer.descriptor.href);
			this.#opened = { kind: "operation", operation: operationOf(href, name, { ...answer, leads }) };
		} else this.#opened = { kind: "document", href, name, text: clipped(answer.text, MAX_DOCUMENT_LENGTH) };
	}

	#onFailed(href: string, name: string, kind: KnownLink["kind"], cause: unknown): CommandOutcome {
		const absent = cause instanceof ServiceError && (cause.status === 404 || cause.status === 405);
		if (kind === "operation" && absent && linkTarget(href).promised) {
			this.#opened = { kind: "operation", operation: operationOf(href, name, null) };
			return done;
		}
		if (wantsGrant(cause)) this.#offered = false;
		if (!(cause instanceof ServiceError)) this.#log(`catalog: ${describeError(cause)}`);
		const text = faultText(cause, READING);
		this.#fault = text;
		return refused(text);
	}

	async #read(
		work: (signal: AbortSignal) => Promise<void>,
		onFailed: (cause: unknown) => CommandOutcome,
	): Promise<CommandOutcome> {
		this.#reading?.abort();
		const mine = new AbortController();
		this.#reading = mine;
		this.#fault = null;
		this.#onChange();
		let outcome: CommandOutcome = done;
		try {
			await work(mine.signal);
		} catch (cause) {
			if (mine.signal.aborted) return refused(message("catalog.opened-meanwhile"));
			outcome = onFailed(cause);
		}
		if (this.#reading === mine) this.#reading = null;
		this.#onChange();
		return outcome;
	}
}

function openView(opened: OpenedEntry | null): CatalogView["open"] {
	if (opened === null) return null;
	if (opened.kind === "listing") return opened.listing.view;
	if (opened.kind === "operation") return opened.operation.view();
	const { href, name, text } = opened;
	return { kind: "document", name, href, text };
}
