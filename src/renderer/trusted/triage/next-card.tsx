import { centsText } from "../../../core/fiat/price.ts";
import { reasonOf, riskOf } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { rich } from "../../components/rich.ts";
import { Unbroken } from "../../components/text/unbroken.tsx";

const BLOCKS = ["h-16", "h-16", "h-24", "h-14"] as const;

/** Announces the next request. It contains no decision: the review follows. */
export function NextCard({ next }: { next: InboxEntryView | null }) {
	if (next === null) return null;
	const { app, session, expiresAt, cents, chain } = next;
	const reason = reasonOf(next);
	return (
		<aside
			aria-label={t("trusted.triage.next")}
			className="mt-4 -mr-6 hidden h-[calc(100%-2rem)] w-160 shrink-0 flex-col overflow-clip rounded-l-md border border-r-0 border-line bg-surface min-[68rem]:flex"
		>
			<div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
				<AppMark name={app ?? textOf(session)} />
				<p className="min-w-0">
					<b className="block truncate text-f2 font-semibold">
						<Claim text={app ?? textOf(session)} max={40} />
					</b>
					<span className="block text-f1 text-ink-3">
						{expiresAt === null
							? t("trusted.review.no-expiry")
							: rich("trusted.review.expires", {}, { time: () => <Countdown at={expiresAt} /> })}
					</span>
				</p>
			</div>
			<div className="grid min-h-0 flex-1 content-start gap-2 bg-ground p-4">
				<p className="text-f1 text-ink-3">
					{t("trusted.triage.next.word")} <Kbd of="J" />
				</p>
				<p className="max-w-80 text-f4 font-semibold text-ink-2 wrap-anywhere">
					<Unbroken text={headlineText(next.headline)} />
				</p>
				<p className="max-w-80 text-f2 text-ink-2">
					{reason !== null && (
						<b
							className={
								riskOf(next) === "danger" ? "font-semibold text-danger" : "font-semibold text-caution"
							}
						>
							{textOf(reason)}
							{" · "}
						</b>
					)}
					{cents !== null && `${textOf(centsText(BigInt(cents)))} · `}
					<Claim text={chain} max={40} />
				</p>
				{BLOCKS.map((height, index) => (
					<div
						key={index}
						aria-hidden
						className={`${height} w-160 rounded-md border border-line-2 bg-sunken`}
					/>
				))}
			</div>
		</aside>
	);
}
