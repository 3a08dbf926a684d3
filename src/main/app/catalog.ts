import type { BuildView, CatalogView } from "../../bridge/catalog-views.ts";
import type { Outcome } from "../../bridge/procedure.ts";
import type { Labels } from "../policy/labels.ts";
import type { Clock, Desktop } from "../ports.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { buildIn } from "./build-life.ts";
import { createCatalogBuilds, TOO_MANY } from "./catalog-builds.ts";
import { faultWords, isUnclear } from "./catalog-errors.ts";
import { type OpenOperation, whyNotInput } from "./catalog-operation.ts";
import { createCatalogTree } from "./catalog-tree.ts";
import { done, refused } from "./outcome.ts";

/** The pipeline's tree as it was read last, what was run, and the Builds that are open. Of one environment and identity. */
export interface Catalog {
	view(): CatalogView;
	build(buildId: string): BuildView | null;
	open(href: string | null): Promise<Outcome>;
	more(): Promise<Outcome>;
	run(wish: RunWish): Promise<Outcome>;
	simulate(buildId: string): Promise<Outcome>;
	/** @param digest of the Build as the person saw it */
	commit(buildId: string, digest: string): Promise<Outcome>;
	openFile(): Promise<Outcome>;
	saveFile(buildId: string): Promise<Outcome>;
	close(buildId: string): Outcome;
	/** Ends what is under way. */
	stop(): void;
}

export interface RunWish {
	readonly href: string;
	/** JSON text, sent byte for byte. */
	readonly body: string;
	readonly applicationId: number | null;
	readonly platform: string | null;
}

export interface CatalogParts {
	readonly service: PipelineService;
	readonly baseUrl: () => string;
	readonly clock: Clock;
	readonly desktop: Pick<Desktop, "saveFile" | "openFile">;
	/** Random bytes of a good source. */
	readonly random: (length: number) => Uint8Array;
	/** The person's own names for addresses. */
	readonly labels: () => Labels;
	/** The person's own addresses. */
	readonly accounts: () => readonly string[];
	readonly onChange: () => void;
	/** The service took a commit: what comes of it may be read now. */
	readonly onCommitted: () => void;
	readonly log: (line: string) => void;
}

const NOT_OPEN = "This operation is not open any more. Open it again; nothing was run.";
const RUNNING = "This operation is running. Wait for its answer; nothing more was sent.";
const UNCLEAR =
	"Whether it ran this operation is not known. Nothing was signed; look before you run it again.";
const NOTHING = "The operation was not run. Run it again in a moment.";
const NEEDS_ID =
	"For an app that the service hosts, it needs the application's id: enter it and run the operation again.";

/** Statuses with which a service says that something in the request is missing. */
const WANTING = new Set([400, 404, 409, 422]);

function runWords(cause: unknown, { applicationId }: RunWish, { role }: OpenOperation): string {
	const words = faultWords(cause, { nothing: NOTHING, unclear: UNCLEAR });
	const wanting = cause instanceof ServiceError && cause.status !== null && WANTING.has(cause.status);
	return wanting && role === "app" && applicationId === null ? `${words} ${NEEDS_ID}` : words;
}

/** What an app's own operation is asked with besides its body; no other takes these. */
function queryOf({ applicationId, platform }: RunWish): Readonly<Record<string, string>> {
	return {
		...(applicationId === null ? {} : { applicationId: String(applicationId) }),
		...(platform === null ? {} : { platform }),
	};
}

export function createCatalog(parts: CatalogParts): Catalog {
	const { service, onChange, log } = parts;
	const tree = createCatalogTree(parts);
	const builds = createCatalogBuilds({ ...parts, offers: tree.offers });
	const stopped = new AbortController();

	/** An answer that is a Build, or holds one, is opened as one too. */
	function takeAnswer(operation: OpenOperation, text: string): void {
		operation.result = text;
		const found = buildIn(text);
		if (found === null) return;
		if (!found.ok) {
			operation.fault = found.words;
			return;
		}
		operation.buildId = builds.add(found.value, `Made by ${operation.name}`);
		if (operation.buildId === null) operation.fault = TOO_MANY;
	}

	async function run(wish: RunWish): Promise<Outcome> {
		const operation = tree.operation(wish.href);
		if (operation === null) return refused(NOT_OPEN);
		if (operation.locked !== null) return refused(operation.locked);
		if (operation.running) return refused(RUNNING);
		const against = whyNotInput(wish.body, operation.schema);
		if (against !== null) {
			operation.fault = against;
			onChange();
			return refused(against);
		}
		operation.running = true;
		operation.fault = null;
		operation.buildId = null;
		onChange();
		try {
			const { text } = await service.runPipeline({
				path: operation.href,
				query: operation.role === "app" ? queryOf(wish) : {},
				body: wish.body,
				signal: stopped.signal,
			});
			if (stopped.signal.aborted) return refused(UNCLEAR);
			takeAnswer(operation, text);
			return operation.fault === null ? done : refused(operation.fault);
		} catch (cause) {
			if (isUnclear(cause)) log(`catalog: run: ${cause instanceof Error ? cause.message : String(cause)}`);
			if (cause instanceof ServiceError && cause.kind === "unauthorized") tree.noGrant();
			operation.fault = runWords(cause, wish, operation);
			return refused(operation.fault);
		} finally {
			operation.running = false;
			if (!stopped.signal.aborted) onChange();
		}
	}

	return {
		view: () => ({ ...tree.view(), builds: builds.views() }),
		build: builds.view,
		open: tree.open,
		more: tree.more,
		run,
		simulate: builds.simulate,
		commit: builds.commit,
		openFile: builds.openFile,
		saveFile: builds.saveFile,
		close: builds.close,
		stop() {
			stopped.abort();
			tree.stop();
			builds.stop();
		},
	};
}
