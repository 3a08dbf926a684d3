/** The user’s rules. */
export const rules = {
	"guard.accounts": "Accounts of a Ledger that you did not add, and that don’t count as yours: {addresses}.",
	"guard.blind-signing": "Signing a bare hash was turned on. It counts as off.",
	"guard.chains": "Another RPC than the one that you set is asked on {chains}.",
	"guard.contacts": "Contacts that you did not add, and that don’t count as contacts: {addresses}.",
	"guard.few.more": "{items} and {count, number} others",
	"guard.names": "Addresses with a name that you did not give; it is not shown: {addresses}.",
	"guard.rules-unknown":
		"What your rules were is not known: the seal over them was taken away, or is of another vault. Look at each rule, and at contacts, accounts and networks.",
	"rule.addresses": "{count, plural, one {# address} other {# addresses}}",
	"rule.amount": "{amount} {symbol}",
	"rule.amount.units": "{amount} units",
	"rule.blocked-app": "Nothing is approved{where}.",
	"rule.changed-outside":
		"Your rules were changed outside of Countersign, so nothing is approved. Open Settings → Signing → Rules to see what is different, and confirm it with your password or put it right.",
	"rule.contracts": "Calls only {which}{where}.",
	"rule.contracts.none": "Calls no contract at all{where}.",
	"rule.day.friday": "Friday",
	"rule.day.monday": "Monday",
	"rule.day.saturday": "Saturday",
	"rule.day.sunday": "Sunday",
	"rule.day.thursday": "Thursday",
	"rule.day.tuesday": "Tuesday",
	"rule.day.wednesday": "Wednesday",
	"rule.days.all": "every day",
	"rule.days.more": "{first}, {second}, {third} and {count, number} more",
	"rule.days.week": "Monday to Friday",
	"rule.days.weekend": "Saturday and Sunday",
	"rule.fault.amount-unknown":
		"how much it can take is not known: neither our own decoding nor your own simulation tells all that it does.",
	"rule.fault.app-blocked": "it blocks this app.",
	"rule.fault.app-unknown": "it blocks an app, and this request doesn't say of which app it is.",
	"rule.fault.book-unreadable": "your address book can't be read.",
	"rule.fault.contract": "it calls {address}, which is not one of its contracts.",
	"rule.fault.contracts-unknown": "which contracts it speaks to is not known.",
	"rule.fault.day-unknown":
		"how much was approved in the last 24 hours is not known: it holds something whose amount nobody could tell, or that has no limit.",
	"rule.fault.hours": "it allows approvals only {hours} ({timeZone}).",
	"rule.fault.ledger.above":
		"it can take {amount}, more than {above}, and the key of this account is not on a Ledger.",
	"rule.fault.ledger.amount-unknown":
		"how much it can take is not known: neither our own decoding nor your own simulation tells all that it does, and the key of this account is not on a Ledger.",
	"rule.fault.ledger.no-limit":
		"it lets {symbol} be taken without a limit, and the key of this account is not on a Ledger.",
	"rule.fault.no-limit": "it lets {symbol} be taken without a limit.",
	"rule.fault.not-simulated": "your own simulation has not shown what it does.",
	"rule.fault.over-day":
		"it can take {amount}, {before} were approved in the last 24 hours, and the rule allows {most}. Fees, and what others may take by a permission, count as spent.",
	"rule.fault.over-once":
		"it can take {amount}, and the rule allows {most} in one transaction. Fees, and what others may take by a permission, count as spent.",
	"rule.fault.permissions-unknown":
		"which permissions it gives is not known: our own decoding does not tell all that it does, and what no simulation looks at can't be seen either.",
	"rule.fault.recipient": "{address} would get something, and is not one of its recipients.",
	"rule.fault.recipients-unknown":
		"who gets what leaves is not known: our own decoding does not tell all that it does, and what no simulation looks at can't be seen either.",
	"rule.fault.simulation-differs": "your own simulation does not agree with what the service declares.",
	"rule.fault.spender": "it gives a permission to {address}, which is not one of those that may have one.",
	"rule.fault.unlimited": "it gives {spender} a permission over {token} without a limit.",
	"rule.fault.worth.differs": "your two RPCs disagree on the price of {asset}, so its worth is not known.",
	"rule.fault.worth.no-feed": "no price feed is known for {asset} here, so its worth counts as too much.",
	"rule.fault.worth.no-price": "no fresh price of {asset} is known, so its worth counts as too much.",
	"rule.fault.worth.one-rpc":
		"one RPC alone tells the price of {asset}. Add a limit in {asset}, or a second RPC.",
	"rule.gone-or-looser": "This rule is gone, or looser now: “{name}”. {sentence}",
	"rule.hours": "from {from} to {to}{overnight, select, true { the next day} other {}}, {days}",
	"rule.it": "it",
	"rule.ledger-above": "More than {amount} only with a Ledger{where}.",
	"rule.malformed.choose-apps": "Choose the apps to block.",
	"rule.malformed.choose-chains": "An amount belongs to chains: choose them.",
	"rule.malformed.decimals": "The native coin has other decimals.",
	"rule.malformed.families": "An amount can't be of Ethereum chains and of Solana at once.",
	"rule.malformed.hours": "The hours end when they begin.",
	"rule.malformed.same-id": "Two rules have one id.",
	"rule.malformed.token-elsewhere": "This token is not of these chains.",
	"rule.no-unlimited": "Never gives a permission without a limit{where}.",
	"rule.nobodys-request":
		"Whose request this is can't be told, so your rules can't be held against it. Reject the request.",
	"rule.not-kept": "These rules can't be kept: {fault} Nothing was saved.",
	"rule.not-kept.part-missing": "a part is missing",
	"rule.not-looked-at":
		"Whether your rules are as you left them is not known before you unlock your vault. Unlock it to approve.",
	"rule.one-of.four": "{first}, {second}, {third} or {fourth}",
	"rule.one-of.more": "{first}, {second}, {third} or {count, number} more",
	"rule.one-of.three": "{first}, {second} or {third}",
	"rule.one-of.two": "{first} or {second}",
	"rule.only-hours": "Only {hours}{where}.",
	"rule.recipients": "Pays only {whom}{where}.",
	"rule.simulated": "Only where your own simulation agrees with the service{where}.",
	"rule.spend-day": "At most {amount} in 24 hours{where}, for each account and chain.",
	"rule.spend-once": "At most {amount} in one transaction{where}.",
	"rule.spenders": "Gives permissions only to {whom}{where}.",
	"rule.spenders.none": "Gives permissions to nobody{where}.",
	"rule.stops":
		"Your rule “{name}” stops this: {fault} You can {waiting, select, true {wait, } other {}}change the rule in Settings → Signing → Rules, or reject the request.",
	"rule.unreadable":
		"Your rules can't be read, so nothing is approved. Open Settings → Signing → Rules to write them anew; that takes your password.",
	"rule.where":
		"{ofAccounts, select, true { from {accounts}} other {}}{ofChains, select, true { on {chains}} other {}}{ofApps, select, true { for {apps}} other {}}",
	"rule.worth-day": "At most {amount} in 24 hours{where}, for each account, all networks together.",
	"rule.worth.no-feed": "No price feed is known on {chain}: choose other networks.",
	"rule.worth.one-rpc":
		"One RPC alone tells prices on {chain}, and could lie. Add a limit in {coin} there first, or a second RPC.",
	"rule.your-accounts": "your own accounts",
	"rule.your-contacts": "your contacts",
} as const;
