import clsx from "clsx";
import { Check, CircleHelp, Info, X } from "lucide-react";
import type { CheckRow } from "../../../bridge/views.ts";
import { ClaimBlock } from "../../components/claim.tsx";

const STATUSES = {
	passed: { icon: Check, look: "text-accent", words: "matches" },
	failed: { icon: X, look: "text-danger", words: "differs" },
	unknown: { icon: CircleHelp, look: "text-caution", words: "can’t be checked" },
	noted: { icon: Info, look: "text-ink-3", words: "noted" },
} as const;

const RANK = { failed: 0, unknown: 1, noted: 2, passed: 3 } as const;

/** The match field by field: what was reviewed beside what would be signed. What differs comes first. */
export function CheckTable({ rows, words }: { rows: readonly CheckRow[]; words: string }) {
	const sorted = [...rows].sort((a, b) => RANK[a.status] - RANK[b.status]);
	return (
		<div className="border-t border-line-2">
			<p className="px-3.5 pt-2.5 text-f2 text-ink-2">{words}</p>
			<ul className="px-3.5 pb-2.5">
				{sorted.map((row) => {
					const { icon: Icon, look, words: status } = STATUSES[row.status];
					return (
						<li key={row.field} className="flex gap-2 py-1.5 text-f2">
							<Icon size={14} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
							<div className="min-w-0 flex-1">
								<p>
									<span className="font-medium">{row.field}</span>
									<span className={clsx("ml-2", row.status === "passed" ? "text-ink-3" : look)}>
										{status}
									</span>
								</p>
								<p className="text-ink-2">{row.words}</p>
								<Values row={row} />
							</div>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

/** Both values of a check; one where they are the same. */
export function Values({ row }: { row: CheckRow }) {
	if (row.reviewed === null && row.payload === null) return null;
	if (row.status === "passed" && row.reviewed === row.payload && row.reviewed !== null) {
		return <ClaimBlock text={row.reviewed} max={120} className="num mt-0.5 text-f1 text-ink-3" />;
	}
	return (
		<dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-f1">
			<dt className="text-ink-3">Reviewed</dt>
			<dd className="num min-w-0">
				{row.reviewed === null ? "not stated" : <ClaimBlock text={row.reviewed} max={200} />}
			</dd>
			<dt className="text-ink-3">To be signed</dt>
			<dd className={clsx("num min-w-0", row.status === "failed" && "font-semibold text-danger")}>
				{row.payload === null ? "not stated" : <ClaimBlock text={row.payload} max={200} />}
			</dd>
		</dl>
	);
}
