import { setTimeout as wait } from "node:timers/promises";
import { type Random, randomOf } from "../../unit/core/published-descriptors/erc7730/random.ts";
import { type Chains, Household, openChains } from "./household.ts";
import { readJournal } from "./journal.ts";
import { countsOf, evidenceOf, type Fault, type Finding, judge } from "./judge.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { EndedError } from "./running-app.ts";
import { begin, type Walk, walkOn } from "./walk.ts";

/** Kills the built app at points of every kind of approval, starts it anew, and judges what came of each. */

export interface Options {
	/** Kinds by their names, or by a word that their names hold; all where empty. */
	readonly only: readonly string[];
	/** How many in all; null for every point of every kind, and at least MIN_KILLS. */
	readonly kills: number | null;
	readonly seed: number;
	/** Only at this point or exchange ("before journal signed #1"); null for those of the plan. */
	readonly at: string | null;
	/** How many apps at a time. */
	readonly lanes: number;
	readonly log: (line: string) => void;
	/** Told of each finding as it is made. */
	readonly onFound?: (found: Found) => void;
}

interface Found extends Finding {
	readonly kind: string;
	readonly point: string;
	/** For whoever looks into it. */
	readonly details: unknown;
}

export interface Tally {
	readonly kills: number;
	/** Points that a second run did not come by: killed once all was over. */
	readonly missed: number;
	readonly found: readonly Found[];
}

const MIN_KILLS = 300;
const MIN_OF_KIND = Math.ceil(MIN_KILLS / KINDS.length);
/** A household's service and inbox grow with every story. */
const STORIES_PER_HOUSEHOLD = 30;
/** Repetitions of the same read are the same state again. */
const MAX_NTH = { read: 1, write: 4 } as const;
/** One in this many of the runs planned without points is killed at its own instant. */
const INSTANT_EVERY = 6;

const TOLD_EVERY = 25;

/**
 * Kill position of a story: a named point, an exchange of the device, or a delay after the approval in ms.
 */
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

/** Names the device's exchanges like points; tells of each. */
function watchDevice(home: Household, reached: (name: string) => void): void {
	const counts = new Map<string, number>();
	if (home.ledger === null) return;
	home.ledger.onExchange = (moment, request) => {
		const name = `${moment} device ${request.slice(0, 4)}`;
		const nth = (counts.get(name) ?? 0) + 1;
		counts.set(name, nth);
		reached(`${name} #${nth}`);
	};
}

/** The one story that is told: what was seen without a kill, and the time that it took. */
interface Rehearsal {
	readonly points: readonly Point[];
	readonly ms: number;
	readonly findings: readonly Found[];
}

class Lane {
	readonly #chains: Chains;
	readonly #payer: number;
	readonly #log: (line: string) => void;
	#home: { readonly household: Household; stories: number } | null = null;

	constructor(chains: Chains, payer: number, log: (line: string) => void) {
		this.#chains = chains;
		this.#payer = payer;
		this.#log = log;
	}

	async #household(kind: Kind): Promise<Household> {
		const withLedger = kind.device !== null;
		const current = this.#home;
		const fits = current !== null && (current.household.ledger !== null) === withLedger;
		if (!fits || current.stories >= STORIES_PER_HOUSEHOLD) {
			await this.close();
			this.#home = {
				household: await Household.open(this.#chains, this.#payer, withLedger),
				stories: 0,
			};
		}
		const { household } = this.#home ?? current ?? { household: null };
		if (household === null || this.#home === null) throw new Error("no household");
		this.#home.stories += 1;
		if (kind.device !== null && household.ledger?.app() !== kind.device) household.ledger?.open(kind.device);
		return household;
	}

	async close(): Promise<void> {
		const home = this.#home;
		this.#home = null;
		await home?.household.close();
	}

	/** Tells the story without a kill, and notes the points that it comes by. */
	async rehearse(kind: Kind): Promise<Rehearsal> {
		const points: Point[] = [];
		const home = await this.#household(kind);
		const before = await countsOf(home);
		const walk = await begin(home, kind.story());
		let from = 0;
		const { over, seen } = await walkOn(home.app, walk, async () => {
			await home.app.watch(null);
			watchDevice(home, (name) => points.push({ at: "device", name }));
			from = Date.now();
		});
		const ms = Date.now() - from;
		watchDevice(home, () => {});
		for (const name of await home.app.points()) points.push({ at: "point", name });
		const disk = readJournal(home.userData, walk.sessionId);
		const found = await this.#judged(kind, "(no kill)", home, { walk, over, seen, before, atDeath: disk });
		return {
			points: points.filter((point) => point.at === "instant" || worthKilling(point.name)),
			ms,
			findings: found,
		};
	}

	/** Tells the story, kills the app at the point, starts it anew and follows it to its end. */
	async kill(kind: Kind, point: Point): Promise<{ missed: boolean; findings: readonly Found[] }> {
		const home = await this.#household(kind);
		const { app } = home;
		const before = await countsOf(home);
		const walk = await begin(home, kind.story());
		let missed = false;
		try {
			await walkOn(app, walk, async () => {
				await app.watch(point.at === "point" ? point.name : null);
				if (point.at === "device") watchDevice(home, (name) => name === point.name && app.strike());
				if (point.at === "instant") void wait(point.ms).then(() => app.strike());
			});
			missed = true;
			await app.kill();
		} catch (error) {
			if (!(error instanceof EndedError) && app.ended === null) throw error;
			await app.buried();
			if (app.ended !== "SIGKILL") throw new Error(`the app ended by itself: ${app.ended}\n${app.output()}`);
		} finally {
			watchDevice(home, () => {});
		}
		const atDeath = readJournal(home.userData, walk.sessionId);
		try {
			await home.restart();
			const { over, seen } = await walkOn(home.app, walk);
			const found = await this.#judged(kind, nameOf(point), home, { walk, over, seen, before, atDeath });
			return { missed, findings: found };
		} catch (error) {
			const text = `it could not be followed after the start: ${String(error)}`;
			this.#log(`${kind.name}, ${nameOf(point)}: stuck: ${text}`);
			await this.close();
			const details = { sentence: walk.story.sentence, walk, atDeath };
			return {
				missed,
				findings: [{ fault: "stuck", text, kind: kind.name, point: nameOf(point), details }],
			};
		}
	}

	async #judged(
		kind: Kind,
		point: string,
		home: Household,
		of: {
			walk: Walk;
			over: boolean;
			seen: Awaited<ReturnType<typeof walkOn>>["seen"];
			before: Awaited<ReturnType<typeof countsOf>>;
			atDeath: ReturnType<typeof readJournal>;
		},
	): Promise<Found[]> {
		const { walk, over, seen, before, atDeath } = of;
		const entryIds = seen.entries.map(({ id }) => id);
		const evidence = await evidenceOf(home, walk.story, entryIds, before);
		const disk = readJournal(home.userData, walk.sessionId);
		const whole = { story: walk.story, approved: walk.approved, over, seen, evidence, atDeath, disk };
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
			details: { ...whole, refusals: walk.refusals, output },
		}));
	}
}

/** The points of a kind that are killed at, in an order by the seed, and instants between them. */
function planned({ points, ms }: Rehearsal, count: number | null, random: Random): Point[] {
	const named = shuffled(points, random);
	const plan: Point[] = [];
	while (count === null ? named.length > 0 || plan.length < MIN_OF_KIND : plan.length < count) {
		const point = plan.length % INSTANT_EVERY === INSTANT_EVERY - 1 ? undefined : named.shift();
		plan.push(point ?? { at: "instant", ms: random.upTo(Math.max(1, ms)) });
	}
	return plan;
}

/** @throws Error where a word fits no kind */
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

/** How many kills each kind gets: alike, the rest to the first ones. */
function shareOf(total: number | null, kinds: number, at: number): number | null {
	if (total === null) return null;
	return Math.floor(total / kinds) + (at < total % kinds ? 1 : 0);
}

export async function killings({ only, kills, seed, at, lanes, log, onFound }: Options): Promise<Tally> {
	const random = randomOf(seed);
	const order = shuffled(chosenBy(only), random);
	// The vault's kinds first: a household with a Ledger is another one.
	const queue = order
		.map((kind, at) => ({ kind, count: shareOf(kills, order.length, at), random: randomOf(seed + at + 1) }))
		.filter(({ count }) => count !== 0)
		.toSorted((a, b) => Number(a.kind.device !== null) - Number(b.kind.device !== null));
	const chains = await openChains();
	const keep = (findings: readonly Found[]) => {
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
				keep(rehearsal.findings);
				const plan = planned(rehearsal, count, own).filter((each) => at === null || nameOf(each) === at);
				log(`${kind.name}: ${rehearsal.points.length} points in ${rehearsal.ms} ms, ${plan.length} kills`);
				for (const point of plan) {
					const { missed, findings } = await lane.kill(kind, point);
					tally.kills += 1;
					if (tally.kills % TOLD_EVERY === 0) log(`${tally.kills} kills`);
					tally.missed += missed ? 1 : 0;
					keep(findings);
				}
			}
		} finally {
			await lane.close();
		}
	}

	try {
		// A payer of its own for each service: two would take the same nonce.
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
