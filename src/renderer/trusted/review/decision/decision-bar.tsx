import clsx from "clsx";
import { CloudOff } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { message } from "../../../../core/localized-text.ts";
import { type Band, waitsForOpinion } from "../../../../core/review/band.ts";
import type { ReviewView } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { ended } from "../../../components/figures.ts";
import { Kbd } from "../../../components/kbd.tsx";
import { Fault } from "../../../components/notice.tsx";
import { AskChange } from "../../../components/review/ask-change.tsx";
import { rich } from "../../../components/rich.tsx";
import { useKeyMap } from "../../../state/keys.ts";
import { useIsTriage, useTrusted, useTrustedCommand } from "../../../state/trusted.tsx";
import { Refusal } from "../proof/refusal.tsx";
import { SightLine, SignerLine } from "../signer-line.tsx";
import { AllowedOnce, BUTTONS } from "./allow-once.tsx";
import { HoldButton } from "./hold-button.tsx";
import { OneHold } from "./one-hold.tsx";
import { type ApproveBlocker, WORD_FIELD } from "./use-space.ts";

type WordOf = NonNullable<ReviewView["approval"]["wordOf"]>;

const b = (word: ReactNode) => <b className="font-semibold text-ink">{word}</b>;

/** @param reason text of the verdict */
export const wordLabel = (reason: string, word: string, of: WordOf | null): ReactElement =>
	of === null
		? rich("trusted.preview.typed", { b }, { reason, word })
		: rich("trusted.preview.typed.of", { b }, { reason, word, of: message(`trusted.review.is.${of}`) });

/** Shown next to the field, because the proof that contains the fingerprint may be out of view. */
const WholeFingerprint = ({ fingerprint, word }: { fingerprint: string; word: string }) => (
	<span className="num wrap-anywhere">
		{t("ui.fingerprint")} {fingerprint.slice(0, -word.length)}
		{b(word)}
	</span>
);

/** Main repeats this comparison. */
const isTyped = (given: string, word: string): boolean =>
	given.normalize("NFKC").trim().toUpperCase() === word.toUpperCase();

/** Returns the first reason why the button can't be held, or `null` if it can. */
export function approveBlockerOf({
	offline,
	simulating,
	editing,
	given,
	isRead,
	wordFits,
}: Readonly<
	Record<"offline" | "simulating" | "editing" | "given" | "isRead" | "wordFits", boolean>
>): ApproveBlocker {
	if (offline) return "offline";
	if (simulating) return "simulating";
	// While the user is editing a value, the field may differ from the value that would be signed.
	if (editing && !given) return "editing";
	if (given) return "busy";
	if (!isRead) return "unread";
	return wordFits ? null : "word";
}

function useApproval(
	{ approval, fingerprint }: Pick<ReviewView, "approval" | "fingerprint">,
	ticket: string | null,
) {
	const [word, setWord] = useState("");
	/** Ticket of an approval that main has accepted. */
	const [given, setGiven] = useState<string | null>(null);
	const { call, clear, busy, fault } = useTrustedCommand();
	// Clears the typed word and the last refusal when there is a new ticket.
	useEffect(() => {
		setWord("");
		clear();
	}, [ticket, clear]);
	const approve = async (): Promise<void> => {
		if (ticket === null || fingerprint === null) return;
		await call(
			"approve",
			{
				ticket,
				fingerprint,
				word: approval.word === null ? null : word.trim(),
			},
			() => setGiven(ticket),
		);
	};
	return {
		word,
		setWord,
		wordFits: approval.word === null || isTyped(word, approval.word),
		given: busy || given === ticket,
		fault,
		approve,
	};
}

/**
 * Focuses the field for the word. The review behind the bar scrolls only if the field is out of view or below
 * the buttons.
 */
function focusWord(bar: HTMLElement | null): void {
	const field = bar?.querySelector<HTMLElement>(WORD_FIELD) ?? null;
	if (field === null) return;
	field.focus({ preventScroll: true });
	const { left, top, width, height } = field.getBoundingClientRect();
	if (document.elementFromPoint(left + width / 2, top + height / 2) !== field)
		field.scrollIntoView({ block: "center" });
}

const Hint = ({ children }: { children: string }) => (
	<span className="max-mid:hidden">
		<Kbd of={children} />
	</span>
);

export function DecisionBar({
	review,
	band,
	ticket,
	offline,
	editing,
	allowOnce,
	exceptionUntil,
	isRead,
	onUnread,
	onShowDevice,
}: {
	review: ReviewView;
	band: Band;
	ticket: string | null;
	offline: boolean;
	/** Whether the user has started to edit a value but hasn't applied it yet. */
	editing: boolean;
	allowOnce: string | null;
	exceptionUntil: number | null;
	isRead: boolean;
	/** Scrolls to the part that must be visible before Approve is enabled. */
	onUnread: () => void;
	onShowDevice: () => void;
}) {
	const { bridge, view } = useTrusted();
	const { approval, fingerprint } = review;
	const { word, setWord, wordFits, given, fault, approve } = useApproval(review, ticket);
	const [asking, setAsking] = useState(false);
	useKeyMap({ c: () => (review.canAskChange ? setAsking(true) : false) }, view.settings.singleKeys);
	const hasKeys = useIsTriage() && view.settings.singleKeys;
	const bar = useRef<HTMLElement>(null);
	const anywhere = useMemo(() => (hasKeys ? { onWord: () => focusWord(bar.current) } : null), [hasKeys]);
	const leave = useTrustedCommand();
	const no = useTrustedCommand();
	const reject = () => void no.call("rejectEntries", { entryIds: [review.entryId], reason: null });

	// Approve stays in place if only the second simulation or the connection to the service is missing.
	const simulating = waitsForOpinion(review);
	const able = (approval.possible && (ticket !== null || offline) && fingerprint !== null) || simulating;
	const blocker = approveBlockerOf({ offline, simulating, editing, given, isRead, wordFits });
	const blocked = band.tone === "blocked";
	const grave = band.tone === "danger" || blocked;
	const reason =
		band.tone === "calm" || band.tone === "checking"
			? t("trusted.preview.typed.risk")
			: ended(textOf(band.reason));

	return (
		<section
			ref={bar}
			aria-label={t("ui.your-decision")}
			data-glance="footer"
			data-region
			className="bleed sticky bottom-0 z-10 order-3 mt-auto flex shrink-0 max-h-[60vh] flex-col overflow-y-auto border-t border-line bg-surface pt-3 @min-[66rem]:col-span-2 short:contents short:*:order-3"
		>
			{!blocked && <SignerLine signer={review.signer} device={review.device} />}
			<Fault text={fault ?? no.fault} className="mt-2.5" />
			{able ? (
				<>
					<OneHold steps={review.oneHold} isOnDevice={review.device !== null} />
					{exceptionUntil !== null && <AllowedOnce until={exceptionUntil} />}
					{approval.word !== null && !offline && (
						<Field
							label={wordLabel(reason, approval.word, approval.wordOf)}
							value={word}
							onText={setWord}
							maxLength={80}
							mono
							data-typed-word
							className="mt-2.5"
							{...(approval.wordOf === "fingerprint" && fingerprint !== null
								? { help: <WholeFingerprint fingerprint={fingerprint} word={approval.word} /> }
								: {})}
						/>
					)}
					{offline && (
						<p role="status" className="mt-2.5 flex items-center gap-2 text-f2 text-ink-2">
							<CloudOff size={14} aria-hidden className="shrink-0 text-caution" />
							{t("trusted.review.offline")}
						</p>
					)}
					<div className={BUTTONS}>
						{review.canReject ? (
							<Button
								variant={grave ? "primary" : "plain"}
								className={clsx("max-[24rem]:px-3", grave && "flex-1")}
								busy={no.busy}
								onClick={reject}
							>
								{t("ui.reject")}
								{hasKeys && <Hint>R</Hint>}
							</Button>
						) : (
							<Button onClick={() => void leave.call("openDesk", {})}>{t("ui.not-now")}</Button>
						)}
						<HoldButton
							key={ticket ?? "no-ticket"}
							blocker={blocker}
							quiet={grave && review.canReject}
							onConfirmed={() => void approve()}
							onUnread={onUnread}
							anywhere={anywhere}
						/>
						{/* Displayed between the two buttons, but placed after Approve in the tab order. */}
						{review.canAskChange && (
							<Button className="order-1 px-3 max-[24rem]:px-2" onClick={() => setAsking(true)}>
								{t("trusted.change")}
								{hasKeys && <Hint>C</Hint>}
							</Button>
						)}
					</div>
				</>
			) : (
				<Refusal review={review} band={band} allowOnce={allowOnce} onReject={reject} />
			)}
			{asking && (
				<AskChange
					review={review}
					onSend={(text) => bridge.call("askForChange", { entryId: review.entryId, message: text })}
					onClose={() => setAsking(false)}
				/>
			)}
			{review.device !== null && !blocked && <SightLine device={review.device} onShow={onShowDevice} />}
		</section>
	);
}
