import { type Build, build, buildAction, buildCommitResult, evmCommitResult } from "../../contract/build.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import {
	type JsonNode,
	type JsonText,
	JsonTextError,
	meaningOf,
	nodeAt,
	readJsonText,
	sliceOf,
} from "./catalog-json.ts";

/**
 * The life of a portable Build, as pure rules: staged → simulated → committed. What is passed on is always the text
 * that came; what was read of it serves only to show it and to refuse it.
 */

export type BuildFamily = "evm" | "svm" | "unknown";

/** A Build as it was read. */
export interface ReadBuild {
	/** Byte for byte as it came. */
	readonly raw: string;
	readonly json: JsonText;
	readonly value: Build;
	readonly family: BuildFamily;
	/** Unix ms. */
	readonly expiresAt: number;
}

export type Reading<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly words: string };

const no = (words: string): { readonly ok: false; readonly words: string } => ({ ok: false, words });

/** Bytes in UTF-8. */
export const LARGEST_BUILD = 2_000_000;

/** Where a Build may stand in an answer or a file. */
const PLACES: readonly (readonly string[])[] = [[], ["build"], ["result"], ["result", "build"]];

/** Bookkeeping of the service about how far an action is; it says nothing of what the action does. */
const BOOKKEEPING: ReadonlySet<string> = new Set(["current_lifecycle", "last_batch_status"]);

/** Learnt.md part 2, gap 1: what is too large for seconds is milliseconds. */
const msOf = (time: number): number => (time >= 1e11 ? time : time * 1000);

function familyOf(actions: readonly unknown[]): BuildFamily {
	const families = new Set(
		actions.map((action): BuildFamily => {
			const read = buildAction.safeParse(action);
			if (!read.success) return "unknown";
			return "lane" in read.data ? "svm" : "evm";
		}),
	);
	const [only] = families;
	return families.size === 1 && only !== undefined ? only : "unknown";
}

const looksLikeBuild = (node: JsonNode): boolean =>
	["digest", "attestation", "actions"].every((name) => node.members?.has(name) === true);

/** Reads the text of one Build, and nothing around it. */
export function readBuild(raw: string): Reading<ReadBuild> {
	if (Buffer.byteLength(raw) > LARGEST_BUILD) return no("This Build is larger than 2 MB. It is not opened.");
	try {
		const json = readJsonText(raw);
		const read = build.safeParse(json.value);
		if (!read.success) {
			const [issue] = read.error.issues;
			const where = issue?.path.join(".") ?? "";
			return no(
				`This is no Build that Countersign can read (${where === "" ? "its shape" : where}). It is not opened.`,
			);
		}
		const { actions, expiresAt } = read.data;
		return {
			ok: true,
			value: { raw, json, value: read.data, family: familyOf(actions), expiresAt: msOf(expiresAt) },
		};
	} catch (cause) {
		if (cause instanceof JsonTextError) return no(cause.words);
		throw cause;
	}
}

/** The Build in an answer, sliced out of its text byte for byte; null where the answer holds none. */
export function buildIn(text: string): Reading<ReadBuild> | null {
	let json: JsonText;
	try {
		json = readJsonText(text);
	} catch (cause) {
		if (!(cause instanceof JsonTextError)) throw cause;
		return text.includes('"attestation"') ? no(cause.words) : null;
	}
	for (const place of PLACES) {
		const node = nodeAt(json, place);
		if (node !== null && looksLikeBuild(node)) return readBuild(sliceOf(json, node));
	}
	return null;
}

/** The text of each action, as it stands in the Build. */
export function actionTexts({ json }: ReadBuild): readonly string[] {
	return (nodeAt(json, ["actions"])?.items ?? []).map((item) => sliceOf(json, item));
}

/** How the request to simulate or commit is written: around the very bytes of the Build. */
export const requestOf = (raw: string): string => `{"build":${raw}}`;

function meaningAt(read: ReadBuild, name: string, skip: ReadonlySet<string>): string {
	const node = nodeAt(read.json, [name]);
	return node === null ? "" : meaningOf(read.json, node, skip);
}

/** What a simulation must leave as it is. */
const KEPT: readonly { readonly name: string; readonly words: string; readonly skip: ReadonlySet<string> }[] =
	[
		{ name: "digest", words: "another digest", skip: new Set() },
		{ name: "actions", words: "other actions", skip: BOOKKEEPING },
		{ name: "origin", words: "another origin", skip: new Set() },
		{ name: "version", words: "another version", skip: new Set() },
	];

/** The answer to a simulation: the same Build, with a simulation in it, or why it is not taken. */
export function judgeSimulated(before: ReadBuild, answer: string): Reading<ReadBuild> {
	const kept = "The Build stays as it was, and nothing was signed.";
	const found = buildIn(answer);
	if (found === null) return no(`The service's answer to the simulation holds no Build. ${kept}`);
	if (!found.ok) return no(`${found.words} ${kept}`);
	const after = found.value;
	const other = KEPT.find(({ name, skip }) => meaningAt(before, name, skip) !== meaningAt(after, name, skip));
	if (other !== undefined)
		return no(
			`The service answered with ${other.words} than the Build has that was sent. The answer is not used. ${kept}`,
		);
	if (after.value.status !== "simulated" || (after.value.simulation ?? null) === null)
		return no(`The service's answer does not say how the simulation went. ${kept}`);
	return { ok: true, value: after };
}

/** What the service says of a commit, as text: opaque, shown and no more. */
export interface Committed {
	readonly results: readonly string[];
	readonly requests: readonly string[];
}

/** Null where the answer can't be read as a commit of this Build: then nobody knows yet what became of it. */
export function judgeCommitted(before: ReadBuild, answer: string): Committed | null {
	let json: JsonText;
	try {
		json = readJsonText(answer);
	} catch (cause) {
		if (cause instanceof JsonTextError) return null;
		throw cause;
	}
	const read = buildCommitResult.or(evmCommitResult).safeParse(json.value);
	if (!read.success || read.data.digest !== before.value.digest) return null;
	const texts = (name: string) => {
		const node = nodeAt(json, [name]);
		if (node === null) return [];
		return (node.items ?? [node]).map((item) => sliceOf(json, item));
	};
	const results = json.root.members?.has("results") === true ? texts("results") : texts("result");
	return { results, requests: texts("requests").filter((text) => text !== "null") };
}

/** How far a Build is, besides what its own text says. */
export interface BuildState {
	readonly read: ReadBuild;
	readonly working: "simulating" | "committing" | null;
	/** A commit was sent and its outcome is not known: it may only be sent again as it was. */
	readonly unclear: boolean;
	readonly committed: Committed | null;
}

const FAMILY_UNKNOWN =
	"Countersign does not know which chain family these actions belong to, so it can't tell where to send the Build. A newer Countersign may.";

/** Why the Build can't be simulated now; null where it can. */
export function whyNotSimulate(
	{ read, working, unclear, committed }: BuildState,
	now: number,
): string | null {
	if (working !== null) return "The service is at work on this Build.";
	if (committed !== null || read.value.status === "committed") return "This Build has been committed.";
	if (unclear)
		return "Whether this Build was committed is not known. Commit it again first: with the same key, it happens only once.";
	if (read.family === "unknown") return FAMILY_UNKNOWN;
	return now >= read.expiresAt ? "This Build has expired. Run its operation again." : null;
}

/** Why this simulation stands against a commit; null where it does not. */
function whyNotPassed(simulation: PipelineSimulation | null | undefined): string | null {
	if (simulation === null || simulation === undefined)
		return "This Build holds no simulation. Simulate it first.";
	if (simulation.status !== "passed")
		return "The service's simulation failed. This Build can't be committed.";
	const failed = simulation.guards.find(({ status }) => status !== "passed" && status !== "warning");
	return failed === undefined ? null : "A guard of the service did not pass. This Build can't be committed.";
}

/** Why the Build can't be committed now; null where it can. */
export function whyNotCommit(state: BuildState, now: number): string | null {
	const { read, working, unclear, committed } = state;
	if (working !== null) return "The service is at work on this Build.";
	if (committed !== null || read.value.status === "committed") return "This Build has been committed.";
	if (read.family === "unknown") return FAMILY_UNKNOWN;
	if (read.value.status !== "simulated") return "Only a simulated Build can be committed. Simulate it first.";
	const against = whyNotPassed(read.value.simulation);
	if (against !== null) return against;
	// The same key again asks for the outcome of what was sent in time.
	if (unclear) return null;
	return now >= read.expiresAt
		? "This Build has expired. Nothing was committed; run its operation again."
		: null;
}
