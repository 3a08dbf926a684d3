import { Plus, Usb, WalletMinimal } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { AccountCard } from "./account-card.tsx";
import { AddressBook } from "./address-book.tsx";
import { ToldAccounts } from "./told-accounts.tsx";

/** The person's accounts: which keys can sign here, and what they hold. */
export function AccountsPlace() {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const none = view.vault.state === "none";
	const add = () =>
		void wish.send(() => bridge.call("openTrusted", { screen: none ? "unlock" : "addAccount" }));
	const ledger = () => void wish.send(() => bridge.call("openTrusted", { screen: "ledger" }));
	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto max-w-3xl px-6 py-5">
				<div className="flex items-center justify-between gap-4">
					<h1 className="text-f4 font-semibold tracking-tight">Accounts</h1>
					{view.accounts.length > 0 && (
						<div className="flex gap-2">
							<Button size="small" busy={wish.busy} onClick={ledger}>
								<Usb size={14} aria-hidden /> Ledger accounts
							</Button>
							<Button size="small" busy={wish.busy} onClick={add}>
								<Plus size={14} aria-hidden /> Add account
							</Button>
						</div>
					)}
				</div>
				<Fault words={wish.fault} className="mt-3" />
				<ToldAccounts className="mt-2" />
				{view.accounts.length === 0 ? (
					<Empty
						icon={WalletMinimal}
						title="No accounts yet"
						action={
							<div className="flex flex-wrap justify-center gap-2">
								<Button look="primary" busy={wish.busy} onClick={add}>
									{none ? "Set up your keys" : "Add account"}
								</Button>
								<Button busy={wish.busy} onClick={ledger}>
									<Usb size={15} aria-hidden /> Ledger accounts
								</Button>
							</div>
						}
					>
						Accounts from your recovery phrase, imported keys and a Ledger are shown here with their balances.
						Keys stay encrypted on this computer, or on the device.
					</Empty>
				) : (
					<ul className="mt-4 grid gap-4">
						{view.accounts.map((account) => (
							<AccountCard key={account.address.address} account={account} />
						))}
					</ul>
				)}
				{!none && <AddressBook />}
			</div>
		</div>
	);
}
