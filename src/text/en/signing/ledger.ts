/** Texts of ledger. */
export const ledger = {
	"ledger.scheme.ledger-live": "Ledger Live",
	"ledger.scheme.bip44": "BIP-44",
	"ledger.scheme.legacy": "Legacy",
	"ledger.scheme.command-line": "Command line",
	"ledger.address.same":
		"You confirmed this address on your Ledger, and it is the one that Countersign keeps.",
	"ledger.address.different":
		"Your Ledger has another address at this path: it is another device, or has another recovery phrase. Send nothing to the address on screen before you know why.",
	"ledger.unplugged.reading": "This Ledger is not plugged in any more. Nothing was read.",
	"ledger.reading": "The accounts are being read already.",
	"ledger.given-up": "Reading was given up.",
	"ledger.accounts.unread":
		"These accounts are not among those that were read. Read them again; nothing was added.",
	"ledger.accounts.most":
		"At most {most, number} accounts of Ledgers can be kept. Remove some first; nothing was added.",
	"ledger.no-account": "This is no account of a Ledger here.",
	"ledger.address.compare":
		"Compare every character of this address with the one on your Ledger, and confirm or refuse it there.",
	"ledger.none": "No Ledger is plugged in. Connect the one that has this account.",
	"ledger.unplugged.opening": "This Ledger is not plugged in any more. Nothing was opened.",
	"ledger.opening": "Opening the {app} app. Your Ledger may ask you to agree.",
} as const;
