import { useMemo } from "react";
import { t } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { TextArea } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { type OperationDraft, turned, wrongJson } from "./draft.ts";
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
	draft: OperationDraft;
	tried: boolean;
	onDraft: (draft: OperationDraft) => void;
}) {
	const problems = useMemo(
		() => ({ problems: draft.way === "form" ? formText(shape, draft.value).problems : [], tried }),
		[shape, draft, tried],
	);
	const set = (value: FormValue) => onDraft({ ...draft, value });
	return (
		<div className="grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 className="label">{t("desk.catalog.what-it-is-given")}</h3>
				{shape.kind !== "json" && (
					<Segmented
						label={t("desk.catalog.fill-in")}
						value={draft.way}
						options={[
							{ value: "form", text: t("desk.catalog.form") },
							{ value: "json", text: t("desk.catalog.as-json") },
						]}
						onChoose={(way) => onDraft(turned(shape, draft, way))}
					/>
				)}
			</div>
			{draft.beyond && (
				<Notice tone="caution" alert>
					{t("desk.catalog.form-cant-hold-all-json")}
				</Notice>
			)}
			{draft.way === "json" ? (
				<TextArea
					label={t("desk.catalog.input-as-json")}
					mono
					rows={12}
					value={draft.text}
					wrong={draft.text === "" ? null : wrongJson(draft.text)}
					onText={(text) => onDraft({ ...draft, text, beyond: false })}
					help={
						shape.kind === "json"
							? t("desk.catalog.sent-write", { why: shape.why })
							: t("desk.catalog.sent-write-byte-byte")
					}
				/>
			) : (
				<ProblemsProvider value={problems}>
					{shape.kind === "object" ? (
						<Members shape={shape} value={draft.value} path="" onValue={set} />
					) : (
						<SchemaField
							shape={shape}
							value={draft.value}
							path=""
							label={t("desk.catalog.input")}
							onValue={set}
						/>
					)}
				</ProblemsProvider>
			)}
		</div>
	);
}
