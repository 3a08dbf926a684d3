import { message } from "../../../core/localized-text.ts";
import { t } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Segmented } from "../../components/choice.tsx";
import { TextArea } from "../../components/field.tsx";
import { Checks } from "./choices.tsx";
import { hasAmount, isInFiat, type RuleFieldsProps } from "./rule-draft.ts";

const WHICH = [
	{ value: "all", text: message("trusted.rules.which.all") },
	{ value: "some", text: message("trusted.rules.which.some") },
] as const;

export function ScopeFields({ draft, view, faults, onChange }: RuleFieldsProps) {
	const known = new Set(view.accounts.map(({ address }) => address.toLowerCase()));
	const kept = draft.accounts === "all" ? [] : draft.accounts;
	const accounts = [
		...view.accounts.map((each) => ({
			value: each.address.startsWith("0x") ? each.address.toLowerCase() : each.address,
			text: <AddressLabel view={each} />,
		})),
		...kept
			.filter((each) => !known.has(each.toLowerCase()))
			.map((value) => ({ value, text: <span className="num">{value}</span> })),
	];
	const refs = new Set(view.chains.map(({ ref }) => ref));
	const named = draft.chains === "all" ? [] : draft.chains;
	const chains = [
		...view.chains.map(({ ref, name }) => ({ value: ref, text: name })),
		...named
			.filter((ref) => !refs.has(ref))
			.map((ref) => ({ value: ref, text: t("trusted.rules.chain.ref", { ref }) })),
	];
	const chosenAgents = draft.agents === "all" ? [] : draft.agents;
	const agents = [
		...view.agents.map(({ id, name }) => ({ value: id, text: name })),
		...chosenAgents
			.filter((id) => !view.agents.some((each) => each.id === id))
			.map((id) => ({ value: id, text: t("trusted.rules.removed-agent") })),
	];
	const isNamedAbove = hasAmount(draft.kind) || isInFiat(draft.kind);
	return (
		<section className="card grid gap-4 p-4" aria-label={t("trusted.rules.where-it-holds")}>
			<h2 className="label">{t("trusted.rules.where-it-holds")}</h2>
			<Which
				label={t("ui.accounts")}
				these={t("trusted.rules.these-accounts")}
				options={accounts}
				chosen={draft.accounts}
				onChoose={(chosen) => onChange({ accounts: chosen })}
				wrong={faults.accounts ?? null}
			/>
			{!isNamedAbove && (
				<Which
					label={t("ui.networks")}
					these={t("trusted.rules.these-chains")}
					options={chains}
					chosen={draft.chains}
					onChoose={(chosen) => onChange({ chains: chosen })}
					wrong={faults.chains ?? null}
				/>
			)}
			{agents.length > 0 && draft.kind !== "blocked_app" && (
				<Which
					label={t("trusted.rules.agents")}
					these={t("trusted.rules.these-agents")}
					options={agents}
					chosen={draft.agents}
					onChoose={(chosen) => onChange({ agents: chosen })}
					wrong={faults.agents ?? null}
				/>
			)}
			<TextArea
				label={draft.kind === "blocked_app" ? t("trusted.rules.apps-to-block") : t("ui.apps")}
				rows={2}
				maxLength={4000}
				value={draft.apps}
				onText={(apps) => onChange({ apps })}
				wrong={faults.apps ?? null}
				help={
					draft.kind === "blocked_app" ? t("trusted.rules.apps.required") : t("trusted.rules.apps.optional")
				}
			/>
		</section>
	);
}

/** Offers all, or some of the options. */
function Which({
	label,
	these,
	chosen,
	onChoose,
	...checks
}: Pick<Parameters<typeof Checks>[0], "label" | "options" | "wrong"> & {
	these: string;
	chosen: "all" | readonly string[];
	onChoose: (chosen: "all" | readonly string[]) => void;
}) {
	return (
		<div className="grid gap-2">
			<div className="flex items-center justify-between gap-4">
				<span className="text-f3">{label}</span>
				<Segmented
					label={label}
					value={chosen === "all" ? "all" : "some"}
					options={WHICH}
					onChoose={(value) => onChoose(value === "all" ? "all" : [])}
				/>
			</div>
			{chosen !== "all" && <Checks {...checks} label={these} chosen={chosen} onChoose={onChoose} />}
		</div>
	);
}
