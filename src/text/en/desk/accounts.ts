/** Texts of the desk: accounts. */
export const deskAccounts = {
	"desk.accounts.accounts-recovery-phrase-imported-keys":
		"Accounts of your recovery phrase, imported keys and Ledger, with balances. Keys stay encrypted here, or on the device.",
	"desk.accounts.add-account": "Add account",
	"desk.accounts.address-book": "Address book",
	"desk.accounts.agent-told": "shared with the agent",
	"desk.accounts.agent-told-2": "Shared with the agent",
	"desk.accounts.agent-told-3": "Share with the agent",
	"desk.accounts.agent-told-none-accounts": "No account is shared with the agent",
	"desk.accounts.and-more": "and {more} more",
	"desk.accounts.cancel": "Cancel",
	"desk.accounts.change-accounts-agent-told":
		"Change<hidden> which accounts are shared with the agent</hidden>",
	"desk.accounts.contacts": "{count, plural, one {# contact} other {# contacts}}",
	"desk.accounts.each-message-agent-gets-addresses":
		"Each message shares the chosen addresses and their networks with the agent: never names, balances or keys. The agent may prepare requests for any account you use; you review each.",
	"desk.accounts.families.evm": "EVM",
	"desk.accounts.families.svm": "Solana",
	"desk.accounts.imported-key": "imported key",
	"desk.accounts.ledger-accounts": "Ledger accounts",
	"desk.accounts.hidden": "{count, plural, one {# hidden account} other {# hidden accounts}}",
	"desk.accounts.manage": "Manage {label}",
	"desk.accounts.name": "Name",
	"desk.accounts.name-only-see": "A name only you see",
	"desk.accounts.no-accounts-yet": "No accounts yet",
	"desk.accounts.no-contacts-yet-dealt-addresses":
		"No contacts yet. You dealt with {count, plural, one {# address} other {# addresses}} that could have a name.",
	"desk.accounts.no-contacts-yet-named-address":
		"No contacts yet. A named address is shown by your name for it in every review.",
	"desk.accounts.no-name": "No name",
	"desk.accounts.none-of-them": "None of them",
	"desk.accounts.nowhere.evm":
		"No EVM network has an RPC yet. Add one under Settings, Networks, to see balances.",
	"desk.accounts.nowhere.svm": "Solana has no RPC yet. Add one under Settings, Networks, to see balances.",
	"desk.accounts.open-address-book": "Open address book",
	"desk.accounts.receive.of": "Receive<hidden> to {label}</hidden>",
	"desk.accounts.rename": "Rename {label}",
	"desk.accounts.save": "Save",
	"desk.accounts.set-up-keys": "Set up your keys",
	"desk.accounts.signers.ledger": "Ledger",
	"desk.accounts.signers.local": "on this computer",
	"desk.accounts.signers.watch": "watch-only",
	"desk.accounts.the-address-of": "the address of {label}",
} as const;
