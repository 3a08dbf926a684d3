import { useId } from "react";
import type { AllowanceGroup as Group } from "../../../ipc/allowances.ts";
import { t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Notice } from "../../components/notice.tsx";
import { AllowanceItem } from "./allowance-item.tsx";

/** What one account has allowed on one chain. */
export function AllowanceGroup({ group }: { group: Group }) {
	const title = useId();
	const { account, chain, fault, rows } = group;
	return (
		<section aria-labelledby={title} className="card">
			<header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
				<h2 id={title} className="flex min-w-0 items-center gap-2 text-f2">
					<AddressLabel view={account} size={20} />
					<span className="text-ink-3">{t("desk.approvals.on", { name: chain.name })}</span>
				</h2>
				{rows.length > 0 && (
					<p className="text-f1 text-ink-3">{t("desk.approvals.approvals", { count: rows.length })}</p>
				)}
			</header>
			{fault !== null && (
				<div className="p-3">
					<Notice tone="caution">{t("desk.approvals.not-read", { fault: textOf(fault) })}</Notice>
				</div>
			)}
			<ul>
				{rows.map((row) => (
					<AllowanceItem key={row.id} row={row} />
				))}
			</ul>
		</section>
	);
}
