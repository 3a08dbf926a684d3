/** Texts of the trusted window: keys after the first day. */
export const trustedKeys = {
	"trusted.keys.account": "Account",
	"trusted.keys.account.lead":
		"{source, select, phrase {Its key comes from your recovery phrase and is kept on this computer.} imported {Its key was imported and is kept on this computer.} ledger {Its key is on your Ledger.} other {Watch-only: its key is not here, and nothing can be signed for it.}}",
	"trusted.keys.back-to-account": "Back to the account",
	"trusted.keys.change-it": "Change password",
	"trusted.keys.change-password": "Change your password",
	"trusted.keys.change-password.lead":
		"Your keys stay the same. From now on only the new password opens them; copies of the old vault file still open with the old one.",
	"trusted.keys.changing": "Changing…",
	"trusted.keys.close": "Close",
	"trusted.keys.export": "Export a private key",
	"trusted.keys.export.lead":
		"Whoever has this key can spend everything in the account, here and anywhere, without asking you.",
	"trusted.keys.forgot": "Forgot your password?",
	"trusted.keys.hidden": "Hidden",
	"trusted.keys.hidden-in": "Hidden in {seconds} s",
	"trusted.keys.hidden.words": "Out of sight on Home. Requests for it still reach you.",
	"trusted.keys.hide": "Hide now",
	"trusted.keys.hide-account": "Hide",
	"trusted.keys.hold-to-show": "Hold to show",
	"trusted.keys.key-caution":
		"Other programs on this computer can read what you copy. Paste it only where you mean to, then copy something else.",
	"trusted.keys.name": "Name",
	"trusted.keys.name.box": "Name of the account",
	"trusted.keys.name.placeholder": "A name only you see",
	"trusted.keys.name.save": "Save",
	"trusted.keys.password": "Password",
	"trusted.keys.password-changed": "Password changed. Use the new one from now on.",
	"trusted.keys.present-password": "Current password",
	"trusted.keys.private-key": "Private key",
	"trusted.keys.private-key.export": "Export…",
	"trusted.keys.private-key.words": "To use this account in another wallet. Takes your password.",
	"trusted.keys.receive": "Receive",
	"trusted.keys.receive.address": "the address",
	"trusted.keys.receive.ledger": "Compare it with the address on your Ledger before you give it to anyone.",
	"trusted.keys.receive.on-device": "Show on device",
	"trusted.keys.receive.qr": "QR code of the address",
	"trusted.keys.receive.watch": "What you send here can’t be moved from here: the key is elsewhere.",
	"trusted.keys.receive.where":
		"{family, select, evm {The same address on Ethereum and every other EVM network. Never send Solana assets here.} other {On Solana only. Never send assets of Ethereum or other EVM networks here.}}",
	"trusted.keys.remove": "Remove",
	"trusted.keys.remove.begin": "Remove…",
	"trusted.keys.remove.it": "Remove account",
	"trusted.keys.remove.keep": "Keep it",
	"trusted.keys.remove.lost":
		"{source, select, phrase {The account goes from this list. Your recovery phrase still makes it: “Add the next account” brings it back. Funds stay on the chain.} imported {The key is deleted here, and your recovery phrase does not bring it back. Without a copy of this key the funds in the account are lost. Export it first.} ledger {The account goes from this list. The key stays on your Ledger, where you can add it again.} other {The address goes from this list. Nothing else changes.}}",
	"trusted.keys.remove.waiting":
		"{count, plural, one {# request waits} other {# requests wait}} for this account. Removing it rejects {count, plural, one {it} other {them}}, and the agent is told why.",
	"trusted.keys.removing": "Removing…",
	"trusted.keys.restore": "Restore with your recovery phrase",
	"trusted.keys.restore-it": "Restore",
	"trusted.keys.restore.anyway":
		"Restore even if this recovery phrase makes none of the accounts that are here",
	"trusted.keys.restore.back": "What comes back",
	"trusted.keys.restore.back.none":
		"Nothing of what is here: these keys were imported one by one. The recovery phrase brings its own accounts.",
	"trusted.keys.restore.back.phrase":
		"Every account that your recovery phrase makes, under a new password. Your rules have to be confirmed again.",
	"trusted.keys.restore.lead":
		"Nobody can reset a password. Your recovery phrase makes the same keys again, under a new one.",
	"trusted.keys.restore.lost": "What does not",
	"trusted.keys.restore.lost.words":
		"The present vault file is kept beside the new one, never deleted, and still opens with the old password. Sign-ins kept under that password end. {count, plural, =0 {} one {This imported key is in that file alone:} other {These imported keys are in that file alone:}}",
	"trusted.keys.restored": "Restored",
	"trusted.keys.restored.accounts": "Accounts that came back",
	"trusted.keys.restored.confirm":
		"If you had rules, names or Ledger accounts, open Settings → Signing → Rules and confirm them with the new password. Until then they refuse everything.",
	"trusted.keys.restored.kept":
		"The former vault is kept as {keptAs}, in the folder of Countersign. Its own password opens it.",
	"trusted.keys.restored.lead": "Your keys are open, under the new password.",
	"trusted.keys.restored.lost": "Not restored: only the former vault file has these",
	"trusted.keys.restoring": "Restoring…",
	"trusted.keys.reveal.alone":
		"Make sure no one can see your screen, in the room or in a call. No one from Countersign or a service will ask for this.",
	"trusted.keys.reveal.touch": "After the hold, Touch ID asks for your finger as well.",
	"trusted.keys.show-account": "Show",
	"trusted.keys.show-phrase": "Show your recovery phrase",
	"trusted.keys.show-phrase.lead":
		"Whoever has these words has your funds. They are shown for a minute, and hidden when you look elsewhere.",
	"trusted.keys.show-phrase.none":
		"There is no recovery phrase here: these keys were imported one by one. Export each from its account.",
	"trusted.keys.shown": "Shown on Home",
	"trusted.keys.shown.words": "Hiding it only takes it out of sight. Requests for it still reach you.",
	"trusted.keys.the-key": "the private key",
	"trusted.keys.watch": "Watch an address",
	"trusted.keys.watch.add": "Watch it",
	"trusted.keys.watch.added": "The address is watched.",
	"trusted.keys.watch.address": "Address",
	"trusted.keys.watch.name": "Name",
	"trusted.keys.watch.words":
		"Balances of any Ethereum or Solana account, without its key. Nothing can be signed for it.",
	"trusted.keys.your-key": "The private key",
	"trusted.keys.your-key.lead": "Keep it where only you can read it.",
	"trusted.keys.your-phrase": "Your recovery phrase",
	"trusted.keys.your-phrase.lead": "Compare it with your paper, or write it down now, by hand.",
} as const;
