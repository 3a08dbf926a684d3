import clsx from "clsx";
import { t } from "../../text/index.ts";
import { ago, dateTime, timeLeft, timeLeftText } from "../../text/time.ts";
import { useNow } from "../state/clock.tsx";

const HURRY_MS = 60_000;

/** @param alone set if the countdown isn't part of a sentence */
export function Countdown({
	at,
	alone = false,
	className,
}: {
	at: number;
	alone?: boolean;
	className?: string;
}) {
	const now = useNow();
	if (at <= now) return <span className={clsx("text-danger", className)}>{t("components.expired")}</span>;
	const spoken = timeLeftText(at, now);
	return (
		<span className={clsx("num", at - now < HURRY_MS && "font-semibold text-caution", className)}>
			<span aria-hidden>{timeLeft(at, now)}</span>
			<span className="sr-only">{alone ? t("components.left", { timeLeft: spoken }) : spoken}</span>
		</span>
	);
}

/** @param whole adds "ago", for use in a sentence */
export function Ago({ at, whole = false, className }: { at: number; whole?: boolean; className?: string }) {
	const now = useNow();
	const passed = ago(at, now);
	return (
		<time dateTime={new Date(at).toISOString()} title={dateTime(at)} className={className}>
			{whole && passed !== "now" ? t("components.ago", { passed }) : passed}
		</time>
	);
}
