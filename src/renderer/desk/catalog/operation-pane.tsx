import { LoaderCircle } from "lucide-react";
import { useMemo, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { CatalogOperation } from "../../../ipc/catalog.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { ClaimBlock } from "../../components/claim.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { readJson } from "../../components/text/json-text.ts";
import { JsonView } from "../../components/text/json-view.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { ProblemsProvider } from "./problems.tsx";
import { Members, SchemaField } from "./schema-fields.tsx";
import { emptyValue, type FormValue, formText, readValue } from "./schema-form.ts";
import { readSchema } from "./schema-shape.ts";
import type { Shape } from "./shape.ts";

export interface OperationDraft {
	readonly way: "form" | "json";
	readonly value: FormValue;
	readonly text: string;
	/** JSON text generated from the form. If the user hasn't changed it, the form is restored exactly. */
	readonly given: string | null;
	readonly beyond: boolean;
}

/** Starts in JSON mode if a form can't represent the schema. */
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

/** Switches between form and JSON. Stays in JSON mode if the form can't represent all of the JSON. */
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

export function bodyOf(shape: Shape, draft: OperationDraft): { readonly body: string } | null {
	if (draft.way === "json") {
		const parsed = readJson(draft.text);
		return parsed.ok && parsed.node.kind === "object" ? { body: draft.text } : null;
	}
	const { text, problems } = formText(shape, draft.value);
	return problems.length === 0 ? { body: text } : null;
}

export function wrongJson(text: string): string | null {
	const parsed = readJson(text);
	if (!parsed.ok) return t("desk.catalog.no-json-yet", { words: parsed.text });
	return parsed.node.kind === "object" ? null : t("desk.catalog.fault.object");
}

const useShape = (schema: string | null) => useMemo(() => readSchema(schema), [schema]);

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
				<h3 className="label">{t("desk.catalog.inputs")}</h3>
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
					{t("desk.catalog.form.incomplete")}
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
							: t("desk.catalog.json.help")
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

const runText = (role: CatalogOperation["role"]): string =>
	role === "simulate" ? t("desk.catalog.simulate") : t(`desk.catalog.roles.${role}.run`);

const COMMIT_NOT_RUN = message("desk.catalog.commit.elsewhere");

/** Returns `null` for empty text, and `false` if the text isn't a positive integer. */
export function applicationIdOf(text: string): number | null | false {
	const digits = text.trim();
	if (digits === "") return null;
	return /^[1-9]\d{0,15}$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : false;
}

export function OperationPane({
	operation,
	onBuild,
}: {
	operation: CatalogOperation;
	onBuild: (buildId: string) => void;
}) {
	const locked = operation.locked ?? (operation.role === "commit" ? COMMIT_NOT_RUN : null);
	return (
		<div className="grid gap-4">
			<div>
				<p className="text-f2 text-pretty text-ink-2">
					{t(`desk.catalog.roles.${operation.role}`)}{" "}
					{operation.role !== "commit" && t("desk.catalog.run.help")}
				</p>
				{operation.description !== null && (
					<ClaimBlock
						text={operation.description}
						max={600}
						className="mt-2 border-l-2 border-line pl-3 text-f2 text-ink-2"
					/>
				)}
			</div>
			{locked === null ? (
				// The key makes the form start anew when the schema changes.
				<Run key={operation.schema ?? ""} operation={operation} />
			) : (
				<Notice tone="quiet">{textOf(locked)}</Notice>
			)}
			<Answer operation={operation} onBuild={onBuild} />
			{operation.schema !== null && (
				<div className="border-t border-line">
					<Fold className="py-2.5" title={t("desk.catalog.schema")} aside={t("desk.catalog.service-states")}>
						<JsonView text={operation.schema} what={t("desk.catalog.the-schema")} />
					</Fold>
				</div>
			)}
		</div>
	);
}

function Run({ operation }: { operation: CatalogOperation }) {
	const command = useDeskCommand();
	const shape = useShape(operation.schema);
	const [draft, setDraft] = useState(() => firstDraft(shape));
	const [tried, setTried] = useState(false);
	const [id, setId] = useState("");
	const [platform, setPlatform] = useState("");
	const applicationId = applicationIdOf(id);
	const input = bodyOf(shape, draft);
	const able = input !== null && applicationId !== false;
	const run = () => {
		setTried(true);
		if (input === null || applicationId === false) return;
		void command.call("runOperation", {
			href: operation.href,
			body: input.body,
			applicationId: operation.role === "app" ? applicationId : null,
			platform: operation.role === "app" && platform.trim() !== "" ? platform.trim() : null,
		});
	};
	const running = operation.running || command.busy;
	return (
		<section aria-label={t("desk.catalog.run-it")} className="card grid gap-5 p-4">
			{operation.role === "app" && (
				<div className="grid gap-4 mid:grid-cols-2">
					<Field
						label={t("desk.catalog.application-id-optional")}
						inputMode="numeric"
						mono
						maxLength={16}
						value={id}
						onText={setId}
						wrong={applicationId === false ? t("desk.catalog.application-id.wrong") : null}
						help={t("desk.catalog.app.help")}
					/>
					<Field
						label={t("desk.catalog.platform-optional")}
						maxLength={160}
						value={platform}
						onText={setPlatform}
						help={t("desk.catalog.app.hint")}
					/>
				</div>
			)}
			<OperationForm shape={shape} draft={draft} tried={tried} onDraft={setDraft} />
			<div className="grid gap-3">
				{command.fault !== null && command.fault !== textOrNull(operation.fault) && (
					<Fault text={command.fault} />
				)}
				{tried && !able && !running && (
					<Notice tone="caution" alert>
						{t("desk.catalog.fault.incomplete")}
					</Notice>
				)}
				<div className="flex flex-wrap items-center gap-3">
					<Button variant="primary" busy={running} onClick={run}>
						{runText(operation.role)}
					</Button>
					<p className="flex items-center gap-2 text-f2 text-ink-2" role="status">
						{running && (
							<>
								<LoaderCircle size={15} aria-hidden className="motion-turn" />{" "}
								{t("desk.catalog.running-service")}
							</>
						)}
					</p>
				</div>
			</div>
		</section>
	);
}

function Answer({ operation, onBuild }: { operation: CatalogOperation; onBuild: (buildId: string) => void }) {
	const { result, fault, buildId, running } = operation;
	if (result === null && fault === null) return null;
	return (
		<section aria-label={t("desk.catalog.answer")} className="grid gap-3">
			<h3 className="label">{t("desk.catalog.answer")}</h3>
			<Fault text={textOrNull(fault)} />
			{buildId !== null && buildId !== undefined && (
				<Notice tone="accent" className="items-center">
					<div className="flex flex-wrap items-center justify-between gap-3">
						<span>{t("desk.catalog.build.opened")}</span>
						<Button size="small" onClick={() => onBuild(buildId)}>
							{t("desk.catalog.show-the-build")}
						</Button>
					</div>
				</Notice>
			)}
			{result !== null && (
				<div className={running ? "card px-3.5 py-2.5 opacity-60" : "card px-3.5 py-2.5"}>
					{fault !== null && <p className="mb-1 text-f1 text-ink-3">{t("desk.catalog.answer-before")}</p>}
					<JsonView text={result} what={t("desk.catalog.the-answer")} />
				</div>
			)}
		</section>
	);
}
