import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import type { AmountView } from "../../ipc/primitives.ts";
import { t, textOf } from "../../text/index.ts";
import { Claim } from "./claim.tsx";
import { grouped } from "./figures.ts";
import { rich } from "./rich.ts";

const MAX_MADE_UNIT = 64;

export function Amount({
	view,
	sign,
	exact = false,
	className,
}: {
	view: AmountView;
	sign?: "+" | "−";
	/** Also shows every digit of a rounded amount, or only to screen readers. */
	exact?: boolean | "spoken";
	className?: string;
}) {
	return (
		<span className={clsx("inline-flex max-w-full min-w-0 flex-col items-end", className)}>
			{/* The unit is the token's own text, so it shrinks before the amount does. */}
			<span className="max-w-full truncate max-[24rem]:wrap-anywhere max-[24rem]:whitespace-normal">
				{/* A right-to-left unit must not separate the sign from the number. */}
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
					{ raw: grouped(view.raw) },
					{ b: (text) => <span className="num wrap-anywhere">{text}</span> },
				)}
			</span>
		</span>
	);
}
