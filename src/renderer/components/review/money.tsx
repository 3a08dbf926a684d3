import clsx from "clsx";
import { Image } from "lucide-react";
import type { ReactNode } from "react";
import { sameText } from "../../../core/localized-text.ts";
import type { ChangeRow, FlowView, PermissionRow, ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../address.tsx";
import { Amount } from "../amount.tsx";
import { Claim } from "../claim.tsx";
import { TokenMark } from "../figure/token-mark.tsx";
import { rich } from "../rich.tsx";
import { ApprovalAmount, ApprovalIcon, ApprovalText, approvalSource, isAlarming } from "./approval-parts.tsx";
import { After, MoneyFlow } from "./money-flow.tsx";

export function ItemMark() {
	return (
		<span
			aria-hidden
			className="grid size-8 shrink-0 max-[24rem]:hidden place-items-center rounded-sm border border-line bg-sunken text-ink-2"
		>
			<Image size={16} />
		</span>
	);
}

/** Controls for changing a row's value. Only the trusted window has them. */
export interface MoneyEdits {
	readonly fee: ReactNode;
	readonly amount: ReactNode;
	/** @param index index of the transaction that sets the allowance */
	readonly allowance: (index: number) => ReactNode;
}

export function Money({
	review,
	isBlocked,
	edits,
}: {
	review: Pick<ReviewView, "permissions" | "changes" | "costs" | "flow" | "headlineKnown" | "prices">;
	/** Set if the transaction won't be sent. Gains are then shown without color. */
	isBlocked: boolean;
	edits?: MoneyEdits;
}) {
	const { flow } = review;
	const mine = review.changes.filter(
		(row) => row.mine && (flow === undefined || !isInTotals(row, review.changes, flow)),
	);
	const named = new Set(mine.map((row) => row.account.address)).size > 1;
	const { permissions, headlineKnown: understood, costs } = review;
	return (
		<div className="card mt-3 overflow-hidden *:not-first:border-t *:not-first:border-line-2">
			{flow !== undefined && <MoneyFlow flow={flow} />}
			{mine.length > 0 && (
				<section aria-label={t("trusted.preview.balance-changes")}>
					<ul className="*:not-first:border-t *:not-first:border-line-2">
						{mine.map((row, index) => (
							<Change key={index} row={row} rows={mine} named={named} isBlocked={isBlocked} />
						))}
					</ul>
				</section>
			)}
			{(permissions.length > 0 || !understood) && (
				<section aria-label={t("ui.allowances")}>
					<ul className="*:not-first:border-t *:not-first:border-line-2">
						{permissions.map((row, index) => (
							<Allowance key={index} row={row} edit={allowanceEdit(edits, row)} />
						))}
						{permissions.length === 0 && (
							<li className="px-4 py-2 text-f2 text-caution">{t("trusted.review.effects.unread")}</li>
						)}
					</ul>
				</section>
			)}
			{edits?.amount}
			<Fee costs={costs} edit={edits?.fee ?? null} />
			{review.prices !== undefined && (
				<p className="px-4 py-1.5 text-f1 text-ink-3">{textOf(review.prices)}</p>
			)}
		</div>
	);
}

const allowanceEdit = (edits: MoneyEdits | undefined, { kind, source, step }: PermissionRow): ReactNode =>
	kind === "allowance" && source === "decoded" ? (edits?.allowance((step ?? 1) - 1) ?? null) : null;

const signedRaw = ({ direction, amount }: ChangeRow): bigint | null => {
	if (direction === "unknown" || !/^\d+$/.test(amount.raw)) return null;
	return direction === "in" ? BigInt(amount.raw) : -BigInt(amount.raw);
};

/**
 * Returns whether the totals already contain this row. The asset's total must then be exactly the sum of all
 * its rows.
 */
function isInTotals(row: ChangeRow, rows: readonly ChangeRow[], { totals }: FlowView): boolean {
	const its = rows.filter(
		(each) =>
			each.mine &&
			each.account.address === row.account.address &&
			sameText(each.amount.unit, row.amount.unit) &&
			each.tokenId === null,
	);
	const sum = its.reduce<bigint | null>((total, each) => {
		const raw = signedRaw(each);
		return total === null || raw === null ? null : total + raw;
	}, 0n);
	return totals.some(
		({ account, amount, direction, unit }) =>
			row.tokenId === null &&
			amount !== null &&
			sameText(unit, row.amount.unit) &&
			(account === null || account.address === row.account.address) &&
			sum === (direction === "in" ? BigInt(amount.raw) : -BigInt(amount.raw)),
	);
}

const SIGNS = { in: "+", out: "−", unknown: null } as const;

function Change({
	row,
	rows,
	named,
	isBlocked,
}: {
	row: ChangeRow;
	rows: readonly ChangeRow[];
	named: boolean;
	isBlocked: boolean;
}) {
	const sign = SIGNS[row.direction];
	// If every row comes from the app's own simulation, the summary already says so.
	const onlyOurs = row.source === "simulated" && rows.some(({ source }) => source !== "simulated");
	const { amount } = row;
	return (
		<li data-glance="change" className="flex flex-wrap items-center gap-x-3 px-4 py-2">
			{row.item === undefined ? (
				<TokenMark mark={row.mark ?? null} className="max-[24rem]:hidden" />
			) : (
				<ItemMark />
			)}
			{/* Lets the amount wrap, so that the token's name keeps enough room. */}
			<div className="min-w-0 flex-[1_1_7rem] max-[24rem]:basis-16">
				<p className="font-semibold wrap-anywhere">
					{row.item === undefined ? (
						<Claim
							text={textOf(amount.unit)}
							max={24}
							className="inline-block max-w-full truncate align-bottom"
						/>
					) : (
						<Claim text={textOf(row.item)} max={80} />
					)}
				</p>
				<p className="flex flex-wrap gap-x-2 text-f2 text-ink-2">
					{row.of !== null && row.after !== undefined && <After of={row.of} after={row.after} />}
					{row.step !== null && <span>{t("components.in-step.alone", { step: row.step })}</span>}
					{onlyOurs && <span className="text-caution">{t("ui.your-rpc-only")}</span>}
					{row.direction === "unknown" && (
						<span className="text-caution">{t("components.directions.unknown")}</span>
					)}
					{named && <AddressLabel view={row.account} size={13} />}
				</p>
			</div>
			<div className="ml-auto max-w-full text-right">
				<span className={clsx("font-semibold", row.direction === "in" && !isBlocked && "text-in")}>
					<Amount view={amount} exact="spoken" {...(sign === null ? {} : { sign })} />
				</span>
				{amount.fiat !== undefined && <p className="text-f2 text-ink-2">{textOf(amount.fiat)}</p>}
			</div>
		</li>
	);
}

function Allowance({ row, edit }: { row: PermissionRow; edit: ReactNode }) {
	return (
		<li
			data-glance="allowance"
			className={clsx(
				"flex items-baseline gap-3 px-4 py-2 first:rounded-t-md",
				isAlarming(row) && "bg-danger-soft",
				edit !== null && "flex-wrap",
			)}
		>
			<ApprovalIcon row={row} className="self-start" />
			<div className="min-w-0 flex-1">
				<ApprovalText row={row} />
				<p className="flex flex-wrap items-center gap-x-2 text-f1 text-ink-3">
					<AddressLabel view={row.token} size={13} />
					{approvalSource(row)}
				</p>
			</div>
			<ApprovalAmount row={row} />
			{edit}
		</li>
	);
}

function Fee({ costs, edit }: Pick<ReviewView, "costs"> & { edit: ReactNode }) {
	if (costs === null)
		return <p className="px-4 py-2.5 text-f2 text-ink-2">{t("trusted.preview.fee.none")}</p>;
	const { most, likely, l1, serviceFee } = costs;
	const first = likely ?? most;
	return (
		<section
			aria-label={t("trusted.preview.fee.region")}
			data-glance="fee"
			className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 text-f2"
		>
			<span className="text-ink-2">{t("trusted.preview.fee")}</span>
			{edit}
			<span
				className={clsx(
					"flex flex-wrap items-baseline justify-end gap-x-1.5",
					edit !== null && "mt-1 basis-full",
				)}
			>
				{first === null ? (
					<span className="text-ink-2">{t("ui.not-stated")}</span>
				) : (
					<>
						<b className="font-semibold">
							{first.fiat === undefined ? <Amount view={first} /> : textOf(first.fiat)}
						</b>
						{likely !== null && most !== null && (
							<span className="text-ink-2">
								{rich("trusted.preview.fee.max", {
									amount: () => <>{most.fiat === undefined ? <Amount view={most} /> : textOf(most.fiat)}</>,
								})}
							</span>
						)}
						{first.fiat !== undefined && (
							<span className="text-ink-2">
								· <Amount view={first} />
							</span>
						)}
					</>
				)}
			</span>
			{l1 !== null && <span className="basis-full text-ink-2">{textOf(l1)}</span>}
			{serviceFee !== null && <span className="basis-full text-ink-2">{textOf(serviceFee)}</span>}
		</section>
	);
}
