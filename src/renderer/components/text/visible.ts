import { t } from "../../../text/index.ts";
/**
 * Reveals characters that could disguise untrusted text: control, bidi, zero-width and tag characters,
 * fillers, unassigned and private-use characters, and stacked combining marks.
 */

export interface Segment {
	readonly kind: "text" | "mark";
	readonly text: string;
}

/** Characters that are invisible, although Unicode classifies them as letters or marks. */
const FILLERS =
	"\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u2800\\u3164\\uFFA0\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}\\u180B-\\u180F";
const HIDDEN = new RegExp(`[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}\\p{Cs}${FILLERS}]`, "u");
/** Joiners and variation selectors are accepted only inside an emoji. */
const PIECES = new RegExp(
	[
		"(?<emoji>(?!\\p{Cn})\\p{Extended_Pictographic}\\uFE0F?(?:\\u200D(?!\\p{Cn})\\p{Extended_Pictographic}\\uFE0F?)*)",
		`(?<hidden>[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}\\p{Cs}${FILLERS}])`,
		"(?<stack>\\p{M}{5,})",
		"(?<plain>.)",
	].join("|"),
	"gsu",
);
const SHOWN_IN_A_RUN = 2;

function code(char: string): string {
	return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function mark(run: readonly string[]): Segment {
	const shown = run.length <= SHOWN_IN_A_RUN ? run : run.slice(0, SHOWN_IN_A_RUN);
	const names = shown.map(code).join(" ");
	return { kind: "mark", text: run.length > shown.length ? `⟦${names} … ×${run.length}⟧` : `⟦${names}⟧` };
}

/**
 * Replaces hidden characters with marks such as ⟦U+202E⟧. A run of them becomes a single mark. If `lines` is
 * set, newlines and tabs are kept.
 */
export function visible(text: string, options: { readonly lines?: boolean } = {}): readonly Segment[] {
	if (!HIDDEN.test(text) && !/\p{M}{5}/u.test(text)) return text === "" ? [] : [{ kind: "text", text }];
	const segments: Segment[] = [];
	let plain = "";
	let run: string[] = [];
	const flushRun = () => {
		if (run.length > 0) segments.push(mark(run));
		run = [];
	};
	const flushPlain = () => {
		if (plain !== "") segments.push({ kind: "text", text: plain });
		plain = "";
	};
	for (const match of text.matchAll(PIECES)) {
		const piece = match[0];
		const stays = options.lines === true && (piece === "\n" || piece === "\t");
		const hides = !stays && (match.groups?.["hidden"] ?? match.groups?.["stack"]) !== undefined;
		if (hides) {
			flushPlain();
			run.push(...piece);
		} else {
			flushRun();
			plain += piece;
		}
	}
	flushRun();
	flushPlain();
	return segments;
}

const EMPTY_RUN = /\n(?:[ \t]*\n){4,}/g;

/** Replaces four or more empty lines with a mark, because they could push text out of view. */
export function withoutEmptyRuns(text: string): readonly Segment[] {
	const segments: Segment[] = [];
	let from = 0;
	for (const run of text.matchAll(EMPTY_RUN)) {
		const count = run[0].split("\n").length - 2;
		if (run.index > from) segments.push({ kind: "text", text: text.slice(from, run.index) });
		segments.push({ kind: "mark", text: t("components.empty-lines", { count }) });
		from = run.index + run[0].length;
	}
	if (from < text.length) segments.push({ kind: "text", text: text.slice(from) });
	return segments;
}

export function visibleText(text: string): string {
	return visible(text)
		.map((segment) => segment.text)
		.join("");
}

export function clip(text: string, length: number): string {
	if (text.length <= length) return text;
	const cut = text.slice(0, length);
	return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
