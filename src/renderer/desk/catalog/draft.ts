import { t } from "../../../text/index.ts";
import { readJson } from "../../components/text/json-text.ts";
import { emptyValue, type FormValue, formText, readValue } from "./schema-form.ts";
import type { Shape } from "./shape.ts";

/** What is filled in for an operation: by the form, or as JSON. */
export interface OperationDraft {
	readonly way: "form" | "json";
	readonly value: FormValue;
	/** The JSON that a user sees and may change, where that is the way. */
	readonly text: string;
	/** What the form gave when the way changed: unchanged text leads back to the form as it was. */
	readonly given: string | null;
	/** The form can't hold the JSON that was written. */
	readonly beyond: boolean;
}

/** Where a schema makes no form at all, all of it is JSON. */
export function firstDraft(shape: Shape): OperationDraft {
	const onlyJson = shape.kind === "json";
	return {
		way: onlyJson ? "json" : "form",
		value: emptyValue(shape),
		text: onlyJson ? "{}" : "",
		given: null,
		beyond: false,
	};
}

/** The same draft by the other way; it stays JSON where the form can't hold all of it. */
export function turned(shape: Shape, draft: OperationDraft, way: OperationDraft["way"]): OperationDraft {
	if (way === draft.way) return draft;
	if (way === "json") {
		const { text } = formText(shape, draft.value);
		return { ...draft, way, text, given: text, beyond: false };
	}
	if (draft.text === draft.given) return { ...draft, way, beyond: false };
	const parsed = readJson(draft.text);
	const value = parsed.ok ? readValue(shape, parsed.node) : null;
	return value === null ? { ...draft, beyond: true } : { ...draft, way, value, beyond: false };
}

/** The JSON text that would be sent, or that it can't be yet. */
export function bodyOf(shape: Shape, draft: OperationDraft): { readonly body: string } | null {
	if (draft.way === "json") {
		const parsed = readJson(draft.text);
		return parsed.ok && parsed.node.kind === "object" ? { body: draft.text } : null;
	}
	const { text, problems } = formText(shape, draft.value);
	return problems.length === 0 ? { body: text } : null;
}

/** What is wrong with JSON that is written by hand; null where it can be sent. */
export function wrongJson(text: string): string | null {
	const parsed = readJson(text);
	if (!parsed.ok) return t("desk.catalog.no-json-yet", { words: parsed.text });
	return parsed.node.kind === "object" ? null : t("desk.catalog.must-object");
}
