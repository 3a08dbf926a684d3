import { setTimeout as wait } from "node:timers/promises";
import { type Random, randomOf } from "../../unit/core/published-descriptors/erc7730/random.ts";
import { AppEnvironment, type Chains, openChains } from "./app-environment.ts";
import { readJournal } from "./journal.ts";
import { countsOf, evidenceOf, type Fault, type Finding, judge } from "./judge.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { EndedError } from "./running-app.ts";
import { approveUntilEnded, type ScenarioRun, startScenario } from "./scenario-run.ts";

/** Kills the built app at points of every kind of approval, restarts it, and judges each outcome. */

export interface Options {
	/** Names of kinds, or parts of names; all kinds if empty. */
	readonly only: readonly string[];
	/** Number of kills; `null` for every point of every kind, and at least MIN_KILLS. */
	readonly kills: number | null;
	readonly seed: number;
	/** Only point or exchange to kill at ("before journal signed #1"); `null` for the planned ones. */
	readonly at: string | null;
	/** Number of apps that run at the same time. */
	readonly lanes: number;
	readonly log: (line: string) => void;
	/** Called with each finding. */
	readonly onFound?: (found: Found) => void;
}

interface Found extends Finding {
	readonly kind: string;
	readonly point: string;
	/** Data for debugging. */
	readonly details: unknown;
}

export interface Tally {
	readonly kills: number;
	/** Number of points that a second run did not reach; the app was killed at the end instead. */
	readonly missed: number;
	readonly found: readonly Found[];
}

const MIN_KILLS = 300;
const MIN_OF_KIND = Math.ceil(MIN_KILLS / KINDS.length);
/** Number of scenarios per environment, because its service and inbox grow with each. */
const SCENARIOS_PER_ENVIRONMENT = 30;
/** Maximum number of repetitions of the same point; a repeated read leaves the state unchanged. */
const MAX_NTH = { read: 1, write: 4 } as const;
/** One in this many kills happens at a random moment instead of a point. */
const RANDOM_EVERY = 6;

const LOG_EVERY = 25;

/** Moment of a kill: a named point, an exchange of the device, or a delay after the approval in ms. */
type Point =
	| { readonly at: "point"; readonly name: string }
	| { readonly at: "device"; readonly name: string }
	| { readonly at: "instant"; readonly ms: number };

const nameOf = (point: Point) => (point.at === "instant" ? `${point.ms} ms after the approval` : point.name);

const isRead = (name: string) =>
	/ (GET|rpc (?!eth_sendRaw|sendTransaction)|vault status|ledger (devices|look))/.test(name);

function worthKilling(name: string): boolean {
	const nth = Number(/#(\d+)$/.exec(name)?.[1]);
	return nth <= (isRead(name) ? MAX_NTH.read : MAX_NTH.write);
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
	const left = [...all];
	return all.flatMap(() => left.splice(random.upTo(left.length), 1));
}

/** Names the device's exchanges like points, and calls `reached` for each. */
function watchDevice(home: AppEnvironment, reached: (name: string) => void): void {
	const counts = new Map<string, number>();
	if (home.ledger === null) return;
	home.ledger.onExchange = (moment, request) => {
		const name = `${moment} device ${request.slice(0, 4)}`;
		const nth = (counts.get(name) ?? 0) + 1;
		counts.set(name, nth);
		reached(`${name} #${nth}`);
	};
}

/** Run without a kill: the points reached, the duration and the findings. */
interface Rehearsal {
	readonly points: readonly Point[];
	readonly ms: number;
	readonly findings: readonly Found[];
}

class Lane {
	readonly #chains: Chains;
	readonly #payer: number;
	readonly #log: (line: string) => void;
	#home: { readonly environment: AppEnvironment; scenarios: number } | null = null;

	constructor(chains: Chains, payer: number, log: (line: string) => void) {
		this.#chains = chains;
		this.#payer = payer;
		this.#log = log;
	}

	async #environment(kind: Kind): Promise<AppEnvironment> {
		const withLedger = kind.device !== null;
		const current = this.#home;
		const fits = current !== null && (current.environment.ledger !== null) === withLedger;
		if (!fits || current.scenarios >= SCENARIOS_PER_ENVIRONMENT) {
			await this.close();
			this.#home = {
				environment: await AppEnvironment.open(this.#chains, this.#payer, withLedger),
				scenarios: 0,
			};
		}
		const { environment } = this.#home ?? current ?? { environment: null };
		if (environment === null || this.#home === null) throw new Error("no environment");
		this.#home.scenarios += 1;
		if (kind.device !== null && environment.ledger?.app() !== kind.device)
			environment.ledger?.open(kind.device);
		return environment;
	}

	async close(): Promise<void> {
		const home = this.#home;
		this.#home = null;
		await home?.environment.close();
	}

	/** Runs the scenario without a kill, and records the points that it reaches. */
	async rehearse(kind: Kind): Promise<Rehearsal> {
		const points: Point[] = [];
		const home = await this.#environment(kind);
		const before = await countsOf(home);
		const scenarioRun = await startScenario(home, kind.scenario());
		let from = 0;
		const { hasEnded, seen } = await approveUntilEnded(home.app, scenarioRun, async () => {
			await home.app.watch(null);
			watchDevice(home, (name) => points.push({ at: "device", name }));
			from = Date.now();
		});
		const ms = Date.now() - from;
		watchDevice(home, () => {});
		for (const name of await home.app.points()) points.push({ at: "point", name });
		const disk = readJournal(home.userData, scenarioRun.sessionId);
		const found = await this.#judged(kind, "(no kill)", home, {
			scenarioRun,
			hasEnded,
			seen,
			before,
			journalAtKill: disk,
		});
		return {
			points: points.filter((point) => point.at === "instant" || worthKilling(point.name)),
			ms,
			findings: found,
		};
	}

	/** Runs the scenario, kills the app at the point, restarts it and follows it to the end. */
	async kill(kind: Kind, point: Point): Promise<{ missed: boolean; findings: readonly Found[] }> {
		const home = await this.#environment(kind);
		const { app } = home;
		const before = await countsOf(home);
		const scenarioRun = await startScenario(home, kind.scenario());
		let missed = false;
		try {
			await approveUntilEnded(app, scenarioRun, async () => {
				await app.watch(point.at === "point" ? point.name : null);
				if (point.at === "device") watchDevice(home, (name) => name === point.name && app.killHost());
				if (point.at === "instant") void wait(point.ms).then(() => app.killHost());
			});
			missed = true;
			await app.kill();
		} catch (error) {
			if (!(error instanceof EndedError) && app.ended === null) throw error;
			await app.waitUntilEnded();
			if (app.ended !== "SIGKILL") throw new Error(`the app ended by itself: ${app.ended}\n${app.output()}`);
		} finally {
			watchDevice(home, () => {});
		}
		const journalAtKill = readJournal(home.userData, scenarioRun.sessionId);
		try {
			await home.restart();
			const { hasEnded, seen } = await approveUntilEnded(home.app, scenarioRun);
			const found = await this.#judged(kind, nameOf(point), home, {
				scenarioRun,
				hasEnded,
				seen,
				before,
				journalAtKill,
			});
			return { missed, findings: found };
		} catch (error) {
			const text = `it could not be followed after the restart: ${String(error)}`;
			this.#log(`${kind.name}, ${nameOf(point)}: stuck: ${text}`);
			await this.close();
			const details = { sentence: scenarioRun.scenario.sentence, scenarioRun, journalAtKill };
			return {
				missed,
				findings: [{ fault: "stuck", text, kind: kind.name, point: nameOf(point), details }],
			};
		}
	}

	async #judged(
		kind: Kind,
		point: string,
		home: AppEnvironment,
		of: {
			scenarioRun: ScenarioRun;
			hasEnded: boolean;
			seen: Awaited<ReturnType<typeof approveUntilEnded>>["seen"];
			before: Awaited<ReturnType<typeof countsOf>>;
			journalAtKill: ReturnType<typeof readJournal>;
		},
	): Promise<Found[]> {
		const { scenarioRun, hasEnded, seen, before, journalAtKill } = of;
		const entryIds = seen.entries.map(({ id }) => id);
		const evidence = await evidenceOf(home, scenarioRun.scenario, entryIds, before);
		const disk = readJournal(home.userData, scenarioRun.sessionId);
		const whole = {
			scenario: scenarioRun.scenario,
			approved: scenarioRun.approved,
			hasEnded,
			seen,
			evidence,
			journalAtKill,
			disk,
		};
		const findings = judge(whole);
		if (findings.length > 0)
			this.#log(
				`${kind.name}, ${point}: ${findings.map((each) => `${each.fault}: ${each.text}`).join("; ")}`,
			);
		const output = findings.length > 0 ? home.app.output().slice(-8000) : "";
		return findings.map((finding) => ({
			...finding,
			kind: kind.name,
			point,
			details: { ...whole, refusals: scenarioRun.refusals, output },
		}));
	}
}

/** Plans the kills of one kind: its points in random order, and random moments between them. */
function planned({ points, ms }: Rehearsal, count: number | null, random: Random): Point[] {
	const named = shuffled(points, random);
	const plan: Point[] = [];
	while (count === null ? named.length > 0 || plan.length < MIN_OF_KIND : plan.length < count) {
		const point = plan.length % RANDOM_EVERY === RANDOM_EVERY - 1 ? undefined : named.shift();
		plan.push(point ?? { at: "instant", ms: random.upTo(Math.max(1, ms)) });
	}
	return plan;
}

/** @throws Error if a word matches no kind */
function chosenBy(only: readonly string[]): readonly Kind[] {
	if (only.length === 0) return KINDS;
	const fitting = only.map((word) => {
		const named = KINDS.filter(({ name }) => name === word);
		const found = named.length > 0 ? named : KINDS.filter(({ name }) => name.includes(word));
		if (found.length === 0) throw new Error(`no kind is called “${word}”`);
		return found;
	});
	return KINDS.filter((kind) => fitting.some((found) => found.includes(kind)));
}

/** Returns the number of kills of one kind. They are distributed evenly, and the first kinds get the rest. */
function shareOf(total: number | null, kinds: number, at: number): number | null {
	if (total === null) return null;
	return Math.floor(total / kinds) + (at < total % kinds ? 1 : 0);
}

export async function runKills({ only, kills, seed, at, lanes, log, onFound }: Options): Promise<Tally> {
	const random = randomOf(seed);
	const order = shuffled(chosenBy(only), random);
	// Kinds that the vault signs come first, because a Ledger needs another environment.
	const queue = order
		.map((kind, at) => ({ kind, count: shareOf(kills, order.length, at), random: randomOf(seed + at + 1) }))
		.filter(({ count }) => count !== 0)
		.toSorted((a, b) => Number(a.kind.device !== null) - Number(b.kind.device !== null));
	const chains = await openChains();
	const addFindings = (findings: readonly Found[]) => {
		tally.found.push(...findings);
		for (const each of findings) onFound?.(each);
	};
	const tally = { kills: 0, missed: 0, found: [] as Found[] };

	async function run(payer: number): Promise<void> {
		const lane = new Lane(chains, payer, log);
		try {
			for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
				const { kind, count, random: own } = task;
				const rehearsal = await lane.rehearse(kind);
				addFindings(rehearsal.findings);
				const plan = planned(rehearsal, count, own).filter((each) => at === null || nameOf(each) === at);
				log(`${kind.name}: ${rehearsal.points.length} points in ${rehearsal.ms} ms, ${plan.length} kills`);
				for (const point of plan) {
					const { missed, findings } = await lane.kill(kind, point);
					tally.kills += 1;
					if (tally.kills % LOG_EVERY === 0) log(`${tally.kills} kills`);
					tally.missed += missed ? 1 : 0;
					addFindings(findings);
				}
			}
		} finally {
			await lane.close();
		}
	}

	try {
		// Each service needs its own payer, because two services would use the same nonce.
		await Promise.all(Array.from({ length: lanes }, (_, at) => run(9 - at)));
	} finally {
		await chains.close();
	}
	return tally;
}

const countOf = ({ found }: Tally, fault: Fault) =>
	new Set(found.filter((each) => each.fault === fault).map(({ kind, point }) => `${kind} ${point}`)).size;

export const tallyLine = (tally: Tally): string =>
	`kills ${tally.kills}, lost ${countOf(tally, "lost")}, double ${countOf(tally, "double")}, stuck ${countOf(tally, "stuck")}`;
