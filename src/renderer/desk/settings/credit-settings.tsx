import { ArrowDownLeft, ArrowUpRight, CircleHelp, RefreshCw } from "lucide-react";
import type { CreditEntryView, CreditsView } from "../../../ipc/billing.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Fault, Notice, TextNotice } from "../../components/notice.tsx";
import { NUM, rich } from "../../components/rich.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { Group } from "./group.tsx";
import { SignInFirst, useServiceAccount } from "./sign-in-first.tsx";

export function CreditSettings() {
	const { account, read, reading, fault } = useServiceAccount();
	const command = useDeskCommand();
	const { credits, creditsFault, topUp } = account;
	if (!account.offered) {
		return (
			<Group title={t("ui.credit")}>
				<SignInFirst text={textOrNull(account.text)} />
			</Group>
		);
	}
	const open = topUp !== null && (topUp.state === "unclear" || topUp.state === "payment_needed");
	return (
		<>
			<Group
				title={t("ui.credit")}
				aside={
					<span className="flex flex-wrap items-center justify-end gap-2">
						{credits !== null && (
							<span className="text-f1 text-ink-3">
								{rich("desk.settings.read", { ago: () => <Ago at={credits.readAt} whole /> })}
							</span>
						)}
						<Button size="small" busy={reading} onClick={read}>
							<RefreshCw size={14} aria-hidden /> {reading ? t("ui.reading") : t("ui.refresh")}
						</Button>
						<Button size="small" {...command.press("askTopUp", {})}>
							{t("desk.settings.top-up")}
						</Button>
					</span>
				}
			>
				{(fault !== null || command.fault !== null || creditsFault !== null) && (
					<div className="grid gap-2">
						<Fault text={fault} />
						<Fault text={command.fault} />
						<TextNotice tone="caution" text={creditsFault} />
					</div>
				)}
				{open && topUp !== null && (
					<div>
						<Notice tone="caution">
							<p>
								{rich("desk.settings.top-up-of", NUM, {
									usd: textOf(topUp.amount.usd),
									words: textOf(topUp.text),
								})}
							</p>
							<Button size="small" className="mt-2" {...command.press("askTopUp", {})}>
								{t("desk.settings.look-at-it")}
							</Button>
						</Notice>
					</div>
				)}
				{credits === null ? (
					<p className="text-ink-2">
						{reading
							? t("desk.settings.loading")
							: creditsFault === null
								? t("desk.settings.not-read-yet")
								: t("desk.settings.credit-not-known")}
					</p>
				) : (
					<Position credits={credits} />
				)}
			</Group>
			{credits !== null && <Entries credits={credits} />}
		</>
	);
}

function Position({ credits }: { credits: CreditsView }) {
	const { included, balance, debt } = credits;
	const none = included.limit.micro === "0";
	return (
		<>
			<div>
				<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
					<span>
						{rich("desk.settings.included-this-month", {
							b: (text) => <span className="text-f2 text-ink-3">{text}</span>,
							claim: () => <Claim text={credits.month} max={20} />,
						})}
					</span>
					<span className="text-right">
						{none ? (
							<span className="text-ink-2">{t("desk.settings.nothing")}</span>
						) : (
							<>
								<span className="num">{textOf(included.remaining.credits)}</span>{" "}
								<span className="text-f2 text-ink-2">
									{rich("desk.settings.left-of", NUM, { credits: textOf(included.limit.credits) })}
								</span>
							</>
						)}
					</span>
				</div>
				{!none && (
					<>
						<Share part={usedShare(included.used.micro, included.limit.micro)} />
						<p className="text-f2 text-ink-3">
							{rich("desk.settings.used-left", NUM, {
								usd: textOf(included.used.usd),
								usd2: textOf(included.remaining.usd),
							})}
						</p>
					</>
				)}
			</div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>{t("desk.settings.credit.unused")}</span>
				<Amount amount={balance} />
			</div>
			{debt.micro !== "0" && (
				<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
					<span className="text-caution">{t("desk.settings.owed-service")}</span>
					<Amount amount={debt} />
				</div>
			)}
		</>
	);
}

function Amount({ amount }: { amount: CreditsView["balance"] }) {
	return (
		<span className="text-right">
			<span className="num">{textOf(amount.usd)}</span>{" "}
			<span className="text-f2 text-ink-3">
				<span className="num">{textOf(amount.credits)}</span>
			</span>
		</span>
	);
}

/** Returns a percentage. Both amounts are integers in micro-USD. */
export function usedShare(used: string, limit: string): number {
	const most = BigInt(limit);
	if (most <= 0n) return 0;
	const share = (BigInt(used) * 1000n) / most;
	return Number(share < 0n ? 0n : share > 1000n ? 1000n : share) / 10;
}

function Share({ part }: { part: number }) {
	return (
		<svg
			viewBox="0 0 100 2"
			preserveAspectRatio="none"
			aria-hidden
			className="my-2 block h-1.5 w-full rounded-full"
		>
			<rect width="100" height="2" className="fill-line" />
			<rect width={part} height="2" className={part >= 90 ? "fill-caution" : "fill-fill"} />
		</svg>
	);
}

const KINDS = {
	purchase: { icon: ArrowDownLeft, look: "text-in" },
	usage_debit: { icon: ArrowUpRight, look: "text-ink-3" },
	unknown: { icon: CircleHelp, look: "text-caution" },
} as const;

function Entries({ credits }: { credits: CreditsView }) {
	const command = useDeskCommand();
	const { entries, more } = credits;
	return (
		<Group title={t("desk.settings.bought-and-used")}>
			{entries.length === 0 && <p className="text-ink-2">{t("desk.settings.credit.none")}</p>}
			{entries.length > 0 && (
				<ul className="grid gap-2.5">
					{entries.map((entry) => (
						<EntryLine key={entry.id} entry={entry} />
					))}
				</ul>
			)}
			{more && (
				<div>
					<Button size="small" {...command.press("moreCredits", {})}>
						{command.busy ? t("ui.reading") : t("desk.settings.earlier-ones")}
					</Button>
					<Fault text={command.fault} className="mt-2" />
				</div>
			)}
		</Group>
	);
}

/** Some services report usage as a negative amount and others as a positive amount. */
export function entrySign({ kind, amount }: Pick<CreditEntryView, "kind" | "amount">): "+" | "−" | "" {
	if (amount.micro.startsWith("-") || amount.micro === "0" || kind === "unknown") return "";
	return kind === "purchase" ? "+" : "−";
}

function EntryLine({ entry }: { entry: CreditEntryView }) {
	const { icon: Icon, look } = KINDS[entry.kind];
	const sign = entrySign(entry);
	return (
		<li className="flex items-start gap-2.5">
			<Icon size={15} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
			<div className="min-w-0 flex-1">
				<p>
					{t(`desk.settings.kinds.${entry.kind}`)}
					{entry.kind === "unknown" && (
						<>
							: <Claim text={entry.stated} max={60} className="num text-ink-2" />
						</>
					)}
					{entry.application !== null && (
						<span className="text-ink-2">
							{" "}
							{rich("desk.settings.by", {
								claim: () => <Claim text={textOf(entry.application ?? "")} max={60} className="num" />,
							})}
						</span>
					)}
				</p>
				<p className="text-f2 text-ink-3">
					{entry.at === null ? t("desk.settings.time-cant-read") : dateTime(entry.at)}
					{entry.reference !== null && (
						<>
							{" · "}
							<Claim text={entry.reference} max={60} className="num wrap-anywhere" />
						</>
					)}
				</p>
			</div>
			<p className="shrink-0 text-right">
				<span className="num block">
					{sign}
					{textOf(entry.amount.usd)}
				</span>
				<span className="num block text-f2 text-ink-3">
					{sign}
					{textOf(entry.amount.credits)}
				</span>
			</p>
		</li>
	);
}
