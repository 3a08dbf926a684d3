import clsx from "clsx";
import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { byGravity } from "../../../core/risk/finding.ts";
import { kindOfFinding, REASONS } from "../../../core/risk/finding-kind.ts";
import type { FindingRow, Severity } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { WholeAddress } from "../text/whole-address.tsx";

type WhyRow = Pick<FindingRow, "id" | "text" | "at">;

/** Explains a finding by its kind: the fact, the possible consequence, advice and the rule. */
function Why({ row }: { row: WhyRow }) {
	const [isOpen, setOpen] = useState(false);
	const id = useId();
	if (kindOfFinding(row.id) === null) return null;
	return (
		<>
			<button
				type="button"
				aria-expanded={isOpen}
				aria-controls={id}
				aria-label={t("why.of", { finding: row.text })}
				onClick={() => setOpen(!isOpen)}
				className="rounded-sm text-ink-2 underline decoration-edge underline-offset-2 hover:text-ink hover:decoration-ink"
			>
				{t("why")}
			</button>
			<div id={id} hidden={!isOpen}>
				{isOpen && <WhyFacts row={row} isTextShown />}
			</div>
		</>
	);
}

export function WhyFacts({
	row: { id, text, at },
	isTextShown = false,
}: {
	row: WhyRow;
	/** Set if the finding's full text is already shown above. */
	isTextShown?: boolean;
}) {
	const kind = kindOfFinding(id);
	if (kind === null) return null;
	const { can, advice, rule } = REASONS[kind];
	return (
		<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-2 text-f2 text-ink max-[24rem]:grid-cols-1">
			{(at !== undefined || !isTextShown) && (
				<>
					<dt className="text-ink-2">{t("why.seen")}</dt>
					<dd className="wrap-anywhere">
						{!isTextShown && textOf(text)}
						{at !== undefined && (
							<span className="block">
								{at.label !== null && `${at.label} `}
								<WholeAddress address={at.address} />
							</span>
						)}
					</dd>
				</>
			)}
			<dt className="text-ink-2">{t("why.can")}</dt>
			<dd>{textOf(can)}</dd>
			<dt className="text-ink-2">{t("why.do")}</dt>
			<dd>{textOf(advice)}</dd>
			<dt className="text-ink-2">{t("why.rule")}</dt>
			<dd className="text-ink-2">{t("why.rule.source", { rule })}</dd>
		</dl>
	);
}

const SEVERITIES: Readonly<Record<Severity, { icon: typeof Info; className: string }>> = {
	block: { icon: OctagonAlert, className: "text-danger" },
	danger: { icon: OctagonAlert, className: "text-danger" },
	caution: { icon: TriangleAlert, className: "text-caution" },
	info: { icon: Info, className: "text-ink-3" },
};

export function FindingList({ rows }: { rows: readonly FindingRow[] }) {
	return (
		<ul className="grid gap-2 py-2">
			{byGravity(rows).map((row, index) => (
				<li key={index}>
					<Finding row={row} />
				</li>
			))}
		</ul>
	);
}

function Finding({ row }: { row: FindingRow }) {
	const { icon: Icon, className } = SEVERITIES[row.severity];
	return (
		<div className="flex min-w-0 gap-2 text-f2 text-ink">
			<Icon size={15} aria-hidden className={clsx("mt-0.5 shrink-0", className)} />
			<div className="min-w-0 wrap-anywhere">
				<span className="sr-only">{t(`trusted.review.severities.${row.severity}`)}: </span>
				{textOf(row.text)} <Why row={row} />
			</div>
		</div>
	);
}
