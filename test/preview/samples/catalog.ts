import type { CatalogView } from "../../../src/bridge/catalog-views.ts";

/** The pipeline's tree, operations and Builds. */
export function catalog(change: Partial<CatalogView> = {}): CatalogView {
	return {
		offered: true,
		words: null,
		trail: [],
		open: null,
		loading: false,
		fault: null,
		builds: [],
		...change,
	};
}
