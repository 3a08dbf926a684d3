/** Texts of the trusted window: account. */
export const trustedAccount = {
	"trusted.account.agents-cant-use-app-any":
		"Agents can’t use this app for you any more, until it is installed again with the service.",
	"trusted.account.amount-in-usd": "Amount in USD",
	"trusted.account.amount-usd-such-20-12": "An amount in USD, such as 20 or 12.50",
	"trusted.account.another-amount-instead": "Another amount instead",
	"trusted.account.another-amount-usd": "Another amount in USD",
	"trusted.account.app-not": "This app is not here",
	"trusted.account.at-least": "At least {usd}",
	"trusted.account.back-to-settings": "Back to settings",
	"trusted.account.balance": "Balance",
	"trusted.account.credentials-gave-service-app-may":
		"Credentials that you gave the service for this app may go with it. Countersign has no copy of them.",
	"trusted.account.credits": "{amount} {one, select, yes {credit} other {credits}}",
	"trusted.account.from-to": "From {usd} ({credits}) to {usd2} ({credits2}).",
	"trusted.account.is": "{usd} is {credits}.",
	"trusted.account.keep-it": "Keep it",
	"trusted.account.keys-funds-conversations-journal-allowances":
		"Your keys and funds, your conversations and the journal. Allowances on chain stay too.",
	"trusted.account.letter-for-letter": "<claim></claim>, letter for letter",
	"trusted.account.may-lost": "What may be lost",
	"trusted.account.most-once": "At most {usd} at once",
	"trusted.account.most-six-digits-after-point": "At most six digits after the point",
	"trusted.account.name-help.hidden":
		"<claim></claim>, letter for letter. It holds characters that can’t be typed; copy it here <copy></copy>",
	"trusted.account.not-signed-account": "You are not signed in for your account.",
	"trusted.account.owed": "Owed",
	"trusted.account.own-credentials":
		"What you gave the service for this app may go with it; Countersign has no copy: <names></names>.",
	"trusted.account.prepaid-credit-pays-service-agents":
		"Prepaid credit pays the service for what agents do. The service keeps it, not your wallet, and no key of yours signs for it.",
	"trusted.account.remove": "Remove",
	"trusted.account.remove-this-app": "Remove this app",
	"trusted.account.removed-already-list-apps-not":
		"It was removed already, or the list of apps was not read yet. Nothing was changed.",
	"trusted.account.removing": "Removing…",
	"trusted.account.taken-off-account-service":
		"<claim></claim> <b>{applicationId}</b> is taken off your account with the service.",
	"trusted.account.the-name": "the name",
	"trusted.account.titles.done": "Credit added",
	"trusted.account.titles.payment-needed": "The service asks to be paid first",
	"trusted.account.titles.refused": "Not added",
	"trusted.account.titles.sending": "Asking the service",
	"trusted.account.titles.unclear": "Not known whether it was taken",
	"trusted.account.top-up": "Top up {usd}",
	"trusted.account.top-up-2": "Top up",
	"trusted.account.top-up-credit": "Top up your credit",
	"trusted.account.topping-up": "Topping up…",
	"trusted.account.try-again": "Try again",
	"trusted.account.trying": "Trying…",
	"trusted.account.trying-again-repeats-same-top":
		"Trying again repeats this same top-up: where the service has it already, it is not taken twice.",
	"trusted.account.type-apps-name": "Type the app’s name",
	"trusted.account.usd": "{amount} USD",
	"trusted.account.what-ends": "What ends",
	"trusted.account.what-stays": "What stays",
	"trusted.account.without-commas-point-stands-before":
		"Without commas: a point stands before the cents, as in 12.50",
} as const;
