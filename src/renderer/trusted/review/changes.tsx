import clsx from "clsx";
import { message } from "../../../core/message.ts";
import type { ChangeRow, ReplacementView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { ChangeList } from "../../components/change-list.tsx";
import { Section } from "../../components/section.tsx";

const REPLACED = {
	speed_up: message("trusted.review.replaced.speed-up"),
	cancel: message("trusted.review.replaced.cancel"),
} as const;

/** What the user's accounts gain and lose; whose claim it is stands beside the title. */
export function Changes({
	rows,
	claim,
	sent,
	understood,
	replaces,
}: {
	rows: readonly ChangeRow[];
	claim: string;
	/** What it is to do to a transaction of the user's own; null for what somebody asks. */
	replaces: ReplacementView["purpose"] | null;
	/** False where only a signature is given, and nothing goes to the chain. */
	sent: boolean;
	/** False where not all of it could be decoded: then no change is not said either. */
	understood: boolean;
}) {
	const mine = rows.filter((row) => row.mine);
	return (
		<Section title={t("trusted.review.what-changes")} {...(replaces === null ? { aside: claim } : {})}>
			<div className="card">
				{mine.length === 0 ? (
					<p className={clsx("px-3.5 py-2.5", rows.length === 0 && !sent && !understood && "text-caution")}>
						{textOf(
							replaces !== null
								? REPLACED[replaces]
								: rows.length > 0
									? t("trusted.review.none-accounts-said-change")
									: sent
										? t("trusted.review.no-change-balance-shown")
										: understood
											? t("trusted.review.no-balance-changes-signature-itself")
											: t("trusted.review.not-known-signature-used-cant"),
						)}
					</p>
				) : (
					<ChangeList rows={mine} named={new Set(mine.map((row) => row.account.address)).size > 1} />
				)}
			</div>
		</Section>
	);
}
