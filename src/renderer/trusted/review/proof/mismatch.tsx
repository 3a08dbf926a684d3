import clsx from "clsx";
import { readAddress } from "../../../../core/format/numeral.ts";
import { readKey } from "../../../../core/format/svm-wire.ts";
import type { CheckRow, ReviewView } from "../../../../ipc/review.ts";
import { t, textOf, textOrNull } from "../../../../text/index.ts";
import { ClaimBlock } from "../../../components/claim.tsx";
import { Identicon } from "../../../components/figure/pictures.tsx";
import { WholeAddress } from "../../../components/text/whole-address.tsx";

/** More than these push the rest out of sight. */
const FEW = 2;

/** What differs, and has values to show. */
export const differing = ({ checks }: Pick<ReviewView, "checks">): readonly CheckRow[] =>
	checks.filter(
		({ status, reviewed, payload }) => status === "failed" && (reviewed !== null || payload !== null),
	);

/** The two values of what differs, one above the other. Why stands in the band already. */
export function Mismatch({ checks }: Pick<ReviewView, "checks">) {
	const failed = checks.filter(({ status }) => status === "failed");
	const shown = differing({ checks });
	return (
		<section aria-label={t("trusted.glance.mismatch")} data-glance="mismatch" className="mt-3">
			<div className="card overflow-hidden border-danger/35 *:not-first:border-t *:not-first:border-line-2">
				{shown.slice(0, FEW).map((check, index) => (
					// Checks of one match never move, and a field may stand in several steps: the place is the identity.
					<Pair
						key={index}
						check={check}
						aside={
							index === 0
								? t("trusted.glance.differ.aside", { failed: failed.length, count: checks.length })
								: null
						}
					/>
				))}
			</div>
		</section>
	);
}

function Pair({ check, aside }: { check: CheckRow; aside: string | null }) {
	return (
		<div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-2">
				<p className="font-semibold wrap-anywhere">{textOf(check.field)}</p>
				{aside !== null && <p className="text-f2 text-ink-2">{aside}</p>}
			</div>
			<Side title={t("trusted.glance.review-shows")} value={textOrNull(check.reviewed)} alarming={false} />
			<Side title={t("trusted.glance.transaction-pays")} value={textOrNull(check.payload)} alarming />
		</div>
	);
}

const isAddress = (text: string) => readAddress(text) !== null || readKey(text) !== null;

function Side({ title, value, alarming }: { title: string; value: string | null; alarming: boolean }) {
	return (
		<div className={clsx("px-4 py-2", alarming && "bg-danger-soft")}>
			<p className={clsx("text-f2", alarming ? "font-semibold text-danger" : "text-ink-2")}>{title}</p>
			{value === null ? (
				<p className="text-f2">{t("trusted.review.not-stated")}</p>
			) : isAddress(value) ? (
				<p className="mt-1 flex items-center gap-2">
					<Identicon address={value} size={24} square />
					<WholeAddress address={value} />
				</p>
			) : (
				<ClaimBlock text={value} max={160} className="num text-f2" />
			)}
		</div>
	);
}
