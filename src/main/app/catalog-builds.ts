import type { BuildView } from "../../bridge/catalog-views.ts";
import type { Outcome } from "../../bridge/procedure.ts";
import type { Labels } from "../policy/labels.ts";
import type { Clock, Desktop } from "../ports.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import { buildView } from "../views/build-view.ts";
import {
	actionTexts,
	type BuildState,
	buildIn,
	judgeCommitted,
	judgeSimulated,
	type ReadBuild,
	requestOf,
	whyNotCommit,
	whyNotSimulate,
} from "./build-life.ts";
import { faultWords, isUnclear, wantsGrant } from "./catalog-errors.ts";
import { nodeAt, sliceOf } from "./catalog-json.ts";
import { PIPELINE } from "./catalog-links.ts";
import { done, refused } from "./outcome.ts";

/** The Builds that are open: in memory only, each with the text that it came as. */

export interface CatalogBuilds {
	/** Newest first. */
	views(): readonly BuildView[];
	view(buildId: string): BuildView | null;
	/** Keeps a Build that was read. @returns its id; null where too many are open */
	add(read: ReadBuild, origin: string): string | null;
	simulate(buildId: string): Promise<Outcome>;
	commit(buildId: string, digest: string): Promise<Outcome>;
	openFile(): Promise<Outcome>;
	saveFile(buildId: string): Promise<Outcome>;
	close(buildId: string): Outcome;
	stop(): void;
}

export interface CatalogBuildsParts {
	readonly service: PipelineService;
	readonly clock: Clock;
	readonly desktop: Pick<Desktop, "saveFile" | "openFile">;
	readonly random: (length: number) => Uint8Array;
	readonly labels: () => Labels;
	readonly accounts: () => readonly string[];
	/** The service's tree leads into this family's lifecycle. */
	readonly offers: (family: "evm" | "svm", signal: AbortSignal) => Promise<boolean>;
	readonly onChange: () => void;
	/** The service took a commit: what comes of it may be read now. */
	readonly onCommitted: () => void;
	readonly log: (line: string) => void;
}

interface OpenBuild extends BuildState {
	readonly id: string;
	/** "Made by …", "Opened from a file …". */
	readonly origin: string;
	readonly fault: string | null;
}

const MOST_BUILDS = 20;
/** Characters of all that are open: what is drawn of them goes to a window at every change. */
const MOST_TEXT = 4_000_000;
const MOST_TOLD = 50;
const LONGEST_TOLD = 8_000;
const LONGEST_TIMER_MS = 2_000_000_000;

const GONE = "This Build is not open any more. Nothing was done.";
export const TOO_MANY = `${MOST_BUILDS} Builds may be open at once, and 4 MB of them. This one finds no room. Close one first.`;
const FROM_FILE = "Opened from a file. The service checks its attestation when it is simulated or committed.";
const UNCLEAR_COMMIT =
	"Whether the service committed this Build is not known. Try again: with the same key, it happens only once.";
const UNCLEAR_SIMULATION = "The Build stays as it was, and nothing was signed. Simulate it again.";
const NOT_SENT = "The Build was not sent, and nothing was committed.";
const COMMITTED =
	"The service took the Build. What it asks for now names no action, so that it can't be answered here: it appears in a session and in the inbox, where you review and sign it, or not.";
const NOT_OFFERED =
	"The service's catalog does not lead to this chain family, so that the Build can't be sent there. Nothing was done.";

const clip = (text: string) => (text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text);

/** The service refused the Build itself: with this key it has committed nothing. Any other refusal says nothing of that. */
const settles = (cause: unknown): boolean =>
	cause instanceof ServiceError && [400, 410, 422].includes(cause.status ?? 0);

interface Reasons {
	/** Why it can't be simulated or committed now; null where it can. */
	readonly simulate: string | null;
	readonly commit: string | null;
}

function draw(
	{ id, read, origin, working, fault, committed }: OpenBuild,
	reasons: Reasons,
	person: { readonly labels: Labels; readonly accounts: readonly string[] },
): BuildView {
	const { value } = read;
	const summary = nodeAt(read.json, ["summary"]);
	const told = (texts: readonly string[]) => texts.slice(0, MOST_TOLD).map(clip);
	return buildView(
		{
			id,
			family: read.family,
			version: value.version,
			status: value.status,
			digest: value.digest,
			expiresAt: read.expiresAt,
			app: value.origin.app ?? null,
			operations: value.origin.operations,
			skills: value.origin.skills ?? [],
			actions: value.actions,
			actionTexts: actionTexts(read),
			summaryText: summary === null ? null : sliceOf(read.json, summary),
			raw: read.raw,
			simulation: value.simulation ?? null,
			origin,
			working,
			whyNotSimulate: reasons.simulate,
			whyNotCommit: reasons.commit,
			fault,
			committed:
				committed === null
					? null
					: { results: told(committed.results), requests: told(committed.requests), words: COMMITTED },
		},
		person,
	);
}

export function createCatalogBuilds(parts: CatalogBuildsParts): CatalogBuilds {
	const { service, clock, desktop, onChange, log } = parts;
	const held = new Map<string, OpenBuild>();
	const stopped = new AbortController();
	let cancelTimer: (() => void) | null = null;

	/** At the moment in which a Build expires, the windows say so. */
	function watchExpiry(): void {
		cancelTimer?.();
		cancelTimer = null;
		const now = clock.now();
		const ends = [...held.values()].map(({ read }) => read.expiresAt - now).filter((left) => left > 0);
		if (ends.length === 0 || stopped.signal.aborted) return;
		cancelTimer = clock.after(Math.min(...ends, LONGEST_TIMER_MS), () => {
			watchExpiry();
			onChange();
		});
	}

	function put(next: OpenBuild): void {
		if (stopped.signal.aborted) return;
		held.set(next.id, next);
		watchExpiry();
		onChange();
	}

	function change(buildId: string, part: Partial<OpenBuild>): void {
		const before = held.get(buildId);
		if (before !== undefined) put({ ...before, ...part });
	}

	/** Windows are told many times a second of things that change nothing here, and a Build can be large. */
	const drawn = new WeakMap<OpenBuild, { readonly by: readonly unknown[]; readonly view: BuildView }>();

	function viewOf(build: OpenBuild): BuildView {
		const now = clock.now();
		const labels = parts.labels();
		const accounts = parts.accounts();
		const reasons = { simulate: whyNotSimulate(build, now), commit: whyNotCommit(build, now) };
		const by = [labels, accounts.join(" "), reasons.simulate, reasons.commit];
		const before = drawn.get(build);
		if (before?.by.every((each, index) => each === by[index]) === true) return before.view;
		const view = draw(build, reasons, { labels, accounts });
		drawn.set(build, { by, view });
		return view;
	}

	function add(read: ReadBuild, origin: string): string | null {
		const same = [...held.values()].find((each) => each.read.raw === read.raw);
		if (same !== undefined) return same.id;
		const text = [...held.values()].reduce((sum, each) => sum + each.read.raw.length, read.raw.length);
		if (held.size >= MOST_BUILDS || text > MOST_TEXT) return null;
		const id = Buffer.from(parts.random(12)).toString("hex");
		put({ id, origin, read, working: null, unclear: false, committed: null, fault: null });
		return id;
	}

	const report = (cause: unknown, what: string) => {
		if (!isUnclear(cause) || wantsGrant(cause)) return;
		log(`catalog: ${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
	};

	const leadsThere = async ({ read }: OpenBuild): Promise<boolean> =>
		read.family !== "unknown" && (await parts.offers(read.family, stopped.signal));

	/** Sends the Build's own bytes to a step of its life. */
	async function send(
		{ read }: OpenBuild,
		step: "simulate" | "commit",
		idempotencyKey?: string,
	): Promise<string> {
		const { text } = await service.runPipeline({
			path: `${PIPELINE}/${read.family}/${step}`,
			body: requestOf(read.raw),
			...(idempotencyKey === undefined ? {} : { idempotencyKey }),
			signal: stopped.signal,
		});
		return text;
	}

	function fail(buildId: string, words: string, more: Partial<OpenBuild> = {}): Outcome {
		change(buildId, { working: null, fault: words, ...more });
		return refused(words);
	}

	async function simulate(buildId: string): Promise<Outcome> {
		const build = held.get(buildId);
		if (build === undefined) return refused(GONE);
		const against = whyNotSimulate(build, clock.now());
		if (against !== null) return refused(against);
		change(buildId, { working: "simulating", fault: null });
		try {
			if (!(await leadsThere(build))) return fail(buildId, NOT_OFFERED);
			const judged = judgeSimulated(build.read, await send(build, "simulate"));
			if (!judged.ok) return fail(buildId, judged.words);
			change(buildId, { working: null, read: judged.value });
			return done;
		} catch (cause) {
			report(cause, "simulate");
			return fail(buildId, faultWords(cause, { nothing: UNCLEAR_SIMULATION, unclear: UNCLEAR_SIMULATION }));
		}
	}

	async function commit(buildId: string, digest: string): Promise<Outcome> {
		const build = held.get(buildId);
		if (build === undefined) return refused(GONE);
		const against = whyNotCommit(build, clock.now());
		if (against !== null) return refused(against);
		if (build.read.value.digest !== digest)
			return refused("This is not the Build that you saw: its digest is another. Nothing was committed.");
		change(buildId, { working: "committing", fault: null });
		let sent = false;
		try {
			if (!(await leadsThere(build))) return fail(buildId, NOT_OFFERED);
			// Whoever set the clock forward meanwhile, or waited long, must not send what has expired.
			const late = whyNotCommit({ ...build, working: null }, clock.now());
			if (late !== null) return fail(buildId, late);
			sent = true;
			// The digest as key: the same Build is committed once, however often it is sent (learnt.md part 9).
			const committed = judgeCommitted(build.read, await send(build, "commit", digest));
			if (committed === null)
				return fail(buildId, `The service's answer is not that of this Build's commit. ${UNCLEAR_COMMIT}`, {
					unclear: true,
				});
			change(buildId, { working: null, unclear: false, committed });
			parts.onCommitted();
			return done;
		} catch (cause) {
			report(cause, "commit");
			const lost = sent && isUnclear(cause);
			const unclear = lost || (build.unclear && !settles(cause));
			const words = faultWords(cause, { nothing: NOT_SENT, unclear: sent ? UNCLEAR_COMMIT : NOT_SENT });
			return fail(buildId, unclear && !lost ? `${words} ${UNCLEAR_COMMIT}` : words, { unclear });
		}
	}

	return {
		views: () => [...held.values()].reverse().map(viewOf),
		view(buildId) {
			const build = held.get(buildId);
			return build === undefined ? null : viewOf(build);
		},
		add,
		simulate,
		commit,
		async openFile() {
			const text = await desktop.openFile([{ name: "Portable Build", extensions: ["json"] }]);
			// The person cancelled: that is no fault.
			if (text === null) return done;
			const found = buildIn(text);
			if (found === null)
				return refused("This file holds no Build that Countersign can read. Nothing was opened.");
			if (!found.ok) return refused(found.words);
			return add(found.value, FROM_FILE) === null ? refused(TOO_MANY) : done;
		},
		async saveFile(buildId) {
			const build = held.get(buildId);
			if (build === undefined) return refused(GONE);
			const name = build.read.value.digest.slice("sha256:".length, "sha256:".length + 12);
			const saved = await desktop.saveFile(`build-${name}.json`, build.read.raw);
			return saved ? done : refused("Nothing was saved.");
		},
		close(buildId) {
			const build = held.get(buildId);
			if (build === undefined) return refused(GONE);
			if (build.working !== null)
				return refused("The service is at work on this Build. Wait for its answer.");
			held.delete(buildId);
			watchExpiry();
			onChange();
			return done;
		},
		stop() {
			stopped.abort();
			cancelTimer?.();
			cancelTimer = null;
		},
	};
}
