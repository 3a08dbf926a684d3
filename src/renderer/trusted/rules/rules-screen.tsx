import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { RuleChangeView, RuleInput, RuleKindView, RulesView } from "../../../ipc/rules.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { RuleChanges } from "./rule-changes.tsx";
import { draftOf, newDraft, type RuleDraft, written } from "./rule-draft.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { RULE_ICONS, RULE_KINDS } from "./rule-kinds.ts";
import { RulesPage } from "./rules-page.tsx";

function KindList({ onChoose, onBack }: { onChoose: (kind: RuleKindView) => void; onBack: () => void }) {
	return (
		<Page
			title={t("trusted.rules.a-new-rule")}
			lead={t("trusted.rules.intro")}
			bar={
				<Button variant="quiet" onClick={onBack}>
					{t("trusted.rules.back-rules")}
				</Button>
			}
		>
			<ul className="card" aria-label={t("ui.rules")}>
				{RULE_KINDS.map((kind) => {
					const Icon = RULE_ICONS[kind];
					return (
						<li key={kind} className="not-first:border-t not-first:border-line-2">
							<button
								type="button"
								onClick={() => onChoose(kind)}
								className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunken"
							>
								<Icon size={17} aria-hidden className="shrink-0 text-ink-2" />
								<span className="min-w-0 flex-1">
									<span className="block font-medium">{t(`trusted.rules.kinds.${kind}.title`)}</span>
									<span className="block text-f2 text-pretty text-ink-2">
										{t(`trusted.rules.kinds.${kind}.words`)}
									</span>
								</span>
								<ChevronRight size={15} aria-hidden className="shrink-0 text-ink-3" />
							</button>
						</li>
					);
				})}
			</ul>
		</Page>
	);
}

function Loosening({
	text,
	changes,
	hasPassword,
	busy,
	fault,
	onGo,
	onBack,
}: {
	text: string;
	changes: readonly RuleChangeView[];
	hasPassword: boolean;
	busy: boolean;
	fault: string | null;
	onGo: (password: string) => void;
	onBack: () => void;
}) {
	const [password, setPassword] = useState("");
	const submit = () => {
		if (password === "") return;
		onGo(password);
		setPassword("");
	};
	return (
		<Page
			onSubmit={submit}
			title={t("trusted.rules.loosens")}
			lead={text}
			bar={
				<>
					<Button variant="quiet" onClick={onBack}>
						{t("trusted.rules.leave-rules")}
					</Button>
					{hasPassword && (
						<Button submit variant="danger" disabled={password === ""} busy={busy}>
							{busy ? t("ui.saving") : t("trusted.rules.loosen")}
						</Button>
					)}
				</>
			}
		>
			<div className="grid gap-4">
				<RuleChanges changes={changes} />
				<Notice tone="caution">{t("trusted.rules.loosen.warning")}</Notice>
				{hasPassword ? (
					<PasswordField value={password} onText={setPassword} />
				) : (
					<Notice tone="danger" alert>
						{t("trusted.rules.password.none")}
					</Notice>
				)}
				<Fault text={fault} />
			</div>
		</Page>
	);
}

type Mode =
	| { readonly at: "list" }
	| { readonly at: "kinds" }
	/** `null` to add a new rule. */
	| { readonly at: "edit"; readonly draft: RuleDraft; readonly index: number | null }
	| {
			readonly at: "loosen";
			readonly next: readonly RuleInput[];
			readonly text: string;
			readonly changes: readonly RuleChangeView[];
			readonly notice: string;
	  };

const LIST: Mode = { at: "list" };

/** Main decides whether an edit requires the password. */
export function RulesScreen({ rules: view }: { rules: RulesView }) {
	const command = useTrustedCommand();
	const [mode, setMode] = useState<Mode>(LIST);
	const [saved, setSaved] = useState<string | null>(null);
	const content = useRef<HTMLDivElement>(null);
	const shown = useRef(mode.at);
	// Moves the focus to the heading of each new step.
	useEffect(() => {
		if (shown.current === mode.at) return;
		shown.current = mode.at;
		content.current?.querySelector<HTMLElement>("h1")?.focus();
	}, [mode.at]);

	const rules = view.rules.map(({ rule }) => rule);
	const go = (next: Mode) => {
		command.clear();
		setSaved(null);
		setMode(next);
	};
	const store = async (next: readonly RuleInput[], password: string | null, notice: string) => {
		const { version } = view;
		const outcome = await command.call("saveRules", { version, rules: written(next), password });
		if (outcome?.ok !== true) return;
		setMode(LIST);
		setSaved(notice);
	};
	/** Asks for the password only if main reports that the edit loosens a rule. */
	const change = async (next: readonly RuleInput[], text: string, notice: string) => {
		setSaved(null);
		const compared = await command.call("compareRules", { rules: written(next) });
		if (compared?.ok !== true) return;
		if (compared.loosens === true)
			setMode({ at: "loosen", next, text, changes: compared.changes ?? [], notice });
		else await store(next, null, notice);
	};

	const confirm = async (password: string) => {
		setSaved(null);
		await command.call("confirmRules", { password }, () => setSaved(t("trusted.rules.changes.confirmed")));
	};

	const listWith = (rule: RuleInput, index: number | null) =>
		index === null ? [...rules, rule] : rules.map((each, at) => (at === index ? rule : each));
	const keep = (rule: RuleInput, index: number | null) =>
		void change(
			listWith(rule, index),
			t("trusted.rules.editing", { name: rule.name }),
			index === null
				? t("trusted.rules.holds-now", { name: rule.name })
				: t("trusted.rules.is-changed", { name: rule.name }),
		);

	return (
		<div ref={content} className="h-full">
			{mode.at === "kinds" && (
				<KindList
					onBack={() => go(LIST)}
					onChoose={(kind) =>
						go({ at: "edit", draft: newDraft(kind, view.chains, crypto.randomUUID()), index: null })
					}
				/>
			)}
			{mode.at === "edit" && (
				<RuleEditor
					key={mode.draft.id}
					first={mode.draft}
					isNew={mode.index === null}
					view={view}
					listWith={(rule) => listWith(rule, mode.index)}
					busy={command.busy}
					fault={command.fault}
					onSave={(rule) => keep(rule, mode.index)}
					onBack={() => go(LIST)}
				/>
			)}
			{mode.at === "loosen" && (
				<Loosening
					text={mode.text}
					changes={mode.changes}
					hasPassword={view.hasPassword}
					busy={command.busy}
					fault={command.fault}
					onGo={(password) => void store(mode.next, password, mode.notice)}
					onBack={() => go(LIST)}
				/>
			)}
			{mode.at === "list" && (
				<RulesPage
					view={view}
					busy={command.busy}
					fault={command.fault}
					saved={saved}
					acts={{
						leave: () => void command.call("openDesk", {}),
						add: () => go({ at: "kinds" }),
						edit(at) {
							const rule = rules[at];
							if (rule !== undefined) go({ at: "edit", draft: draftOf(rule), index: at });
						},
						change: (next, text, said) => void change(next, text, said),
						confirm: (password) => void confirm(password),
					}}
				/>
			)}
		</div>
	);
}
