import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import type { AllowanceRow } from "../../../ipc/allowances.ts";
import { t, textOf } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { ageText, kindText, rowName } from "./text.ts";

export function AllowanceItem({ row }: { row: AllowanceRow }) {
	return (
		<li className="grid gap-x-4 gap-y-2 px-4 py-3 not-first:border-t not-first:border-line-2 mid:grid-cols-[minmax(0,0.85fr)_minmax(0,1.25fr)_minmax(0,10rem)_6.5rem] mid:items-start">
			<div className="min-w-0">
				<p className="font-medium wrap-anywhere">
					<Claim text={row.symbol ?? t("desk.approvals.token-without-name")} max={24} />
					{row.item !== null && (
						<span className="num text-f2 font-normal text-ink-2">
							{" "}
							{rich("desk.approvals.no", {}, { claim: () => <Claim text={row.item ?? ""} max={24} /> })}
						</span>
					)}
				</p>
				<p className="text-f1 text-ink-3">{kindText(row)}</p>
				<Address view={row.token} size={14} className="mt-0.5 text-f1" />
			</div>
			<div className="min-w-0">
				<p className="text-f1 text-ink-3">
					{row.kind === "operator" ? t("desk.approvals.operator") : t("desk.approvals.spender")}
				</p>
				<Address view={row.spender} />
				{row.fault === null && <p className="mt-0.5 text-f1 text-ink-3">{ageText(row)}</p>}
			</div>
			<div className={clsx("min-w-0", row.fault === null ? "mid:text-right" : "mid:col-span-2")}>
				<Allowed row={row} />
			</div>
			<TakeBack row={row} />
		</li>
	);
}

function Allowed({ row }: { row: AllowanceRow }) {
	if (row.fault !== null)
		return (
			<p className="flex items-start gap-1.5 text-f2 text-caution">
				<TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
				<span className="min-w-0 wrap-anywhere">
					{t("desk.approvals.not-read", { fault: textOf(row.fault) })}
				</span>
			</p>
		);
	return (
		<>
			<p className="text-f1 text-ink-3">{t("desk.approvals.may-take")}</p>
			{row.unlimited && <p className="font-semibold text-danger">{t("desk.approvals.unlimited")}</p>}
			{row.kind === "operator" && (
				<p className="font-semibold text-danger">{t("desk.approvals.every-item")}</p>
			)}
			{row.kind === "token" && <p className="font-medium">{t("desk.approvals.this-item")}</p>}
			{row.amount !== null && <Amount view={row.amount} exact className="font-medium max-mid:items-start" />}
			{row.until !== null && (
				<p className="text-f1 text-ink-3">{t("desk.approvals.until", { until: dateTime(row.until) })}</p>
			)}
		</>
	);
}

/** Opens the review. Nothing is revoked before the user approves there. */
function TakeBack({ row }: { row: AllowanceRow }) {
	const { bridge } = useDesk();
	const command = useCommand();
	const { id, revoking } = row;
	if (row.fault !== null) return null;
	const open = () =>
		void command.send(() =>
			revoking === null ? bridge.call("revoke", { id }) : bridge.call("openReview", { entryId: revoking }),
		);
	return (
		<>
			<div className="flex flex-wrap items-center gap-2 mid:flex-col mid:items-end">
				{revoking !== null && <Pill tone="accent">{t("desk.approvals.being-revoked")}</Pill>}
				<Button
					size="small"
					busy={command.busy}
					onClick={open}
					aria-label={
						revoking === null
							? t("desk.approvals.revoke.row", { row: rowName(row) })
							: t("desk.approvals.show-revoking", { row: rowName(row) })
					}
				>
					{revoking === null ? t("desk.approvals.revoke") : t("desk.approvals.show")}
				</Button>
			</div>
			<Fault text={command.fault} className="mid:col-span-4" />
		</>
	);
}
