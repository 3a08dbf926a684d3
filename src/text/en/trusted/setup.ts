/** Texts of the trusted window: setup. */
export const trustedSetup = {
	"trusted.setup.account-key-added": "The account of that key was added.",
	"trusted.setup.add-an-account": "Add an account",
	"trusted.setup.add-next-account": "Add the next account",
	"trusted.setup.adding": "Adding…",
	"trusted.setup.at-least-characters": "At least {SHORTEST} characters",
	"trusted.setup.back": "Back",
	"trusted.setup.back-to-accounts": "Back to Home",
	"trusted.setup.characters-solana-key-87-88": "{count} characters: a Solana key has 87 or 88",
	"trusted.setup.check": "Check",
	"trusted.setup.checking": "Checking…",
	"trusted.setup.dont-photograph-dont-type-into":
		"Don’t photograph them and don’t type them into anything else. No one from Countersign or a service will ask for them.",
	"trusted.setup.encrypted-password-yours-ledger-never":
		"Your password encrypts keys here; on a Ledger they never leave the device. Countersign signs only what you reviewed and held to approve.",
	"trusted.setup.encrypting": "Encrypting…",
	"trusted.setup.encrypts-keys-computer-nobody-reset":
		"It encrypts your keys on this computer. Nobody can reset it: without it, only what you keep elsewhere, as your recovery phrase, brings the keys back.",
	"trusted.setup.ethereum-64-hex-digits-without":
		"Ethereum: 64 hex digits, with or without 0x. Solana: the 87 or 88 characters that wallets export, or the 64 numbers in brackets of a key file.",
	"trusted.setup.fair-longer-better-stranger": "Fair: longer is better than stranger",
	"trusted.setup.find-under-accounts": "{added} You find it on Home.",
	"trusted.setup.first-password-words-shown-once":
		"First a password. Then the words are shown, once: have pen and paper ready, and make sure no one can see your screen.",
	"trusted.setup.from-a-ledger": "From a Ledger",
	"trusted.setup.from-your-phrase": "From your recovery phrase",
	"trusted.setup.good": "Good",
	"trusted.setup.i-written-down": "I have written it down",
	"trusted.setup.import": "Import",
	"trusted.setup.import-the-key": "Import the key",
	"trusted.setup.importing": "Importing…",
	"trusted.setup.key-stays-device-asks-each":
		"The key stays on the device, which asks you for each signature.",
	"trusted.setup.key-file": "Key file",
	"trusted.setup.key-file.choose": "Choose the file and import…",
	"trusted.setup.key-file.password": "Password of the file",
	"trusted.setup.key-file.password-help":
		"The one of the wallet that wrote it. Empty for Solana’s file, which has none.",
	"trusted.setup.key-file.what":
		"Ethereum’s encrypted JSON, as most wallets export it, or the file of Solana’s command line. Your recovery phrase does not bring its key back, so keep the file.",
	"trusted.setup.key.list-open": "{count} of {whole} numbers: the list ends with ]",
	"trusted.setup.keys-computer": "Your keys, on this computer",
	"trusted.setup.keys-one-thing-service-another":
		"Keys are one thing; who you are to the service is another. You can sign in before or after.",
	"trusted.setup.keys-stay-device-no-password":
		"The keys stay on the device. No password is needed here for it.",
	"trusted.setup.kind-of-account": "Kind of account",
	"trusted.setup.list-holds-only-numbers-0": "A list holds only numbers from 0 to 255",
	"trusted.setup.names.evm": "Ethereum",
	"trusted.setup.names.svm": "Solana",
	"trusted.setup.neither-hex-0-9-f":
		"Neither hex (0–9 and a–f) nor a Solana key, which has no 0, O, I, l or signs",
	"trusted.setup.new-password": "New password",
	"trusted.setup.new-password-again": "New password again",
	"trusted.setup.next-account-phrase-added": "The next {name} account of your recovery phrase was added.",
	"trusted.setup.next-account-same-words-written":
		"The next account of the same words. Your recovery phrase restores it too.",
	"trusted.setup.next-try-allowed-waiting-keeps": "The next try is allowed in <b>{wait}</b>.",
	"trusted.setup.next-type-few": "Next, you type a few of them.",
	"trusted.setup.not-now": "Not now",
	"trusted.setup.nothing-kept-before-passes": "Nothing is saved until the words match.",
	"trusted.setup.of-digits": "{count} of {whole} digits",
	"trusted.setup.of-numbers": "{count} of {whole} numbers",
	"trusted.setup.one-words-not-one-shown":
		"One of the words is not the one that was shown. Look at its number on your paper and type it again.",
	"trusted.setup.paper-hand-whoever-funds-without":
		"On paper, by hand. Whoever has them has your funds; without them nobody can bring your keys back. They are not shown again.",
	"trusted.setup.password": "Password",
	"trusted.setup.password-again": "Password again",
	"trusted.setup.password-keys": "Password",
	"trusted.setup.password.differs": "The two are not the same",
	"trusted.setup.password.missing": "{missing, plural, one {# more character} other {# more characters}}",
	"trusted.setup.phrase-does-not-bring-one":
		"Your recovery phrase does not restore this one: keep the key somewhere safe as well.",
	"trusted.setup.phrase.word-count":
		"{count, plural, one {# word} other {# words}}: a recovery phrase has 12, 15, 18, 21 or 24",
	"trusted.setup.private-key": "From a private key",
	"trusted.setup.private-key-2": "Private key",
	"trusted.setup.proves-wrote-down-brings-keys":
		"This proves that what you wrote down brings your keys back.",
	"trusted.setup.recovery-phrase": "Recovery phrase",
	"trusted.setup.show-the-words": "Show the words",
	"trusted.setup.sign-in": "Sign in…",
	"trusted.setup.strong": "Strong",
	"trusted.setup.then": "Then: <claim></claim>.",
	"trusted.setup.type-paste-choose-password-encrypt":
		"Type or paste it here, and choose the password that will encrypt it.",
	"trusted.setup.type-words-paper": "Type the words from your paper",
	"trusted.setup.unlock": "Unlock",
	"trusted.setup.unlock-your-keys": "Unlock your keys",
	"trusted.setup.unlock.again-after":
		"They lock again after {minutes, plural, one {# minute} other {# minutes}} without use.",
	"trusted.setup.unlocking": "Unlocking…",
	"trusted.setup.use-a-ledger": "Use a Ledger",
	"trusted.setup.ways.create.title": "Create a recovery phrase",
	"trusted.setup.ways.create.words": "Twelve words that you write down. Every account comes from them.",
	"trusted.setup.ways.file.lead":
		"Choose the password that will encrypt its key here, then the file. Countersign reads the file once and leaves it as it is.",
	"trusted.setup.ways.file.title": "Import a key file",
	"trusted.setup.ways.file.words": "Ethereum’s encrypted JSON, or the file of Solana’s command line.",
	"trusted.setup.ways.key.title": "Import a private key",
	"trusted.setup.ways.key.words": "One account, Ethereum or Solana, from its key alone.",
	"trusted.setup.ways.phrase.title": "Import a recovery phrase",
	"trusted.setup.ways.phrase.words": "You have twelve to twenty-four words from another wallet.",
	"trusted.setup.weak-among-first-guessed":
		"Too weak: among the first to be guessed. A few words that don’t belong together make it strong",
	"trusted.setup.word": "Word {position}",
	"trusted.setup.words-spaces-between": "Words with spaces between them",
	"trusted.setup.write-words-down-order": "Write these words down, in order",
} as const;
