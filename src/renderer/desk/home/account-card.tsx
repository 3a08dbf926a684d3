import clsx from "clsx";
import { Ellipsis, OctagonAlert, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { message, type Text } from "../../../core/localized-text.ts";
import type { HomeAccount, HomeToken } from "../../../ipc/home.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { CopyButton, TextButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Identicon } from "../../components/figure/pictures.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { HIDDEN, rich } from "../../components/rich.tsx";
import { WholeAddress } from "../../components/text/whole-address.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { AccountLabel } from "../accounts/account-label.tsx";
import { isConnected } from "../accounts/connected-note.tsx";

function TokenRow({ token }: { token: HomeToken }) {
	const { amount, chains, name, claim, imitates, address, scale, differs } = token;
	return (
		<li className="flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-line-2">
			<TokenMark mark={token.mark} />
			<div className="min-w-0 flex-1">
				<p className="truncate font-medium">{name ?? <Named claim={claim} />}</p>
				<p className="truncate text-f1 text-ink-3">{chains.join(", ")}</p>
				{imitates !== null && (
					<p className="flex items-center gap-1 text-f1 text-danger">
						<OctagonAlert size={12} aria-hidden /> {t("desk.home.imitates", { symbol: imitates })}
					</p>
				)}
				{scale !== null && (
					<p className="flex items-baseline gap-1 text-f1 text-caution">
						<TriangleAlert size={12} aria-hidden className="shrink-0 translate-y-0.5" /> {textOf(scale)}
					</p>
				)}
				{address !== null && <Address view={address} size={14} className="text-f1" />}
			</div>
			<div className="min-w-0 text-right tabular-nums">
				<Amount view={amount} exact="spoken" className="font-medium" />
				{amount.fiat !== undefined && <p className="text-f1 text-ink-3">{textOf(amount.fiat)}</p>}
				{differs && (
					<p className="flex items-center justify-end gap-1 text-f1 text-caution">
						<TriangleAlert size={12} aria-hidden /> {t("desk.home.differs")}
					</p>
				)}
			</div>
		</li>
	);
}

/** In quotation marks, because the name is only the token's own claim. */
function Named({ claim }: { claim: string | null }) {
	if (claim === null) return <span className="text-ink-3">{t("desk.home.nameless")}</span>;
	return (
		<span className="text-ink-2">
			“<Claim text={claim} max={24} />”
		</span>
	);
}

const FAMILIES = { evm: "EVM", svm: message("ui.solana") } as const;
const SIGNERS = {
	local: message("desk.accounts.signers.local"),
	ledger: message("ui.ledger"),
	watch: message("desk.accounts.signers.watch"),
} as const;

export function AccountCard({ accounts }: { accounts: readonly [AccountView, ...AccountView[]] }) {
	const { home } = useDesk().view;
	const heldBy = ({ address }: AccountView) =>
		home.accounts.find((each) => each.address === address.address) ?? null;
	const [first, ...others] = accounts;
	return (
		<li className="card">
			<Head account={first} total={heldBy(first)?.together ?? null} />
			<Holdings account={first} holdings={heldBy(first)} />
			{others.map((account) => (
				<Fragment key={account.address.address}>
					<Head account={account} total={null} isLater />
					<Holdings account={account} holdings={heldBy(account)} />
				</Fragment>
			))}
		</li>
	);
}

function Holdings({ account, holdings }: { account: AccountView; holdings: HomeAccount | null }) {
	return (
		<>
			{holdings === null || holdings.tokens.length === 0 ? (
				<Coins account={account} isRead={holdings !== null} />
			) : (
				<ul aria-label={t("desk.home.tokens")} className="border-t border-line">
					{holdings.tokens.map((token) => (
						<TokenRow key={token.id} token={token} />
					))}
				</ul>
			)}
			{holdings !== null && <Hidden holdings={holdings} />}
		</>
	);
}

/** @param isLater set for every account of a card except the first */
function Head({
	account,
	total,
	isLater = false,
}: {
	account: AccountView;
	total: Text | null;
	isLater?: boolean;
}) {
	const { address, label } = account.address;
	return (
		<div className={clsx("flex items-start gap-3 px-4", isLater ? "border-t border-line py-2" : "py-3")}>
			<span className="grid w-10 shrink-0 justify-items-center">
				<Identicon address={address} size={isLater ? 24 : 40} square />
			</span>
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center gap-x-2">
					{account.signer === "watch" ? (
						<h2 className={label === null ? "text-ink-3" : "font-semibold"}>{label ?? t("ui.name.none")}</h2>
					) : (
						<AccountLabel address={account.address} />
					)}
					{total !== null && (
						<span className="ml-auto text-f4 font-semibold tracking-tight tabular-nums">{textOf(total)}</span>
					)}
				</div>
				<div className="flex flex-wrap items-center gap-x-2">
					<Kind account={account} isLater={isLater} />
					<AccountActions account={account} />
				</div>
				<div className="flex items-center gap-1">
					<WholeAddress address={address} />
					<CopyButton
						text={address}
						what={t("desk.accounts.the-address-of", { label: label ?? account.address.short })}
					/>
				</div>
			</div>
		</div>
	);
}

function Kind({ account, isLater }: { account: AccountView; isLater: boolean }) {
	const { family, signer, path } = account;
	const { connected } = useDesk().view;
	const parts = [
		textOf(FAMILIES[family]),
		...(isLater ? [] : [textOf(SIGNERS[signer])]),
		...(signer === "local" && path === null ? [t("desk.accounts.imported-key")] : []),
		...(isConnected(account, connected) ? [t("desk.accounts.share.aside")] : []),
	];
	return (
		<p className="text-f1 text-ink-3">
			{parts.map((part, index) => (
				<Fragment key={part}>
					{index > 0 && " · "}
					<span className="whitespace-nowrap">{part}</span>
				</Fragment>
			))}
		</p>
	);
}

function AccountActions({ account }: { account: AccountView }) {
	const command = useDeskCommand();
	const { address, label, short } = account.address;
	const open = () => void command.call("openAccount", { address });
	const name = label ?? short;
	return (
		<span className="ml-auto flex items-center gap-x-2.5">
			{account.signer !== "watch" && (
				<TextButton
					aria-busy={command.busy}
					onClick={() => void command.call("openSend", { address })}
					className="text-f2"
				>
					{rich("desk.accounts.send.of", HIDDEN, { label: name })}
				</TextButton>
			)}
			<TextButton aria-busy={command.busy} onClick={open} className="text-f2">
				{rich("desk.accounts.receive.of", HIDDEN, { label: name })}
			</TextButton>
			<button
				type="button"
				aria-label={t("desk.accounts.manage", { label: name })}
				title={t("desk.accounts.manage", { label: name })}
				onClick={open}
				className="grid size-6 place-items-center rounded-sm text-ink-2 hover:bg-sunken"
			>
				<Ellipsis size={15} aria-hidden />
			</button>
			<Fault text={command.fault} className="mt-2" />
		</span>
	);
}

function Coins({ account, isRead }: { account: AccountView; isRead: boolean }) {
	const { balances, family } = account;
	if (balances.length === 0)
		return (
			<p className="border-t border-line px-4 py-2.5 text-f2 text-ink-3">
				{isRead || !account.hidden ? t(`desk.accounts.nowhere.${family}`) : t("desk.home.hidden-account")}
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

/** Collapsed, because anyone can send unlisted tokens to the user. */
function Hidden({ holdings }: { holdings: HomeAccount }) {
	if (holdings.hidden.length === 0 && holdings.notes.length === 0) return null;
	return (
		<div className="border-t border-line px-4 py-2.5">
			{holdings.notes.map((note) => (
				<p key={textOf(note)} className="text-f1 text-ink-3">
					{textOf(note)}
				</p>
			))}
			{holdings.hidden.length > 0 && (
				<Fold title={t("desk.home.hidden-tokens", { count: holdings.hidden.length })}>
					<ul className="-mx-4 mt-2 border-t border-line-2">
						{holdings.hidden.map((token) => (
							<TokenRow key={token.id} token={token} />
						))}
					</ul>
				</Fold>
			)}
		</div>
	);
}
