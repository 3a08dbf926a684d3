import clsx from "clsx";
import { useId } from "react";
import { t } from "../../../../text/index.ts";
import { Kbd } from "../../../components/kbd.tsx";
import { useHold } from "./use-hold.ts";
import { type ApproveBlocker, type SpaceAnywhere, useSpaceAnywhere } from "./use-space.ts";

const blockerText = (blocker: NonNullable<ApproveBlocker> | "holding"): string =>
	blocker === "unread" ? t("ui.read-first") : t(`trusted.review.words.${blocker}`);

/** Responds only to press and hold, not to Enter or a click, and is never focused automatically. */
export function HoldButton({
	blocker,
	onConfirmed,
	onUnread,
	text = t("trusted.review.hold-to-approve"),
	quiet = false,
	anywhere = null,
}: {
	blocker: ApproveBlocker;
	onConfirmed: () => void;
	/** Called if the user presses too early. Takes the user to the part that hasn't been read yet. */
	onUnread?: () => void;
	text?: string;
	/** Set if another button is the primary one. */
	quiet?: boolean;
	/** Set if Space works even when the button isn't focused. */
	anywhere?: SpaceAnywhere | null;
}) {
	const hold = useHold(blocker === null, onConfirmed);
	const { part, holding, handlers } = hold;
	useSpaceAnywhere(hold, blocker, anywhere, onUnread);
	const help = useId();
	return (
		<>
			<button
				type="button"
				{...handlers}
				onClick={() => (blocker === "unread" ? onUnread?.() : undefined)}
				aria-disabled={blocker !== null}
				aria-describedby={help}
				aria-busy={blocker === "busy" || blocker === "showing" || undefined}
				data-blocker={blocker ?? undefined}
				data-approve
				onContextMenu={(event) => event.preventDefault()}
				className={clsx(
					"relative order-2 min-h-10 flex-1 touch-none max-[24rem]:basis-full overflow-hidden rounded-md border font-semibold select-none",
					blocker !== null
						? "border-line bg-sunken text-ink-2"
						: quiet
							? "border-edge bg-surface text-ink"
							: "border-ink bg-ink text-ground",
				)}
			>
				<span
					aria-hidden
					className="absolute inset-0 origin-left bg-fill"
					style={{ transform: `scaleX(${part})` }}
				/>
				<span className="relative">
					{blocker === null && !holding ? text : blockerText(blocker ?? "holding")}
					{anywhere !== null && blocker === null && !holding && (
						<span className="ml-2 max-mid:hidden">
							<Kbd of="Space" />
						</span>
					)}
				</span>
			</button>
			<span id={help} className="sr-only">
				{t("trusted.review.hold.help")}
			</span>
		</>
	);
}
