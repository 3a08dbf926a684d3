import clsx from "clsx";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RuleKindView, RuleRow } from "../../../ipc/rules.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { kindText } from "./rule-kinds.ts";

/** The rules, each in one sentence. All must pass, so their order means nothing. */
export function RuleList({
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
	const { icon: Icon } = kindText(kind);
	return <Icon size={17} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />;
}

/** What is spent of a day's limit: a caution once nine tenths of it are gone. */
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
			look="quiet"
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
