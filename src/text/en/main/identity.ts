/** Texts of identity. */
export const identity = {
	"identity.token.environment": "Given by the environment, for development.",
	"identity.token.environment-only":
		"A token is given by the environment, for development, and used for everything. Nothing was done.",
	"identity.token.somebody-else":
		"This token is of somebody else than the sign-ins of this environment. It was not kept. Sign out of everything first, or paste a token of the same person.",
	"identity.vault-locked":
		"Your sign-in here is kept under your vault’s key, and the vault is locked. Unlock it first; nothing was changed.",
	"identity.no-service": "No service was chosen yet. Choose an environment first.",
	"identity.less-granted":
		"The service gave less than was asked for. What is missing can’t be done here; sign in again to ask for it.",
	"identity.no-environment": "There is no such environment. Nothing was changed.",
	"identity.address-by-environment":
		"The service’s address is given by the environment, for development. Nothing was changed.",
	"identity.same-address":
		"There is an environment with this address already: {name}. Change that one; nothing was saved.",
	"identity.another-address":
		"Another address is another environment, with sign-ins and conversations of its own. Add it as a new one; nothing was changed.",
	"identity.same-name":
		"An environment is called {name} already. Give this one another name; nothing was saved.",
	"identity.wrong-sign-in":
		"What the sign-in of {environment} gives is good there: sent to another address, whoever answers at it could act as you. Use that service’s own address, or another sign-in address; nothing was saved.",
	"identity.no-sign-in": "No sign-in is going on.",
	"identity.no-link": "There is no link to open now. Start the sign-in again.",
	"identity.built-in": "Production and staging can’t be removed. Nothing was changed.",
	"identity.in-use": "This environment is in use. Choose another one first; nothing was changed.",
	"identity.token.none": "No token is held.",
	"identity.token.not-written": "Kept in memory until Countersign quits: it could not be written to disk.",
	"identity.token.unreadable":
		"What was kept can’t be read by this version, so you are signed out here. It was not deleted. Sign in again.",
	"identity.kept.keychain": "Kept by this system’s keychain.",
	"identity.kept.vault":
		"Kept under your vault’s key: after Countersign starts, unlock the vault once and you are signed in again.",
	"identity.kept.locked":
		"Your sign-in is kept under your vault’s key, and the vault is locked. Nothing can arrive or be sent until you unlock it; your funds are not touched.",
	"identity.kept.unreadable":
		"What was kept can’t be opened any more, so you are signed out here. It was not deleted. Sign in again, or paste the token again.",
	"identity.kept.not-by-keychain": "the system’s keychain could not keep it.",
	"identity.kept.no-keychain":
		"this system offers no keychain that could be trusted, and the vault is locked. Unlock it, and it is kept.",
	"identity.kept.in-memory": "Kept in memory until Countersign quits: {why}",
} as const;
