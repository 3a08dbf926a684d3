import clsx from "clsx";
import { ArrowDownLeft, ArrowUpRight, CircleHelp } from "lucide-react";
import type { ChangeRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address, AddressLabel } from "../address.tsx";
import { Amount } from "../amount.tsx";
import { Claim } from "../claim.tsx";
import { barShare } from "../figure/bars.ts";

export function ChangeList({ rows, named }: { rows: readonly ChangeRow[]; named: boolean }) {
	return (
		<ul className="grid grid-cols-[minmax(0,1fr)_minmax(3rem,9rem)_auto] gap-x-3">
			{rows.map((row, index) => (
				<Change key={index} row={row} rows={rows} named={named} />
			))}
		</ul>
	);
}

const DIRECTIONS = {
	in: { icon: ArrowDownLeft, look: "text-in", bar: "left-1/2 bg-in", sign: "+" },
	out: { icon: ArrowUpRight, look: "text-ink", bar: "right-1/2 bg-ink", sign: "−" },
	unknown: { icon: CircleHelp, look: "text-caution", bar: "", sign: undefined },
} as const;

function Change({ row, rows, named }: { row: ChangeRow; rows: readonly ChangeRow[]; named: boolean }) {
	const { icon: Icon, look, bar, sign } = DIRECTIONS[row.direction];
	const share = barShare(row, rows);
	// If every row comes from the app's own simulation, the line above already says so.
	const onlyOurs = row.source === "simulated" && rows.some(({ source }) => source !== "simulated");
	return (
		<li className="col-span-3 grid grid-cols-subgrid items-center px-3.5 py-2 not-first:border-t not-first:border-line-2">
			<div className="flex min-w-0 items-center gap-2.5">
				<Icon size={16} aria-hidden className={clsx("shrink-0", look)} />
				<div className="min-w-0">
					<p className="wrap-anywhere">
						{row.item === undefined ? (
							<Claim text={textOf(row.amount.unit)} max={24} />
						) : (
							<Claim text={textOf(row.item)} max={80} />
						)}
						<span className="sr-only"> {t(`components.directions.${row.direction}`)}</span>
						{row.step !== null && (
							<span className="text-f1 text-ink-3"> {t("components.in-step.alone", { step: row.step })}</span>
						)}
						{onlyOurs && <span className="text-f1 text-caution"> {t("ui.your-rpc-only")}</span>}
					</p>
					{named && (
						<span className="text-f1">
							<AddressLabel view={row.account} size={13} />
						</span>
					)}
				</div>
			</div>
			<div aria-hidden className="relative h-4">
				<span className="absolute inset-y-0 left-1/2 w-px bg-line" />
				{row.direction !== "unknown" && (
					<span
						className={clsx("absolute inset-y-1 rounded-[2px]", bar)}
						style={{ width: `${(share * 48).toFixed(1)}%` }}
					/>
				)}
			</div>
			<div className="text-right">
				<Amount
					view={row.amount}
					exact
					className={clsx("font-semibold", look)}
					{...(sign === undefined ? {} : { sign })}
				/>
				{row.of !== null && <p className="text-f1 text-ink-3">{t("components.of", { of: row.of.text })}</p>}
			</div>
			{row.counterparty !== null && (
				<p className="col-span-3 mt-1 flex min-w-0 items-center gap-2 pl-6.5 text-f1 text-ink-3">
					{row.direction === "in" ? t("components.from.inline") : t("components.to.inline")}{" "}
					<Address view={row.counterparty} size={14} />
				</p>
			)}
		</li>
	);
}
