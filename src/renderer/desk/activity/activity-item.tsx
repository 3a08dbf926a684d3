import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import type { ActivityRow, ApprovedRow } from "../../../ipc/activity.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Address, AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Ago } from "../../components/countdown.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { HashPicture } from "../../components/figure/pictures.tsx";
import { ends, groups } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { StepList } from "../../components/steps.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Fact } from "./fact.tsx";
import { OUTCOME_TONES, outcomeText } from "./filter.ts";
import { KeptDetails } from "./kept-details.tsx";

/** As in the inbox: at the left of what was grave. */
const STRIPES: Readonly<Partial<Record<(typeof OUTCOME_TONES)[keyof typeof OUTCOME_TONES], string>>> = {
	danger: "border-l-danger",
	caution: "border-l-caution",
};

/** One row; opens to its steps, fingerprint and transaction, or to why it was never signed. */
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
						<KeptDetails row={row} />
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
					<Fact name={t("desk.activity.transaction")}>
						<span className="flex items-start gap-1">
							<span className="num min-w-0 wrap-anywhere">{row.transactionId}</span>
							<CopyButton text={row.transactionId} what={t("desk.activity.the-transaction-id")} />
						</span>
						{row.explorer !== null && <ViewOn id={row.id} explorer={row.explorer} />}
					</Fact>
				)}
				<Fact name={t("desk.activity.fingerprint")}>
					<span className="flex gap-3">
						<HashPicture hex={row.fingerprint} size={40} />
						<span className="num text-f1">{groups(row.fingerprint).join(" ")}</span>
					</span>
				</Fact>
				{/* The service gives one to its reviews alone: what is the user's own has none. */}
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

/** The page where others can look at the transaction; main opens it, and asks before. */
function ViewOn({ id, explorer }: { id: string; explorer: string }) {
	const { bridge } = useDesk();
	const command = useCommand();
	return (
		<>
			<Button
				size="small"
				className="mt-1.5"
				busy={command.busy}
				onClick={() => void command.send(() => bridge.call("openTransaction", { id }))}
			>
				{t("desk.activity.view-on", { explorer })} <ExternalLink size={14} aria-hidden />
			</Button>
			<Fault text={command.fault} className="mt-2" />
		</>
	);
}

/** To the review, and to the conversation that it came from. */
function Leads({ row }: { row: ActivityRow }) {
	const { bridge, view, openSession } = useDesk();
	const command = useCommand();
	const saving = useCommand();
	return (
		<>
			<Fault text={command.fault ?? saving.fault} />
			<div className="flex flex-wrap gap-2">
				{row.kind === "lie" && row.hasProof && (
					<Button
						size="small"
						busy={saving.busy}
						onClick={() => void saving.send(() => bridge.call("saveProof", { id: row.id }))}
					>
						{t("desk.activity.save-proof")}
					</Button>
				)}
				<Button
					size="small"
					busy={command.busy}
					onClick={() => void command.send(() => bridge.call("openReview", { entryId: row.entryId }))}
				>
					{t("desk.activity.open")}
				</Button>
				{view.sessions.some(({ id }) => id === row.sessionId) && (
					<Button size="small" look="quiet" onClick={() => openSession(row.sessionId)}>
						{t("desk.activity.show-the-conversation")}
					</Button>
				)}
			</div>
		</>
	);
}
