import clsx from "clsx";
import { Check, Minus } from "lucide-react";

/** Only Space toggles the checkbox, so that single-key shortcuts work while it has the focus. */
export function Tick({
	label,
	on,
	onTurn,
	className,
}: {
	label: string;
	/** `some` if only part of a group is selected. */
	on: boolean | "some";
	onTurn: (on: boolean) => void;
	className?: string;
}) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: an input would count as a place to write in.
		<button
			type="button"
			role="checkbox"
			aria-label={label}
			aria-checked={on === "some" ? "mixed" : on}
			onClick={() => onTurn(on !== true)}
			className={clsx("grid size-6 shrink-0 place-items-center rounded-sm", className)}
		>
			<span
				className={clsx(
					"grid size-4.5 place-items-center rounded-sm border",
					on === false ? "border-edge bg-surface" : "border-accent bg-accent text-surface",
				)}
			>
				{on === true && <Check size={13} strokeWidth={3} aria-hidden />}
				{on === "some" && <Minus size={13} strokeWidth={3} aria-hidden />}
			</span>
		</button>
	);
}
