import { message } from "../../core/message.ts";
import type { buildProcedures, catalogProcedures } from "../../ipc/catalog.ts";
import type { HandlersOf } from "../handlers.ts";
import { refused } from "../outcome.ts";
import { type LeadDeps, leadTo } from "../wallet/phrase.ts";
import type { Catalog } from "./catalog.ts";

/** What the commands about the pipeline need. */
export interface CatalogDeps {
	account(): { readonly catalog: Catalog };
}

/** The desk's commands about the pipeline. */
export function catalogHandlers(deps: CatalogDeps & LeadDeps): HandlersOf<typeof catalogProcedures> {
	const catalog = () => deps.account().catalog;
	return {
		openCatalog: ({ href }) => catalog().open(href),
		moreCatalog: () => catalog().more(),
		runOperation: (input) => catalog().run(input),
		simulateBuild: ({ buildId }) => catalog().simulate(buildId),
		async reviewBuild({ buildId }) {
			if (catalog().build(buildId) === null) return refused(message("build.closed"));
			return leadTo(deps, { kind: "build", buildId });
		},
		openBuildFile: () => catalog().openFile(),
		saveBuildFile: ({ buildId }) => catalog().saveFile(buildId),
		closeBuild: async ({ buildId }) => catalog().close(buildId),
	};
}

/** The trusted window's: a commit hands a Build to the service, so it takes a real click there. */
export function buildHandlers(
	deps: CatalogDeps & Pick<LeadDeps, "place">,
): HandlersOf<typeof buildProcedures> {
	return {
		async commitBuild({ buildId, digest }) {
			const place = deps.place();
			if (place.kind !== "build" || place.buildId !== buildId) return refused(message("build.not-on-screen"));
			return await deps.account().catalog.commit(buildId, digest);
		},
	};
}
