import { KeyRound, RefreshCw } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { AllowanceGroup as Group } from "../../../ipc/allowances.ts";
import { t, textOf } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { AllowanceItem } from "./allowance-item.tsx";

function AllowanceGroup({ group }: { group: Group }) {
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

/** Allowances are read again whenever the page opens. */
export function ApprovalsPage() {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const { groups, reading, readAt, fault, left } = view.allowances;

	useEffect(() => {
		const watch = (on: boolean) =>
			// The next push contains the result.
			void bridge.call("watchAllowances", { on }).catch(() => {});
		watch(true);
		return () => watch(false);
	}, [bridge]);

	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto max-w-4xl px-6 py-5">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.approvals.approvals-2")}</h1>
					<div className="flex items-center gap-3">
						<p className="text-f1 text-ink-3" role="status">
							{reading
								? t("desk.approvals.reading-chain")
								: readAt !== null && t("desk.approvals.read-at", { readAt: clockTime(readAt) })}
						</p>
						<Button
							size="small"
							busy={reading || command.busy}
							onClick={() => void command.send(() => bridge.call("refreshAllowances", {}))}
						>
							<RefreshCw size={14} aria-hidden /> {t("desk.approvals.read-again")}
						</Button>
					</div>
				</div>
				<p className="mt-1 max-w-prose text-f2 text-pretty text-ink-2">
					{t("desk.approvals.others-may-take-accounts-now")}
				</p>
				<Fault text={command.fault} className="mt-3" />
				{fault !== null && (
					<Notice tone="danger" className="mt-3">
						{textOf(fault)}
					</Notice>
				)}
				{groups.length === 0 ? (
					// Must not claim that there are none if they could not be read.
					fault === null && <Nothing reading={reading} read={readAt !== null} />
				) : (
					<Groups groups={groups} />
				)}
				{(groups.length > 0 || left > 0) && (
					<p className="mt-4 max-w-prose text-f1 text-pretty text-ink-3">
						{t("desk.approvals.only-tokens-spenders-met-reviews")}
						{left > 0 && t("desk.approvals.older-ones-not-looked", { count: left })}
					</p>
				)}
			</div>
		</div>
	);
}

function Groups({ groups }: { groups: readonly Group[] }) {
	const list = useRef<HTMLDivElement>(null);
	useRovingFocus(list);
	return (
		<div ref={list} className="mt-4 grid gap-4">
			{groups.map((group) => (
				<AllowanceGroup key={`${group.chain.id} ${group.account.address}`} group={group} />
			))}
		</div>
	);
}

function Nothing({ reading, read }: { reading: boolean; read: boolean }) {
	return (
		<Empty
			icon={KeyRound}
			title={reading && !read ? t("desk.approvals.reading-allowed") : t("desk.approvals.no-approvals-known")}
		>
			{t("desk.approvals.once-review-lets-somebody-take")}
		</Empty>
	);
}
