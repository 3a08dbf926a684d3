import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { feedFor, isDollar } from "../../src/core/fiat/feeds.ts";
import type { PriceSource } from "../../src/core/fiat/price.ts";
import type { Explained } from "../../src/explain/explain.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { reviewView } from "../../src/main/views/review-view.ts";
import { NOW } from "../attacks/case.ts";
import { CASES } from "../attacks/cases/index.ts";
import { judgeCases, startWorld } from "../attacks/run.ts";
import { explainRequest } from "../cases/judge.ts";
import { runInWorlds } from "../cases/run.ts";
import { type GivenRequest, readSet, setFolders } from "../cases/sets.ts";

/** Reviews requests of the corpora by the app's own code, as the trusted window receives them. */

export interface CaseReview {
	readonly id: string;
	/** `null` if the request can't be read, or could not be reviewed. */
	readonly review: ReviewView | null;
	/** Unix ms of the review. */
	readonly now: number;
	/** What the request does, by the corpus. */
	readonly title: string;
	/** What is right, and why. */
	readonly why: string;
}

/** @param names parts of ids, after the folder of the sets if there is one; all without a name */
export interface ChosenCases {
	readonly folder: string;
	readonly names: readonly string[];
	/** A folder of sets was given, so the corpus of attacks isn't wanted. */
	readonly isFolder: boolean;
}

const NOW_MS = NOW * 1_000;
const SETS = resolve(import.meta.dirname, "../cases");

export function chosenCases(positionals: readonly string[]): ChosenCases {
	const [first] = positionals;
	const isFolder = first !== undefined && existsSync(first);
	return {
		folder: isFolder ? first : SETS,
		names: isFolder ? positionals.slice(1) : positionals,
		isFolder,
	};
}

const isNamed = (id: string, { names }: ChosenCases): boolean =>
	names.length === 0 || names.some((name) => id.includes(name));

/** Prices of whole units in hundredths of a cent, where a local chain has no feed. */
const PRICES: Readonly<Record<string, bigint>> = {
	"ETH / USD": 31_299_000n,
	"BTC / USD": 642_100_000n,
	"POL / USD": 2_120n,
	"BNB / USD": 6_120_000n,
	"SOL / USD": 1_421_000n,
};
const ONE_DOLLAR = 10_000n;

function pricesOf({ prices, review }: Explained, now: number): PriceSource {
	return (chainRef, asset) => {
		const found = prices(chainRef, asset);
		const feed = found === null ? feedFor(chainRef, asset)?.description : undefined;
		if (feed === undefined || review.effects === null) return found;
		const answer = isDollar(chainRef, asset) ? ONE_DOLLAR : PRICES[feed];
		return answer === undefined ? null : { answer, decimals: 4, feed, at: now };
	};
}

function viewOf(explained: Explained, now: number): ReviewView {
	const prices = pricesOf(explained, now);
	const view = reviewView(explained.review, {
		entryId: "case",
		batch: new Map(),
		canAskChange: true,
		prices,
	});
	// A file names no session.
	return { ...view, who: { ...view.who, session: "Daily work" } };
}

async function reviewsOfSets(chosen: ChosenCases): Promise<readonly CaseReview[]> {
	const wanted = setFolders(chosen.folder)
		.flatMap(readSet)
		.filter((given): given is GivenRequest => given.form === "request" && isNamed(given.id, chosen));
	return await runInWorlds(wanted, async (world, given) => {
		const { id, context, case: one } = given;
		const now = context.now ?? NOW_MS;
		const facts = { id, now, title: one.title ?? "", why: one.why };
		try {
			const { explained } = await world.prepared(given, () => explainRequest(given, world));
			return { ...facts, review: explained === null ? null : viewOf(explained, now) };
		} catch (error) {
			console.error(`${id}: ${error instanceof Error ? error.message : String(error)}`);
			return { ...facts, review: null };
		}
	});
}

async function reviewsOfAttacks(chosen: ChosenCases): Promise<readonly CaseReview[]> {
	const wanted = chosen.isFolder ? [] : CASES.filter(({ id }) => isNamed(id, chosen));
	if (wanted.length === 0) return [];
	const world = await startWorld(wanted);
	try {
		const judged = await judgeCases(wanted, world);
		return judged.map(({ case: { id, title, why, kind }, explained }) => ({
			id,
			now: NOW_MS,
			title: `${kind}: ${title}`,
			why,
			review: explained === null ? null : viewOf(explained, NOW_MS),
		}));
	} finally {
		await world.stop();
	}
}

export async function caseReviews(chosen: ChosenCases): Promise<readonly CaseReview[]> {
	return [...(await reviewsOfSets(chosen)), ...(await reviewsOfAttacks(chosen))];
}

/** Name of a case's files. */
export const caseFile = (folder: string, id: string, ending: string): string =>
	join(folder, `${id.replaceAll("/", "--")}${ending}`);
