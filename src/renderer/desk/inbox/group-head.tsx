import { ChevronDown, ChevronRight } from "lucide-react";
import { centsWorth } from "../../../core/worth/price.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import type { Group } from "./model.ts";
import { Tick } from "./tick.tsx";

/** A conversation's or a batch's requests: how many, and what they are worth together. */
export function GroupHead({
	group,
	open,
	selected,
	onFold,
	onSelect,
}: {
	group: Group;
	open: boolean;
	selected: boolean | "some";
	onFold: () => void;
	onSelect: (on: boolean) => void;
}) {
	const [first] = group.entries;
	if (first === undefined) return null;
	const { entries, kind, cents, unlimited } = group;
	const Chevron = open ? ChevronDown : ChevronRight;
	return (
		<div className="flex min-h-10 items-center gap-1 border-t border-l-4 border-t-line-2 border-l-transparent bg-sunken px-4">
			<Tick
				label={t("desk.inbox.select-group", { what: textOf(first.session) })}
				on={selected}
				onTurn={onSelect}
			/>
			<button
				type="button"
				aria-expanded={open}
				onClick={onFold}
				className="-mr-2 flex min-w-0 flex-1 items-center gap-2 px-2 py-1 text-left text-f2 -outline-offset-2"
			>
				<Chevron size={15} aria-hidden className="shrink-0 text-ink-3" />
				<AppMark name={first.app ?? textOf(first.session)} className="size-6 text-f1" />
				<span className="flex min-w-0 flex-1 items-baseline gap-1.5 text-ink-2">
					<span className="truncate">
						<b className="font-semibold text-ink">
							<Claim text={first.session} max={80} />
						</b>
						{first.app !== null && (
							<>
								{" "}
								<Claim text={first.app} max={40} />
							</>
						)}
					</span>
					<span className="shrink-0">
						· {t(kind === "batch" ? "desk.inbox.group.batch" : "desk.inbox.group", { count: entries.length })}
					</span>
				</span>
				<span className="shrink-0 font-semibold tabular-nums">
					{unlimited ? (
						<span className="text-danger">{t("desk.inbox.unlimited-at-risk")}</span>
					) : (
						cents !== null && textOf(centsWorth(cents))
					)}
				</span>
			</button>
		</div>
	);
}
