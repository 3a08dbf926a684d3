import type { BuildView, CatalogView } from "../../bridge/catalog-views.ts";
import type { Outcome } from "../../bridge/procedure.ts";
import type { Clock, Desktop } from "../ports.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { refused } from "./outcome.ts";

/** The pipeline's tree as it was read last, what was run, and the Builds that are open. Of one environment and identity. */
export interface Catalog {
	view(): CatalogView;
	build(buildId: string): BuildView | null;
	open(href: string | null): Promise<Outcome>;
	more(): Promise<Outcome>;
	run(wish: {
		readonly href: string;
		readonly body: string;
		readonly applicationId: number | null;
		readonly platform: string | null;
	}): Promise<Outcome>;
	simulate(buildId: string): Promise<Outcome>;
	commit(buildId: string, digest: string): Promise<Outcome>;
	openFile(): Promise<Outcome>;
	saveFile(buildId: string): Promise<Outcome>;
	close(buildId: string): Outcome;
	/** Ends what is under way. */
	stop(): void;
}

export interface CatalogParts {
	readonly service: PipelineService;
	readonly clock: Clock;
	readonly desktop: Pick<Desktop, "saveFile" | "openFile">;
	/** Random bytes of a good source. */
	readonly random: (length: number) => Uint8Array;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

const LATER = "The catalog is not built yet. Nothing was done.";

export function createCatalog(_parts: CatalogParts): Catalog {
	return {
		view: () => ({
			offered: false,
			words: LATER,
			trail: [],
			open: null,
			loading: false,
			fault: null,
			builds: [],
		}),
		build: () => null,
		open: async () => refused(LATER),
		more: async () => refused(LATER),
		run: async () => refused(LATER),
		simulate: async () => refused(LATER),
		commit: async () => refused(LATER),
		openFile: async () => refused(LATER),
		saveFile: async () => refused(LATER),
		close: () => refused(LATER),
		stop() {},
	};
}
