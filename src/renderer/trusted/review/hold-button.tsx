import clsx from "clsx";
import { useId } from "react";
import { useHold } from "./use-hold.ts";

/** Why the button can't be held yet; null once it can. */
export type Asleep = "simulating" | "waking" | "word" | "busy" | null;

const WORDS = {
	simulating: "Simulating on your RPC…",
	waking: "Read it first…",
	word: "Type the word above",
	busy: "Approving…",
	holding: "Keep holding…",
} as const;

/** Approve, by press and hold. Reachable by keyboard, never focused by itself, deaf to Enter and to clicks. */
export function HoldButton({
	asleep,
	onHeld,
	words = "Hold to approve",
}: {
	asleep: Asleep;
	onHeld: () => void;
	/** What it says once it can be held. */
	words?: string;
}) {
	const { part, holding, handlers } = useHold(asleep === null, onHeld);
	const help = useId();
	return (
		<>
			<button
				type="button"
				{...handlers}
				aria-disabled={asleep !== null}
				aria-describedby={help}
				aria-busy={asleep === "busy" || undefined}
				data-asleep={asleep ?? undefined}
				onContextMenu={(event) => event.preventDefault()}
				className={clsx(
					"relative min-h-12 flex-1 touch-none overflow-hidden rounded-md border font-semibold select-none",
					asleep === null ? "border-ink bg-ink text-ground" : "border-line bg-sunken text-ink-2",
				)}
			>
				<span
					aria-hidden
					className="absolute inset-0 origin-left bg-fill"
					style={{ transform: `scaleX(${part})` }}
				/>
				<span className="relative">{asleep === null && !holding ? words : WORDS[asleep ?? "holding"]}</span>
			</button>
			<span id={help} className="sr-only">
				Press and hold for about a second, with the mouse, by touch, or with the space bar. Enter does
				nothing.
			</span>
		</>
	);
}
