import { ArrowUpRight, Inbox, Plus, RefreshCw, Usb, WalletMinimal } from "lucide-react";
import { useEffect } from "react";
import { riskOf } from "../../../core/risk/finding.ts";
import type { HomeRisk } from "../../../ipc/home.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { AddressBook } from "../accounts/address-book.tsx";
import { ConnectedNote } from "../accounts/connected-note.tsx";
import { AllowanceItem } from "../powers/allowance-item.tsx";
import { AccountCard } from "./account-card.tsx";
import { AgentsWeek } from "./agents-week.tsx";
import { Bar, budgetText } from "./bar.tsx";

function Exposed() {
	const { view, go } = useDesk();
	const { risk } = view.home;
	return (
		<section aria-label={t("desk.home.risk")} className="card">
			<header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
				<h2 className="text-f3 font-semibold">{t("desk.home.risk")}</h2>
				{risk.exposed !== null && (
					<p className="text-f2 text-ink-3">
						<span className="font-medium text-danger tabular-nums">{textOf(risk.exposed)}</span>{" "}
						{t("desk.home.risk.exposed")}
					</p>
				)}
			</header>
			{risk.rows.length === 0 ? (
				<p className="px-4 py-2.5 text-f2 text-ink-3">{nothingText(risk)}</p>
			) : (
				<ul>
					{risk.rows.map((each) => (
						<AllowanceItem key={each.id} row={each} exposed={textOf(each.taken)} />
					))}
				</ul>
			)}
			{risk.rows.length > 0 && risk.fault !== null && (
				<p className="border-t border-line-2 px-4 py-2 text-f2 text-ink-3">{textOf(risk.fault)}</p>
			)}
			<footer className="flex items-center justify-between gap-3 border-t border-line-2 px-4 py-2 text-f2 text-ink-3">
				<span>{risk.more > 0 && t("desk.home.risk.more", { count: risk.more })}</span>
				<TextButton onClick={() => go("powers")}>{t("ui.review-all")}</TextButton>
			</footer>
		</section>
	);
}

function nothingText({ fault, unread }: HomeRisk): string {
	if (fault !== null) return textOf(fault);
	return t(unread ? "desk.home.risk.unread" : "desk.home.risk.nothing");
}

function Budgets() {
	const { budgets } = useDesk().view;
	const command = useDeskCommand();
	if (budgets.length === 0) return null;
	return (
		<section aria-label={t("desk.home.budgets")} className="card">
			<header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
				<h2 className="text-f3 font-semibold">{t("desk.home.budgets")}</h2>
				<Button size="small" variant="quiet" {...command.press("openTrusted", { screen: "rules" })}>
					{t("ui.rules")}
				</Button>
			</header>
			<ul>
				{budgets.map(({ rule, spent, most, part }, index) => (
					// Two rules may have the same name.
					<li key={`${index} ${rule}`} className="px-4 py-2 not-first:border-t not-first:border-line-2">
						<p className="mb-1 flex justify-between gap-3 text-f2">
							<span className="truncate">{rule}</span>
							<span className="shrink-0 tabular-nums">{budgetText({ spent, most })}</span>
						</p>
						<Bar part={part ?? 0} full={part !== null && part >= 1} />
					</li>
				))}
			</ul>
		</section>
	);
}

export function HomePage() {
	const { view } = useDesk();
	useWatchedWhileSeen();
	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto max-w-6xl px-5 py-4">
				<Head />
				{view.accounts.length === 0 ? (
					<NoAccounts />
				) : (
					<>
						<Waiting />
						<Notes />
						<div className="mt-3 grid items-start gap-3 wide:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
							<AllAccounts />
							<div className="grid min-w-0 grid-cols-1 gap-3">
								<AgentsWeek />
								<Exposed />
								<Budgets />
							</div>
						</div>
					</>
				)}
			</div>
		</div>
	);
}

/** Queries the chains only while Home is visible. */
function useWatchedWhileSeen() {
	const { bridge } = useDesk();
	useEffect(() => {
		// Main pushes the results later.
		const watch = (on: boolean) => {
			void bridge.call("watchHome", { on }).catch(() => {});
			void bridge.call("watchPowers", { on }).catch(() => {});
		};
		const look = () => watch(document.visibilityState === "visible");
		look();
		document.addEventListener("visibilitychange", look);
		return () => {
			document.removeEventListener("visibilitychange", look);
			watch(false);
		};
	}, [bridge]);
}

function Head() {
	const { view } = useDesk();
	const command = useDeskCommand();
	const { home } = view;
	const none = view.vault.state === "none";
	const add = () => void command.call("openTrusted", { screen: none ? "unlock" : "addAccount" });
	return (
		<>
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
				<div className="min-w-0">
					<h1 className={home.total === null ? "text-f5 font-semibold tracking-tight" : "sr-only"}>
						{t("desk.shell.items.home")}
					</h1>
					{home.total !== null && (
						<>
							<p className="text-f2 text-ink-2">{t("desk.home.all-accounts")}</p>
							<p className="text-f5 font-semibold tracking-tight tabular-nums">{textOf(home.total)}</p>
						</>
					)}
				</div>
				{view.accounts.length > 0 && (
					<div className="flex flex-wrap items-center gap-2">
						<Button
							size="small"
							variant="quiet"
							busy={home.reading}
							onClick={() => void command.call("refreshHome", {})}
						>
							<RefreshCw size={14} aria-hidden />
							{home.reading ? t("ui.reading") : t("ui.refresh")}
						</Button>
						{view.accounts.some(({ signer }) => signer !== "watch") && (
							<Button size="small" variant="primary" {...command.press("openSend", { address: null })}>
								<ArrowUpRight size={14} aria-hidden /> {t("desk.home.send")}
							</Button>
						)}
						<Button size="small" {...command.press("openTrusted", { screen: "ledger" })}>
							<Usb size={14} aria-hidden /> {t("ui.ledger-accounts")}
						</Button>
						<Button size="small" busy={command.busy} onClick={add}>
							<Plus size={14} aria-hidden /> {t("desk.accounts.add-account")}
						</Button>
					</div>
				)}
			</div>
			<p className="mt-0.5 flex flex-wrap gap-x-2 text-f1 text-ink-3">
				{home.leftOut !== null && <span>{textOf(home.leftOut)}</span>}
				{home.prices !== null && <span>{textOf(home.prices)}</span>}
				{home.readAt !== null && <span>{t("desk.home.read-at", { at: clockTime(home.readAt) })}</span>}
			</p>
			<Fault text={command.fault} className="mt-3" />
		</>
	);
}

function Waiting() {
	const { view, go } = useDesk();
	const command = useDeskCommand();
	const waiting = view.inbox.filter(
		(entry) => entry.state === "waiting" && !entry.muted && entry.snoozedUntil === null,
	);
	const [first] = waiting.toSorted(
		(one, other) =>
			(one.expiresAt ?? Number.POSITIVE_INFINITY) - (other.expiresAt ?? Number.POSITIVE_INFINITY),
	);
	if (first === undefined)
		return <p className="card mt-3 px-4 py-3 text-f2 text-ink-2">{t("desk.home.nothing-waits")}</p>;
	const grave = waiting.filter((entry) => riskOf(entry) === "danger").length;
	return (
		<section aria-label={t("desk.home.waiting.title")} className="card mt-3 px-4 py-2.5">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<Inbox size={17} aria-hidden className="shrink-0 text-accent" />
				<p className="min-w-0 flex-1 text-f2 text-ink-2">
					<span className="text-f3 font-semibold text-ink">
						{t("desk.home.waiting", { count: waiting.length })}
					</span>
					{grave > 0 && (
						<>
							{" · "}
							<span className="text-danger">{t("desk.home.high-risk", { count: grave })}</span>
						</>
					)}
					{first.expiresAt !== null && (
						<>
							{" · "}
							{t("desk.home.next-expires")} <Countdown at={first.expiresAt} />
						</>
					)}
				</p>
				<div className="flex gap-2">
					<Button size="small" onClick={() => go("inbox")}>
						{t("desk.shell.items.inbox")}
					</Button>
					<Button size="small" variant="primary" {...command.press("openReview", { entryId: first.id })}>
						{t("desk.home.review-next")}
					</Button>
				</div>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</section>
	);
}

function Notes() {
	const { notes } = useDesk().view.home;
	const command = useDeskCommand();
	if (notes.length === 0) return null;
	return (
		<Notice tone="caution" className="mt-3">
			<ul className="grid grid-cols-1 gap-0.5">
				{notes.map(({ text, rpcOf }) => (
					<li key={textOf(text)} className="flex flex-wrap items-center justify-between gap-x-3">
						<span className="min-w-0">{textOf(text)}</span>
						{rpcOf !== null && (
							<Button
								size="small"
								variant="quiet"
								className="-my-1 -mr-2 ml-auto max-w-full"
								{...command.press("openTrusted", { screen: "network" })}
							>
								<span className="truncate">{t("trusted.review.change-rpc", { chain: textOf(rpcOf) })}</span>
							</Button>
						)}
					</li>
				))}
			</ul>
			<Fault text={command.fault} className="mt-2" />
		</Notice>
	);
}

function AllAccounts() {
	const { view } = useDesk();
	const hidden = view.accounts.filter((account) => account.hidden);
	return (
		<div className="grid min-w-0 grid-cols-1 gap-3">
			<Cards accounts={view.accounts.filter((account) => !account.hidden)} />
			{hidden.length > 0 && (
				<Fold title={t("desk.accounts.hidden", { count: hidden.length })}>
					<div className="mt-3">
						<Cards accounts={hidden} />
					</div>
				</Fold>
			)}
			<ConnectedNote />
			{view.vault.state !== "none" && <AddressBook />}
		</div>
	);
}

/** Groups accounts that have the same index in this computer's recovery phrase. */
function belongingTogether(
	accounts: readonly AccountView[],
): readonly (readonly [AccountView, ...AccountView[]])[] {
	const groups = Map.groupBy(accounts, ({ phraseIndex, address }) => phraseIndex ?? address.address);
	return [...groups.values()].flatMap(([first, ...others]) =>
		first === undefined ? [] : [[first, ...others] as const],
	);
}

function Cards({ accounts }: { accounts: readonly AccountView[] }) {
	return (
		<ul className="grid grid-cols-1 gap-3">
			{belongingTogether(accounts).map((each) => (
				<AccountCard key={each[0].address.address} accounts={each} />
			))}
		</ul>
	);
}

function NoAccounts() {
	const { view } = useDesk();
	const command = useDeskCommand();
	const none = view.vault.state === "none";
	const open = (screen: "unlock" | "addAccount" | "ledger") => void command.call("openTrusted", { screen });
	return (
		<>
			<Fault text={command.fault} className="mt-3" />
			<Empty
				icon={WalletMinimal}
				title={t("desk.accounts.no-accounts-yet")}
				action={
					<div className="flex flex-wrap justify-center gap-2">
						<Button
							variant="primary"
							busy={command.busy}
							onClick={() => open(none ? "unlock" : "addAccount")}
						>
							{none ? t("desk.inbox.set-up-keys") : t("desk.accounts.add-account")}
						</Button>
						<Button busy={command.busy} onClick={() => open("ledger")}>
							<Usb size={15} aria-hidden /> {t("ui.ledger-accounts")}
						</Button>
					</div>
				}
			>
				{t("desk.accounts.intro")}
			</Empty>
			{!none && <AddressBook />}
		</>
	);
}
