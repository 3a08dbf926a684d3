import { useId, useState } from "react";
import { kindOfFinding, REASONS } from "../../../core/risk/finding-kind.ts";
import type { FindingRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { WholeAddress } from "../text/whole-address.tsx";

type WhyRow = Pick<FindingRow, "id" | "text" | "at">;

/** Shows what was seen, what can happen, what to do, and the rule, depending on the finding's kind. */
export function Why({ row }: { row: WhyRow }) {
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
	/** The finding's full text is above. */
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
