import type { buildProcedures, catalogProcedures } from "../bridge/catalog-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const CATALOG_NAMES = [
	"openCatalog",
	"moreCatalog",
	"runOperation",
	"simulateBuild",
	"reviewBuild",
	"openBuildFile",
	"saveBuildFile",
	"closeBuild",
] as const satisfies readonly (keyof typeof catalogProcedures)[];

export const BUILD_NAMES = ["commitBuild"] as const satisfies readonly (keyof typeof buildProcedures)[];
