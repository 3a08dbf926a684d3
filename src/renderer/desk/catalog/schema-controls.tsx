import type { ReactNode } from "react";
import { message } from "../../../core/localized-text.ts";
import { t, textOf } from "../../../text/index.ts";
import { TextButton } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { useProblem } from "./problems.tsx";
import { type FormValue, isLong } from "./schema-form.ts";
import { SelectField } from "./select-field.tsx";
import { plainText, type Shape } from "./shape.ts";

const FORMATS = new Map([
	["uri", message("desk.catalog.a-link")],
	["date-time", message("desk.catalog.format.date-time")],
	["date", message("desk.catalog.format.date")],
	["uuid", message("desk.catalog.a-uuid")],
	["email", message("desk.catalog.an-email-address")],
]);

function between(least: string | null, most: string | null): string | null {
	if (least !== null && most !== null) return least === most ? least : t("desk.catalog.to", { least, most });
	if (least !== null) return t("desk.catalog.at-least", { least });
	return most === null ? null : t("desk.catalog.at-most", { most });
}

export function labelOfShape(shape: Shape): string {
	if (shape.kind === "text") {
		const { minLength, maxLength, format, pattern } = shape;
		const length = between(minLength?.toString() ?? null, maxLength?.toString() ?? null);
		return [
			format === null ? null : textOf(FORMATS.get(format) ?? format),
			length === null ? null : t("desk.catalog.characters", { length }),
			pattern === null ? null : t("desk.catalog.pattern", { pattern }),
		]
			.filter((part) => part !== null)
			.join(" · ");
	}
	if (shape.kind === "number") {
		const { least, most, integer } = shape;
		const open = (bound: typeof least) => bound?.open === true;
		const range =
			open(least) || open(most)
				? [
						least === null
							? null
							: t("desk.catalog.range.from", { open: open(least) ? "yes" : "no", numeral: least.numeral }),
						most === null
							? null
							: t("desk.catalog.range.to", { open: open(most) ? "yes" : "no", numeral: most.numeral }),
					]
						.filter((part) => part !== null)
						.join(", ")
				: between(least?.numeral ?? null, most?.numeral ?? null);
		return [integer ? t("desk.catalog.whole-number") : t("desk.catalog.number"), range]
			.filter((part) => part !== null && part !== "")
			.join(", ");
	}
	if (shape.kind === "list") {
		const count = between(shape.least === 0 ? null : String(shape.least), shape.most?.toString() ?? null);
		return count === null ? "" : t("desk.catalog.of-them", { count });
	}
	return "";
}

/** All text in a schema is untrusted and displayed as a claim. Only labels are already sanitized. */

export interface PartProps<S extends Shape = Shape> {
	readonly shape: S;
	readonly value: FormValue;
	readonly path: string;
	readonly label: string;
	readonly onValue: (value: FormValue) => void;
}

export type Of<Kind extends Shape["kind"]> = PartProps<Extract<Shape, { kind: Kind }>>;

export function Small({ onClick, children }: { onClick: () => void; children: ReactNode }) {
	return (
		<TextButton onClick={onClick} className="text-f1">
			{children}
		</TextButton>
	);
}

function Help({ shape }: { shape: Shape }) {
	const asks = labelOfShape(shape);
	return (
		<>
			{shape.description !== null && <Claim text={shape.description} max={300} />}
			{shape.description !== null && asks !== "" && " · "}
			{asks !== "" && <Claim text={asks} max={200} />}
		</>
	);
}

export const helps = (shape: Shape) =>
	shape.description === null && labelOfShape(shape) === "" ? {} : { help: <Help shape={shape} /> };

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
	if (shape.description === null && labelOfShape(shape) === "") return null;
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
			label={t("desk.catalog.as-json.label", { label })}
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
