import { Moon } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fault } from "../../components/notice.tsx";
import { ReasonForm } from "../../components/rejection/reason-form.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { turned } from "../../state/sets.ts";
import { SnoozeChoices } from "./row-menu.tsx";
import { Tick } from "./tick.tsx";

/** Has no button for approving, because every request must be reviewed on its own. */
export function SelectBar({
	ids,
	total,
	onAll,
	onDone,
}: {
	ids: readonly string[];
	total: number;
	onAll: () => void;
	onDone: () => void;
}) {
	const command = useDeskCommand();
	const [asking, setAsking] = useState<"reason" | "snooze" | null>(null);
	const count = ids.length;
	const reject = (reason: string | null) =>
		command.call("rejectEntries", { entryIds: [...ids], reason }, onDone);
	return (
		<section
			aria-label={t("desk.inbox.selected.label")}
			className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3"
		>
			<Tick
				label={t("desk.inbox.select-all")}
				on={count === total ? true : "some"}
				onTurn={(on) => (on ? onAll() : onDone())}
			/>
			<b className="font-semibold" role="status">
				{t("desk.inbox.selected", { count })}
			</b>
			<Fault text={command.fault} />
			<span className="ml-auto flex flex-wrap gap-2">
				<Button variant="quiet" size="small" onClick={onDone}>
					{t("ui.clear")}
				</Button>
				<Button size="small" onClick={() => setAsking("snooze")}>
					<Moon size={14} aria-hidden /> {t("desk.inbox.snooze")}
				</Button>
				<Button variant="primary" size="small" onClick={() => setAsking("reason")}>
					{t("desk.inbox.reject-many", { count })}
				</Button>
			</span>
			{asking === "reason" && (
				<Dialog title={t("desk.inbox.reject-many.title", { count })} onClose={() => setAsking(null)}>
					<p className="mb-3 text-f2 text-ink-2">{t("desk.inbox.reject-many.lead")}</p>
					<ReasonForm
						busy={command.busy}
						submit={t("desk.inbox.reject-many.submit", { count })}
						onReason={(reason) => void reject(reason)}
					/>
					<Button
						variant="quiet"
						size="small"
						className="mt-2"
						busy={command.busy}
						onClick={() => void reject(null)}
					>
						{t("desk.inbox.reject-many.silent")}
					</Button>
					<Fault text={command.fault} className="mt-3" />
				</Dialog>
			)}
			{asking === "snooze" && (
				<Dialog title={t("desk.inbox.snooze")} onClose={() => setAsking(null)}>
					<SnoozeChoices
						ids={ids}
						onDone={() => {
							setAsking(null);
							onDone();
						}}
					/>
				</Dialog>
			)}
		</section>
	);
}

/** Contains only entries on screen, so no action affects an entry that a filter hides. */
export interface Selection {
	readonly ids: ReadonlySet<string>;
	readonly turn: (ids: readonly string[], on: boolean) => void;
	readonly clear: () => void;
}

export function useSelection(waiting: readonly InboxEntryView[]): Selection {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const ids = useMemo(
		() => new Set(waiting.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
		[waiting, chosen],
	);
	const turn = useCallback((these: readonly string[], on: boolean) => {
		setChosen((held) => turned(held, these, on));
	}, []);
	const clear = useCallback(() => setChosen(new Set()), []);
	return { ids, turn, clear };
}
