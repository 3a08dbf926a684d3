import { Plus, ScrollText } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { RulesView, RuleWish } from "../../../bridge/policy-views.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { KindList } from "./kind-list.tsx";
import { Loosening } from "./loosening.tsx";
import { draftOf, moved, newDraft, type RuleDraft } from "./rule-draft.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleList } from "./rule-list.tsx";

type Mode =
	| { readonly at: "list" }
	| { readonly at: "kinds" }
	/** `place` null: a new one, at the end. */
	| { readonly at: "edit"; readonly draft: RuleDraft; readonly place: number | null }
	| {
			readonly at: "loosen";
			readonly next: readonly RuleWish[];
			readonly words: string;
			readonly said: string;
	  };

const LIST: Mode = { at: "list" };

/** The person's rules: seen, added, changed, moved and removed. Main decides what an edit takes. */
export function RulesScreen({ rules: view }: { rules: RulesView }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [mode, setMode] = useState<Mode>(LIST);
	const [saved, setSaved] = useState<string | null>(null);
	const content = useRef<HTMLDivElement>(null);
	const shown = useRef(mode.at);
	// Each step of this screen starts at its heading, as screens do.
	useEffect(() => {
		if (shown.current === mode.at) return;
		shown.current = mode.at;
		content.current?.querySelector<HTMLElement>("h1")?.focus();
	}, [mode.at]);

	const rules = view.rules.map(({ rule }) => rule);
	const go = (next: Mode) => {
		wish.clear();
		setSaved(null);
		setMode(next);
	};
	const store = async (next: readonly RuleWish[], password: string | null, said: string) => {
		const { version } = view;
		const outcome = await wish.send(() =>
			bridge.call("saveRules", { version, rules: written(next), password }),
		);
		if (outcome?.ok !== true) return;
		setMode(LIST);
		setSaved(said);
	};
	/** Main says first whether it loosens; only then a password is asked for. */
	const change = async (next: readonly RuleWish[], words: string, said: string) => {
		setSaved(null);
		const weighed = await wish.send(() => bridge.call("weighRules", { rules: written(next) }));
		if (weighed?.ok !== true) return;
		if (weighed.loosens === true) setMode({ at: "loosen", next, words, said });
		else await store(next, null, said);
	};

	const keep = (rule: RuleWish, place: number | null) =>
		void change(
			place === null ? [...rules, rule] : rules.map((each, at) => (at === place ? rule : each)),
			`You are changing “${rule.name}”.`,
			place === null ? `“${rule.name}” holds from now on.` : `“${rule.name}” is changed.`,
		);

	return (
		<div ref={content} className="h-full">
			{mode.at === "kinds" && (
				<KindList
					onBack={() => go(LIST)}
					onChoose={(kind) =>
						go({ at: "edit", draft: newDraft(kind, view.chains, crypto.randomUUID()), place: null })
					}
				/>
			)}
			{mode.at === "edit" && (
				<RuleEditor
					key={mode.draft.id}
					first={mode.draft}
					isNew={mode.place === null}
					view={view}
					busy={wish.busy}
					fault={wish.fault}
					onSave={(rule) => keep(rule, mode.place)}
					onBack={() => go(LIST)}
				/>
			)}
			{mode.at === "loosen" && (
				<Loosening
					words={mode.words}
					hasPassword={view.hasPassword}
					busy={wish.busy}
					fault={wish.fault}
					onGo={(password) => void store(mode.next, password, mode.said)}
					onBack={() => go(LIST)}
				/>
			)}
			{mode.at === "list" && (
				<Page
					title="Your rules"
					lead="Every rule that applies must pass before anything can be approved. They are looked at when a request is shown, and once more before it is signed."
					bar={
						<>
							<Button look="quiet" onClick={() => void wish.send(() => bridge.call("openDesk", {}))}>
								Back to settings
							</Button>
							<Button look="primary" disabled={!view.readable} onClick={() => go({ at: "kinds" })}>
								<Plus size={15} aria-hidden /> Add a rule
							</Button>
						</>
					}
				>
					<div className="grid gap-4">
						{saved !== null && (
							<Notice tone="in" alert>
								{saved}
							</Notice>
						)}
						<Fault words={wish.fault} />
						{!view.readable && (
							<Unreadable
								busy={wish.busy}
								onStart={() =>
									void change(
										[],
										"You are removing rules that can’t be read, and begin without any.",
										"You have no rules now.",
									)
								}
							/>
						)}
						{view.readable && rules.length === 0 && (
							<Empty icon={ScrollText} title="No rules yet">
								Without rules, what a review allows can be approved. A rule never approves anything by itself.
							</Empty>
						)}
						{rules.length > 0 && (
							<RuleList
								rules={view.rules}
								busy={wish.busy}
								onEdit={(at) => {
									const rule = rules[at];
									if (rule !== undefined) go({ at: "edit", draft: draftOf(rule), place: at });
								}}
								onMove={(at, by) => {
									const name = rules[at]?.name ?? "";
									void change(moved(rules, at, by), `You are moving “${name}”.`, `“${name}” is moved.`);
								}}
								onRemove={(at) => {
									const name = rules[at]?.name ?? "";
									void change(
										rules.filter((_, index) => index !== at),
										`You are removing “${name}”.`,
										`“${name}” is removed.`,
									);
								}}
							/>
						)}
						{rules.length > 0 && (
							<p className="text-f2 text-pretty text-ink-3">
								Making a rule stricter takes effect at once. Loosening one takes your password.
							</p>
						)}
					</div>
				</Page>
			)}
		</div>
	);
}

/** As plain records: main reads each by its own schema. */
const written = (rules: readonly RuleWish[]): Record<string, unknown>[] => rules.map((rule) => ({ ...rule }));

function Unreadable({ busy, onStart }: { busy: boolean; onStart: () => void }) {
	return (
		<Notice tone="danger" alert>
			<p>
				Your rules can’t be read, so nothing is approved. They may have been written by a newer Countersign:
				install it to have them back.
			</p>
			<Button size="small" look="danger" className="mt-2" disabled={busy} onClick={onStart}>
				Begin without rules
			</Button>
		</Notice>
	);
}
