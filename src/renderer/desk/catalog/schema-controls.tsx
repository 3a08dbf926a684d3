import type { ReactNode } from "react";
import { t, textOf } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { useProblem } from "./problems.tsx";
import { type FormValue, isLong } from "./schema-form.ts";
import { SelectField } from "./select-field.tsx";
import { plainText, type Shape } from "./shape.ts";
import { asked } from "./shape-text.ts";

/** The controls of single values. Labels are made visible already; all else of the schema is drawn as a claim. */

export interface PartProps<S extends Shape = Shape> {
	readonly shape: S;
	readonly value: FormValue;
	/** The place in the form, as problems name it. */
	readonly path: string;
	/** What a user calls it. */
	readonly label: string;
	readonly onValue: (value: FormValue) => void;
}

export type Of<Kind extends Shape["kind"]> = PartProps<Extract<Shape, { kind: Kind }>>;

export function Small({ onClick, children }: { onClick: () => void; children: ReactNode }) {
	return (
		<button
			type="button"
			onClick={onClick}
			className="rounded-sm text-f1 font-medium text-accent hover:underline"
		>
			{children}
		</button>
	);
}

/** What the schema says of a value, and what it asks of it. */
function Help({ shape }: { shape: Shape }) {
	const asks = asked(shape);
	return (
		<>
			{shape.description !== null && <Claim text={shape.description} max={300} />}
			{shape.description !== null && asks !== "" && " · "}
			{asks !== "" && <Claim text={asks} max={200} />}
		</>
	);
}

export const helps = (shape: Shape) =>
	shape.description === null && asked(shape) === "" ? {} : { help: <Help shape={shape} /> };

export function TextControl({ shape, value, path, label, onValue }: Of<"text">) {
	const problem = useProblem(path);
	const text = value.kind === "text" ? value.text : "";
	const common = {
		label,
		value: text,
		wrong: problem,
		onText: (next: string) => onValue({ kind: "text", text: next }),
		...helps(shape),
	};
	return isLong(shape) ? <TextArea {...common} rows={4} /> : <Field {...common} />;
}

export function NumberControl({ shape, value, path, label, onValue }: Of<"number">) {
	return (
		<Field
			label={label}
			mono
			inputMode={shape.integer ? "numeric" : "decimal"}
			value={value.kind === "number" ? value.numeral : ""}
			wrong={useProblem(path)}
			onText={(numeral) => onValue({ kind: "number", numeral })}
			{...helps(shape)}
		/>
	);
}

export function BooleanControl({ shape, value, path, label, onValue }: Of<"boolean">) {
	const problem = useProblem(path);
	return (
		<div>
			<p className="mb-1 text-f2 font-medium text-ink-2" aria-hidden>
				{label}
			</p>
			<Segmented
				label={label}
				value={value.kind !== "boolean" || value.on === null ? "none" : value.on ? "yes" : "no"}
				options={[
					{ value: "yes", text: t("desk.catalog.yes") },
					{ value: "no", text: t("desk.catalog.no") },
				]}
				onChoose={(chosen) => onValue({ kind: "boolean", on: chosen === "yes" })}
			/>
			<Below problem={problem} shape={shape} />
		</div>
	);
}

export function Below({ problem, shape }: { problem: string | null; shape: Shape }) {
	if (problem !== null) return <p className="mt-1 text-f1 text-danger">{problem}</p>;
	if (shape.description === null && asked(shape) === "") return null;
	return (
		<p className="mt-1 text-f1 text-ink-3">
			<Help shape={shape} />
		</p>
	);
}

export function FixedControl({ shape, label }: Of<"fixed">) {
	return (
		<div>
			<p className="text-f2 font-medium text-ink-2">{label}</p>
			<p className="wrap-anywhere">
				<Claim text={plainText(shape.value)} max={200} className="num" />{" "}
				<span className="text-f1 text-ink-3">{t("desk.catalog.always-this")}</span>
			</p>
			<Below problem={null} shape={shape} />
		</div>
	);
}

export function ChoiceControl({ shape, value, path, label, onValue }: Of<"choice">) {
	return (
		<SelectField
			label={label}
			options={shape.options.map(({ text }) => text)}
			at={value.kind === "choice" ? value.at : null}
			wrong={useProblem(path)}
			onChoose={(at) => onValue({ kind: "choice", at })}
			{...helps(shape)}
		/>
	);
}

export function JsonControl({ shape, value, path, label, onValue }: Of<"json">) {
	return (
		<TextArea
			label={t("desk.catalog.as-json-2", { label })}
			mono
			rows={4}
			value={value.kind === "json" ? value.text : ""}
			wrong={useProblem(path)}
			onText={(text) => onValue({ kind: "json", text })}
			help={
				<>
					{shape.description !== null && (
						<>
							<Claim text={shape.description} max={300} /> ·{" "}
						</>
					)}
					{textOf(shape.why)}
				</>
			}
		/>
	);
}
