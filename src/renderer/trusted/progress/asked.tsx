import type { ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Claim } from "../../components/claim.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { rich } from "../../components/rich.ts";

/**
 * Who asked for it, in which conversation, where it goes and when it was approved: as the review's head has it. Beside
 * it, with what it was signed.
 */
export function Asked({
	progress: { app, own, session, network, approvedAt, signedWith },
}: {
	progress: Pick<ProgressView, "app" | "own" | "session" | "network" | "approvedAt" | "signedWith">;
}) {
	const who = own ? t("trusted.review.you") : app;
	return (
		<header className="flex shrink-0 items-center gap-x-3 border-b border-line bg-surface gutter py-2.5">
			<AppMark name={who ?? textOf(session)} />
			<div className="min-w-0 flex-1">
				<p className="truncate text-f2">
					<b className="font-semibold">
						<Claim text={who ?? session} max={40} />
					</b>
					{who !== null && (
						<span className="text-ink-2">
							{" "}
							{rich("trusted.review.asks-in", {}, { session: () => <Claim text={session} max={80} /> })}
						</span>
					)}
				</p>
				<p className="truncate text-f1 text-ink-3">
					{network !== null && `${textOf(network)} · `}
					{t("trusted.progress.approved-at", { time: dateTime(approvedAt) })}
				</p>
			</div>
			{signedWith !== null && (
				<p className="max-w-2/5 text-right text-f1 text-balance text-ink-3">{textOf(signedWith)}</p>
			)}
		</header>
	);
}
