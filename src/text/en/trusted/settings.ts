/** Texts of the trusted window: settings. */
export const trustedSettings = {
	"trusted.settings.address-needed": "An address is needed",
	"trusted.settings.addresses": "Networks",
	"trusted.settings.already-list": "Already in the list",
	"trusted.settings.approved-one-time-each-typed":
		"They can then be approved, one at a time, each with a typed word and a warning. Nothing is approved by this by itself.",
	"trusted.settings.auto-lock.saved":
		"Saved. Keys lock after {minutes, plural, one {# minute} other {# minutes}} without use.",
	"trusted.settings.back-to-settings": "Back to settings",
	"trusted.settings.base-url": "Base URL",
	"trusted.settings.begins-with-https": "Begins with https://",
	"trusted.settings.blind-signing": "Blind signing",
	"trusted.settings.blind-signing.saved": "Saved. Blind signing is {on, select, yes {on} other {off}}.",
	"trusted.settings.chain": "chain {chainId}",
	"trusted.settings.chain-id": "Chain id",
	"trusted.settings.choose-a-cluster": "Choose a cluster",
	"trusted.settings.clusters.devnet.words": "Devnet",
	"trusted.settings.clusters.localnet.words": "Local",
	"trusted.settings.clusters.mainnet-beta.words": "Mainnet",
	"trusted.settings.clusters.testnet.words": "Testnet",
	"trusted.settings.forget": "Forget",
	"trusted.settings.held-token-forgotten-when-save": "The held token is forgotten when you save.",
	"trusted.settings.http-127-0-0-1": "http://127.0.0.1:8899",
	"trusted.settings.explorer": "Block explorer (optional)",
	"trusted.settings.explorer-known": "{page}",
	"trusted.settings.explorer-needs-id": "Begins with https:// and has '{id}' where the hash goes",
	"trusted.settings.explorer-none": "https://…/tx/'{id}'",
	"trusted.settings.https": "https://",
	"trusted.settings.keep-it": "Keep it",
	"trusted.settings.leave-empty-keep": "{keeping} Leave this empty to keep it.",
	"trusted.settings.lock-after-while": "Auto-lock",
	"trusted.settings.locked-keys-cant-sign-also":
		"Locked keys can’t sign. They also lock on sleep and when Countersign quits.",
	"trusted.settings.minutes-without-use": "Minutes without use",
	"trusted.settings.name": "Name",
	"trusted.settings.not-saved-look-marked-boxes":
		"Not saved: look at the marked boxes. The addresses in use are unchanged.",
	"trusted.settings.number-such-1": "A number, such as 1",
	"trusted.settings.off-should-almost-everybody": "It is off, as it should be for almost everybody.",
	"trusted.settings.password-keys": "Password",
	"trusted.settings.plain-http-only-computer-127":
		"Plain http is only for this computer (127.0.0.1): others could read and change it on the way",
	"trusted.settings.remove": "Remove {label}",
	"trusted.settings.request-whose-meaning-cant-seen":
		"It is on: a request whose meaning can’t be seen may be signed.",
	"trusted.settings.rules-count-chains-address-answers":
		"Your rules count on what a chain’s address answers, so another one loosens them.",
	"trusted.settings.save": "Save",
	"trusted.settings.saved-countersign-connects-addresses-now":
		"Saved. Countersign connects to these addresses now.",
	"trusted.settings.saving": "Saving…",
	"trusted.settings.sign-in": "Sign in…",
	"trusted.settings.sign-services-own-page-token":
		"You sign in on the service’s own page. A token pasted here is for development.",
	"trusted.settings.solana-cluster": "Solana cluster",
	"trusted.settings.some-requests-bare-hash-user":
		"Some requests are a bare hash: a user operation of a smart account, or 32 bytes to sign. Nobody can see what a hash stands for, in any wallet.",
	"trusted.settings.such-signature-stand-anything-giving":
		"Such a signature can stand for anything, even for giving all you hold away. While this is off, Countersign shows these requests and refuses them.",
	"trusted.settings.token": "Token",
	"trusted.settings.too-long": "Too long",
	"trusted.settings.turn-it-off": "Turn it off",
	"trusted.settings.turn-it-on": "Turn it on",
	"trusted.settings.turning-does": "What turning it on does",
	"trusted.settings.what-it-is": "What it is",
	"trusted.settings.whole-number-1": "A whole number from 1 to {LONGEST}",
	"trusted.settings.why-off": "Why it is off",
} as const;
