import { Plus, RotateCw, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { Text } from "../../../../core/localized-text.ts";
import { type Band, isLasting } from "../../../../core/review/band.ts";
import { withoutUnsigned } from "../../../../core/unsigned.ts";
import type { ReviewView } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Fold } from "../../../components/fold.tsx";
import { Fault, Notice } from "../../../components/notice.tsx";
import { needsPassword } from "../../../components/review/sentences.ts";
import { useTrustedCommand } from "../../../state/trusted.tsx";
import { UnlockForm } from "../../setup/unlock-form.tsx";
import { AllowOnce, BUTTONS } from "../decision/allow-once.tsx";

/** Shows temporary reasons. Permanent ones are shown in the verdict. */
export function Refusal({
	review,
	band,
	allowOnce,
	onReject,
}: {
	review: ReviewView;
	band: Band;
	/** Ticket that overrides the user's own rules. `null` if there is any other reason for the refusal. */
	allowOnce: string | null;
	onReject: () => void;
}) {
	const command = useTrustedCommand();
	const [allowing, setAllowing] = useState(false);
	const { approval } = review;
	const explained = band.tone === "blocked" || isLasting(review);
	const [main, ...more] = approval.refusals;
	const locked = needsPassword(review);
	const missing = review.rpc?.missing ?? null;
	const reasons = (
		<>
			<Fault text={command.fault} className="mt-2.5" />
			{explained ? (
				<div className="mt-1 flex gap-3">
					<ShieldCheck size={20} aria-hidden className="shrink-0 text-accent" />
					<div className="min-w-0 flex-1">
						<p className="font-semibold">{t("trusted.preview.nothing-moved")}</p>
						<MoreReasons reasons={more.map(withoutUnsigned)} />
					</div>
				</div>
			) : (
				<Notice tone="caution" className="mt-2.5">
					<p className="font-medium">{textOf(main ?? t("trusted.review.approve.blocked"))}</p>
					<MoreReasons reasons={more} />
				</Notice>
			)}
		</>
	);
	if (allowing && allowOnce !== null)
		return (
			<>
				{reasons}
				<AllowOnce review={review} offer={allowOnce} onBack={() => setAllowing(false)} />
			</>
		);
	return (
		<>
			{reasons}
			{locked && (
				<div className="mt-3">
					<UnlockForm />
				</div>
			)}
			<div className={BUTTONS}>
				{review.canReject && (
					<Button variant={explained ? "primary" : "plain"} onClick={onReject}>
						{t("ui.reject")}
					</Button>
				)}
				{missing !== null && (
					<Button
						variant={explained ? "plain" : "primary"}
						onClick={() => void command.call("openNetwork", { chainId: missing, entryId: review.entryId })}
					>
						<Plus size={15} aria-hidden /> {t("trusted.review.add-rpc", { chain: textOf(review.chain.name) })}
					</Button>
				)}
				{approval.canRetry && missing === null && !locked && (
					<Button {...command.press("retry", { entryId: review.entryId })}>
						<RotateCw size={15} aria-hidden className={command.busy ? "motion-turn" : ""} />
						{command.busy ? t("trusted.review.reading-again") : t("trusted.review.read-it-again")}
					</Button>
				)}
				{review.rpc?.failing === true && (
					<Button onClick={() => void command.call("openNetwork", { entryId: review.entryId })}>
						{t("trusted.review.change-rpc", { chain: textOf(review.chain.name) })}
					</Button>
				)}
				{allowOnce !== null && !locked && (
					<Button onClick={() => setAllowing(true)}>{t("trusted.review.allow-once.begin")}</Button>
				)}
				<Button variant="quiet" className="-mr-4 ml-auto" onClick={() => void command.call("openDesk", {})}>
					{t("ui.back.inbox")}
				</Button>
			</div>
		</>
	);
}

function MoreReasons({ reasons }: { reasons: readonly Text[] }) {
	if (reasons.length === 0) return null;
	return (
		<Fold
			className="mt-1 -outline-offset-2"
			title={t("trusted.review.more-reasons", { count: reasons.length })}
		>
			<ul className="mt-1 grid gap-1 pl-5.5 text-f2">
				{reasons.map((text) => (
					<li key={textOf(text)}>{textOf(text)}</li>
				))}
			</ul>
		</Fold>
	);
}
