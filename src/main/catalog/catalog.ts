import { message, sentences, type Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { BuildView, CatalogView } from "../../ipc/catalog.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Cohort } from "../inbox/entries/cohort.ts";
import type { CommittedActions } from "../inbox/requests/committed.ts";
import { done, refused } from "../outcome.ts";
import type { Clock, Desktop } from "../ports.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { buildIn } from "./build-life.ts";
import { createCatalogBuilds, TOO_MANY } from "./catalog-builds.ts";
import { faultText, isUnclear } from "./catalog-errors.ts";
import { type OpenOperation, whyNotInput } from "./catalog-operation.ts";
import { createCatalogTree } from "./catalog-tree.ts";

/** The pipeline's tree as it was read last, what was run, and the Builds that are open. Of one environment and identity. */
export interface Catalog {
	view(): CatalogView;
	build(buildId: string): BuildView | null;
	open(href: string | null): Promise<CommandOutcome>;
	more(): Promise<CommandOutcome>;
	run(request: RunRequest): Promise<CommandOutcome>;
	simulate(buildId: string): Promise<CommandOutcome>;
	/** @param digest of the Build as the user saw it */
	commit(buildId: string, digest: string): Promise<CommandOutcome>;
	openFile(): Promise<CommandOutcome>;
	saveFile(buildId: string): Promise<CommandOutcome>;
	close(buildId: string): CommandOutcome;
	/** Ends what is under way. */
	stop(): void;
}

interface RunRequest {
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
	/** Offset of the service's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	readonly desktop: Pick<Desktop, "saveFile" | "openFile">;
	/** Random bytes of a good source. */
	readonly random: (length: number) => Uint8Array;
	/** The user's own names for addresses. */
	readonly labels: () => Labels;
	/** The user's own addresses. */
	readonly accounts: () => readonly string[];
	readonly onChange: () => void;
	/** Keeps what a stateless commit asks for. */
	readonly committed: Pick<CommittedActions, "keep">;
	/** Keeps the commits that the service made of a Build. */
	readonly cohort: Pick<Cohort, "keep">;
	/** The service took a commit: what comes of it may be read now. */
	readonly onCommitted: () => void;
	readonly log: (line: string) => void;
}

const NOT_OPEN = message("catalog.operation.gone");
const RUNNING = message("catalog.operation.running");
const UNCLEAR = message("catalog.operation.unclear");
const NOTHING = message("catalog.operation.not-run");
const NEEDS_ID = message("catalog.operation.needs-id");

/** Statuses with which a service says that something in the request is missing. */
const WANTING = new Set([400, 404, 409, 422]);

function runText(cause: unknown, { applicationId }: RunRequest, { role }: OpenOperation): Text {
	const text = faultText(cause, { nothing: NOTHING, unclear: UNCLEAR });
	const wanting = cause instanceof ServiceError && cause.status !== null && WANTING.has(cause.status);
	return wanting && role === "app" && applicationId === null ? sentences(text, NEEDS_ID) : text;
}

/** What an app's own operation is asked with besides its body; no other takes these. */
function queryOf({ applicationId, platform }: RunRequest): Readonly<Record<string, string>> {
	return {
		// The interface text spells it one way, the service's public client the other.
		...(applicationId === null
			? {}
			: { applicationId: String(applicationId), application_id: String(applicationId) }),
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
			operation.fault = found.text;
			return;
		}
		operation.buildId = builds.add(found.value, message("build.made-by", { operation: operation.name }));
		if (operation.buildId === null) operation.fault = TOO_MANY;
	}

	async function run(request: RunRequest): Promise<CommandOutcome> {
		const operation = tree.operation(request.href);
		if (operation === null) return refused(NOT_OPEN);
		if (operation.locked !== null) return refused(operation.locked);
		if (operation.running) return refused(RUNNING);
		const fault = whyNotInput(request.body, operation.schema);
		if (fault !== null) {
			operation.fault = fault;
			onChange();
			return refused(fault);
		}
		operation.running = true;
		operation.fault = null;
		operation.buildId = null;
		onChange();
		try {
			const { text } = await service.runPipeline({
				path: operation.href,
				query: operation.role === "app" ? queryOf(request) : {},
				body: request.body,
				// The same input may be run again, and is another run then.
				idempotencyKey: Buffer.from(parts.random(16)).toString("hex"),
				signal: stopped.signal,
			});
			if (stopped.signal.aborted) return refused(UNCLEAR);
			takeAnswer(operation, text);
			return operation.fault === null ? done : refused(operation.fault);
		} catch (cause) {
			if (isUnclear(cause)) log(`catalog: run: ${cause instanceof Error ? cause.message : String(cause)}`);
			if (cause instanceof ServiceError && cause.kind === "unauthorized") tree.noGrant();
			operation.fault = runText(cause, request, operation);
			return refused(operation.fault);
		} finally {
			operation.running = false;
			if (!stopped.signal.aborted) onChange();
		}
	}

	return {
		view: () => ({ ...tree.view(), builds: builds.views() }),
		build: (id) => builds.view(id),
		open: tree.open,
		more: tree.more,
		run,
		simulate: (id) => builds.simulate(id),
		commit: (id, digest) => builds.commit(id, digest),
		openFile: () => builds.openFile(),
		saveFile: (id) => builds.saveFile(id),
		close: (id) => builds.close(id),
		stop() {
			stopped.abort();
			tree.stop();
			builds.stop();
		},
	};
}
