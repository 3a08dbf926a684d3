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
			<div className="grid gap-2">
				<Which
					label={t("ui.accounts")}
					all={draft.accounts === "all"}
					onAll={(all) => onChange({ accounts: all ? "all" : [] })}
				/>
				{draft.accounts !== "all" && (
					<Checks
						label={t("trusted.rules.these-accounts")}
						options={accounts}
						chosen={draft.accounts}
						onChoose={(chosen) => onChange({ accounts: chosen })}
						wrong={faults.accounts ?? null}
					/>
				)}
			</div>
			{!isNamedAbove && (
				<div className="grid gap-2">
					<Which
						label={t("ui.networks")}
						all={draft.chains === "all"}
						onAll={(all) => onChange({ chains: all ? "all" : [] })}
					/>
					{draft.chains !== "all" && (
						<Checks
							label={t("trusted.rules.these-chains")}
							options={chains}
							chosen={draft.chains}
							onChoose={(chosen) => onChange({ chains: chosen })}
							wrong={faults.chains ?? null}
						/>
					)}
				</div>
			)}
			{agents.length > 0 && draft.kind !== "blocked_app" && (
				<div className="grid gap-2">
					<Which
						label={t("trusted.rules.agents")}
						all={draft.agents === "all"}
						onAll={(all) => onChange({ agents: all ? "all" : [] })}
					/>
					{draft.agents !== "all" && (
						<Checks
							label={t("trusted.rules.these-agents")}
							options={agents}
							chosen={chosenAgents}
							onChoose={(chosen) => onChange({ agents: chosen })}
							wrong={faults.agents ?? null}
						/>
					)}
				</div>
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

function Which({ label, all, onAll }: { label: string; all: boolean; onAll: (all: boolean) => void }) {
	return (
		<div className="flex items-center justify-between gap-4">
			<span className="text-f3">{label}</span>
			<Segmented
				label={label}
				value={all ? "all" : "some"}
				options={WHICH}
				onChoose={(value) => onAll(value === "all")}
			/>
		</div>
	);
}
