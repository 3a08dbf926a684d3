import clsx from "clsx";
import { type Ref, useId, useState } from "react";
import { inner } from "../../../../core/localized-text.ts";
import type { Band } from "../../../../core/review/band.ts";
import { t, textOf } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { BAND_STYLES } from "../../../components/review/band-looks.ts";
import { FindingList, WhyFacts } from "../../../components/review/remarks.tsx";
import { useNow } from "../../../state/clock.tsx";
import { useTrustedCommand } from "../../../state/trusted.tsx";

/** Must have been visible before Approve is enabled. */
export function VerdictBand({ band, ref }: { band: Band; ref: Ref<HTMLDivElement> }) {
	const [open, setOpen] = useState(false);
	const list = useId();
	const { icon: Icon, ground, mark, text } = BAND_STYLES[band.tone];
	const alarming = band.tone === "danger" || band.tone === "blocked";
	const aside = band.tone === "calm" ? t("trusted.preview.checked-here") : null;
	return (
		<div
			ref={ref}
			id="verdict"
			tabIndex={-1}
			role={alarming ? "alert" : "status"}
			data-glance="band"
			data-tone={band.tone}
			{...(alarming ? { "data-read-first": "" } : {})}
			className={clsx(
				"bleed z-10 flex shrink-0 min-h-11 flex-wrap content-center items-center gap-x-3 border-b py-2 outline-none @min-[66rem]:col-span-2 short:static",
				ground,
				// An open list would cover too much of the review, so the band then scrolls along with the
				// review.
				open ? "relative" : "sticky top-0",
			)}
		>
			<Icon size={20} aria-hidden className={clsx("shrink-0 self-start", mark)} />
			<p className={clsx("min-w-0 flex-1 font-semibold wrap-anywhere", text)}>
				{band.tone === "blocked"
					? t("trusted.preview.blocked", { reason: inner(band.reason) })
					: textOf(band.reason)}
			</p>
			{band.tone === "checking" && <Checking />}
			{aside !== null && <span className="text-f2 text-ink-2 max-[24rem]:sr-only">{aside}</span>}
			{(band.more.length > 0 || band.cause !== undefined) && (
				<button
					type="button"
					aria-expanded={open}
					aria-controls={list}
					onClick={() => setOpen(!open)}
					className="rounded-sm text-f2 text-ink underline decoration-edge underline-offset-2 hover:decoration-ink"
				>
					{band.more.length > 0 ? t("trusted.preview.and-more", { count: band.more.length }) : t("why")}
				</button>
			)}
			<div id={list} className="basis-full" hidden={!open}>
				{band.cause !== undefined && <WhyFacts row={band.cause} />}
				{band.more.length > 0 && <FindingList rows={band.more} />}
			</div>
		</div>
	);
}

/** Time after which the app says that the check is taking a while. */
const LONG_MS = 8_000;

/** Shown while a check is running. Nothing can be approved until it ends. */
function Checking() {
	const command = useTrustedCommand();
	const now = useNow();
	const [since] = useState(now);
	const passed = Math.max(0, now - since);
	const isLong = passed >= LONG_MS;
	return (
		<span className="flex flex-wrap items-center gap-x-3 text-f2 text-ink-2">
			<span className="max-[24rem]:sr-only">
				{isLong ? t("trusted.preview.checking.long") : t("trusted.preview.checking.aside")}
			</span>
			<span className="num" role="timer">
				{Math.floor(passed / 60_000)}:{String(Math.floor(passed / 1000) % 60).padStart(2, "0")}
			</span>
			{isLong && (
				<Button size="small" onClick={() => void command.call("close", {})}>
					{t("trusted.preview.checking.stop")}
				</Button>
			)}
		</span>
	);
}
