import { Plus, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { HIDDEN, rich } from "../../components/rich.tsx";
import { clip, visibleText } from "../../components/text/visible.ts";
import { useProblem } from "./problems.tsx";
import {
	Below,
	BooleanControl,
	ChoiceControl,
	FixedControl,
	helps,
	JsonControl,
	NumberControl,
	type Of,
	type PartProps,
	Small,
	TextControl,
} from "./schema-controls.tsx";
import { emptyValue, type FormValue, MAX_ITEMS, readValue } from "./schema-form.ts";
import { SelectField } from "./select-field.tsx";
import { kindText, plainText, type Shape } from "./shape.ts";

/**
 * After a button has removed itself, moves the focus to the first control of the given part (`data-part`).
 */
function useMovedFocus() {
	const root = useRef<HTMLDivElement>(null);
	const wanted = useRef<string | null>(null);
	useEffect(() => {
		if (wanted.current === null) return;
		const part = root.current?.querySelector(`:scope > [data-part="${wanted.current}"]`);
		wanted.current = null;
		part?.querySelector<HTMLElement>("input, textarea, select, button:not([aria-disabled])")?.focus();
	});
	const move = useCallback((part: string) => {
		wanted.current = part;
	}, []);
	return { root, move };
}

/** Names in a schema are untrusted, so hidden characters are made visible. */
const labelOf = (name: string) => visibleText(clip(name, 80));

export function SchemaField(props: PartProps & { readonly actions?: ReactNode }) {
	const { shape, value, onValue } = props;
	const { suggested } = shape;
	const offered = suggested === null ? null : readValue(shape, suggested);
	return (
		<div className="min-w-0">
			{value.kind === "null" ? (
				<p>
					<span className="block text-f2 font-medium text-ink-2">{props.label}</span>
					<span className="num text-ink-3">{"null"}</span>
				</p>
			) : (
				<Control {...props} />
			)}
			<div className="mt-1 flex flex-wrap gap-x-3 gap-y-1 empty:hidden">
				{suggested !== null && offered !== null && value.kind !== "null" && (
					<Small onClick={() => onValue(offered)}>
						{rich("desk.catalog.use-the-default", {
							claim: () => <Claim text={plainText(suggested)} max={40} className="num" />,
						})}
					</Small>
				)}
				{shape.nullable && (
					<Small onClick={() => onValue(value.kind === "null" ? emptyValue(shape) : { kind: "null" })}>
						{value.kind === "null" ? t("desk.catalog.write-a-value") : t("desk.catalog.set-to-null")}
						<span className="sr-only">: {props.label}</span>
					</Small>
				)}
				{props.actions}
			</div>
		</div>
	);
}

function Control(props: PartProps) {
	const { shape } = props;
	switch (shape.kind) {
		case "text":
			return <TextControl {...props} shape={shape} />;
		case "number":
			return <NumberControl {...props} shape={shape} />;
		case "boolean":
			return <BooleanControl {...props} shape={shape} />;
		case "fixed":
			return <FixedControl {...props} shape={shape} />;
		case "choice":
			return <ChoiceControl {...props} shape={shape} />;
		case "object":
			return (
				<Part label={props.label} shape={shape} path={props.path}>
					<Members {...props} shape={shape} />
				</Part>
			);
		case "list":
			return <ListControl {...props} shape={shape} />;
		case "alternatives":
			return <AlternativesControl {...props} shape={shape} />;
		case "json":
			return <JsonControl {...props} shape={shape} />;
	}
}

function Part({
	label,
	shape,
	path,
	children,
}: {
	label: string;
	shape: Shape;
	path: string;
	children: ReactNode;
}) {
	const problem = useProblem(path);
	return (
		<fieldset className="min-w-0 border-l-2 border-line pl-3.5">
			<legend className="float-left mb-1 w-full text-f2 font-medium text-ink-2">{label}</legend>
			<div className="clear-both">
				<Below problem={problem} shape={shape} />
				<div className="mt-2 grid gap-4">{children}</div>
			</div>
		</fieldset>
	);
}

/** Missing fields are shown as rows with a button to add them. */
export function Members({ shape, value, path, onValue }: Omit<Of<"object">, "label">) {
	const values = value.kind === "object" ? value.members : [];
	const put = (at: number, next: FormValue) =>
		onValue({
			kind: "object",
			members: shape.members.map((_, index) => (index === at ? next : (values[index] ?? { kind: "absent" }))),
		});
	const { root, move } = useMovedFocus();
	if (shape.members.length === 0)
		return <p className="text-f2 text-ink-3">{t("desk.catalog.it-takes-nothing")}</p>;
	const turn = (at: number, next: FormValue) => {
		move(String(at));
		put(at, next);
	};
	return (
		<div ref={root} className="grid gap-4">
			{shape.members.map((member, index) => {
				const held = values[index] ?? { kind: "absent" };
				const name = labelOf(member.name);
				return (
					<div key={member.name} data-part={index} className="min-w-0">
						{held.kind === "absent" ? (
							<LeftOut
								name={name}
								shape={member.shape}
								onPutIn={() => turn(index, emptyValue(member.shape))}
							/>
						) : (
							<SchemaField
								shape={member.shape}
								value={held}
								path={`${path}/${member.name}`}
								label={member.required ? name : t("desk.catalog.optional", { name })}
								onValue={(next) => put(index, next)}
								actions={
									!member.required && (
										<Small onClick={() => turn(index, { kind: "absent" })}>
											{rich("desk.catalog.leave-out", HIDDEN, { name })}
										</Small>
									)
								}
							/>
						)}
					</div>
				);
			})}
		</div>
	);
}

function LeftOut({ name, shape, onPutIn }: { name: string; shape: Shape; onPutIn: () => void }) {
	return (
		<div className="flex items-start justify-between gap-3">
			<div className="min-w-0">
				<p className="text-f2 font-medium text-ink-3 wrap-anywhere">
					{name}{" "}
					<span className="font-normal">
						{t("desk.catalog.left-out", { kind: kindText(shape).toLowerCase() })}
					</span>
				</p>
				{shape.description !== null && (
					<p className="text-f1 text-ink-3">
						<Claim text={shape.description} max={300} />
					</p>
				)}
			</div>
			<Button size="small" variant="quiet" onClick={onPutIn}>
				<Plus size={14} aria-hidden /> {rich("desk.catalog.put-in", HIDDEN, { name })}
			</Button>
		</div>
	);
}

function ListControl({ shape, value, path, label, onValue }: Of<"list">) {
	const items = value.kind === "list" ? value.items : [];
	const most = Math.min(shape.most ?? MAX_ITEMS, MAX_ITEMS);
	const { root, move } = useMovedFocus();
	const set = (next: readonly FormValue[], focused: string) => {
		move(focused);
		onValue({ kind: "list", items: next });
	};
	const name = label.replace(/ \(optional\)$/, "");
	return (
		<Part label={label} shape={shape} path={path}>
			<div ref={root} className="grid gap-4">
				{items.map((item, index) => (
					<div key={index} data-part={index} className="min-w-0">
						<SchemaField
							shape={shape.item}
							value={item}
							path={`${path}/${index}`}
							label={`${name} ${index + 1}`}
							onValue={(next) =>
								onValue({ kind: "list", items: items.map((held, at) => (at === index ? next : held)) })
							}
							actions={
								<Small
									onClick={() =>
										set(
											items.filter((_, at) => at !== index),
											"add",
										)
									}
								>
									<X size={12} aria-hidden className="mr-0.5 inline" />
									{rich("desk.catalog.remove-number", HIDDEN, { count: index + 1 })}
								</Small>
							}
						/>
					</div>
				))}
				<div data-part="add" className="flex items-center gap-3">
					<Button
						size="small"
						disabled={items.length >= most}
						onClick={() => set([...items, emptyValue(shape.item)], String(items.length))}
					>
						<Plus size={14} aria-hidden /> {rich("desk.catalog.add-to", HIDDEN, { name })}
					</Button>
					<span className="text-f1 text-ink-3">
						{items.length === 0 ? t("ui.empty-list") : t("components.items", { count: items.length })}
					</span>
				</div>
			</div>
		</Part>
	);
}

function AlternativesControl({ shape, value, path, label, onValue }: Of<"alternatives">) {
	const at = value.kind === "alternative" ? value.at : null;
	const chosen = at === null ? undefined : shape.options[at];
	const problem = useProblem(path);
	return (
		<div className="grid gap-3">
			<SelectField
				label={label}
				options={shape.options.map(({ text }) => text)}
				at={at}
				wrong={chosen === undefined ? problem : null}
				onChoose={(next) => {
					const option = shape.options[next];
					if (option !== undefined && next !== at)
						onValue({ kind: "alternative", at: next, value: emptyValue(option.shape) });
				}}
				{...helps(shape)}
			/>
			{chosen !== undefined && value.kind === "alternative" && (
				<SchemaField
					key={at}
					shape={chosen.shape}
					value={value.value}
					path={path}
					label={labelOf(chosen.text)}
					onValue={(next) => onValue({ kind: "alternative", at, value: next })}
				/>
			)}
		</div>
	);
}
