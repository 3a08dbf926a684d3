import { message, sentences, type Text } from "../../core/localized-text.ts";
import type { BuildView, buildProcedures, CatalogView, catalogProcedures } from "../../ipc/catalog.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { buildIn } from "./build-life.ts";
import { type BuildsAccount, type BuildsContext, CatalogBuilds, TOO_MANY } from "./catalog-builds.ts";
import { faultText, isUnclear } from "./catalog-errors.ts";
import { type OpenOperation, whyNotInput } from "./catalog-operation.ts";
import { CatalogTree } from "./catalog-tree.ts";

type Commands = HandlersOf<typeof catalogProcedures & typeof buildProcedures>;
type RunRequest = CommandInput<Commands, "runOperation">;
type BuildInput = CommandInput<Commands, "simulateBuild">;

const NOT_OPEN = message("catalog.operation.gone");
const RUNNING = message("catalog.operation.running");
const UNCLEAR = message("catalog.operation.unclear");
const NOTHING = message("catalog.operation.not-run");
const NEEDS_ID = message("catalog.operation.needs-id");

/** Statuses with which the service responds to an incomplete request. */
const WANTING = new Set([400, 404, 409, 422]);

function runText(cause: unknown, { applicationId }: RunRequest, { role }: OpenOperation): Text {
	const text = faultText(cause, { nothing: NOTHING, unclear: UNCLEAR });
	const wanting = cause instanceof ServiceError && cause.status !== null && WANTING.has(cause.status);
	return wanting && role === "app" && applicationId === null ? sentences(text, NEEDS_ID) : text;
}

/** Only an app's own operation accepts query parameters. */
function queryOf({ applicationId, platform }: RunRequest): Readonly<Record<string, string>> {
	return {
		...(applicationId === null
			? {}
			: { applicationId: String(applicationId), application_id: String(applicationId) }),
		...(platform === null ? {} : { platform }),
	};
}

/**
 * The pipeline's state for one environment and identity. A commit requires a real click in the trusted window
 * that shows the Build.
 */
export class Catalog implements Commands {
	readonly #app;
	readonly #service: PipelineService;
	readonly #tree: CatalogTree;
	readonly #builds: CatalogBuilds;
	readonly #stopped = new AbortController();

	constructor(
		app: BuildsContext & {
			readonly window: Pick<TrustedWindow, "route" | "leadTo">;
			readonly credentials: { baseUrl(): string };
		},
		account: BuildsAccount,
	) {
		this.#app = app;
		this.#service = account.service;
		this.#tree = new CatalogTree(
			account.service,
			() => app.credentials.baseUrl(),
			() => this.#emitChange(),
			app.ports.log,
		);
		this.#builds = new CatalogBuilds(app, account, (family, signal) => this.#tree.offers(family, signal));
	}

	view(): CatalogView {
		return { ...this.#tree.view(), builds: this.#builds.views() };
	}

	build(buildId: string): BuildView | null {
		return this.#builds.view(buildId);
	}

	stop(): void {
		this.#stopped.abort();
		this.#tree.stop();
		this.#builds.stop();
	}

	openCatalog({ href }: CommandInput<Commands, "openCatalog">): Promise<CommandOutcome> {
		return this.#tree.open(href);
	}

	moreCatalog(): Promise<CommandOutcome> {
		return this.#tree.more();
	}

	async runOperation(request: RunRequest): Promise<CommandOutcome> {
		const operation = this.#tree.operation(request.href);
		if (operation === null) return refused(NOT_OPEN);
		if (operation.locked !== null) return refused(operation.locked);
		if (operation.running) return refused(RUNNING);
		const fault = whyNotInput(request.body, operation.schema);
		if (fault !== null) {
			operation.fault = fault;
			this.#emitChange();
			return refused(fault);
		}
		operation.running = true;
		operation.fault = null;
		operation.buildId = null;
		this.#emitChange();
		try {
			const { text } = await this.#service.runPipeline({
				path: operation.href,
				query: operation.role === "app" ? queryOf(request) : {},
				body: request.body,
				// Repeating a run with the same input requires a new key.
				idempotencyKey: Buffer.from(this.#app.ports.random(16)).toString("hex"),
				signal: this.#stopped.signal,
			});
			if (this.#stopped.signal.aborted) return refused(UNCLEAR);
			this.#acceptAnswer(operation, text);
			return operation.fault === null ? done : refused(operation.fault);
		} catch (cause) {
			if (isUnclear(cause))
				this.#app.ports.log(`catalog: run: ${cause instanceof Error ? cause.message : String(cause)}`);
			if (cause instanceof ServiceError && cause.kind === "unauthorized") this.#tree.noGrant();
			operation.fault = runText(cause, request, operation);
			return refused(operation.fault);
		} finally {
			operation.running = false;
			if (!this.#stopped.signal.aborted) this.#emitChange();
		}
	}

	simulateBuild({ buildId }: BuildInput): Promise<CommandOutcome> {
		return this.#builds.simulate(buildId);
	}

	async reviewBuild({ buildId }: BuildInput): Promise<CommandOutcome> {
		if (this.build(buildId) === null) return refused(message("build.closed"));
		return this.#app.window.leadTo({ kind: "build", buildId });
	}

	async commitBuild(given: CommandInput<Commands, "commitBuild">): Promise<CommandOutcome> {
		const route = this.#app.window.route();
		if (route.kind !== "build" || route.buildId !== given.buildId)
			return refused(message("build.not-on-screen"));
		return await this.#builds.commit(given.buildId, given.digest);
	}

	openBuildFile(): Promise<CommandOutcome> {
		return this.#builds.openFile();
	}

	saveBuildFile({ buildId }: BuildInput): Promise<CommandOutcome> {
		return this.#builds.saveFile(buildId);
	}

	async closeBuild({ buildId }: BuildInput): Promise<CommandOutcome> {
		return this.#builds.close(buildId);
	}

	#acceptAnswer(operation: OpenOperation, text: string): void {
		operation.result = text;
		const found = buildIn(text);
		if (found === null) return;
		if (!found.ok) {
			operation.fault = found.text;
			return;
		}
		operation.buildId = this.#builds.add(
			found.value,
			message("build.made-by", { operation: operation.name }),
		);
		if (operation.buildId === null) operation.fault = TOO_MANY;
	}

	#emitChange(): void {
		this.#app.events.emit("catalog-changed");
	}
}
