import { ChevronRight } from "lucide-react";
import type { RuleKindView } from "../../../ipc/rules.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Page } from "../page.tsx";
import { RULE_KINDS } from "./rule-kinds.ts";

/** What a new rule shall be about. */
export function KindList({
	onChoose,
	onBack,
}: {
	onChoose: (kind: RuleKindView) => void;
	onBack: () => void;
}) {
	return (
		<Page
			title={t("trusted.rules.a-new-rule")}
			lead={t("trusted.rules.each-rule-only-ever-refuses")}
			bar={
				<Button look="quiet" onClick={onBack}>
					{t("trusted.rules.back-rules")}
				</Button>
			}
		>
			<ul className="card" aria-label={t("trusted.rules.rules")}>
				{RULE_KINDS.map(({ kind, title, text, icon: Icon }) => (
					<li key={kind} className="not-first:border-t not-first:border-line-2">
						<button
							type="button"
							onClick={() => onChoose(kind)}
							className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunken"
						>
							<Icon size={17} aria-hidden className="shrink-0 text-ink-2" />
							<span className="min-w-0 flex-1">
								<span className="block font-medium">{textOf(title)}</span>
								<span className="block text-f2 text-pretty text-ink-2">{textOf(text)}</span>
							</span>
							<ChevronRight size={15} aria-hidden className="shrink-0 text-ink-3" />
						</button>
					</li>
				))}
			</ul>
		</Page>
	);
}
