import clsx from "clsx";
import { MessageSquareWarning, ShieldCheck } from "lucide-react";
import { message, type Text } from "../../../core/localized-text.ts";
import type { SimulationView } from "../../../ipc/catalog.ts";
import type { GuardRow, PermissionRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../address.tsx";
import { Amount } from "../amount.tsx";
import { Claim, ClaimBlock } from "../claim.tsx";
import { Fold } from "../fold.tsx";
import { Notice } from "../notice.tsx";
import { Pill } from "../pill.tsx";
import { Section } from "../section.tsx";
import { ApprovalAmount, ApprovalIcon, ApprovalText, approvalSource, isAlarming } from "./approval-parts.tsx";
import { ChangeList } from "./change-list.tsx";

const PASSED = /^(pass|passed|ok)$/i;

export function Guards({ rows, open = false }: { rows: readonly GuardRow[]; open?: boolean }) {
	if (rows.length === 0) return null;
	const passed = rows.filter((row) => PASSED.test(row.status)).length;
	return (
		<Fold
			className="px-3.5 py-2"
			defaultOpen={open}
			title={
				<span className="flex items-center gap-2 text-ink">
					<ShieldCheck size={15} aria-hidden className="shrink-0 text-ink-3" />{" "}
					{t("components.the-services-guards")}
				</span>
			}
			aside={
				<Pill tone={passed === rows.length ? "quiet" : "danger"}>
					{t("components.of-passed", { passed, count: rows.length })}
				</Pill>
			}
		>
			<ul className="grid gap-1.5 px-3.5 pb-3 pl-9.5 text-f2">
				{rows.map((row, index) => (
					// Several guards may have the same name.
					<li key={index}>
						<Claim text={row.name} max={80} className="font-medium" />{" "}
						<Claim
							text={row.status}
							max={40}
							className={PASSED.test(row.status) ? "text-ink-3" : "font-medium text-danger"}
						/>
						{row.message !== null && <ClaimBlock text={row.message} max={300} className="text-ink-2" />}
					</li>
				))}
			</ul>
		</Fold>
	);
}

export function Warnings({ rows, open = false }: { rows: readonly Text[]; open?: boolean }) {
	const [first, ...rest] = rows;
	if (first === undefined) return null;
	const icon = <MessageSquareWarning size={15} aria-hidden className="mt-0.5 shrink-0 text-caution" />;
	return (
		<Fold
			className="px-3.5 py-2"
			defaultOpen={open || rest.length === 0}
			title={
				<span className="flex items-center gap-2 text-ink">
					{icon} {t("components.the-service-warns")}
				</span>
			}
			aside={<Pill tone="caution">{t("components.warnings", { count: rows.length })}</Pill>}
		>
			<ul className="grid gap-1.5 px-3.5 pb-3 pl-9.5 text-f2">
				{rows.map((text, index) => (
					<li key={index}>
						<ClaimBlock text={textOf(text)} max={400} />
					</li>
				))}
			</ul>
		</Fold>
	);
}

function ApprovalItem({ row }: { row: PermissionRow }) {
	return (
		<li
			className={clsx(
				"flex gap-2.5 px-3.5 py-2.5 first:rounded-t-md last:rounded-b-md not-first:border-t not-first:border-line-2",
				isAlarming(row) && "bg-danger-soft",
			)}
		>
			<ApprovalIcon row={row} />
			<div className="min-w-0 flex-1">
				<div className="flex items-baseline justify-between gap-3">
					<ApprovalText row={row} />
					<ApprovalAmount row={row} />
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
				<p className="mt-1 text-f1 text-ink-3">{approvalSource(row)}</p>
			</div>
		</li>
	);
}

const WHOSE = message("components.the-services-simulation");

export function SimulationParts({
	simulation,
	level = "h2",
}: {
	simulation: SimulationView | null;
	level?: "h2" | "h3";
}) {
	if (simulation === null)
		return (
			<Notice tone="quiet" className="mt-4">
				{t("components.simulation.missing")}
			</Notice>
		);
	const { changes, permissions, fees, guards, warnings } = simulation;
	const mine = changes.filter((row) => row.mine);
	const others = changes.filter((row) => !row.mine);
	const isUnstated = simulation.status === "unavailable" || simulation.status === "pending";
	/** If there is no result yet, an empty list doesn't mean that nothing changes. */
	const none = (text: string) => (isUnstated ? t("components.not-known") : text);
	return (
		<>
			{simulation.status !== "passed" && (
				<Notice tone="danger" className="mt-4">
					{t(`components.simulation.${simulation.status}`)}
				</Notice>
			)}
			{simulation.overridesBalances && (
				<Notice tone="danger" className="mt-4">
					{t("components.simulation.other-balances")}
				</Notice>
			)}
			<Section title={t("components.what-changes")} aside={textOf(WHOSE)} level={level}>
				<div className="card">
					{mine.length === 0 ? (
						<p className="px-3.5 py-2.5">
							{none(others.length > 0 ? t("components.claim.none-yours") : t("components.claim.no-change"))}
						</p>
					) : (
						<ChangeList rows={mine} named={new Set(mine.map((row) => row.account.address)).size > 1} />
					)}
					{others.length > 0 && (
						<div className="border-t border-line-2">
							<Fold
								className="px-3.5 py-2"
								title={t("components.changes-other-accounts")}
								aside={t("components.changes", { count: others.length })}
							>
								<ChangeList rows={others} named />
							</Fold>
						</div>
					)}
				</div>
			</Section>
			<Section title={t("ui.allowances")} aside={textOf(WHOSE)} level={level}>
				<ul className="card">
					{permissions.length === 0 && <li className="px-3.5 py-2">{none(t("components.claim.none"))}</li>}
					{permissions.map((row, index) => (
						<ApprovalItem key={index} row={row} />
					))}
				</ul>
			</Section>
			<Section title={t("components.what-it-costs")} aside={textOf(WHOSE)} level={level}>
				<div className="card">
					{fees.length === 0 ? (
						<p className="px-3.5 py-2">{none(t("components.no-fees-stated"))}</p>
					) : (
						<dl>
							{fees.map((fee, index) => (
								<div
									key={index}
									className="flex items-baseline justify-between gap-4 px-3.5 py-1.5 not-first:border-t not-first:border-line-2"
								>
									<dt className="text-f2 text-ink-2">
										<Claim text={fee.kind} max={60} />
									</dt>
									<dd className="min-w-0 text-right">
										<Amount view={fee.amount} exact />
									</dd>
								</div>
							))}
						</dl>
					)}
				</div>
			</Section>
			<Section title={t("components.service-checked")} level={level}>
				<div className="card *:not-first:border-t *:not-first:border-line-2">
					<Guards rows={guards} open />
					<Warnings rows={warnings} open />
					{guards.length === 0 && warnings.length === 0 && (
						<p className="px-3.5 py-2">{t("components.guards.none")}</p>
					)}
					<p className="px-3.5 py-2 text-f1 text-ink-3">
						{simulation.logs > 0 && t("components.logs-link", { count: simulation.logs })}
						{t("components.claim.unproven")}
					</p>
				</div>
			</Section>
		</>
	);
}
