import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AmountView, type Claim, desk, id, nothing, trusted } from "./primitives.ts";
import type { ApprovalRow, ChangeRow, GuardRow } from "./review.ts";

/**
 * The service's catalog: directory tree, operations, and portable Builds. All content is the service's claim.
 */

export interface CatalogEntryView {
	readonly name: Claim;
	readonly kind: "directory" | "operation" | "document" | "unknown";
	/** Kind as the service writes it. */
	readonly stated: Claim;
	/** Identifies it in the open command; `null` if its link leads elsewhere and is not followed. */
	readonly href: string | null;
	/** Link text, if not followed. */
	readonly leads?: Claim | null;
}

export interface CatalogListing {
	readonly kind: "directory";
	readonly path: Claim;
	readonly href: string;
	readonly entries: readonly CatalogEntryView[];
	/** More entries can be loaded. */
	readonly more: boolean;
	/** Reason why the listing ends early; `null` if complete. */
	readonly note?: Text | null;
}

interface CatalogDocument {
	readonly kind: "document";
	readonly name: Claim;
	readonly href: string;
	readonly text: Claim;
}

export interface CatalogOperation {
	readonly kind: "operation";
	readonly name: Claim;
	readonly href: string;
	readonly description: Claim | null;
	/** Input schema as JSON text; `null` if there is none. */
	readonly schema: string | null;
	/**
	 * Kind of operation: an app's own (with applicationId and platform), a step in a Build's life, or a chain
	 * read or skill that only takes a body.
	 */
	readonly role: "app" | "build" | "stage" | "simulate" | "commit" | "other";
	/** Latest answer as JSON text; `null` before the first. */
	readonly result: Claim | null;
	readonly running: boolean;
	readonly fault: Text | null;
	/** Reason why it can't run here; `null` if it can. */
	readonly locked?: Text | null;
	/** Open Build from the latest answer. */
	readonly buildId?: string | null;
}

export interface FeeRow {
	readonly kind: Claim;
	readonly amount: AmountView;
}

/** The service's simulation, rendered with the review's components. Unproven. */
export interface SimulationView {
	readonly status: "passed" | "failed" | "unavailable";
	readonly changes: readonly ChangeRow[];
	readonly approvals: readonly ApprovalRow[];
	readonly fees: readonly FeeRow[];
	readonly guards: readonly GuardRow[];
	readonly warnings: readonly Text[];
	readonly logs: number;
}

export interface BuildView {
	/** Local id while it is open. */
	readonly id: string;
	readonly family: "evm" | "svm" | "unknown";
	readonly version: string;
	readonly status: "staged" | "simulated" | "committed";
	readonly digest: string;
	/** Unix ms. */
	readonly expiresAt: number;
	readonly app: Claim | null;
	readonly operations: readonly Claim[];
	readonly skills: readonly Claim[];
	readonly actions: readonly { readonly at: number; readonly text: Text; readonly raw: Claim }[];
	readonly summary: Claim | null;
	readonly simulation: SimulationView | null;
	/** JSON text, byte for byte from the service or file. */
	readonly raw: Claim;
	/** Origin: "Made by …", "Opened from a file". */
	readonly origin: Text;
	readonly working: "simulating" | "committing" | null;
	/** Available actions; `text` explains each `false`. */
	readonly canSimulate: boolean;
	readonly canCommit: boolean;
	readonly text: Text | null;
	readonly fault: Text | null;
	/** Set after the commit. */
	readonly committed: {
		readonly results: readonly Claim[];
		readonly requests: readonly Claim[];
		/** Sessions with later commits, where its effects may appear. */
		readonly text: Text;
	} | null;
}

export interface CatalogView {
	/** `false` without a grant for the pipeline; the text says what to do. */
	readonly offered: boolean;
	readonly text: Text | null;
	/** Listings that are always available. */
	readonly roots?: readonly { readonly name: Claim; readonly href: string }[];
	/** Path from the root to the open entry. */
	readonly trail: readonly { readonly name: Claim; readonly href: string }[];
	readonly open: CatalogListing | CatalogOperation | CatalogDocument | null;
	readonly loading: boolean;
	readonly fault: Text | null;
	/** Open Builds, newest first. */
	readonly builds: readonly BuildView[];
}

/** JSON text from the user, parsed in main. */
const json = z
	.string()
	.min(1)
	.max(512 * 1024);

/** Commands to browse the catalog and prepare Builds. None of them signs or commits. */
export const catalogProcedures = {
	/** Reads a directory, operation or document; `null` for the root. Only follows links from the service. */
	openCatalog: desk.command(z.strictObject({ href: z.string().min(1).max(2048).nullable() }), {
		needsInput: false,
	}),
	/** Loads the next page of the open listing. */
	moreCatalog: desk.command(nothing, { needsInput: false }),
	runOperation: desk.command(
		z.strictObject({
			href: z.string().min(1).max(2048),
			body: json,
			applicationId: z.number().int().min(1).nullable(),
			platform: z.string().min(1).max(160).nullable(),
		}),
		{ needsInput: false },
	),
	simulateBuild: desk.command(z.strictObject({ buildId: id }), { needsInput: false }),
	/** Opens the trusted window on this Build, where it can be committed. */
	reviewBuild: desk.command(z.strictObject({ buildId: id }), { needsInput: false }),
	/** Main asks for the file. */
	openBuildFile: desk.command(nothing),
	saveBuildFile: desk.command(z.strictObject({ buildId: id })),
	closeBuild: desk.command(z.strictObject({ buildId: id }), { needsInput: false }),
};

export const buildProcedures = {
	/** Commits the open Build at the service. `digest`: as the user saw it. */
	commitBuild: trusted.command(z.strictObject({ buildId: id, digest: z.string().min(1).max(200) })),
};
