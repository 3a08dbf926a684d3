import { RefreshCw } from "lucide-react";
import type { DiffRow } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { ClaimBlock } from "../../../components/claim.tsx";

/** What differs from the review that was open before: old beside new, on top of everything. */
export function Changed({ rows }: { rows: readonly DiffRow[] }) {
	if (rows.length === 0) return null;
	return (
		<section
			aria-labelledby="changed"
			className="mb-5 scroll-mt-4 rounded-md border border-caution/50 bg-caution-soft motion-arrive"
		>
			<h2 id="changed" className="flex items-center gap-2 px-3.5 pt-2.5 pb-1 font-semibold">
				<RefreshCw size={15} aria-hidden className="text-caution" />{" "}
				{t("trusted.review.changed-since-looked")}
			</h2>
			<p aria-hidden className="grid grid-cols-2 gap-3 px-3.5 text-f1 text-ink-2">
				<span>{t("trusted.review.before")}</span>
				<span>{t("trusted.review.now")}</span>
			</p>
			<dl className="px-3.5 pb-2.5">
				{rows.map((row) => (
					<div key={textOf(row.field)} className="py-1.5">
						<dt className="text-f1 text-ink-2">{textOf(row.field)}</dt>
						<dd className="grid grid-cols-2 gap-3 text-f2">
							<div className="min-w-0">
								<span className="sr-only">{t("trusted.review.before.spoken")} </span>
								<ClaimBlock
									text={textOf(row.before)}
									max={160}
									className="text-ink-2 line-through decoration-1"
								/>
							</div>
							<div className="min-w-0 font-medium">
								<span className="sr-only">{t("trusted.review.now.spoken")} </span>
								<ClaimBlock text={textOf(row.after)} max={160} />
							</div>
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
