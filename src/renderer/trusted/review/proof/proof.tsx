import clsx from "clsx";
import { FileCheck2, RefreshCw } from "lucide-react";
import { useState } from "react";
import { readAddress } from "../../../../core/format/numeral.ts";
import { readKey } from "../../../../core/format/svm-wire.ts";
import type { CheckRow, ContentView, DiffRow, ReviewView } from "../../../../ipc/review.ts";
import type { DevicePlanView, DeviceReviewView } from "../../../../ipc/wallet.ts";
import { t, textOf, textOrNull } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { ClaimBlock } from "../../../components/claim.tsx";
import { HashPicture, Identicon } from "../../../components/figure/pictures.tsx";
import { groups } from "../../../components/figures.ts";
import { Fold } from "../../../components/fold.tsx";
import { Fault } from "../../../components/notice.tsx";
import { Pill } from "../../../components/pill.tsx";
import { notLookedAt, opinionText } from "../../../components/review/proven.ts";
import { FindingList } from "../../../components/review/remarks.tsx";
import { matchText } from "../../../components/review/sentences.ts";
import { Guards, Warnings } from "../../../components/review/simulation-parts.tsx";
import { Section } from "../../../components/section.tsx";
import { WholeAddress } from "../../../components/text/whole-address.tsx";
import { useTrustedCommand } from "../../../state/trusted.tsx";
import { SIGHT_STYLES, Sight, ToCompare } from "../../device/device-plan.tsx";
import { DeviceStatus } from "../../device/device-status.tsx";
import { groupTitle } from "../../device/plan.ts";
import { Opinion } from "../opinion.tsx";
import { CheckTable, reviewedLabel } from "./check-table.tsx";
import { Fingerprint } from "./fingerprint.tsx";

/** Saves a file that countersign-verify can check offline on another computer. */
function SaveForChecking({ entryId }: { entryId: string }) {
	const command = useTrustedCommand();
	const [saved, setSaved] = useState(false);
	const save = async () => {
		setSaved(false);
		const outcome = await command.call("saveForChecking", { entryId });
		setSaved(outcome?.ok === true);
	};
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
			<p className="min-w-0 flex-1 basis-56 text-f1 text-pretty text-ink-3">
				{saved ? t("trusted.review.verifier.saved") : t("trusted.review.verifier.help")}
			</p>
			<Button size="small" busy={command.busy} onClick={() => void save()}>
				<FileCheck2 size={14} aria-hidden /> {t("trusted.review.save-for-checking")}
			</Button>
			<Fault text={command.fault} className="basis-full" />
		</div>
	);
}

export function Changed({ rows }: { rows: readonly DiffRow[] }) {
	if (rows.length === 0) return null;
	return (
		<section
			aria-labelledby="changed"
			className="mb-5 scroll-mt-4 rounded-md border border-caution/50 bg-caution-soft motion-arrive"
		>
			<h2 id="changed" className="flex items-center gap-2 px-3.5 pt-2.5 pb-1 font-semibold">
				<RefreshCw size={15} aria-hidden className="text-caution" /> {t("trusted.review.changed.title")}
			</h2>
			<p aria-hidden className="grid grid-cols-2 gap-3 px-3.5 text-f1 text-ink-2">
				<span>{t("trusted.review.before")}</span>
				<span>{t("trusted.review.now")}</span>
			</p>
			<dl className="px-3.5 pb-2.5">
				{rows.map((row) => (
					<div key={textOf(row.field)} className="py-1.5">
						<dt className="text-f1 text-ink-2">{textOf(row.field)}</dt>
						<dd className="grid grid-cols-2 gap-3 text-f2">
							<div className="min-w-0">
								<span className="sr-only">{t("trusted.review.before.spoken")} </span>
								<ClaimBlock
									text={textOf(row.before)}
									max={160}
									className="text-ink-2 line-through decoration-1"
								/>
							</div>
							<div className="min-w-0 font-medium">
								<span className="sr-only">{t("trusted.review.now.spoken")} </span>
								<ClaimBlock text={textOf(row.after)} max={160} />
							</div>
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

/**
 * Maximum number of groups to show expanded. If there are more, only those that the device can't show are
 * expanded.
 */
const OPEN = 2;

export function DeviceReview({
	device,
	contents,
}: {
	device: DeviceReviewView;
	contents: readonly ContentView[];
}) {
	const { plans } = device;
	const headlines = contents.length === plans.length ? contents.map((content) => content.headline) : [];
	return (
		<Section title={t("ui.on-your-ledger")} aside={textOf(device.account)}>
			<div className="card *:not-first:border-t *:not-first:border-line-2">
				<DeviceStatus device={device.device} only={device.app} />
				{plans.map((plan, index) => (
					<Group
						key={index}
						plan={plan}
						title={groupTitle(index + 1, plans.length, textOrNull(headlines[index] ?? null))}
						open={plans.length <= OPEN || plan.sight !== "clear"}
					/>
				))}
			</div>
		</Section>
	);
}

function Group({ plan, title, open }: { plan: DevicePlanView; title: string | null; open: boolean }) {
	const content = (
		<>
			<Sight plan={plan} />
			<ToCompare plan={plan} />
		</>
	);
	if (title === null) return <div>{content}</div>;
	const { tone } = SIGHT_STYLES[plan.sight];
	return (
		<Fold
			defaultOpen={open}
			className="px-3.5 py-2.5"
			title={<span className="font-medium text-ink wrap-anywhere">{title}</span>}
			aside={<Pill tone={tone}>{t(`trusted.device.sights.${plan.sight}`)}</Pill>}
		>
			{content}
		</Fold>
	);
}

const FEW = 2;

export const differing = ({ checks }: Pick<ReviewView, "checks">): readonly CheckRow[] =>
	checks.filter(
		({ status, reviewed, payload }) => status === "failed" && (reviewed !== null || payload !== null),
	);

export function Mismatch({ checks, requestKind }: Pick<ReviewView, "checks" | "requestKind">) {
	const failed = checks.filter(({ status }) => status === "failed");
	const shown = differing({ checks });
	return (
		<section aria-label={t("trusted.preview.mismatch")} data-glance="mismatch" className="mt-3">
			<div className="card overflow-hidden border-danger/35 *:not-first:border-t *:not-first:border-line-2">
				{shown.slice(0, FEW).map((check, index) => (
					// Several steps may have the same field.
					<Pair
						key={index}
						check={check}
						requestKind={requestKind}
						aside={
							index === 0
								? t("trusted.preview.differ.aside", { failed: failed.length, count: checks.length })
								: null
						}
					/>
				))}
			</div>
		</section>
	);
}

function Pair({
	check,
	requestKind,
	aside,
}: {
	check: CheckRow;
	requestKind: ReviewView["requestKind"];
	aside: string | null;
}) {
	const isReview = requestKind === "commit" && check.isOfChain !== true;
	const reviewed = isReview ? t("trusted.preview.review-shows") : textOf(reviewedLabel(check, requestKind));
	return (
		<div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-2">
				<p className="font-semibold wrap-anywhere">{textOf(check.field)}</p>
				{aside !== null && <p className="text-f2 text-ink-2">{aside}</p>}
			</div>
			<Side title={reviewed} value={textOrNull(check.reviewed)} alarming={false} />
			<Side title={t("trusted.preview.transaction-pays")} value={textOrNull(check.payload)} alarming />
		</div>
	);
}

const isAddress = (text: string) => readAddress(text) !== null || readKey(text) !== null;

function Side({ title, value, alarming }: { title: string; value: string | null; alarming: boolean }) {
	return (
		<div className={clsx("px-4 py-2", alarming && "bg-danger-soft")}>
			<p className={clsx("text-f2", alarming ? "font-semibold text-danger" : "text-ink-2")}>{title}</p>
			{value === null ? (
				<p className="text-f2">{t("ui.not-stated")}</p>
			) : isAddress(value) ? (
				<p className="mt-1 flex items-center gap-2">
					<Identicon address={value} size={24} square />
					<WholeAddress address={value} />
				</p>
			) : (
				<ClaimBlock text={value} max={160} className="num text-f2" />
			)}
		</div>
	);
}

/** Number of digit groups to show. All comparisons use the whole fingerprint. */
const GROUPS = 4;

export function Proof({ review }: { review: ReviewView }) {
	const { fingerprint } = review;
	const missing = notLookedAt(review);
	const digits = fingerprint === null ? null : groups(fingerprint).slice(0, GROUPS).join(" ");
	return (
		<section aria-label={t("ui.proof")} className="card mt-3">
			<Fold
				className="px-4 py-2.5"
				title={
					<span className="flex items-center gap-3">
						{fingerprint !== null && <HashPicture hex={fingerprint} size={28} />}
						<span className="min-w-0">
							<span className="block text-ink wrap-anywhere">
								{matchText(review)} · {opinionText(review)}
							</span>
							{(missing !== null || digits !== null) && (
								<span className="block text-ink-2 wrap-anywhere">
									{missing}
									{missing !== null && digits !== null && " · "}
									{digits !== null && <span className="num text-ink">{digits}</span>}
								</span>
							)}
						</span>
					</span>
				}
			>
				<div className="*:border-t *:border-line-2">
					<CheckTable
						rows={review.checks}
						text={review.verdict === "matched" ? null : textOf(review.verdictText)}
						requestKind={review.requestKind}
					/>
					{review.opinion !== null && <Opinion opinion={review.opinion} />}
					{review.changes.length > 0 && (
						<p className="px-3.5 py-2 text-f2 text-ink-2">{textOf(review.changesClaim)}</p>
					)}
					{review.findings.length > 0 && (
						<div className="px-3.5 py-1">
							<FindingList rows={review.findings} />
						</div>
					)}
					<Guards rows={review.guards} />
					<Warnings rows={review.warnings} />
					<Fingerprint review={review} />
					{fingerprint !== null && <SaveForChecking entryId={review.entryId} />}
				</div>
			</Fold>
		</section>
	);
}
