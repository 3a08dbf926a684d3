import { useMemo } from "react";
import { Segmented } from "../../components/choice.tsx";
import { TextArea } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Draft, turned, wrongJson } from "./draft.ts";
import { ProblemsProvider } from "./problems.tsx";
import { Members, SchemaField } from "./schema-fields.tsx";
import { type FormValue, formText } from "./schema-form.ts";
import { readSchema } from "./schema-shape.ts";
import type { Shape } from "./shape.ts";

export const useShape = (schema: string | null) => useMemo(() => readSchema(schema), [schema]);

/** The form made from an operation's schema, and the same as JSON. */
export function OperationForm({
	shape,
	draft,
	tried,
	onDraft,
}: {
	shape: Shape;
	draft: Draft;
	tried: boolean;
	onDraft: (draft: Draft) => void;
}) {
	const problems = useMemo(
		() => ({ problems: draft.way === "form" ? formText(shape, draft.value).problems : [], tried }),
		[shape, draft, tried],
	);
	const set = (value: FormValue) => onDraft({ ...draft, value });
	return (
		<div className="grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 className="label">What it is given</h3>
				{shape.kind !== "json" && (
					<Segmented
						label="Fill in"
						value={draft.way}
						options={[
							{ value: "form", words: "Form" },
							{ value: "json", words: "As JSON" },
						]}
						onChoose={(way) => onDraft(turned(shape, draft, way))}
					/>
				)}
			</div>
			{draft.beyond && (
				<Notice tone="caution" alert>
					The form can’t hold all of this JSON, so it stays as it is. It can be run from here.
				</Notice>
			)}
			{draft.way === "json" ? (
				<TextArea
					label="Input as JSON"
					mono
					rows={12}
					value={draft.text}
					wrong={draft.text === "" ? null : wrongJson(draft.text)}
					onText={(text) => onDraft({ ...draft, text, beyond: false })}
					help={
						shape.kind === "json"
							? `${shape.why} It is sent as you write it.`
							: "Sent as you write it, byte for byte."
					}
				/>
			) : (
				<ProblemsProvider value={problems}>
					{shape.kind === "object" ? (
						<Members shape={shape} value={draft.value} path="" onValue={set} />
					) : (
						<SchemaField shape={shape} value={draft.value} path="" label="Input" onValue={set} />
					)}
				</ProblemsProvider>
			)}
		</div>
	);
}
