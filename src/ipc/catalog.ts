import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type AmountView, type Claim, desk, id, nothing, trusted } from "./primitives.ts";
import type { ChangeRow, GuardRow, PermissionRow } from "./review.ts";

export interface CatalogEntryView {
	readonly name: Claim;
	readonly kind: "directory" | "operation" | "document" | "unknown";
	readonly stated: Claim;
	/** `null` if the link points outside the service. Such a link is never followed. */
	readonly href: string | null;
	readonly leads?: Claim | null;
}

export interface CatalogListing {
	readonly kind: "directory";
	readonly path: Claim;
	readonly href: string;
	readonly entries: readonly CatalogEntryView[];
	readonly more: boolean;
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
	readonly schema: string | null;
	/**
	 * `app`: an application's operation, identified by application ID and platform. `other`: reads a chain or
	 * runs a skill, and only needs a body.
	 */
	readonly role: "app" | "build" | "stage" | "simulate" | "commit" | "other";
	readonly result: Claim | null;
	readonly running: boolean;
	readonly fault: Text | null;
	readonly locked?: Text | null;
	readonly buildId?: string | null;
}

export interface FeeRow {
	readonly kind: Claim;
	readonly amount: AmountView;
}

/** The service's own simulation, not verified on this computer. */
export interface SimulationView {
	readonly status: "passed" | "failed" | "unavailable" | "pending";
	/** Whether the service simulated with balances other than the account's own. */
	readonly overridesBalances: boolean;
	readonly changes: readonly ChangeRow[];
	readonly permissions: readonly PermissionRow[];
	readonly fees: readonly FeeRow[];
	readonly guards: readonly GuardRow[];
	readonly warnings: readonly Text[];
	readonly logs: number;
}

export interface BuildView {
	readonly id: string;
	readonly family: "evm" | "svm" | "unknown";
	readonly version: string;
	readonly status: "staged" | "simulated" | "committed";
	readonly digest: string;
	readonly expiresAt: number;
	readonly app: Claim | null;
	readonly operations: readonly Claim[];
	readonly skills: readonly Claim[];
	readonly actions: readonly { readonly at: number; readonly text: Text; readonly raw: Claim }[];
	readonly summary: Claim | null;
	readonly safetyMode: { readonly text: Text; readonly isCaution: boolean } | null;
	/** Receipts from the service's guards, as JSON. */
	readonly evidence: Claim | null;
	readonly simulation: SimulationView | null;
	readonly raw: Claim;
	/** "Created by …" or "Opened from a file". */
	readonly origin: Text;
	readonly working: "simulating" | "committing" | null;
	readonly canSimulate: boolean;
	readonly canCommit: boolean;
	readonly text: Text | null;
	readonly fault: Text | null;
	readonly committed: {
		readonly results: readonly Claim[];
		readonly requests: readonly Claim[];
		readonly text: Text;
	} | null;
}

export interface CatalogView {
	readonly offered: boolean;
	readonly text: Text | null;
	readonly roots?: readonly { readonly name: Claim; readonly href: string }[];
	readonly trail: readonly { readonly name: Claim; readonly href: string }[];
	readonly open: CatalogListing | CatalogOperation | CatalogDocument | null;
	readonly loading: boolean;
	readonly fault: Text | null;
	readonly builds: readonly BuildView[];
}

const json = z
	.string()
	.min(1)
	.max(512 * 1024);

/** None of these commands signs or commits anything. */
export const catalogProcedures = {
	/** `null` opens the root. Any other link is followed only if it came from the service. */
	openCatalog: desk.command(z.strictObject({ href: z.string().min(1).max(2048).nullable() }), {
		needsInput: false,
	}),
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
	reviewBuild: desk.command(z.strictObject({ buildId: id }), { needsInput: false }),
	openBuildFile: desk.command(nothing),
	saveBuildFile: desk.command(z.strictObject({ buildId: id })),
	closeBuild: desk.command(z.strictObject({ buildId: id }), { needsInput: false }),
};

export const buildProcedures = {
	commitBuild: trusted.command(z.strictObject({ buildId: id, digest: z.string().min(1).max(200) })),
};
