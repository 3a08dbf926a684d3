import clsx from "clsx";
import { Pencil, Plus, ScrollText, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RuleInput, RuleKindView, RuleRow, RulesView } from "../../../ipc/rules.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Notice, Success } from "../../components/notice.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { RULE_ICONS } from "./rule-kinds.ts";

/** A request must satisfy every rule, so their order doesn't matter. */
function RuleList({
	rules,
	busy,
	onEdit,
	onRemove,
}: {
	rules: readonly RuleRow[];
	busy: boolean;
	onEdit: (at: number) => void;
	onRemove: (at: number) => void;
}) {
	return (
		<ul aria-label={t("trusted.rules.your-rules")} className="card">
			{rules.map(({ rule, sentence, budget }, at) => (
				<li
					key={rule.id}
					className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3 not-first:border-t not-first:border-line-2"
				>
					<KindIcon kind={rule.kind} />
					<div className="min-w-40 flex-1">
						<p className="font-medium wrap-anywhere">{rule.name}</p>
						<p className="text-f2 text-pretty wrap-anywhere text-ink-2">{textOf(sentence)}</p>
						{budget !== undefined && <Budget budget={budget} />}
					</div>
					<div className="-mr-2 ml-auto flex shrink-0">
						<Act label={t("trusted.rules.edit", { name: rule.name })} busy={busy} onAct={() => onEdit(at)}>
							<Pencil size={15} aria-hidden />
						</Act>
						<Act
							label={t("trusted.rules.remove", { name: rule.name })}
							busy={busy}
							onAct={() => onRemove(at)}
						>
							<Trash2 size={15} aria-hidden />
						</Act>
					</div>
				</li>
			))}
		</ul>
	);
}

function KindIcon({ kind }: { kind: RuleKindView }) {
	const Icon = RULE_ICONS[kind];
	return <Icon size={17} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />;
}

/** Warns when 90% of the limit is used. */
function Budget({ budget }: { budget: NonNullable<RuleRow["budget"]> }) {
	const { spent, most, percent } = budget;
	if (spent === null || percent === null)
		return <p className="mt-1.5 text-f1 text-ink-3">{t("trusted.rules.budget.unknown")}</p>;
	const text = t("trusted.rules.budget", { spent: textOf(spent), most: textOf(most) });
	return (
		<div className="mt-1.5 max-w-72">
			<div aria-hidden className="h-1 overflow-hidden rounded-full bg-line-2">
				<div
					className={clsx("h-full rounded-full", percent >= 90 ? "bg-caution" : "bg-accent")}
					style={{ width: `${percent}%` }}
				/>
			</div>
			<p className="mt-1 text-f1 text-ink-2">{text}</p>
		</div>
	);
}

function Act({
	label,
	busy,
	onAct,
	children,
}: {
	label: string;
	busy: boolean;
	onAct: () => void;
	children: ReactNode;
}) {
	return (
		<Button
			variant="quiet"
			size="small"
			aria-label={label}
			disabled={busy}
			onClick={onAct}
			className={busy ? "border-transparent bg-transparent px-2" : "px-2"}
		>
			{children}
		</Button>
	);
}

/** Asks for the password to confirm changes that were made while Countersign was closed. */
function Unconfirmed({
	texts,
	stopped,
	busy,
	onConfirm,
}: {
	texts: readonly string[];
	/** Whether approvals are blocked until the user confirms the changes. */
	stopped: boolean;
	busy: boolean;
	onConfirm: (password: string) => void;
}) {
	const [password, setPassword] = useState("");
	const submit = () => {
		if (password === "") return;
		onConfirm(password);
		setPassword("");
	};
	return (
		<Notice tone={stopped ? "danger" : "caution"} alert>
			<p className="font-medium">
				{stopped ? t("trusted.rules.changes.rules") : t("trusted.rules.changes.other")}
			</p>
			<ul className="mt-1 list-disc pl-5 wrap-anywhere">
				{texts.map((each) => (
					<li key={each}>{each}</li>
				))}
			</ul>
			<p className="mt-2">
				{stopped ? t("trusted.rules.changes.unused") : ""}
				{t("trusted.rules.changes.undo")}
			</p>
			<Form onSubmit={submit} className="mt-3 grid gap-3">
				<PasswordField help={t("trusted.rules.changes.confirm")} value={password} onText={setPassword} />
				<div>
					<Button submit size="small" variant="danger" disabled={password === ""} busy={busy}>
						{t("trusted.rules.confirm-now")}
					</Button>
				</div>
			</Form>
		</Notice>
	);
}

interface RulesActs {
	readonly leave: () => void;
	readonly add: () => void;
	readonly edit: (at: number) => void;
	readonly change: (next: readonly RuleInput[], text: string, said: string) => void;
	/** Confirms that changes made outside Countersign are the user's own. */
	readonly confirm: (password: string) => void;
}

interface RulesPageProps {
	readonly view: RulesView;
	readonly busy: boolean;
	readonly fault: Parameters<typeof Fault>[0]["text"];
	readonly saved: string | null;
	readonly acts: RulesActs;
}

export function RulesPage({ view, busy, fault, saved, acts }: RulesPageProps) {
	const rules = view.rules.map(({ rule }) => rule);
	return (
		<Page
			title={t("trusted.rules.your-rules")}
			lead={t("trusted.rules.list.help")}
			bar={
				<>
					<Button variant="quiet" onClick={acts.leave}>
						{t("ui.back.settings")}
					</Button>
					<Button variant="primary" disabled={!view.readable} onClick={acts.add}>
						<Plus size={15} aria-hidden /> {t("trusted.rules.add-a-rule")}
					</Button>
				</>
			}
		>
			<div className="grid gap-4">
				<Success text={saved} />
				<Fault text={fault} />
				{view.unconfirmed.length > 0 && (
					<Unconfirmed
						texts={view.unconfirmed.map(textOf)}
						stopped={view.stopped}
						busy={busy}
						onConfirm={acts.confirm}
					/>
				)}
				{!view.readable && (
					<Notice tone="danger" alert>
						<p>{t("trusted.rules.unreadable.text")}</p>
						<Button
							size="small"
							variant="danger"
							className="mt-2"
							disabled={busy}
							onClick={() =>
								acts.change([], t("trusted.rules.unreadable.remove"), t("trusted.rules.no-rules-now"))
							}
						>
							{t("trusted.rules.begin-without-rules")}
						</Button>
					</Notice>
				)}
				{view.readable && rules.length === 0 && (
					<Empty icon={ScrollText} title={t("trusted.rules.no-rules-yet")}>
						{t("trusted.rules.empty")}
					</Empty>
				)}
				{rules.length > 0 && (
					<RuleList
						rules={view.rules}
						busy={busy}
						onEdit={acts.edit}
						onRemove={(at) => {
							const name = rules[at]?.name ?? "";
							acts.change(
								rules.filter((_, index) => index !== at),
								t("trusted.rules.removing", { name }),
								t("trusted.rules.is-removed", { name }),
							);
						}}
					/>
				)}
				{rules.length > 0 && (
					<p className="text-f2 text-pretty text-ink-3">{t("trusted.rules.password.help")}</p>
				)}
			</div>
		</Page>
	);
}
