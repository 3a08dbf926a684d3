import type { AllowRow } from "../../../bridge/views.ts";
import { AllowItem } from "../../components/allow-item.tsx";
import { Section } from "../../components/section.tsx";

/**
 * Permissions that outlive what is signed. Unlimited ones in red, with what it means.
 * Where not all of it is `understood`, an empty list is no promise, and does not read like one.
 */
export function Allows({ rows, understood }: { rows: readonly AllowRow[]; understood: boolean }) {
	return (
		<Section title="What you allow">
			<ul className="card">
				{rows.length === 0 && !understood && (
					<li className="px-3.5 py-2 text-caution">
						Not known: Countersign does not understand all of it, so it may allow more than is shown here.
					</li>
				)}
				{rows.length === 0 && understood && (
					<li className="flex items-baseline justify-between gap-4 px-3.5 py-2">
						<span>Nothing new</span>
						<span className="text-f2 text-ink-3">no approvals in this step</span>
					</li>
				)}
				{rows.map((row, index) => (
					// Rows of one decoding, drawn as they came: the place is the identity.
					<AllowItem key={index} row={row} />
				))}
			</ul>
		</Section>
	);
}
