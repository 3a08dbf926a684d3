import clsx from "clsx";
import { Infinity as InfinityIcon, KeyRound, Undo2 } from "lucide-react";
import type { PermissionRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../amount.tsx";
import { Pill } from "../pill.tsx";

export const isAlarming = ({ grants, kind, unlimited }: PermissionRow): boolean =>
	grants && (unlimited || kind === "operator" || kind === "right");

export function ApprovalIcon({ row, className }: { row: PermissionRow; className?: string }) {
	const Icon = !row.grants ? Undo2 : isAlarming(row) ? InfinityIcon : KeyRound;
	const ink = isAlarming(row) ? "text-danger" : "text-ink-2";
	return <Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", ink, className)} />;
}

export function ApprovalText({ row }: { row: PermissionRow }) {
	return (
		<p className={clsx("wrap-anywhere", isAlarming(row) ? "font-semibold text-danger" : "font-medium")}>
			{textOf(row.text)}
		</p>
	);
}

export function ApprovalAmount({ row: { amount, grants, unlimited } }: { row: PermissionRow }) {
	if (unlimited && grants) return <Pill tone="alarm">{t("components.unlimited")}</Pill>;
	return amount !== null && <Amount view={amount} exact className="shrink-0 font-semibold" />;
}

export const approvalSource = ({ source, step }: PermissionRow): string =>
	`${t(`components.sources.${source}`)}${step === null ? "" : t("components.in-step", { step })}`;
