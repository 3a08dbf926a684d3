import { Eye, Usb } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { HomeAccount } from "../../../ipc/home.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Identicon } from "../../components/figure/pictures.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.ts";
import { WholeAddress } from "../../components/text/whole-address.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { AccountLabel } from "../accounts/account-label.tsx";
import { isConnected } from "../accounts/connected-note.tsx";
import { TokenRow } from "./token-row.tsx";

const FAMILIES = { evm: "EVM", svm: message("desk.accounts.families.svm") } as const;
const NOWHERE = {
	evm: message("desk.accounts.nowhere.evm"),
	svm: message("desk.accounts.nowhere.svm"),
} as const;
const SIGNERS = {
	local: message("desk.accounts.signers.local"),
	ledger: message("desk.accounts.signers.ledger"),
	watch: message("desk.accounts.signers.watch"),
} as const;

/** One account: picture, own name, whole address, where its key comes from, and what it holds. */
export function AccountCard({ account }: { account: AccountView }) {
	const { address } = account.address;
	const held = useDesk().view.home.accounts.find((each) => each.address === address) ?? null;
	return (
		<li className="card">
			<Head account={account} total={held?.total ?? null} />
			{held === null || held.tokens.length === 0 ? (
				<Coins account={account} isRead={held !== null} />
			) : (
				<ul aria-label={t("desk.home.tokens")} className="border-t border-line">
					{held.tokens.map((token) => (
						<TokenRow key={token.id} token={token} />
					))}
				</ul>
			)}
			{held !== null && <Hidden held={held} />}
		</li>
	);
}

function Head({ account, total }: { account: AccountView; total: HomeAccount["total"] }) {
	const { address } = account.address;
	const { bridge, view } = useDesk();
	const command = useCommand();
	const label = account.address.label ?? account.address.short;
	return (
		<div className="flex items-start gap-3 px-4 py-3">
			<Identicon address={address} size={40} square />
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center justify-between gap-x-3">
					{account.signer === "watch" ? (
						<h2 className={account.address.label === null ? "text-ink-3" : "font-semibold"}>
							{account.address.label ?? t("desk.accounts.no-name")}
						</h2>
					) : (
						<AccountLabel address={account.address} />
					)}
					{total !== null && (
						<span className="text-f4 font-semibold tracking-tight tabular-nums">{textOf(total)}</span>
					)}
				</div>
				<div className="flex items-start gap-1">
					<WholeAddress address={address} />
					<CopyButton text={address} what={t("desk.accounts.the-address-of", { label })} />
				</div>
				<div className="mt-1 flex flex-wrap items-center gap-1.5">
					<Pill>{textOf(FAMILIES[account.family])}</Pill>
					<Pill tone={account.signer === "ledger" ? "accent" : "quiet"}>
						{account.signer === "ledger" && <Usb size={12} aria-hidden />}
						{account.signer === "watch" && <Eye size={12} aria-hidden />} {textOf(SIGNERS[account.signer])}
					</Pill>
					{account.signer === "local" && account.path === null && (
						<Pill>{t("desk.accounts.imported-key")}</Pill>
					)}
					{isConnected(account, view.connected) && (
						<Pill>
							<Eye size={12} aria-hidden /> {t("desk.accounts.agent-told")}
						</Pill>
					)}
					<Button
						size="small"
						className="ml-auto"
						busy={command.busy}
						onClick={() => void command.send(() => bridge.call("openAccount", { address }))}
					>
						<span>
							{rich(
								"desk.accounts.receive-or-manage.of",
								{ label },
								{ hidden: (text) => <span className="sr-only">{text}</span> },
							)}
						</span>
					</Button>
				</div>
				<Fault text={command.fault} className="mt-2" />
			</div>
		</div>
	);
}

/** The chains' own coins, one by one: before tokens were read, and where nothing is held. */
function Coins({ account, isRead }: { account: AccountView; isRead: boolean }) {
	const { balances, family } = account;
	if (balances.length === 0)
		return (
			<p className="border-t border-line px-4 py-2.5 text-f2 text-ink-3">
				{isRead || !account.hidden ? textOf(NOWHERE[family]) : t("desk.home.hidden-account")}
			</p>
		);
	return (
		<dl className="border-t border-line">
			{balances.map((balance) => (
				<div
					key={balance.chain}
					className="flex items-baseline justify-between gap-4 px-4 py-2.5 not-first:border-t not-first:border-line-2"
				>
					<dt className="shrink-0 text-f2 text-ink-2">{balance.chain}</dt>
					<dd className="min-w-0 text-right">
						{balance.amount !== null && <Amount view={balance.amount} exact className="font-medium" />}
						{balance.text !== null && (
							<p className="text-f2 text-ink-3 wrap-anywhere">{textOf(balance.text)}</p>
						)}
					</dd>
				</div>
			))}
		</dl>
	);
}

/** Tokens that anybody may have sent, behind a fold that says how many. */
function Hidden({ held }: { held: HomeAccount }) {
	if (held.hidden.length === 0 && held.notes.length === 0) return null;
	return (
		<div className="border-t border-line px-4 py-2.5">
			{held.notes.map((note) => (
				<p key={textOf(note)} className="text-f1 text-ink-3">
					{textOf(note)}
				</p>
			))}
			{held.hidden.length > 0 && (
				<Fold title={t("desk.home.hidden-tokens", { count: held.hidden.length })}>
					<ul className="-mx-4 mt-2 border-t border-line-2">
						{held.hidden.map((token) => (
							<TokenRow key={token.id} token={token} />
						))}
					</ul>
				</Fold>
			)}
		</div>
	);
}
