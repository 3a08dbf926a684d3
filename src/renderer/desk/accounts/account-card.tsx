import { Eye, Usb } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Identicon } from "../../components/pictures.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDesk } from "../../state/desk.tsx";
import { AccountLabel } from "./account-label.tsx";
import { isTold } from "./told-accounts.tsx";

const FAMILIES = { evm: "EVM", svm: message("desk.accounts.families.svm") } as const;
const NOWHERE = {
	evm: message("desk.accounts.nowhere.evm"),
	svm: message("desk.accounts.nowhere.svm"),
} as const;
const SIGNERS = {
	local: message("desk.accounts.signers.local"),
	ledger: message("desk.accounts.signers.ledger"),
} as const;

/** One account: picture, own name, whole address, where its key comes from, what it holds per chain. */
export function AccountCard({ account }: { account: AccountView }) {
	const { address } = account.address;
	const told = isTold(account, useDesk().view.connected);
	return (
		<li className="card">
			<div className="flex items-start gap-3.5 px-4 py-3.5">
				<Identicon address={address} size={40} />
				<div className="min-w-0 flex-1">
					<AccountLabel address={account.address} />
					<div className="mt-0.5 flex items-center gap-1">
						<span className="num text-f2 text-ink-2 wrap-anywhere">{address}</span>
						<CopyButton
							text={address}
							what={t("desk.accounts.the-address-of", {
								label: account.address.label ?? account.address.short,
							})}
						/>
					</div>
					<div className="mt-2 flex flex-wrap gap-1.5">
						<Pill>{textOf(FAMILIES[account.family])}</Pill>
						<Pill tone={account.signer === "ledger" ? "accent" : "quiet"}>
							{account.signer === "ledger" && <Usb size={12} aria-hidden />} {textOf(SIGNERS[account.signer])}
						</Pill>
						<Pill>
							{account.path === null ? (
								t("desk.accounts.imported-key")
							) : (
								<span className="num">{account.path}</span>
							)}
						</Pill>
						{told && (
							<Pill>
								<Eye size={12} aria-hidden /> {t("desk.accounts.agent-told")}
							</Pill>
						)}
					</div>
				</div>
			</div>
			{account.balances.length === 0 && (
				<p className="border-t border-line px-4 py-2.5 text-f2 text-ink-3">
					{textOf(NOWHERE[account.family])}
				</p>
			)}
			<dl className={account.balances.length === 0 ? "hidden" : "border-t border-line"}>
				{account.balances.map((balance) => (
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
		</li>
	);
}
