import clsx from "clsx";
import { CircleHelp, Ellipsis, MessagesSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { inner } from "../../../core/localized-text.ts";
import { type Band, bandOf } from "../../../core/review/band.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { ReviewPreview } from "../../../ipc/review.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { AskChange } from "../../components/review/ask-change.tsx";
import { BAND_STYLES } from "../../components/review/band-looks.ts";
import { DecisionBlocks } from "../../components/review/decision-blocks.tsx";
import { notLookedAt, opinionText } from "../../components/review/proven.ts";
import { FindingList } from "../../components/review/remarks.tsx";
import { matchText } from "../../components/review/sentences.ts";
import { rich } from "../../components/rich.tsx";
import { Unbroken } from "../../components/text/unbroken.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import type { EntryActs } from "./entry-row.tsx";
import { usePreview } from "./use-preview.ts";

export type FocusedActs = Pick<EntryActs, "open" | "reject" | "more">;

export function Focused({ entry, acts }: { entry: InboxEntryView; acts: FocusedActs }) {
	const { bridge, openSession } = useDesk();
	const [asking, setAsking] = useState(false);
	const preview = usePreview(entry);
	const review = preview.state === "read" ? preview.of : null;
	const canAsk = review?.canAskChange === true;
	useKeys({ c: () => (canAsk ? setAsking(true) : false) });
	const band = review === null ? null : shownBand(review);
	const grave = band?.tone === "danger" || band?.tone === "blocked";
	return (
		<section
			aria-label={t("desk.inbox.focused")}
			data-focused={entry.id}
			className="flex min-h-0 flex-1 flex-col"
		>
			<header className="flex shrink-0 items-center gap-2 px-5 pt-3 pb-2">
				<div className="min-w-0 flex-1 text-f2 text-ink-2">
					<p className="truncate">
						{rich(
							"desk.inbox.focused.of",
							{
								app: () => <Claim text={entry.app ?? ""} max={40} />,
								session: () => <Claim text={textOf(entry.session)} max={80} />,
							},
							{ named: entry.app === null ? "no" : "yes" },
						)}
					</p>
					{entry.expiresAt !== null && (
						<p className="text-f1 text-ink-3">
							{t("desk.inbox.focused.expires")} <Countdown at={entry.expiresAt} />
						</p>
					)}
				</div>
				<Button size="small" variant="quiet" onClick={() => openSession(entry.sessionId)}>
					<MessagesSquare size={15} aria-hidden /> {t("ui.session")}
				</Button>
				<button
					type="button"
					aria-label={t("desk.inbox.more", { what: headlineText(entry.headline) })}
					title={t("ui.more")}
					onClick={() => acts.more(entry.id)}
					className="grid size-8 shrink-0 place-items-center rounded-md border border-line bg-surface text-ink-2 hover:bg-sunken"
				>
					<Ellipsis size={16} aria-hidden />
				</button>
			</header>
			<div
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 outline-offset-[-2px]"
			>
				<div className="card overflow-clip">
					{band !== null && <FocusedBand band={band} />}
					<div className="px-4 py-3">
						<h2 className="text-f4 font-semibold tracking-tight text-balance wrap-anywhere">
							<Unbroken text={headlineText(review?.headline ?? entry.headline)} />
						</h2>
						<p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-f2 text-ink-2">
							{review?.fiat !== undefined && <span className="text-ink">{textOf(review.fiat)}</span>}
							<Claim text={review === null ? entry.chain : textOf(review.chain.name)} max={40} />
							{review?.slippage !== undefined && <span>· {textOf(review.slippage)}</span>}
						</p>
					</div>
				</div>
				{review === null || band === null ? (
					<p className="mt-4 px-1 text-f2 text-ink-3" aria-busy={preview.state === "reading"}>
						{preview.state === "reading" ? t("ui.reading") : t("desk.inbox.focused.gone")}
					</p>
				) : (
					<Decided review={review} band={band} />
				)}
			</div>
			<footer className="flex shrink-0 flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
				<Button variant={grave ? "primary" : "plain"} className="px-3" onClick={() => acts.reject(entry.id)}>
					{t("ui.reject")} <Key>R</Key>
				</Button>
				{canAsk && (
					<Button className="px-3" onClick={() => setAsking(true)}>
						{t("trusted.change")} <Key>C</Key>
					</Button>
				)}
				<Button
					variant={grave ? "plain" : "primary"}
					className="flex-1 px-3"
					onClick={() => acts.open(entry.id)}
				>
					{t("desk.inbox.focused.review")} <Key>↵</Key>
				</Button>
			</footer>
			{asking && review !== null && (
				<AskChange
					review={review}
					onSend={(text) => bridge.call("askForChange", { entryId: entry.id, message: text })}
					onClose={() => setAsking(false)}
				/>
			)}
		</section>
	);
}

const Key = ({ children }: { children: string }) => (
	<span className="hidden wide:inline">
		<Kbd of={children} />
	</span>
);

/** A request must not be called low risk before it has been simulated. */
function shownBand(review: ReviewPreview): Band & { readonly unseen: boolean } {
	const band = bandOf(review);
	return { ...band, unseen: band.tone === "checking" };
}

function FocusedBand({ band }: { band: Band & { readonly unseen: boolean } }) {
	const { icon, ground, mark, text } = BAND_STYLES[band.tone];
	const Icon = band.unseen ? CircleHelp : icon;
	return (
		<div
			data-glance="band"
			data-tone={band.unseen ? "unseen" : band.tone}
			className={clsx("border-b px-4 py-2.5", ground)}
		>
			<p className={clsx("flex items-start gap-2.5 font-semibold wrap-anywhere", text)}>
				<Icon size={18} aria-hidden className={clsx("mt-0.5 shrink-0", band.unseen ? "text-ink-3" : mark)} />
				{band.unseen
					? t("desk.inbox.focused.unseen")
					: band.tone === "blocked"
						? t("trusted.preview.blocked", { reason: inner(band.reason) })
						: textOf(band.reason)}
			</p>
			{band.more.length > 0 && <FindingList rows={band.more} />}
		</div>
	);
}

function Decided({ review, band }: { review: ReviewPreview; band: Band }) {
	const missing = notLookedAt(review);
	const simulated =
		review.opinion?.state === "running" ? t("desk.inbox.focused.not-simulated") : opinionText(review);
	return (
		<>
			<DecisionBlocks review={review} band={band} />
			<dl className="card mt-3 text-f2 *:not-first:border-t *:not-first:border-line-2">
				<Row name={t("ui.account")}>
					<AddressLabel view={review.signer.address} size={16} />
				</Row>
				<Row name={t("ui.proof")}>
					{matchText(review)} · {simulated}
					{missing !== null && <span className="block text-ink-2">{missing}</span>}
				</Row>
			</dl>
		</>
	);
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
	<div className="flex items-center justify-between gap-4 px-4 py-2.5">
		<dt className="shrink-0 text-ink-2">{name}</dt>
		<dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
	</div>
);
