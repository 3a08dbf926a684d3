import { Activity as ActivityIcon, Download, Search, ShieldCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { ActivityList } from "./activity-list.tsx";
import { filterActivity, OUTCOME_WORDS, type OutcomeFilter } from "./filter.ts";

const FILTERS: readonly OutcomeFilter[] = [
	"all",
	"moving",
	"stuck",
	"confirmed",
	"failed",
	"rejected",
	"refused",
	"expired",
	"replaced",
	"unanswered",
	"ended",
];

/** The journal: every approval and what became of it. */
export function ActivityPlace() {
	const { bridge, view } = useDesk();
	const [text, setText] = useState("");
	const [outcome, setOutcome] = useState<OutcomeFilter>("all");
	const [chain, setChain] = useState<{ readonly ok: boolean; readonly text: string } | null>(null);
	const exporting = useCommand();
	const [verifying, setVerifying] = useState(false);
	const rows = useMemo(() => filterActivity(view.activity, text, outcome), [view.activity, text, outcome]);

	const verify = async () => {
		setVerifying(true);
		try {
			const { ok, text } = await bridge.call("verifyJournal", {});
			setChain({ ok, text: textOf(text) });
		} catch {
			setChain({
				ok: false,
				text: t("desk.activity.journal-could-not-checked-just"),
			});
		} finally {
			setVerifying(false);
		}
	};

	return (
		<div className="flex h-full flex-col">
			<header className="grid shrink-0 gap-3 px-6 pt-4 pb-3">
				<div className="flex flex-wrap items-center justify-between gap-2">
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.activity.activity")}</h1>
					<div className="flex gap-2">
						<Button size="small" busy={verifying} onClick={() => void verify()}>
							<ShieldCheck size={14} aria-hidden />{" "}
							{verifying ? t("desk.activity.verifying") : t("desk.activity.verify-chain")}
						</Button>
						<Button
							size="small"
							busy={exporting.busy}
							onClick={() => void exporting.send(() => bridge.call("exportJournal", {}))}
						>
							<Download size={14} aria-hidden /> {t("desk.activity.export")}
						</Button>
					</div>
				</div>
				{chain !== null && (
					<Notice tone={chain.ok ? "in" : "danger"} alert>
						{chain.text}
					</Notice>
				)}
				<Fault text={exporting.fault} />
				{view.activity.length > 0 && (
					<div className="flex flex-wrap items-center gap-2">
						<div className="relative min-w-0 flex-1">
							<Search size={15} aria-hidden className="absolute inset-y-0 left-3 my-auto text-ink-3" />
							<input
								type="search"
								aria-label={t("desk.activity.filter-by-text")}
								placeholder={t("desk.activity.filter-words-address-transaction-fingerprint")}
								value={text}
								onChange={(event) => setText(event.target.value)}
								className="h-9 w-full rounded-md border border-edge bg-surface pr-3 pl-9"
							/>
						</div>
						<select
							aria-label={t("desk.activity.filter-by-state")}
							value={outcome}
							onChange={(event) =>
								setOutcome(FILTERS.find((filter) => filter === event.target.value) ?? "all")
							}
							className="h-9 rounded-md border border-edge bg-surface px-2"
						>
							{FILTERS.map((filter) => (
								<option key={filter} value={filter}>
									{textOf(filter === "all" ? t("desk.activity.any-state") : OUTCOME_WORDS[filter])}
								</option>
							))}
						</select>
						<p className="text-f2 text-ink-3" role="status">
							{t("desk.activity.rows", { count: rows.length })}
						</p>
					</div>
				)}
			</header>
			{view.activity.length === 0 ? (
				<Empty icon={ActivityIcon} title={t("desk.activity.nothing-signed-yet")}>
					{t("desk.activity.every-approval-written-before-takes")}
				</Empty>
			) : rows.length === 0 ? (
				<p className="px-6 py-4 text-ink-2">{t("desk.activity.no-row-words-state")}</p>
			) : (
				<ActivityList rows={rows} />
			)}
		</div>
	);
}
