import { z } from "zod";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import {
	type Build,
	build,
	buildAction,
	buildCommitResult,
	evmCommitResult,
	safetyModeOf,
} from "../../service-api/build.ts";
import { open } from "../../service-api/open.ts";
import type { PipelineSimulation } from "../../service-api/simulation.ts";
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
 * Rules for a portable Build, which is staged, simulated and committed. The received text is always sent back
 * unchanged. Parsed values are only used to display or reject it.
 */

type BuildFamily = "evm" | "svm" | "unknown";

export interface ReadBuild {
	readonly raw: string;
	readonly json: JsonText;
	readonly value: Build;
	readonly family: BuildFamily;
	readonly expiresAt: number;
}

export type AnswerReading<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly text: Message };

const no = (text: Message): { readonly ok: false; readonly text: Message } => ({ ok: false, text });

const LARGEST_BUILD = 2_000_000;

const PLACES: readonly (readonly string[])[] = [[], ["build"], ["result"], ["result", "build"]];

/** Progress data from the service. It doesn't affect what an action does. */
const BOOKKEEPING: ReadonlySet<string> = new Set(["current_lifecycle", "last_batch_status"]);

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

export function readBuild(raw: string): AnswerReading<ReadBuild> {
	if (Buffer.byteLength(raw) > LARGEST_BUILD) return no(message("build.too-large"));
	try {
		const json = readJsonText(raw);
		const read = build.safeParse(json.value);
		if (!read.success) {
			const [issue] = read.error.issues;
			const where = issue?.path.join(".") ?? "";
			return no(
				message("build.unreadable", { where: where === "" ? message("build.unreadable.shape") : where }),
			);
		}
		const { actions, expiresAt } = read.data;
		return {
			ok: true,
			value: { raw, json, value: read.data, family: familyOf(actions), expiresAt: msOf(expiresAt) },
		};
	} catch (cause) {
		if (cause instanceof JsonTextError) return no(cause.text);
		throw cause;
	}
}

export function buildIn(text: string): AnswerReading<ReadBuild> | null {
	let json: JsonText;
	try {
		json = readJsonText(text);
	} catch (cause) {
		if (!(cause instanceof JsonTextError)) throw cause;
		return text.includes('"attestation"') ? no(cause.text) : null;
	}
	for (const place of PLACES) {
		const node = nodeAt(json, place);
		if (node !== null && looksLikeBuild(node)) return readBuild(sliceOf(json, node));
	}
	return null;
}

export function actionTexts({ json }: ReadBuild): readonly string[] {
	return (nodeAt(json, ["actions"])?.items ?? []).map((item) => sliceOf(json, item));
}

export const requestOf = (raw: string): string => `{"build":${raw}}`;

function meaningAt(read: ReadBuild, name: string, skip: ReadonlySet<string>): string {
	const node = nodeAt(read.json, [name]);
	return node === null ? "" : meaningOf(read.json, node, skip);
}

const UNCHANGED_MEMBERS: readonly {
	readonly name: string;
	readonly text: Message;
	readonly skip: ReadonlySet<string>;
}[] = [
	{ name: "digest", text: message("build.answer.digest"), skip: new Set() },
	{ name: "actions", text: message("build.answer.actions"), skip: BOOKKEEPING },
	{ name: "origin", text: message("build.answer.origin"), skip: new Set() },
	{ name: "version", text: message("build.answer.version"), skip: new Set() },
];

/** The service may add a mode to a Build without one, but it must not replace a mode. */
function changesMode(before: ReadBuild, after: ReadBuild): boolean {
	const mode = safetyModeOf(before.value);
	return mode !== null && mode !== safetyModeOf(after.value);
}

/** A simulation must return the same Build and add only its result. */
export function judgeSimulated(before: ReadBuild, answer: string): AnswerReading<ReadBuild> {
	const kept = message("build.kept");
	const found = buildIn(answer);
	if (found === null) return no(sentences(message("build.answer.none"), kept));
	if (!found.ok) return no(sentences(found.text, kept));
	const after = found.value;
	const other = UNCHANGED_MEMBERS.find(
		({ name, skip }) => meaningAt(before, name, skip) !== meaningAt(after, name, skip),
	);
	if (other !== undefined) return no(sentences(other.text, kept));
	if (changesMode(before, after)) return no(sentences(message("build.answer.safety-mode"), kept));
	if (after.value.status !== "simulated" || (after.value.simulation ?? null) === null)
		return no(sentences(message("build.answer.no-outcome"), kept));
	return { ok: true, value: after };
}

/**
 * Party that stores a commit's requests. `session`: the service, in a session. `cohort`: the service, as
 * separate commits. `nobody`: the caller of a stateless commit. `unclear`: unknown because the answer
 * contradicts itself, so nothing is signed.
 */
export type Keeper = "session" | "cohort" | "nobody" | "unclear";

export interface CommitResult {
	readonly results: readonly string[];
	readonly requests: readonly string[];
	readonly keeper: Keeper;
	readonly cohort: { readonly threadId: string; readonly commits: readonly string[] } | null;
}

const list = z.array(z.unknown()).nullish();
const ownership = { thread_id: z.string().min(1).nullish(), commits: list };

/**
 * Fields whose presence means that the service stores the requests
 * (docs/service-api/differences.md#requests-of-a-pipeline-commit).
 */
const storedMarks = open({
	...ownership,
	actions: list,
	requests: z.array(open({ commitStages: z.unknown().optional() }).catch({})).nullish(),
	result: open(ownership).nullish().catch(null),
});

/** Any reference to a thread, a commit or a stage means that the service stores the requests. */
function keeperOf(answer: unknown): { readonly keeper: Keeper; readonly threadId: string | null } {
	const read = storedMarks.safeParse(answer);
	if (!read.success) return { keeper: "unclear", threadId: null };
	const { actions, requests, result } = read.data;
	const threadId = read.data.thread_id ?? result?.thread_id ?? null;
	const commits = read.data.commits ?? result?.commits ?? [];
	const staged = (requests ?? []).some(({ commitStages }) => (commitStages ?? null) !== null);
	if (threadId !== null) return { keeper: commits.length > 0 ? "cohort" : "session", threadId };
	const isKept = staged || commits.length > 0 || (actions ?? []).length > 0;
	return { keeper: isKept ? "unclear" : "nobody", threadId };
}

export function judgeCommitted(before: ReadBuild, answer: string): CommitResult | null {
	let json: JsonText;
	try {
		json = readJsonText(answer);
	} catch (cause) {
		if (cause instanceof JsonTextError) return null;
		throw cause;
	}
	const read = buildCommitResult.or(evmCommitResult).safeParse(json.value);
	if (!read.success || read.data.digest !== before.value.digest) return null;
	const texts = (...path: string[]) => {
		const node = nodeAt(json, path);
		if (node === null) return [];
		return (node.items ?? [node]).map((item) => sliceOf(json, item));
	};
	const results = json.root.members?.has("results") === true ? texts("results") : texts("result");
	const requests = texts("requests").filter((text) => text !== "null");
	const { keeper, threadId } = keeperOf(json.value);
	if (keeper !== "cohort" || threadId === null) return { results, requests, keeper, cohort: null };
	const listed = texts("commits").filter((text) => text !== "null");
	const commits = listed.length > 0 ? listed : texts("result", "commits");
	return { results, requests, keeper, cohort: { threadId, commits } };
}

export interface BuildState {
	readonly read: ReadBuild;
	readonly working: "simulating" | "committing" | null;
	/** If a commit's outcome is unknown, it can only be repeated unchanged. */
	readonly unclear: boolean;
	readonly committed: CommitResult | null;
}

const FAMILY_UNKNOWN = message("build.family-unknown");

export function whyNotSimulate(
	{ read, working, unclear, committed }: BuildState,
	now: number,
): Message | null {
	if (working !== null) return message("build.working");
	if (committed !== null || read.value.status === "committed") return message("build.committed");
	if (unclear) return message("build.unclear");
	if (read.family === "unknown") return FAMILY_UNKNOWN;
	return now >= read.expiresAt ? message("build.expired") : null;
}

function whyNotPassed(simulation: PipelineSimulation | null | undefined): Message | null {
	if (simulation === null || simulation === undefined) return message("build.no-simulation");
	if (simulation.status === "unavailable") return message("build.not-simulated");
	if (simulation.status === "pending") return message("build.simulation-pending");
	if (simulation.status !== "passed") return message("build.simulation-failed");
	const failed = simulation.guards.find(({ status }) => status !== "passed" && status !== "warning");
	return failed === undefined ? null : message("build.guard-failed");
}

export function whyNotCommit(state: BuildState, now: number): Message | null {
	const { read, working, unclear, committed } = state;
	if (working !== null) return message("build.working");
	if (committed !== null || read.value.status === "committed") return message("build.committed");
	if (read.family === "unknown") return FAMILY_UNKNOWN;
	if (read.value.status !== "simulated") return message("build.simulate-first");
	const reason = whyNotPassed(read.value.simulation);
	if (reason !== null) return reason;
	// Retrying with the same key returns the result of a commit that was sent before the expiry.
	if (unclear) return null;
	return now >= read.expiresAt ? message("build.expired.uncommitted") : null;
}
