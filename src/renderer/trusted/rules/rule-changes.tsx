import type { RuleChangeView } from "../../../ipc/rules.ts";
import { t, textOf } from "../../../text/index.ts";
import { Fact, Facts } from "../../components/section.tsx";

/** Shows each changed rule before and after the edit. */
export function RuleChanges({ changes }: { changes: readonly RuleChangeView[] }) {
	return changes.map(({ name, before, after }, index) => (
		<section key={index} className="card px-4 py-3" data-rule-change>
			<h2 className="mb-1.5 font-semibold wrap-anywhere">{name}</h2>
			<Facts>
				<Fact name={t("trusted.rules.change.before")}>
					{before === null ? t("trusted.rules.change.none") : textOf(before)}
				</Fact>
				<Fact name={t("trusted.rules.change.after")}>
					<span className="font-medium">
						{after === null ? t("trusted.rules.change.removed") : textOf(after)}
					</span>
				</Fact>
			</Facts>
		</section>
	));
}
