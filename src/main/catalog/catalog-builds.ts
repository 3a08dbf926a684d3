import { plain } from "../../core/format/plain.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { type Message, message, sentences, type Text } from "../../core/localized-text.ts";
import type { BuildView } from "../../ipc/catalog.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { safetyModeOf } from "../../service-api/build.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { Events } from "../events.ts";
import { done, refused } from "../handlers.ts";
import type { BuildCommits } from "../inbox/entries/build-commits.ts";
import type { CommittedActions } from "../inbox/requests/committed.ts";
import type { Desktop, Ports } from "../ports.ts";
import { ServiceError } from "../service/errors.ts";
import type { PipelineService } from "../service/pipeline.ts";
import type { ServiceClock } from "../service/service-clock.ts";
import type { BuildModes } from "../storage/build-commits.ts";
import { StorageError } from "../storage/database.ts";
import {
	actionTexts,
	type BuildState,
	buildIn,
	type CommitResult as CommitAnswer,
	judgeCommitted,
	judgeSimulated,
	type Keeper,
	type ReadBuild,
	requestOf,
	whyNotCommit,
	whyNotSimulate,
} from "./build-life.ts";
import { buildView } from "./build-view.ts";
import { faultText, isUnclear, wantsGrant } from "./catalog-errors.ts";
import { nodeAt, sliceOf } from "./catalog-json.ts";
import { PIPELINE } from "./catalog-links.ts";

interface OpenBuild extends BuildState {
	readonly id: string;
	readonly origin: Text;
	readonly fault: Text | null;
	readonly carriedText: Text;
}

const MAX_BUILDS = 20;
/** In characters. Limited because each change sends the views to a window. */
const MAX_TEXT = 4_000_000;
const MAX_LISTED = 50;
/** Limits the number and size of the requests in a commit. */
const MAX_REQUESTS = 50;
const MAX_REQUESTS_LENGTH = 200_000;
const MAX_LISTED_LENGTH = 8_000;
const MAX_TIMER_MS = 2_000_000_000;

const BUILD_REMOVED = message("build.gone");
export const TOO_MANY = message("build.too-many", { most: MAX_BUILDS });
const FROM_FILE = message("build.from-file");
const UNCLEAR_COMMIT = message("build.commit-unclear");
const UNCLEAR_SIMULATION = message("build.simulate-again");
const NOT_STORED = message("build.not-kept");
const NOT_SENT = message("build.not-sent");
const KEEPERS: Readonly<Record<Keeper, Message>> = {
	nobody: message("build.carried.nobody"),
	session: message("build.carried.session"),
	cohort: message("build.carried.cohort"),
	unclear: message("build.carried.unclear"),
};
const NOT_FOLLOWED = message("build.not-followed");
const NO_REQUESTS = message("build.nothing-asked");
const TOO_MUCH = message("build.too-much", { most: MAX_REQUESTS });
const NOT_OFFERED = message("build.not-offered");

const clip = (text: string) =>
	text.length > MAX_LISTED_LENGTH ? `${text.slice(0, MAX_LISTED_LENGTH)}…` : text;

/**
 * The service rejected the Build itself, so nothing was committed with this key. After any other error, the
 * outcome is unclear.
 */
const settles = (cause: unknown): boolean =>
	cause instanceof ServiceError && [400, 410, 422].includes(cause.status ?? 0);

interface Reasons {
	readonly simulate: Text | null;
	readonly commit: Text | null;
}

function draw(
	{ id, read, origin, working, fault, committed, carriedText }: OpenBuild,
	reasons: Reasons,
	user: { readonly labels: Labels; readonly accounts: readonly string[]; readonly clockOffset: number },
): BuildView {
	const { value } = read;
	const textAt = (name: string): string | null => {
		const node = nodeAt(read.json, [name]);
		return node === null ? null : sliceOf(read.json, node);
	};
	const listed = (texts: readonly string[]) => texts.slice(0, MAX_LISTED).map(clip);
	return buildView(
		{
			id,
			family: read.family,
			version: value.version,
			status: value.status,
			digest: value.digest,
			expiresAt: read.expiresAt + user.clockOffset,
			app: value.origin.app ?? null,
			operations: value.origin.operations,
			skills: value.origin.skills ?? [],
			actions: value.actions,
			actionTexts: actionTexts(read),
			summaryText: textAt("summary"),
			safetyMode: safetyModeOf(value),
			evidenceText: textAt("guardEvidence"),
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
					: { results: listed(committed.results), requests: listed(committed.requests), text: carriedText },
		},
		user,
	);
}

export interface BuildsContext {
	readonly ports: Pick<Ports, "clock" | "random" | "log"> & {
		readonly desktop: Pick<Desktop, "saveFile" | "openFile">;
	};
	readonly events: Events;
	readonly rules: { readonly labels: () => Labels; readonly userAddresses: () => readonly string[] };
}

export interface BuildsAccount {
	readonly service: PipelineService;
	readonly serviceClock: Pick<ServiceClock, "offset">;
	readonly sessions: Pick<Sessions, "reconnect">;
	readonly committed: Pick<CommittedActions, "keep">;
	readonly buildCommits: Pick<BuildCommits, "add">;
	readonly buildModes: Pick<BuildModes, "add">;
}

export class CatalogBuilds {
	readonly #app;
	readonly #account;
	readonly #offers: (family: "evm" | "svm", signal: AbortSignal) => Promise<boolean>;
	readonly #openBuilds = new Map<string, OpenBuild>();
	readonly #stopped = new AbortController();
	#cancelTimer: (() => void) | null = null;
	/** Views are cached, because Builds can be large and unrelated changes are frequent. */
	readonly #drawn = new WeakMap<OpenBuild, { readonly by: readonly unknown[]; readonly view: BuildView }>();

	constructor(
		app: BuildsContext,
		account: BuildsAccount,
		offers: (family: "evm" | "svm", signal: AbortSignal) => Promise<boolean>,
	) {
		this.#app = app;
		this.#account = account;
		this.#offers = offers;
	}

	add(read: ReadBuild, origin: Text): string | null {
		const same = [...this.#openBuilds.values()].find((each) => each.read.raw === read.raw);
		if (same !== undefined) return same.id;
		const text = [...this.#openBuilds.values()].reduce(
			(sum, each) => sum + each.read.raw.length,
			read.raw.length,
		);
		if (this.#openBuilds.size >= MAX_BUILDS || text > MAX_TEXT) return null;
		const id = Buffer.from(this.#app.ports.random(12)).toString("hex");
		this.#put({
			id,
			origin,
			read,
			working: null,
			unclear: false,
			committed: null,
			fault: null,
			carriedText: "",
		});
		return id;
	}

	async simulate(buildId: string): Promise<CommandOutcome> {
		const build = this.#openBuilds.get(buildId);
		if (build === undefined) return refused(BUILD_REMOVED);
		const reason = whyNotSimulate(build, this.#serviceNow());
		if (reason !== null) return refused(reason);
		this.#change(buildId, { working: "simulating", fault: null });
		try {
			if (!(await this.#leadsThere(build))) return this.#fail(buildId, NOT_OFFERED);
			const judged = judgeSimulated(build.read, await this.#send(build, "simulate", this.#anew()));
			if (!judged.ok) return this.#fail(buildId, judged.text);
			this.#change(buildId, { working: null, read: judged.value });
			return done;
		} catch (cause) {
			this.#report(cause, "simulate");
			return this.#fail(
				buildId,
				faultText(cause, { nothing: UNCLEAR_SIMULATION, unclear: UNCLEAR_SIMULATION }),
			);
		}
	}

	async commit(buildId: string, digest: string): Promise<CommandOutcome> {
		const build = this.#openBuilds.get(buildId);
		if (build === undefined) return refused(BUILD_REMOVED);
		const reason = whyNotCommit(build, this.#serviceNow());
		if (reason !== null) return refused(reason);
		if (build.read.value.digest !== digest) return refused(message("build.another-digest"));
		this.#change(buildId, { working: "committing", fault: null });
		let sent = false;
		try {
			if (!(await this.#leadsThere(build))) return this.#fail(buildId, NOT_OFFERED);
			// The Build may have expired while the user was deciding.
			const late = whyNotCommit({ ...build, working: null }, this.#serviceNow());
			if (late !== null) return this.#fail(buildId, late);
			sent = true;
			// The digest is the idempotency key, so a Build is committed only once
			// (docs/service-api/pipeline.md#rules).
			const committed = judgeCommitted(build.read, await this.#send(build, "commit", digest));
			if (committed === null)
				return this.#fail(buildId, sentences(message("build.answer.another"), UNCLEAR_COMMIT), {
					unclear: true,
				});
			const carriedText = this.#carry(build, committed);
			this.#change(buildId, { working: null, unclear: false, committed, carriedText });
			this.#account.sessions.reconnect();
			return done;
		} catch (cause) {
			this.#report(cause, "commit");
			if (cause instanceof StorageError)
				return this.#fail(buildId, sentences(cause.text, NOT_STORED), { unclear: true });
			const lost = sent && isUnclear(cause);
			const unclear = lost || (build.unclear && !settles(cause));
			const text = faultText(cause, { nothing: NOT_SENT, unclear: sent ? UNCLEAR_COMMIT : NOT_SENT });
			return this.#fail(buildId, unclear && !lost ? sentences(text, UNCLEAR_COMMIT) : text, { unclear });
		}
	}

	views(): readonly BuildView[] {
		return [...this.#openBuilds.values()].reverse().map((build) => this.#viewOf(build));
	}

	view(buildId: string): BuildView | null {
		const build = this.#openBuilds.get(buildId);
		return build === undefined ? null : this.#viewOf(build);
	}

	async openFile(): Promise<CommandOutcome> {
		const text = await this.#app.ports.desktop.openFile([
			{ name: message("build.file"), extensions: ["json"] },
		]);
		if (text === null) return done;
		const found = buildIn(text);
		if (found === null) return refused(message("build.none-in-file"));
		if (!found.ok) return refused(found.text);
		return this.add(found.value, FROM_FILE) === null ? refused(TOO_MANY) : done;
	}

	async saveFile(buildId: string): Promise<CommandOutcome> {
		const build = this.#openBuilds.get(buildId);
		if (build === undefined) return refused(BUILD_REMOVED);
		const name = build.read.value.digest.slice("sha256:".length, "sha256:".length + 12);
		const saved = await this.#app.ports.desktop.saveFile(`build-${name}.json`, build.read.raw);
		return saved ? done : refused(message("app.not-saved"));
	}

	close(buildId: string): CommandOutcome {
		const build = this.#openBuilds.get(buildId);
		if (build === undefined) return refused(BUILD_REMOVED);
		if (build.working !== null) return refused(message("build.wait"));
		this.#openBuilds.delete(buildId);
		this.#watchExpiry();
		this.#app.events.emit("catalog-changed");
		return done;
	}

	stop(): void {
		this.#stopped.abort();
		this.#cancelTimer?.();
		this.#cancelTimer = null;
	}

	/** Builds expire according to the service's clock. */
	#serviceNow(): number {
		return this.#app.ports.clock.now() - this.#account.serviceClock.offset();
	}

	#watchExpiry(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = null;
		const now = this.#serviceNow();
		const ends = [...this.#openBuilds.values()]
			.map(({ read }) => read.expiresAt - now)
			.filter((left) => left > 0);
		if (ends.length === 0 || this.#stopped.signal.aborted) return;
		this.#cancelTimer = this.#app.ports.clock.after(Math.min(...ends, MAX_TIMER_MS), () => {
			this.#watchExpiry();
			this.#app.events.emit("catalog-changed");
		});
	}

	#put(next: OpenBuild): void {
		if (this.#stopped.signal.aborted) return;
		this.#openBuilds.set(next.id, next);
		this.#watchExpiry();
		this.#app.events.emit("catalog-changed");
	}

	#change(buildId: string, part: Partial<OpenBuild>): void {
		const before = this.#openBuilds.get(buildId);
		if (before !== undefined) this.#put({ ...before, ...part });
	}

	#viewOf(build: OpenBuild): BuildView {
		const now = this.#serviceNow();
		const clockOffset = this.#account.serviceClock.offset();
		const labels = this.#app.rules.labels();
		const accounts = this.#app.rules.userAddresses();
		const reasons = { simulate: whyNotSimulate(build, now), commit: whyNotCommit(build, now) };
		const by = [clockOffset, labels, accounts.join(" "), reasons.simulate?.code, reasons.commit?.code];
		const before = this.#drawn.get(build);
		if (before?.by.every((each, index) => each === by[index]) === true) return before.view;
		const view = draw(build, reasons, { labels, accounts, clockOffset });
		this.#drawn.set(build, { by, view });
		return view;
	}

	/** Each simulation is a new request, because the chain may have changed. */
	#anew(): string {
		return Buffer.from(this.#app.ports.random(16)).toString("hex");
	}

	#report(cause: unknown, what: string): void {
		if (!isUnclear(cause) || wantsGrant(cause)) return;
		this.#app.ports.log(`catalog: ${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
	}

	async #leadsThere({ read }: OpenBuild): Promise<boolean> {
		return read.family !== "unknown" && (await this.#offers(read.family, this.#stopped.signal));
	}

	async #send({ read }: OpenBuild, step: "simulate" | "commit", idempotencyKey: string): Promise<string> {
		const { text } = await this.#account.service.runPipeline({
			path: `${PIPELINE}/${read.family}/${step}`,
			body: requestOf(read.raw),
			idempotencyKey,
			signal: this.#stopped.signal,
		});
		return text;
	}

	#fail(buildId: string, text: Text, more: Partial<OpenBuild> = {}): CommandOutcome {
		this.#change(buildId, { working: null, fault: text, ...more });
		return refused(text);
	}

	/** Stores requests before they are displayed. Throws a StorageError. */
	#carry({ read }: OpenBuild, { keeper, requests, cohort }: CommitAnswer): Message {
		const mode = safetyModeOf(read.value);
		if (mode !== null) this.#account.buildModes.add(read.value.digest, mode);
		if (cohort !== null) {
			// The API has an endpoint only for the commits of an EVM Build.
			if (read.family !== "evm") return NOT_FOLLOWED;
			const fault = this.#account.buildCommits.add({ digest: read.value.digest, ...cohort });
			return fault === null ? KEEPERS.cohort : message("build.not-followed.why", { why: plain(fault, 120) });
		}
		if (keeper !== "nobody") return KEEPERS[keeper];
		if (requests.length === 0) return NO_REQUESTS;
		if (requests.length > MAX_REQUESTS || requests.some((text) => text.length > MAX_REQUESTS_LENGTH))
			return TOO_MUCH;
		this.#account.committed.keep(read.value.digest, requests, Math.floor(read.expiresAt / 1000));
		return KEEPERS.nobody;
	}
}
