import clsx from "clsx";
import { Check, CircleHelp, Info, X } from "lucide-react";
import { type Message, message, sameText } from "../../../../core/localized-text.ts";
import type { CheckRow, ReviewView } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { ClaimBlock } from "../../../components/claim.tsx";
import { Fold } from "../../../components/fold.tsx";

const STATUSES = {
	passed: { icon: Check, look: "text-accent", text: message("trusted.review.statuses.passed") },
	failed: { icon: X, look: "text-danger", text: message("trusted.review.statuses.failed") },
	unknown: { icon: CircleHelp, look: "text-caution", text: message("trusted.review.statuses.unknown") },
	noted: { icon: Info, look: "text-ink-3", text: message("trusted.review.statuses.noted") },
} as const;

const RANK = { failed: 0, unknown: 1, noted: 2, passed: 3 } as const;

const FEW = 24;

export const reviewedLabel = ({ isOfChain }: CheckRow, requestKind: ReviewView["requestKind"]): Message =>
	isOfChain === true ? message("ui.your-rpc") : message(`trusted.review.reviewed.${requestKind}`);

export function CheckTable({
	rows,
	text,
	requestKind,
}: {
	rows: readonly CheckRow[];
	/** `null` if the line above already says the same. */
	text: string | null;
	requestKind: ReviewView["requestKind"];
}) {
	const sorted = [...rows].sort((a, b) => RANK[a.status] - RANK[b.status]);
	const passed = sorted.filter((row) => row.status === "passed");
	const folded = passed.length > FEW;
	const first = folded ? sorted.filter((row) => row.status !== "passed") : sorted;
	return (
		<div className="border-t border-line-2">
			{text !== null && <p className="px-3.5 pt-2.5 text-f2 text-ink-2">{text}</p>}
			{first.length > 0 && (
				<ul className="px-3.5 pb-2.5">
					{first.map((row, index) => (
						// Several steps may have the same field.
						<CheckItem key={index} row={row} requestKind={requestKind} />
					))}
				</ul>
			)}
			{folded && (
				<Fold className="px-3.5 py-2" title={t("trusted.review.fields-match", { count: passed.length })}>
					<ul className="px-3.5 pb-2.5 pl-9">
						{passed.map((row, index) => (
							<CheckItem key={index} row={row} requestKind={requestKind} />
						))}
					</ul>
				</Fold>
			)}
		</div>
	);
}

function CheckItem({ row, requestKind }: { row: CheckRow; requestKind: ReviewView["requestKind"] }) {
	const { icon: Icon, look, text: status } = STATUSES[row.status];
	return (
		<li className="flex gap-2 py-1.5 text-f2">
			<Icon size={14} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<div className="min-w-0 flex-1">
				<p className="wrap-anywhere">
					<span className="font-medium">{textOf(row.field)}</span>{" "}
					<span className={clsx("ml-1", row.status === "passed" ? "text-ink-3" : look)}>
						{textOf(status)}
					</span>
				</p>
				<p className="text-ink-2 wrap-anywhere">{textOf(row.text)}</p>
				<Values row={row} requestKind={requestKind} />
			</div>
		</li>
	);
}

export function Values({ row, requestKind }: { row: CheckRow; requestKind: ReviewView["requestKind"] }) {
	if (row.reviewed === null && row.payload === null) return null;
	if (
		row.status === "passed" &&
		row.reviewed !== null &&
		row.payload !== null &&
		sameText(row.reviewed, row.payload)
	) {
		return <ClaimBlock text={textOf(row.reviewed)} max={120} className="num mt-0.5 text-f1 text-ink-3" />;
	}
	return (
		<dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-f1">
			<dt className="text-ink-3">{textOf(reviewedLabel(row, requestKind))}</dt>
			<dd className="num min-w-0">
				{row.reviewed === null ? t("ui.not-stated") : <ClaimBlock text={textOf(row.reviewed)} max={200} />}
			</dd>
			<dt className="text-ink-3">{t("ui.to-be-signed")}</dt>
			<dd className={clsx("num min-w-0", row.status === "failed" && "font-semibold text-danger")}>
				{row.payload === null ? t("ui.not-stated") : <ClaimBlock text={textOf(row.payload)} max={200} />}
			</dd>
		</dl>
	);
}
