import clsx from "clsx";
import type { TriageMark, TriageView } from "../../../ipc/inbox.ts";
import { t } from "../../../text/index.ts";

const STYLES: Readonly<Record<TriageMark, string>> = {
	waiting: "h-2 bg-line",
	approved: "h-2 bg-accent",
	rejected: "h-2 bg-ink-3",
	later: "h-1 bg-edge",
	over: "h-1 bg-line",
};

/** With more marks, the gaps would leave no room for them. */
const MAX_GAPS = 60;

export function TriageMarks({ marks, at }: Pick<TriageView, "marks" | "at">) {
	const waiting = marks.filter((mark) => mark === "waiting").length;
	return (
		<div
			role="progressbar"
			aria-label={t("trusted.triage.progress")}
			aria-valuemin={0}
			aria-valuenow={marks.length - waiting}
			aria-valuemax={marks.length}
			className={clsx(
				"hidden h-4 min-w-0 flex-1 items-center mid:flex min-[68rem]:grow-0 min-[68rem]:basis-160",
				marks.length > MAX_GAPS ? "gap-px" : "gap-[3px]",
			)}
		>
			{marks.map((mark, index) => (
				<i
					key={index}
					data-mark={mark}
					className={clsx("min-w-0 flex-1 rounded-[2px]", index === at - 1 ? "h-4 bg-ink" : STYLES[mark])}
				/>
			))}
		</div>
	);
}
