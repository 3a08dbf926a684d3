import { type FormEvent, useState } from "react";
import type { RulesView, RuleWish } from "../../../bridge/policy-views.ts";
import { Button } from "../../components/button.tsx";
import { Switch } from "../../components/choice.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { Page } from "../page.tsx";
import { AmountFields } from "./amount-fields.tsx";
import { Checks } from "./choices.tsx";
import { type DraftFaults, faultsOf, hasAmount, hasList, type RuleDraft, ruleOf } from "./rule-draft.ts";
import { kindWords } from "./rule-kinds.ts";
import { ScopeFields } from "./scope-fields.tsx";

/** Monday first. */
const DAYS = [
	{ value: "1", words: "Mon" },
	{ value: "2", words: "Tue" },
	{ value: "3", words: "Wed" },
	{ value: "4", words: "Thu" },
	{ value: "5", words: "Fri" },
	{ value: "6", words: "Sat" },
	{ value: "0", words: "Sun" },
] as const;

const LISTS: Readonly<Partial<Record<RuleDraft["kind"], string>>> = {
	recipients: "Recipients",
	contracts: "Contracts or programs",
	spenders: "Spenders",
};

interface Parts {
	draft: RuleDraft;
	view: RulesView;
	faults: DraftFaults;
	onChange: (change: Partial<RuleDraft>) => void;
}

/** One rule, being written. */
export function RuleEditor({
	first,
	isNew,
	view,
	busy,
	fault,
	onSave,
	onBack,
}: {
	first: RuleDraft;
	isNew: boolean;
	view: RulesView;
	busy: boolean;
	fault: string | null;
	onSave: (rule: RuleWish) => void;
	onBack: () => void;
}) {
	const [draft, setDraft] = useState(first);
	const [tried, setTried] = useState(false);
	const faults = faultsOf(draft);
	const wrong = Object.keys(faults).length > 0;
	const parts: Parts = {
		draft,
		view,
		faults: tried ? faults : {},
		onChange: (change) => setDraft({ ...draft, ...change }),
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (!wrong) onSave(ruleOf(draft));
	};
	const { title, words } = kindWords(draft.kind);
	return (
		<form onSubmit={submit} className="h-full" noValidate>
			<Page
				title={title}
				lead={words}
				bar={
					<>
						<Button look="quiet" onClick={onBack}>
							Back to your rules
						</Button>
						<Button submit look="primary" busy={busy}>
							{busy ? "Saving…" : isNew ? "Add this rule" : "Save this rule"}
						</Button>
					</>
				}
			>
				<div className="grid gap-5">
					<Fault words={fault} />
					{tried && wrong && (
						<Notice tone="danger" alert>
							Not saved: look at the marked parts. Your rules are unchanged.
						</Notice>
					)}
					<Field
						label="Name"
						maxLength={80}
						value={draft.name}
						onText={(name) => parts.onChange({ name })}
						wrong={parts.faults.name ?? null}
						help="Your own words. A refusal names the rule by them."
					/>
					{hasAmount(draft.kind) && <AmountFields {...parts} />}
					{hasList(draft.kind) && <ListFields {...parts} />}
					{draft.kind === "hours" && <HoursFields {...parts} />}
					<ScopeFields {...parts} />
				</div>
			</Page>
		</form>
	);
}

function ListFields({ draft, view, faults, onChange }: Parts) {
	const label = LISTS[draft.kind] ?? "Addresses";
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
				help="One address a line."
			/>
			{draft.kind !== "contracts" && (
				<Switch
					label="Your contacts too"
					help={`Everybody in your address book (${plural(view.contacts, "contact")} now), and whom you add to it later.`}
					on={draft.contacts}
					onTurn={(contacts) => onChange({ contacts })}
				/>
			)}
		</section>
	);
}

function HoursFields({ draft, view, faults, onChange }: Parts) {
	return (
		<section className="card grid gap-4 p-4" aria-label="Hours">
			<div className="grid max-w-72 grid-cols-2 gap-3">
				<Field
					label="From"
					mono
					maxLength={5}
					value={draft.from}
					onText={(from) => onChange({ from })}
					wrong={faults.hours ?? null}
				/>
				<Field label="To" mono maxLength={5} value={draft.to} onText={(to) => onChange({ to })} />
			</div>
			<p className="text-f1 text-ink-3">
				By this computer’s clock ({view.timeZone}). An end before the beginning is on the next day.
			</p>
			<Checks
				label="On"
				options={DAYS}
				chosen={draft.days.map(String)}
				onChoose={(chosen) => onChange({ days: chosen.map(Number) })}
				wrong={faults.days ?? null}
			/>
		</section>
	);
}
