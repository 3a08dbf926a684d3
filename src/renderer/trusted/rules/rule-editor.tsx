import { useEffect, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type {
	RuleChainView,
	RuleInput,
	RulesView,
	TriedRequestView,
	TriedRuleView,
} from "../../../ipc/rules.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { Checks } from "./choices.tsx";
import {
	faultsOf,
	hasAmount,
	hasList,
	isAddress,
	isInFiat,
	type RuleDraft,
	type RuleFieldsProps,
	ruleOf,
	usesContacts,
	written,
} from "./rule-draft.ts";

import { ScopeFields } from "./scope-fields.tsx";

const OF = [
	{ value: "native", text: message("trusted.rules.of.native") },
	{ value: "token", text: message("trusted.rules.of.token") },
] as const;

function AmountFields({ draft, view, faults, onChange }: RuleFieldsProps) {
	const command = useTrustedCommand();
	const [chosen] = draft.chains === "all" ? [] : draft.chains;
	const chain = view.chains.find(({ ref }) => ref === chosen);
	const native = draft.asset === "native";
	const unit = (of: RuleChainView | undefined) => ({
		asset: "native",
		symbol: of?.symbol ?? "",
		decimals: of?.decimals ?? null,
	});
	const toToken = { asset: "", symbol: "", decimals: null };
	const read = async () => {
		if (chosen === undefined) return;
		const asset = draft.asset.trim();
		const found = await command.call("tokenUnit", { chainRef: chosen, address: asset });
		if (found?.ok === true && found.decimals !== undefined)
			onChange({ symbol: found.symbol ?? "", decimals: found.decimals });
	};
	return (
		<section className="card grid gap-4 p-4" aria-label={t("trusted.rules.amount")}>
			<h2 className="label">{t("trusted.rules.amount")}</h2>
			<Checks
				single
				label={t("ui.network")}
				options={view.chains.map(({ ref, name }) => ({ value: ref, text: name }))}
				chosen={draft.chains === "all" ? [] : draft.chains}
				onChoose={([ref]) =>
					onChange({
						chains: ref === undefined ? [] : [ref],
						...(native ? unit(view.chains.find((each) => each.ref === ref)) : { symbol: "", decimals: null }),
					})
				}
				wrong={faults.chains ?? null}
			/>
			<div className="flex items-center justify-between gap-4">
				<span className="text-f3">{t("ui.asset")}</span>
				<Segmented
					label={t("ui.asset")}
					value={native ? "native" : "token"}
					options={OF}
					onChoose={(value) => onChange(value === "native" ? unit(chain) : toToken)}
				/>
			</div>
			{!native && (
				<div className="grid gap-2">
					<div className="flex items-start gap-3">
						<Field
							label={t("trusted.rules.address-token")}
							mono
							maxLength={64}
							className="flex-1"
							value={draft.asset}
							onText={(asset) => onChange({ asset: asset.trim(), symbol: "", decimals: null })}
							wrong={faults.asset ?? null}
							help={
								draft.decimals === null
									? t("trusted.rules.unit.help")
									: t("trusted.rules.decimals-rpc-says", {
											symbol: draft.symbol === "" ? t("trusted.rules.no-symbol") : draft.symbol,
											decimals: draft.decimals,
										})
							}
						/>
						<Button
							className="mt-6"
							busy={command.busy}
							disabled={!isAddress(draft.asset) || chosen === undefined}
							onClick={() => void read()}
						>
							{command.busy ? t("ui.reading") : t("trusted.rules.read-its-unit")}
						</Button>
					</div>
					<Fault text={command.fault} />
				</div>
			)}
			<Field
				label={draft.symbol === "" ? t("trusted.rules.amount") : t("ui.amount-in", { symbol: draft.symbol })}
				mono
				inputMode="decimal"
				maxLength={80}
				value={draft.amount}
				onText={(amount) => onChange({ amount })}
				wrong={faults.amount ?? null}
				help={t("trusted.rules.amount.help")}
				className="max-w-72"
			/>
		</section>
	);
}

function TriedRule({ tried }: { tried: TriedRuleView }) {
	const { since, total, stopped, unknown } = tried;
	return (
		<section className="card grid gap-2 p-4" aria-label={t("trusted.rules.tried")}>
			<h2 className="label">{t("trusted.rules.tried")}</h2>
			<div role="status" className="grid gap-2">
				{since === null ? (
					<p className="text-f3 text-pretty text-ink-2">{t("trusted.rules.tried.none")}</p>
				) : (
					<Requests
						title={t("trusted.rules.tried.stopped", {
							stopped: stopped.length,
							total,
							since: { at: since, style: "day" },
						})}
						requests={stopped}
					/>
				)}
				{unknown.length > 0 && (
					<Requests title={t("trusted.rules.tried.unknown", { count: unknown.length })} requests={unknown} />
				)}
			</div>
			{since !== null && <p className="text-f1 text-pretty text-ink-3">{t("trusted.rules.tried.how")}</p>}
		</section>
	);
}

function Requests({ title, requests }: { title: string; requests: readonly TriedRequestView[] }) {
	if (requests.length === 0) return <p className="text-f3">{title}</p>;
	return (
		<Fold title={<span className="text-f3 text-ink">{title}</span>}>
			<ul className="mt-1 max-h-64 overflow-y-auto" aria-label={title}>
				{requests.map(({ id, at, headline, text }) => (
					<li key={id} className="py-2 not-first:border-t not-first:border-line-2">
						<div className="flex items-baseline justify-between gap-3">
							<span className="min-w-0 text-f2 font-medium wrap-anywhere">{textOf(headline)}</span>
							<span className="num shrink-0 text-f1 text-ink-3">
								{t("trusted.rules.tried.at", { at: { at, style: "day" } })}
							</span>
						</div>
						<p className="text-f1 text-pretty wrap-anywhere text-ink-2">{textOf(text)}</p>
					</li>
				))}
			</ul>
		</Fold>
	);
}

function FiatFields({ draft, view, faults, onChange }: RuleFieldsProps) {
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
				<Notice tone="caution">{t("trusted.rules.prices.none")}</Notice>
			) : (
				<Checks
					label={t("ui.networks")}
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

const SETTLE_MS = 250;

/** @param rules all rules as they would be saved, or `null` while the draft is invalid */
function useTriedRule(rules: readonly RuleInput[] | null, id: string): TriedRuleView | null {
	const { bridge } = useTrusted();
	const [tried, setTried] = useState<TriedRuleView | null>(null);
	const key = JSON.stringify(rules === null ? null : written(rules));
	useEffect(() => {
		let isLatest = true;
		const read: Record<string, unknown>[] | null = JSON.parse(key);
		const ask = async () => {
			const outcome =
				read === null ? null : await bridge.call("tryRule", { rules: read, id }).catch(() => null);
			if (isLatest) setTried(outcome?.tried ?? null);
		};
		const timer = setTimeout(() => void ask(), SETTLE_MS);
		return () => {
			isLatest = false;
			clearTimeout(timer);
		};
	}, [bridge, id, key]);
	return tried;
}

const DAYS = ["1", "2", "3", "4", "5", "6", "0"] as const;

const LISTS: Readonly<Partial<Record<RuleDraft["kind"], Message>>> = {
	recipients: message("trusted.rules.lists.recipients"),
	contracts: message("trusted.rules.lists.contracts"),
	blocked_recipient: message("trusted.rules.lists.blocked-recipients"),
	spenders: message("trusted.rules.lists.spenders"),
};

export function RuleEditor({
	first,
	isNew,
	view,
	listWith,
	busy,
	fault,
	onSave,
	onBack,
}: {
	first: RuleDraft;
	isNew: boolean;
	view: RulesView;
	listWith: (rule: RuleInput) => readonly RuleInput[];
	busy: boolean;
	fault: string | null;
	onSave: (rule: RuleInput) => void;
	onBack: () => void;
}) {
	const [draft, setDraft] = useState(first);
	const [submitted, setSubmitted] = useState(false);
	const faults = faultsOf(draft);
	const wrong = Object.keys(faults).length > 0;
	const tried = useTriedRule(wrong ? null : listWith(ruleOf(draft)), draft.id);
	const parts: RuleFieldsProps = {
		draft,
		view,
		faults: submitted ? faults : {},
		onChange: (change) => setDraft({ ...draft, ...change }),
	};
	const submit = () => {
		setSubmitted(true);
		if (!wrong) onSave(ruleOf(draft));
	};

	return (
		<Page
			onSubmit={submit}
			title={t(`trusted.rules.kinds.${draft.kind}.title`)}
			lead={t(`trusted.rules.kinds.${draft.kind}.words`)}
			bar={
				<>
					<Button variant="quiet" onClick={onBack}>
						{t("trusted.rules.back-rules")}
					</Button>
					<Button submit variant="primary" busy={busy}>
						{busy
							? t("ui.saving")
							: isNew
								? t("trusted.rules.add-this-rule")
								: t("trusted.rules.save-this-rule")}
					</Button>
				</>
			}
		>
			<div className="grid gap-5">
				<Fault text={fault} />
				<Fault text={submitted && wrong ? t("trusted.rules.fault.unsaved") : null} />
				<Field
					label={t("ui.name")}
					maxLength={80}
					value={draft.name}
					onText={(name) => parts.onChange({ name })}
					wrong={parts.faults.name ?? null}
					help={t("trusted.rules.name.help")}
				/>
				{hasAmount(draft.kind) && <AmountFields {...parts} />}
				{isInFiat(draft.kind) && <FiatFields {...parts} />}
				{hasList(draft.kind) && <ListFields {...parts} />}
				{draft.kind === "hours" && <HoursFields {...parts} />}
				{tried !== null && !wrong && <TriedRule tried={tried} />}
				<ScopeFields {...parts} />
			</div>
		</Page>
	);
}

function ListFields({ draft, view, faults, onChange }: RuleFieldsProps) {
	const label = textOf(LISTS[draft.kind] ?? t("trusted.rules.addresses"));
	return (
		<section className="card grid gap-4 p-4" aria-label={label}>
			<TextArea
				label={label}
				mono
				rows={4}
				maxLength={40_000}
				value={draft.addresses}
				onText={(addresses) => onChange({ addresses })}
				wrong={faults.addresses ?? null}
				help={t("trusted.rules.one-address-line")}
			/>
			{usesContacts(draft.kind) && (
				<Switch
					label={t("trusted.rules.your-contacts-too")}
					help={t("trusted.rules.contacts.help", { count: view.contacts })}
					on={draft.contacts}
					onTurn={(contacts) => onChange({ contacts })}
				/>
			)}
		</section>
	);
}

function HoursFields({ draft, view, faults, onChange }: RuleFieldsProps) {
	return (
		<section className="card grid gap-4 p-4" aria-label={t("trusted.rules.hours")}>
			<div className="grid max-w-72 grid-cols-2 gap-3">
				<Field
					label={t("trusted.rules.from")}
					mono
					maxLength={5}
					value={draft.from}
					onText={(from) => onChange({ from })}
					wrong={faults.hours ?? null}
				/>
				<Field
					label={t("trusted.rules.to")}
					mono
					maxLength={5}
					value={draft.to}
					onText={(to) => onChange({ to })}
				/>
			</div>
			<p className="text-f1 text-ink-3">{t("trusted.rules.hours.help", { timeZone: view.timeZone })}</p>
			<Checks
				label={t("trusted.rules.on")}
				options={DAYS.map((value) => ({ value, text: t(`trusted.rules.days.${value}`) }))}
				chosen={draft.days.map(String)}
				onChoose={(chosen) => onChange({ days: chosen.map(Number) })}
				wrong={faults.days ?? null}
			/>
		</section>
	);
}
