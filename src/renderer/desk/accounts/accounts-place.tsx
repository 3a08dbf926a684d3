import { Plus, Usb, WalletMinimal } from "lucide-react";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { AccountCard } from "./account-card.tsx";
import { AddressBook } from "./address-book.tsx";
import { ConnectedNote } from "./connected-note.tsx";

function Cards({ accounts }: { accounts: readonly AccountView[] }) {
	return (
		<ul className="mt-4 grid gap-4">
			{accounts.map((account) => (
				<AccountCard key={account.address.address} account={account} />
			))}
		</ul>
	);
}

/** The user's accounts: which keys can sign here, and what they hold. */
export function AccountsPlace() {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const none = view.vault.state === "none";
	const hidden = view.accounts.filter((account) => account.hidden);
	const add = () =>
		void command.send(() => bridge.call("openTrusted", { screen: none ? "unlock" : "addAccount" }));
	const ledger = () => void command.send(() => bridge.call("openTrusted", { screen: "ledger" }));
	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto max-w-3xl px-6 py-5">
				<div className="flex items-center justify-between gap-4">
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.accounts.accounts")}</h1>
					{view.accounts.length > 0 && (
						<div className="flex gap-2">
							<Button size="small" busy={command.busy} onClick={ledger}>
								<Usb size={14} aria-hidden /> {t("desk.accounts.ledger-accounts")}
							</Button>
							<Button size="small" busy={command.busy} onClick={add}>
								<Plus size={14} aria-hidden /> {t("desk.accounts.add-account")}
							</Button>
						</div>
					)}
				</div>
				<Fault text={command.fault} className="mt-3" />
				<ConnectedNote className="mt-2" />
				{view.accounts.length === 0 ? (
					<Empty
						icon={WalletMinimal}
						title={t("desk.accounts.no-accounts-yet")}
						action={
							<div className="flex flex-wrap justify-center gap-2">
								<Button look="primary" busy={command.busy} onClick={add}>
									{none ? t("desk.accounts.set-up-keys") : t("desk.accounts.add-account")}
								</Button>
								<Button busy={command.busy} onClick={ledger}>
									<Usb size={15} aria-hidden /> {t("desk.accounts.ledger-accounts")}
								</Button>
							</div>
						}
					>
						{t("desk.accounts.accounts-recovery-phrase-imported-keys")}
					</Empty>
				) : (
					<>
						<Cards accounts={view.accounts.filter(({ hidden }) => !hidden)} />
						{hidden.length > 0 && (
							<Fold title={t("desk.accounts.hidden", { count: hidden.length })} className="mt-4">
								<Cards accounts={hidden} />
							</Fold>
						)}
					</>
				)}
				{!none && <AddressBook />}
			</div>
		</div>
	);
}
