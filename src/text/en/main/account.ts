/** Texts of account. */
export const account = {
	"account.stopped": "The sign-in has changed. Nothing was done.",
	"account.later":
		"The service could not be asked now, or its answer can’t be read. Nothing was changed; try again.",
	"account.sign-in":
		"Your account with the service needs a sign-in of its own, or a new one. Nothing was read or paid; sign in for the account in Settings.",
	"account.patience":
		"The service asked for patience. Nothing was asked now; try again in {seconds, number} s.",
	"account.app-unknown": "This app is not known here yet. Nothing was removed; look it up first.",
	"account.top-up.not-on-screen": "The top-up is not on screen. Nothing was paid.",
	"account.app-not-on-screen": "This app is not the one on screen. Nothing was removed.",
	"account.apps.not-offered":
		"The list of apps is not offered by this service. An app can be looked up by its number all the same.",
	"account.apps.unreadable":
		"The list of apps has a form that this Countersign can’t read. An app can be looked up by its number all the same.",
	"account.apps.unknown":
		"This app is not known here yet. Nothing was removed; read the list, or look the app up by its number first.",
	"account.apps.wrong-name": "What was typed is not the app’s name. Nothing was removed.",
	"account.apps.busy": "This app is being removed already. Wait for the answer.",
	"account.apps.unclear":
		"The answer did not come, or can’t be read: whether the app was removed is not known. The list is read again; look there before you try again.",
	"account.apps.gone": "The service does not have this app for you any more. Nothing was removed now.",
	"account.apps.too-many": "Too many apps are shown already. Nothing was changed; read the list again.",
	"account.apps.stopped": "The sign-in has changed. What became of this is shown after signing in again.",
	"account.apps.left-out":
		"{count, number} of the listed apps can’t be shown: they have no number and name that this Countersign can read.",
	"account.credit.not-offered":
		"The credit position is not offered by this service for reading. A top-up still works, and its answer shows the position.",
	"account.credit.unreadable":
		"The credit position can’t be read: an amount or a part of it is not what the interface says. It is not shown rather than shown wrong.",
	"account.top-up.same-key":
		"It is not sent again by itself. Try again: the same key is used, so that it is not paid twice.",
	"account.top-up.sending": "The top-up is on its way to the service.",
	"account.top-up.old":
		"It is more than a day old: the service may have forgotten its key. Look at your credit first.",
	"account.top-up.done": "The service took the top-up.",
	"account.top-up.done-unread":
		"The service took the top-up. The position in its answer can’t be read, and is not shown.",
	"account.top-up.limits":
		"A top-up is 0.01 USD to 1,000 USD (1 to 100,000 credits). Nothing was paid; choose an amount in between.",
	"account.top-up.busy": "A top-up is on its way already. Nothing was paid twice; wait for its answer.",
	"account.top-up.open":
		"Whether an earlier top-up was taken is not known. Nothing was paid now; try that one again first, with its own key.",
	"account.top-up.none": "There is no top-up to be tried again. Nothing was paid.",
	"account.top-up.patience": "The service asks for patience. Nothing was paid by this try; try again later.",
	"account.top-up.not-offered": "This service does not offer top-ups. Nothing was paid.",
	"account.top-up.unsent": "The service could not be reached. Nothing was sent or paid; try again later.",
	"account.top-up.unclear":
		"The answer to this top-up did not come, or can’t be read: whether the service took it is not known.",
	"account.top-up.closed":
		"Countersign was closed before the answer to this top-up came: whether the service took it is not known.",
	"account.top-up.clash":
		"The service says that something is in the way of this top-up, perhaps its own first try. Whether it was taken is not known.",
	"account.top-up.wait": "It asked to wait; {seconds, number} s are left.",
} as const;
