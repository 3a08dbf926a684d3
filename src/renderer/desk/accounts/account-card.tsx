import { Eye, Usb } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Identicon } from "../../components/pictures.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { AccountLabel } from "./account-label.tsx";
import { isConnected } from "./connected-note.tsx";

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

/** One account: picture, own name, whole address, where its key comes from, what it holds per chain. */
export function AccountCard({ account }: { account: AccountView }) {
	const { address } = account.address;
	const { bridge, view } = useDesk();
	const connected = isConnected(account, view.connected);
	const command = useCommand();
	const label = account.address.label ?? account.address.short;
	return (
		<li className="card">
			<div className="flex items-start gap-3.5 px-4 py-3.5">
				<Identicon address={address} size={40} />
				<div className="min-w-0 flex-1">
					{account.signer === "watch" ? (
						<h2 className={account.address.label === null ? "text-ink-3" : "font-semibold"}>
							{account.address.label ?? t("desk.accounts.no-name")}
						</h2>
					) : (
						<AccountLabel address={account.address} />
					)}
					<div className="mt-0.5 flex items-center gap-1">
						<span className="num text-f2 text-ink-2 wrap-anywhere">{address}</span>
						<CopyButton
							text={address}
							what={t("desk.accounts.the-address-of", {
								label,
							})}
						/>
					</div>
					<div className="mt-2 flex flex-wrap gap-1.5">
						<Pill>{textOf(FAMILIES[account.family])}</Pill>
						<Pill tone={account.signer === "ledger" ? "accent" : "quiet"}>
							{account.signer === "ledger" && <Usb size={12} aria-hidden />}
							{account.signer === "watch" && <Eye size={12} aria-hidden />} {textOf(SIGNERS[account.signer])}
						</Pill>
						{account.signer !== "watch" && (
							<Pill>
								{account.path === null ? (
									t("desk.accounts.imported-key")
								) : (
									<span className="num">{account.path}</span>
								)}
							</Pill>
						)}
						{connected && (
							<Pill>
								<Eye size={12} aria-hidden /> {t("desk.accounts.agent-told")}
							</Pill>
						)}
					</div>
					<Fault text={command.fault} className="mt-2" />
				</div>
				<Button
					size="small"
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
