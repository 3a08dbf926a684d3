import { ArrowDownLeft, ArrowUpRight, CircleHelp, RefreshCw } from "lucide-react";
import type { CreditEntryView, CreditsView } from "../../../bridge/account-views.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { dateTime } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";
import { SignInFirst } from "./sign-in-first.tsx";
import { useServiceAccount } from "./use-service-account.ts";

/** Prepaid credit with the service: what the month includes, what was bought, and where it went. */
export function CreditSettings() {
	const { bridge } = useDesk();
	const { account, read, reading, fault } = useServiceAccount();
	const wish = useWish();
	const { credits, creditsFault, topUp } = account;
	if (!account.offered) {
		return (
			<Group title="Credit">
				<SignInFirst words={account.words} />
			</Group>
		);
	}
	const open = topUp !== null && (topUp.state === "unclear" || topUp.state === "payment_needed");
	return (
		<>
			<Group
				title="Credit"
				aside={
					<span className="flex flex-wrap items-center justify-end gap-2">
						{credits !== null && (
							<span className="text-f1 text-ink-3">
								read <Ago at={credits.readAt} whole />
							</span>
						)}
						<Button size="small" busy={reading} onClick={read}>
							<RefreshCw size={14} aria-hidden /> {reading ? "Reading…" : "Read again"}
						</Button>
						<Button
							size="small"
							busy={wish.busy}
							onClick={() => void wish.send(() => bridge.call("askTopUp", {}))}
						>
							Top up…
						</Button>
					</span>
				}
			>
				{(fault !== null || wish.fault !== null || creditsFault !== null) && (
					<div className="grid gap-2">
						<Fault words={fault} />
						<Fault words={wish.fault} />
						{creditsFault !== null && <Notice tone="caution">{creditsFault}</Notice>}
					</div>
				)}
				{open && topUp !== null && (
					<div>
						<Notice tone="caution">
							<p>
								Top-up of <span className="num">{topUp.amount.usd}</span>: {topUp.words}
							</p>
							<Button
								size="small"
								className="mt-2"
								busy={wish.busy}
								onClick={() => void wish.send(() => bridge.call("askTopUp", {}))}
							>
								Look at it…
							</Button>
						</Notice>
					</div>
				)}
				{credits === null ? (
					<p className="text-ink-2">
						{reading
							? "Asking the service…"
							: creditsFault === null
								? "Not read yet."
								: "The credit is not known here."}
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
						Included this month{" "}
						<span className="text-f2 text-ink-3">
							<Claim text={credits.month} max={20} />
						</span>
					</span>
					<span className="text-right">
						{none ? (
							<span className="text-ink-2">nothing</span>
						) : (
							<>
								<span className="num">{included.remaining.credits}</span>{" "}
								<span className="text-f2 text-ink-2">
									left of <span className="num">{included.limit.credits}</span>
								</span>
							</>
						)}
					</span>
				</div>
				{!none && (
					<>
						<Share part={usedShare(included.used.micro, included.limit.micro)} />
						<p className="text-f2 text-ink-3">
							<span className="num">{included.used.usd}</span> used,{" "}
							<span className="num">{included.remaining.usd}</span> left
						</p>
					</>
				)}
			</div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>Bought, and not used yet</span>
				<Amount amount={balance} />
			</div>
			{debt.micro !== "0" && (
				<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
					<span className="text-caution">Owed to the service</span>
					<Amount amount={debt} />
				</div>
			)}
		</>
	);
}

function Amount({ amount }: { amount: CreditsView["balance"] }) {
	return (
		<span className="text-right">
			<span className="num">{amount.usd}</span>{" "}
			<span className="text-f2 text-ink-3">
				<span className="num">{amount.credits}</span>
			</span>
		</span>
	);
}

/** Of a hundred: how much of `limit` is used, both in whole micro-USD. */
export function usedShare(used: string, limit: string): number {
	const most = BigInt(limit);
	if (most <= 0n) return 0;
	const share = (BigInt(used) * 1000n) / most;
	return Number(share < 0n ? 0n : share > 1000n ? 1000n : share) / 10;
}

/** A part of a whole as a bar; the figures stand beside it. */
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
	purchase: { word: "Bought", icon: ArrowDownLeft, look: "text-in" },
	usage_debit: { word: "Used", icon: ArrowUpRight, look: "text-ink-3" },
	unknown: { word: "Of a kind not known here", icon: CircleHelp, look: "text-caution" },
} as const;

function Entries({ credits }: { credits: CreditsView }) {
	const { bridge } = useDesk();
	const wish = useWish();
	const { entries, more } = credits;
	return (
		<Group title="Bought and used">
			{entries.length === 0 && <p className="text-ink-2">Nothing was bought or used yet.</p>}
			{entries.length > 0 && (
				<ul className="grid gap-2.5">
					{entries.map((entry) => (
						<EntryLine key={entry.id} entry={entry} />
					))}
				</ul>
			)}
			{more && (
				<div>
					<Button
						size="small"
						busy={wish.busy}
						onClick={() => void wish.send(() => bridge.call("moreCredits", {}))}
					>
						{wish.busy ? "Reading…" : "Earlier ones"}
					</Button>
					<Fault words={wish.fault} className="mt-2" />
				</div>
			)}
		</Group>
	);
}

/** What stands before an entry's amount: services write what was used with a minus of its own, or without. */
export function entrySign({ kind, amount }: Pick<CreditEntryView, "kind" | "amount">): "+" | "−" | "" {
	if (amount.micro.startsWith("-") || amount.micro === "0" || kind === "unknown") return "";
	return kind === "purchase" ? "+" : "−";
}

function EntryLine({ entry }: { entry: CreditEntryView }) {
	const { word, icon: Icon, look } = KINDS[entry.kind];
	const sign = entrySign(entry);
	return (
		<li className="flex items-start gap-2.5">
			<Icon size={15} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
			<div className="min-w-0 flex-1">
				<p>
					{word}
					{entry.kind === "unknown" && (
						<>
							: <Claim text={entry.stated} max={60} className="num text-ink-2" />
						</>
					)}
					{entry.application !== null && (
						<span className="text-ink-2">
							{" "}
							by <Claim text={entry.application} max={60} className="num" />
						</span>
					)}
				</p>
				<p className="text-f2 text-ink-3">
					{entry.at === null ? "at a time that can’t be read" : dateTime(entry.at)}
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
					{entry.amount.usd}
				</span>
				<span className="num block text-f2 text-ink-3">
					{sign}
					{entry.amount.credits}
				</span>
			</p>
		</li>
	);
}
