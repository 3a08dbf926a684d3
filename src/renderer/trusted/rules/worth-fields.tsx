import { t } from "../../../text/index.ts";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Checks } from "./choices.tsx";
import type { RuleFieldsProps } from "./rule-draft.ts";

/** How many dollars, on which networks. */
export function WorthFields({ draft, view, faults, onChange }: RuleFieldsProps) {
	const priced = view.chains.filter((each) => each.priced);
	return (
		<section className="card grid gap-4 p-4" aria-label={t("trusted.rules.amount")}>
			<h2 className="label">{t("trusted.rules.amount")}</h2>
			<Field
				label={t("trusted.rules.amount-in-dollars")}
				mono
				inputMode="decimal"
				maxLength={20}
				value={draft.amount}
				onText={(amount) => onChange({ amount })}
				wrong={faults.amount ?? null}
				help={t("trusted.rules.worth-counts")}
				className="max-w-72"
			/>
			{priced.length === 0 ? (
				<Notice tone="caution">{t("trusted.rules.no-network-with-prices")}</Notice>
			) : (
				<Checks
					label={t("trusted.rules.chains")}
					options={priced.map(({ ref, name }) => ({ value: ref, text: name }))}
					chosen={draft.chains === "all" ? [] : draft.chains}
					onChoose={(chains) => onChange({ chains })}
					wrong={faults.chains ?? null}
				/>
			)}
			<p className="text-f1 text-pretty text-ink-3">{t("trusted.rules.worth-needs")}</p>
		</section>
	);
}
