/** Patterns by code. `src/text/en/index.ts` declares the members, so that the core imports no text. */
// biome-ignore lint/suspicious/noEmptyInterface: members come by declaration merging
export interface Catalogue {}

export type TextCode = keyof Catalogue;

/** Removes text in straight quotes, which ICU treats literally. */
type Unquoted<Pattern extends string> = Pattern extends `${infer Before}'${string}'${infer After}`
	? Unquoted<`${Before}${After}`>
	: Pattern;

/** Splits a pattern at its first brace; `null` without one. */
type Cut<Pattern extends string> = Pattern extends `${infer Before}{${infer After}`
	? Before extends `${string}}${infer Between}`
		? ["}", `${Between}{${After}`]
		: ["{", After]
	: Pattern extends `${string}}${infer After}`
		? ["}", After]
		: null;

/** Every brace switches between text and argument; an opened argument begins with its name. */
type NamesInText<Pattern extends string> =
	Cut<Pattern> extends [infer Brace, infer Rest extends string]
		? (Brace extends "{" ? NameOf<Rest> : never) | NamesInArgument<Rest>
		: never;
type NamesInArgument<Pattern extends string> =
	Cut<Pattern> extends [string, infer Rest extends string] ? NamesInText<Rest> : never;
type NameOf<Argument extends string> = Argument extends `${infer Inside}}${string}`
	? Inside extends `${infer Name},${string}`
		? Name
		: Inside
	: never;

/** Names of the values that a pattern requires. */
export type ValuesIn<Pattern extends string> = NamesInText<Unquoted<Pattern>>;

/** Tags of a pattern, such as `b` in `<b>{name}</b>`. */
export type TagsIn<Pattern extends string> = Pattern extends `${string}</${infer Tag}>${infer After}`
	? Tag | TagsIn<After>
	: never;

/** Codes of texts with tags, which only `rich` renders. */
export type TaggedCode = {
	[Code in TextCode]: Catalogue[Code] extends `${string}</${string}` ? Code : never;
}[TextCode];
export type PlainCode = Exclude<TextCode, TaggedCode>;
