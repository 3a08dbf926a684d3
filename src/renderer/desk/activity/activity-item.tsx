import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { fieldText } from "../../../core/review/field-text.ts";
import type { ActivityRow, ApprovedRow, RecordRow } from "../../../ipc/activity.ts";
import { headlineText, t, textOf, textOrNull } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Address, AddressLabel } from "../../components/address.tsx";
import { Button, CopyButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { HashPicture } from "../../components/figure/pictures.tsx";
import { ends, groups } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { StepList } from "../../components/steps.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { OUTCOME_TONES, outcomeText } from "./filter.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<p className="text-f1 text-ink-3">{name}</p>
			<div className="min-w-0 wrap-anywhere">{children}</div>
		</div>
	);
}

function Why({ row }: { row: RecordRow }) {
	switch (row.kind) {
		case "expired":
			return <p>{t("desk.activity.expired")}</p>;
		case "rule":
			return (
				<>
					<p>{textOf(row.text)}</p>
					<Fact name={t("desk.activity.rule")}>{row.rule}</Fact>
				</>
			);
		case "rejected":
			return (
				<>
					<p>
						{row.by === "user"
							? t(`desk.activity.arrival.${row.arrival}`)
							: t("desk.activity.rejected-elsewhere")}
						{row.why !== null && ` ${textOf(row.why)}`}
					</p>
					{row.reason.length > 0 && <Fact name={t("desk.activity.your-reason")}>{row.reason}</Fact>}
				</>
			);
		case "lie":
			return (
				<>
					<p className="font-medium">{t(`desk.activity.lie.${row.lie}`)}</p>
					<p>{textOf(row.text)}</p>
					{(row.reviewed !== null || row.payload !== null) && (
						<div className="grid gap-3 mid:grid-cols-3">
							<Fact name={t("ui.difference")}>
								<span className="num">
									<Claim text={textOf(fieldText(row.fields[0] ?? ""))} max={200} />
								</span>
							</Fact>
							<Fact name={t("desk.activity.the-review")}>
								<span className="num">
									<Claim text={textOrNull(row.reviewed) ?? ""} max={400} />
								</span>
							</Fact>
							<Fact name={t("ui.to-be-signed")}>
								<span className="num">
									<Claim text={textOrNull(row.payload) ?? ""} max={400} />
								</span>
							</Fact>
						</div>
					)}
					{row.fields.length > 1 && (
						<p className="text-ink-2">{t("desk.activity.more-fields", { count: row.fields.length - 1 })}</p>
					)}
					<p className="text-ink-2">
						{row.hasProof ? t("desk.activity.proof.available") : t("desk.activity.proof.none")}
					</p>
				</>
			);
	}
}

const STRIPES: Readonly<Partial<Record<(typeof OUTCOME_TONES)[keyof typeof OUTCOME_TONES], string>>> = {
	danger: "border-l-danger",
	caution: "border-l-caution",
};

export function ActivityItem({
	row,
	open,
	onOpenChange,
}: {
	row: ActivityRow;
	open: boolean;
	onOpenChange: (open: boolean) => void;
}) {
	return (
		<div
			className={clsx(
				"border-b border-l-4 border-b-line-2",
				STRIPES[OUTCOME_TONES[row.outcome]] ?? "border-l-transparent",
			)}
		>
			<Fold
				open={open}
				onOpenChange={onOpenChange}
				className="min-h-13 pr-6 pl-5 -outline-offset-2 hover:bg-ground"
				title={
					<span className="flex min-w-0 items-center gap-3">
						<AppMark name={row.app ?? textOf(row.session)} className="size-7 text-f2" />
						<span className="grid min-w-0 leading-snug">
							<span className="truncate text-f3 font-medium text-ink">{headlineText(row.headline)}</span>
							<span className="flex min-w-0 items-center gap-2 text-f1 text-ink-3">
								<span className="truncate">
									{textOf(row.chain)} · <Claim text={row.session} max={80} />
								</span>
								{row.signer !== null && (
									<span className="hidden shrink-0 mid:inline-flex">
										<AddressLabel view={row.signer} size={14} />
									</span>
								)}
							</span>
						</span>
					</span>
				}
				aside={
					<span className="flex items-center gap-3">
						<Pill tone={OUTCOME_TONES[row.outcome]}>{outcomeText(row)}</Pill>
						<Ago at={row.at} className="w-12 text-right" />
					</span>
				}
			>
				{row.kind === "approved" ? (
					<Details row={row} />
				) : (
					<div className="grid gap-3 border-t border-line-2 px-6 py-3.5 text-f2">
						<Why row={row} />
						<div className="grid gap-3 mid:grid-cols-2">
							<Fact name={t("desk.activity.written-down")}>{dateTime(row.at)}</Fact>
							{row.app !== null && (
								<Fact name={t("ui.app")}>
									<Claim text={row.app} max={160} />
								</Fact>
							)}
							{row.signer !== null && (
								<Fact name={t("desk.activity.signer")}>
									<Address view={row.signer} />
								</Fact>
							)}
						</div>
						<Leads row={row} />
					</div>
				)}
			</Fold>
		</div>
	);
}

function Details({ row }: { row: ApprovedRow }) {
	return (
		<div className="grid gap-4 border-t border-line-2 px-6 py-3.5 mid:grid-cols-2">
			<div className="min-w-0">
				<StepList steps={row.steps} />
			</div>
			<div className="grid min-w-0 content-start gap-3 text-f2">
				<Fact name={t("desk.activity.approved")}>{dateTime(row.at)}</Fact>
				<Fact name={t("desk.activity.signer")}>
					<Address view={row.signer} />
				</Fact>
				{row.transactionId !== null && (
					<Fact name={t("ui.transaction")}>
						<span className="flex items-start gap-1">
							<span className="num min-w-0 wrap-anywhere">{row.transactionId}</span>
							<CopyButton text={row.transactionId} what={t("ui.transaction-id")} />
						</span>
						{row.explorer !== null && <ViewOn id={row.id} explorer={row.explorer} />}
					</Fact>
				)}
				<Fact name={t("ui.fingerprint")}>
					<span className="flex gap-3">
						<HashPicture hex={row.fingerprint} size={40} />
						<span className="num text-f1">{groups(row.fingerprint).join(" ")}</span>
					</span>
				</Fact>
				{/* The user's own transactions have no service digest. */}
				{row.digest !== "" && (
					<Fact name={t("desk.activity.review-digest")}>
						<Claim text={ends(row.digest, 14)} className="num" />
					</Fact>
				)}
				<Leads row={row} />
			</div>
		</div>
	);
}

/** Main asks the user before it opens the page. */
function ViewOn({ id, explorer }: { id: string; explorer: string }) {
	const command = useDeskCommand();
	return (
		<>
			<Button size="small" className="mt-1.5" {...command.press("openTransaction", { id })}>
				{t("ui.view-on", { explorer })} <ExternalLink size={14} aria-hidden />
			</Button>
			<Fault text={command.fault} className="mt-2" />
		</>
	);
}

function Leads({ row }: { row: ActivityRow }) {
	const { view, openSession } = useDesk();
	const command = useDeskCommand();
	const saving = useDeskCommand();
	return (
		<>
			<Fault text={command.fault ?? saving.fault} />
			<div className="flex flex-wrap gap-2">
				{row.kind === "lie" && row.hasProof && (
					<Button size="small" {...saving.press("saveProof", { id: row.id })}>
						{t("desk.activity.save-proof")}
					</Button>
				)}
				<Button size="small" {...command.press("openReview", { entryId: row.entryId })}>
					{t("desk.activity.open")}
				</Button>
				{view.sessions.some(({ id }) => id === row.sessionId) && (
					<Button size="small" variant="quiet" onClick={() => openSession(row.sessionId)}>
						{t("desk.activity.show-the-conversation")}
					</Button>
				)}
			</div>
		</>
	);
}
