import clsx from "clsx";
import { Infinity as InfinityIcon, KeyRound, Undo2 } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { ApprovalRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../address.tsx";
import { Amount } from "../amount.tsx";
import { Pill } from "../pill.tsx";

const SOURCES = {
	decoded: message("components.sources.decoded"),
	service: message("components.sources.service"),
	simulated: message("components.sources.simulated"),
} as const;

/** One permission: what, to whom, and whose word it is. */
export function ApprovalItem({ row }: { row: ApprovalRow }) {
	const alarming = row.grants && (row.unlimited || row.kind === "operator" || row.kind === "right");
	const Icon = !row.grants ? Undo2 : alarming ? InfinityIcon : KeyRound;
	return (
		<li
			className={clsx(
				"flex gap-2.5 px-3.5 py-2.5 first:rounded-t-md last:rounded-b-md not-first:border-t not-first:border-line-2",
				alarming && "bg-danger-soft",
			)}
		>
			<Icon
				size={16}
				aria-hidden
				className={clsx("mt-0.5 shrink-0", alarming ? "text-danger" : "text-ink-2")}
			/>
			<div className="min-w-0 flex-1">
				<div className="flex items-baseline justify-between gap-3">
					<p className={clsx("wrap-anywhere", alarming ? "font-semibold text-danger" : "font-medium")}>
						{textOf(row.text)}
					</p>
					{row.unlimited && row.grants ? (
						<Pill tone="alarm">{t("components.unlimited")}</Pill>
					) : (
						row.amount !== null && <Amount view={row.amount} exact className="shrink-0 font-semibold" />
					)}
				</div>
				<dl className="mt-1 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-0.5 text-f2">
					<dt className="text-ink-3">{row.grants ? t("components.to") : t("components.from")}</dt>
					<dd className="min-w-0">
						<Address view={row.spender} size={15} />
					</dd>
					<dt className="text-ink-3">{row.kind === "right" ? t("components.at") : t("components.token")}</dt>
					<dd className="min-w-0">
						<Address view={row.token} size={15} />
					</dd>
				</dl>
				<p className="mt-1 text-f1 text-ink-3">
					{textOf(SOURCES[row.source])}
					{row.step !== null && t("components.in-step", { step: row.step })}
				</p>
			</div>
		</li>
	);
}
