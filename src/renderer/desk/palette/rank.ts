/** Kinds of results. Groups that match equally well appear in this order. */
const PALETTE_KINDS = ["waiting", "action", "session", "agent", "place"] as const;
type PaletteKind = (typeof PALETTE_KINDS)[number];

export interface Searchable {
	readonly id: string;
	readonly kind: PaletteKind;
	readonly title: string;
	readonly detail: string;
	/** Synonyms, which are searched but not displayed. */
	readonly words: readonly string[];
}

/** Part of a title to highlight. */
export type TitleMark = readonly [start: number, end: number];

export interface PaletteMatch<Item> {
	readonly item: Item;
	readonly marks: readonly TitleMark[];
}

export interface MatchGroup<Item> {
	readonly kind: PaletteKind | "recent";
	readonly matches: readonly PaletteMatch<Item>[];
}

const MAX_GROUP = 6;
const MAX_RECENT = 5;
/** Minimum length for a match inside a word. Shorter queries match only the start. */
const MIN_INSIDE = 3;

const SCORES = { whole: 100, title: 80, start: 60, other: 40, inside: 20, detail: 10 } as const;
const RECENT_BONUS = 5;

/**
 * Removes accents and case without changing positions, so that the highlighted ranges fit the original title.
 */
function folded(text: string): string {
	return [...text]
		.map((char) => {
			const [base = char] = char.normalize("NFD").toLowerCase();
			return base.length === char.length ? base : char;
		})
		.join("");
}

const wordsOf = (query: string): readonly string[] => folded(query).split(/\s+/u).filter(Boolean);

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

function startsOf(text: string, word: string): number[] {
	const found: number[] = [];
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) found.push(at);
	return found;
}

/** Returns the best position of a word. A match at the start of a word in the text is preferred. */
function placeOf(text: string, word: string): { readonly at: number; readonly isStart: boolean } | null {
	const places = startsOf(text, word);
	const start = places.find((at) => !isLetter(text[at - 1]));
	if (start !== undefined) return { at: start, isStart: true };
	const [inside] = places;
	return inside === undefined || word.length < MIN_INSIDE ? null : { at: inside, isStart: false };
}

function scoreOf(
	{ title, detail, words }: Searchable,
	word: string,
): { score: number; mark: TitleMark | null } | null {
	const text = folded(title);
	const place = placeOf(text, word);
	if (place !== null) {
		const { at, isStart } = place;
		const isWhole = isStart && !isLetter(text[at + word.length]);
		const score = !isStart ? SCORES.inside : isWhole ? SCORES.whole : at === 0 ? SCORES.title : SCORES.start;
		return { score, mark: [at, at + word.length] };
	}
	if (words.some((each) => folded(each).startsWith(word))) return { score: SCORES.other, mark: null };
	const inDetail = placeOf(folded(detail), word);
	return inDetail === null ? null : { score: SCORES.detail, mark: null };
}

interface Scored<Item> extends PaletteMatch<Item> {
	readonly score: number;
}

/** Returns `null` unless the item contains every word. */
function scored<Item extends Searchable>(
	item: Item,
	words: readonly string[],
	recent: readonly string[],
): Scored<Item> | null {
	const found = words.map((word) => scoreOf(item, word));
	if (found.some((each) => each === null)) return null;
	const sum = found.reduce((total, each) => total + (each?.score ?? 0), 0);
	return {
		item,
		score: sum / words.length + (recent.includes(item.id) ? RECENT_BONUS : 0),
		marks: found.flatMap((each) => (each?.mark == null ? [] : [each.mark])),
	};
}

export function mergedMarks(marks: readonly TitleMark[]): readonly TitleMark[] {
	const merged: TitleMark[] = [];
	for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
		const last = merged.at(-1);
		if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
		else merged.push([start, end]);
	}
	return merged;
}

function grouped<Item extends Searchable>(matches: readonly PaletteMatch<Item>[]): MatchGroup<Item>[] {
	return PALETTE_KINDS.map((kind) => ({
		kind,
		matches: matches.filter(({ item }) => item.kind === kind).slice(0, MAX_GROUP),
	})).filter((group) => group.matches.length > 0);
}

/**
 * Returns the items that contain every word of the query, in groups. The group with the best match comes
 * first, and items that match equally well keep their order. Without a query, recent items come first.
 * @param recent IDs of items chosen before, most recent first
 */
export function ranked<Item extends Searchable>(
	items: readonly Item[],
	query: string,
	recent: readonly string[],
): readonly MatchGroup<Item>[] {
	const words = wordsOf(query);
	if (words.length === 0) {
		const latest = recent.flatMap((id) => items.find((each) => each.id === id) ?? []).slice(0, MAX_RECENT);
		const rest = items.filter((item) => !latest.includes(item)).map((item) => ({ item, marks: [] }));
		const groups = grouped(rest);
		if (latest.length === 0) return groups;
		return [{ kind: "recent", matches: latest.map((item) => ({ item, marks: [] })) }, ...groups];
	}
	const found = items
		.flatMap((item) => scored(item, words, recent) ?? [])
		.toSorted((one, other) => other.score - one.score);
	const best = (group: MatchGroup<Item>) => found.findIndex(({ item }) => item.kind === group.kind);
	return grouped(found.map(({ item, marks }) => ({ item, marks: mergedMarks(marks) }))).toSorted(
		(one, other) => best(one) - best(other),
	);
}
