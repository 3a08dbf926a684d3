import { z } from "zod";
import { id, nothing, type Outcome, returns } from "./procedure.ts";

/** JSON text that a person wrote or filled in; main parses it. */
const json = z
	.string()
	.min(1)
	.max(512 * 1024);

/** Looking through the pipeline and preparing Builds: nothing of it can be signed or committed here. */
export const catalogProcedures = {
	/** Reads a directory, operation or document; null is the root. Only links that the service gave are followed. */
	openCatalog: returns<Outcome>()(z.strictObject({ href: z.string().min(1).max(2048).nullable() })),
	/** The next page of the listing that is open. */
	moreCatalog: returns<Outcome>()(nothing),
	runOperation: returns<Outcome>()(
		z.strictObject({
			href: z.string().min(1).max(2048),
			body: json,
			applicationId: z.number().int().min(1).nullable(),
			platform: z.string().min(1).max(160).nullable(),
		}),
	),
	simulateBuild: returns<Outcome>()(z.strictObject({ buildId: id })),
	/** Opens the trusted window on this Build, where it can be committed. */
	reviewBuild: returns<Outcome>()(z.strictObject({ buildId: id })),
	/** Main asks which file. */
	openBuildFile: returns<Outcome>()(nothing),
	saveBuildFile: returns<Outcome>()(z.strictObject({ buildId: id })),
	closeBuild: returns<Outcome>()(z.strictObject({ buildId: id })),
};

export const buildProcedures = {
	/** Hands the open Build to the service's commit. `digest` is the one that the person saw. */
	commitBuild: returns<Outcome>()(z.strictObject({ buildId: id, digest: z.string().min(1).max(200) })),
};
