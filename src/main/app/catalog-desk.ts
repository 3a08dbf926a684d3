import type { buildProcedures, catalogProcedures } from "../../bridge/catalog-procedures.ts";
import type { HandlersOf } from "./handlers.ts";
import { refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { leadTo } from "./phrase.ts";

/** The desk's wishes about the pipeline. */
export function catalogHandlers(app: App): HandlersOf<typeof catalogProcedures> {
	const catalog = () => app.account().catalog;
	return {
		openCatalog: ({ href }) => catalog().open(href),
		moreCatalog: () => catalog().more(),
		runOperation: (wish) => catalog().run(wish),
		simulateBuild: ({ buildId }) => catalog().simulate(buildId),
		async reviewBuild({ buildId }) {
			if (catalog().build(buildId) === null) return refused("This Build is not open any more.");
			return leadTo(app, { kind: "build", buildId });
		},
		openBuildFile: () => catalog().openFile(),
		saveBuildFile: ({ buildId }) => catalog().saveFile(buildId),
		closeBuild: async ({ buildId }) => catalog().close(buildId),
	};
}

/** The trusted window's: a commit hands a Build to the service, so it takes a real click there. */
export function buildHandlers(app: App): HandlersOf<typeof buildProcedures> {
	return {
		async commitBuild({ buildId, digest }) {
			const place = app.place();
			if (place.kind !== "build" || place.buildId !== buildId)
				return refused("This Build is not the one on screen. Nothing was committed.");
			return await app.account().catalog.commit(buildId, digest);
		},
	};
}
