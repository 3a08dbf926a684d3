import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import type { AmountView } from "../../ipc/primitives.ts";
import { t, textOf } from "../../text/index.ts";
import { Claim } from "./claim.tsx";
import { grouped } from "./figures.ts";
import { rich } from "./rich.tsx";

const MAX_MADE_UNIT = 64;

export function Amount({
	view,
	sign,
	exact = false,
	className,
}: {
	view: AmountView;
	sign?: "+" | "−";
	/** Whether to show all digits of a rounded amount as well. "spoken" shows them only to screen readers. */
	exact?: boolean | "spoken";
	className?: string;
}) {
	return (
		<span className={clsx("inline-flex max-w-full min-w-0 flex-col items-end", className)}>
			{/* The token chooses its own unit, so a long one must be cut off before the amount is. */}
			<span className="max-w-full truncate max-[24rem]:wrap-anywhere max-[24rem]:whitespace-normal">
				{/* Keeps the sign next to the number if the unit is written from right to left. */}
				{sign === undefined ? view.text : <bdi dir="ltr">{`${sign} ${view.text}`}</bdi>}{" "}
				<Claim text={textOf(view.unit)} max={typeof view.unit === "string" ? 16 : MAX_MADE_UNIT} />
			</span>
			{exact !== false && view.full !== view.text && (
				<span className={exact === "spoken" ? "sr-only" : "num text-f1 font-normal text-ink-3 wrap-anywhere"}>
					{t("components.exactly", { full: view.full })}
				</span>
			)}
			{!view.checked && <Unchecked view={view} />}
		</span>
	);
}

function Unchecked({ view }: { view: AmountView }) {
	return (
		<span className="inline-flex items-center gap-1 text-f1 font-normal text-caution">
			<TriangleAlert size={12} aria-hidden />
			<span>
				{rich(
					"components.unchecked-raw",
					{ b: (text) => <span className="num wrap-anywhere">{text}</span> },
					{ raw: grouped(view.raw) },
				)}
			</span>
		</span>
	);
}
