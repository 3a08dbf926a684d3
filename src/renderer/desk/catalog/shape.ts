import type { Message } from "../../../core/localized-text.ts";
import type { Claim } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { type JsonTextNode, writeJson } from "../../components/text/json-text.ts";

/** All text in these types comes from the schema and is untrusted. */

export interface Described {
	readonly title: Claim | null;
	readonly description: Claim | null;
	readonly nullable: boolean;
	/** The schema's `default`. It is offered but never filled in automatically. */
	readonly suggested: JsonTextNode | null;
}

export interface TextShape extends Described {
	readonly kind: "text";
	readonly format: Claim | null;
	readonly pattern: Claim | null;
	readonly minLength: number | null;
	readonly maxLength: number | null;
}

export interface NumberShape extends Described {
	readonly kind: "number";
	readonly integer: boolean;
	readonly least: { readonly numeral: string; readonly open: boolean } | null;
	readonly most: { readonly numeral: string; readonly open: boolean } | null;
}

interface ChoiceShape extends Described {
	readonly kind: "choice";
	readonly options: readonly {
		readonly text: Claim;
		readonly value: JsonTextNode;
	}[];
}

export interface ObjectShape extends Described {
	readonly kind: "object";
	readonly members: readonly { readonly name: Claim; readonly required: boolean; readonly shape: Shape }[];
}

export interface ListShape extends Described {
	readonly kind: "list";
	readonly item: Shape;
	readonly least: number;
	readonly most: number | null;
}

export interface AlternativesShape extends Described {
	readonly kind: "alternatives";
	readonly options: readonly { readonly text: Claim; readonly shape: Shape }[];
}

export type Shape =
	| TextShape
	| NumberShape
	| (Described & { readonly kind: "boolean" })
	| (Described & { readonly kind: "fixed"; readonly value: JsonTextNode })
	| ChoiceShape
	| ObjectShape
	| ListShape
	| AlternativesShape
	| (Described & { readonly kind: "json"; readonly why: Message });

export const SHAPE_BOUNDS = { shapes: 400, depth: 10, members: 120, options: 200, alternatives: 20 } as const;

export function plainText(value: JsonTextNode): string {
	return value.kind === "string" ? value.text : writeJson(value, null);
}

export function kindText(shape: Shape): string {
	return shape.kind === "number" && shape.integer
		? t("desk.catalog.whole-number.label")
		: t(`desk.catalog.kinds.${shape.kind}`);
}
