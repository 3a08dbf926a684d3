import type { AllowRow } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { ApprovalItem } from "../../components/approval-item.tsx";
import { Section } from "../../components/section.tsx";

/**
 * Permissions that outlive what is signed. Unlimited ones in red, with what it means.
 * Where not all of it is `understood`, an empty list is no promise, and does not read like one.
 */
export function ApprovalList({ rows, understood }: { rows: readonly AllowRow[]; understood: boolean }) {
	return (
		<Section title={t("trusted.review.what-you-allow")}>
			<ul className="card">
				{rows.length === 0 && !understood && (
					<li className="px-3.5 py-2 text-caution">{t("trusted.review.not-known-countersign-does-not")}</li>
				)}
				{rows.length === 0 && understood && (
					<li className="flex items-baseline justify-between gap-4 px-3.5 py-2">
						<span>{t("trusted.review.nothing-new")}</span>
						<span className="text-f2 text-ink-3">{t("trusted.review.no-approvals-step")}</span>
					</li>
				)}
				{rows.map((row, index) => (
					// Rows of one decoding, drawn as they came: the place is the identity.
					<ApprovalItem key={index} row={row} />
				))}
			</ul>
		</Section>
	);
}
