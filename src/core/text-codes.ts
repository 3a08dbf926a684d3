/**
 * Message codes. Members are declared in `src/text/en/index.ts`, so that the core doesn't import any text.
 */
// biome-ignore lint/suspicious/noEmptyInterface: members come by declaration merging
export interface Catalogue {}

export type TextCode = keyof Catalogue;

type Unquoted<Pattern extends string> = Pattern extends `${infer Before}'${string}'${infer After}`
	? Unquoted<`${Before}${After}`>
	: Pattern;

type Cut<Pattern extends string> = Pattern extends `${infer Before}{${infer After}`
	? Before extends `${string}}${infer Between}`
		? ["}", `${Between}{${After}`]
		: ["{", After]
	: Pattern extends `${string}}${infer After}`
		? ["}", After]
		: null;

/** Each brace switches between text and an argument. An argument starts with its name. */
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

export type ValuesIn<Pattern extends string> = NamesInText<Unquoted<Pattern>>;

export type TagsIn<Pattern extends string> = Pattern extends `${string}</${infer Tag}>${infer After}`
	? Tag | TagsIn<After>
	: never;

export type TaggedCode = {
	[Code in TextCode]: Catalogue[Code] extends `${string}</${string}` ? Code : never;
}[TextCode];
export type PlainCode = Exclude<TextCode, TaggedCode>;
