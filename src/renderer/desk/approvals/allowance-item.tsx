import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import type { AllowanceRow } from "../../../bridge/allowance-views.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { dateTime } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { kindWords, rowName } from "./words.ts";

/** One permission: of what, to whom, how much, and the way to take it back. */
export function AllowanceItem({ row }: { row: AllowanceRow }) {
	return (
		<li className="grid gap-x-4 gap-y-2 px-4 py-3 not-first:border-t not-first:border-line-2 mid:grid-cols-[minmax(0,0.85fr)_minmax(0,1.25fr)_minmax(0,10rem)_6.5rem] mid:items-start">
			<div className="min-w-0">
				<p className="font-medium wrap-anywhere">
					<Claim text={row.symbol ?? "A token without a name"} max={24} />
					{row.item !== null && (
						<span className="num text-f2 font-normal text-ink-2">
							{" "}
							no. <Claim text={row.item} max={24} />
						</span>
					)}
				</p>
				<p className="text-f1 text-ink-3">{kindWords(row)}</p>
				<Address view={row.token} size={14} className="mt-0.5 text-f1" />
			</div>
			<div className="min-w-0">
				<p className="text-f1 text-ink-3">{row.kind === "operator" ? "Operator" : "Spender"}</p>
				<Address view={row.spender} />
			</div>
			<div className={clsx("min-w-0", row.fault === null ? "mid:text-right" : "mid:col-span-2")}>
				<Allowed row={row} />
			</div>
			<TakeBack row={row} />
		</li>
	);
}

/** How much may be taken now; what has no limit is told in red. */
function Allowed({ row }: { row: AllowanceRow }) {
	if (row.fault !== null)
		return (
			<p className="flex items-start gap-1.5 text-f2 text-caution">
				<TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
				<span className="min-w-0 wrap-anywhere">Not read. {row.fault}</span>
			</p>
		);
	return (
		<>
			<p className="text-f1 text-ink-3">May take</p>
			{row.unlimited && <p className="font-semibold text-danger">Unlimited</p>}
			{row.kind === "operator" && <p className="font-semibold text-danger">Every item</p>}
			{row.kind === "token" && <p className="font-medium">This item</p>}
			{row.amount !== null && <Amount view={row.amount} exact className="font-medium max-mid:items-start" />}
			{row.until !== null && <p className="text-f1 text-ink-3">until {dateTime(row.until)}</p>}
		</>
	);
}

/** Opens the review in the other window: nothing is taken back by a press here. */
function TakeBack({ row }: { row: AllowanceRow }) {
	const { bridge } = useDesk();
	const wish = useWish();
	const { id, revoking } = row;
	if (row.fault !== null) return null;
	const open = () =>
		void wish.send(() =>
			revoking === null ? bridge.call("revoke", { id }) : bridge.call("openReview", { entryId: revoking }),
		);
	return (
		<>
			<div className="flex flex-wrap items-center gap-2 mid:flex-col mid:items-end">
				{revoking !== null && <Pill tone="accent">being revoked</Pill>}
				<Button
					size="small"
					busy={wish.busy}
					onClick={open}
					aria-label={`${revoking === null ? "Revoke…" : "Show the revoking of"} ${rowName(row)}`}
				>
					{revoking === null ? "Revoke…" : "Show"}
				</Button>
			</div>
			<Fault words={wish.fault} className="mid:col-span-4" />
		</>
	);
}
