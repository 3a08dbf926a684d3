import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AmountView, type Claim, desk, id, nothing, trusted } from "./primitives.ts";
import type { ApprovalRow, ChangeRow, GuardRow } from "./review.ts";

/** The pipeline: its directory tree, operations, and portable Builds. Everything in it is the service's word. */

export interface CatalogEntryView {
	readonly name: Claim;
	readonly kind: "directory" | "operation" | "document" | "unknown";
	/** The kind as the service writes it. */
	readonly stated: Claim;
	/** Names it in the command to open it; null where its link leads elsewhere and is not followed. */
	readonly href: string | null;
	/** The link as it is written, where it is not followed. */
	readonly leads?: Claim | null;
}

export interface CatalogListing {
	readonly kind: "directory";
	readonly path: Claim;
	readonly href: string;
	readonly entries: readonly CatalogEntryView[];
	/** More entries can be asked for. */
	readonly more: boolean;
	/** Why the listing ends here though the service has more; null where it does not. */
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
	/** JSON text of its input schema; null where it has none. */
	readonly schema: string | null;
	/**
	 * What it is: an app's own operation (takes applicationId and platform), a step of the Build's life, or a chain read
	 * or skill that only takes a body.
	 */
	readonly role: "app" | "build" | "stage" | "simulate" | "commit" | "other";
	/** JSON text of the latest answer; null before the first. */
	readonly result: Claim | null;
	readonly running: boolean;
	readonly fault: Text | null;
	/** Why it can't be run here; null where it can. */
	readonly locked?: Text | null;
	/** The Build that the latest answer held, where it is open. */
	readonly buildId?: string | null;
}

export interface FeeRow {
	readonly kind: Claim;
	readonly amount: AmountView;
}

/** The service's simulation, drawn by the components of the review; nothing of it is proven. */
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
	/** Our own name for it while it is open. */
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
	/** JSON text, byte for byte as the service or the file gave it. */
	readonly raw: Claim;
	/** Where it came from: "Made by …", "Opened from a file". */
	readonly origin: Text;
	readonly working: "simulating" | "committing" | null;
	/** What can be done with it now; each false one has its reason in `text`. */
	readonly canSimulate: boolean;
	readonly canCommit: boolean;
	readonly text: Text | null;
	readonly fault: Text | null;
	/** After the commit. */
	readonly committed: {
		readonly results: readonly Claim[];
		readonly requests: readonly Claim[];
		/** Where to look for what comes of it: sessions whose commits came after. */
		readonly text: Text;
	} | null;
}

export interface CatalogView {
	/** False: no grant for the pipeline; the words say what to do. */
	readonly offered: boolean;
	readonly text: Text | null;
	/** The listings that can always be asked for. */
	readonly roots?: readonly { readonly name: Claim; readonly href: string }[];
	/** From the root to what is open. */
	readonly trail: readonly { readonly name: Claim; readonly href: string }[];
	readonly open: CatalogListing | CatalogOperation | CatalogDocument | null;
	readonly loading: boolean;
	readonly fault: Text | null;
	/** Open Builds, newest first. */
	readonly builds: readonly BuildView[];
}

/** JSON text that a user wrote or filled in; main parses it. */
const json = z
	.string()
	.min(1)
	.max(512 * 1024);

/** Looking through the pipeline and preparing Builds: nothing of it can be signed or committed here. */
export const catalogProcedures = {
	/** Reads a directory, operation or document; null is the root. Only links that the service gave are followed. */
	openCatalog: desk.command(z.strictObject({ href: z.string().min(1).max(2048).nullable() }), {
		needsInput: false,
	}),
	/** The next page of the listing that is open. */
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
	/** Main asks which file. */
	openBuildFile: desk.command(nothing),
	saveBuildFile: desk.command(z.strictObject({ buildId: id })),
	closeBuild: desk.command(z.strictObject({ buildId: id }), { needsInput: false }),
};

export const buildProcedures = {
	/** Hands the open Build to the service's commit. `digest` is the one that the user saw. */
	commitBuild: trusted.command(z.strictObject({ buildId: id, digest: z.string().min(1).max(200) })),
};
