/** Texts of app. */
export const app = {
	"app.account-last":
		"This is the only account of the vault, which holds at least one. Add another one first.",
	"app.account-removed.reason":
		"The user removed this account from Countersign, so nothing can be signed for it here.",
	"app.no-account": "This account is not here any more.",
	"app.no-key-here": "The key of this account is not on this computer.",
	"app.no-proof": "There is no proof of this any more. Nothing was saved.",
	"app.nothing-to-restore": "There is no vault to be restored here.",
	"app.secret.left": "You left this page, so nothing is shown.",
	"app.touch.key": "show a private key",
	"app.touch.no": "Touch ID did not confirm it, so nothing is shown.",
	"app.touch.phrase": "show your recovery phrase",
	"app.watch.already": "This address is watched already.",
	"app.watch.checksum": "The capital letters of this address don’t fit: a character is wrong. Check it.",
	"app.watch.most": "At most {most} addresses can be watched.",
	"app.watch.no-address": "This is neither an Ethereum address (0x and 40 hex digits) nor a Solana one.",
	"app.watch.own": "This is one of your own accounts already.",
	"app.exception.gone":
		"This is not what the rules were set aside for: the request, your rules or the account changed, or it was asked twice. Nothing was allowed. Look at the review again.",
	"app.key-file": "Key file",
	"app.fault":
		"Countersign met a fault of its own and stopped what you asked for. What had begun before is shown under Activity; the log holds the details.",
	"app.malformed": "The input is malformed. Nothing was done.",
	"app.malformed.whole": "The input {fault}. Nothing was done.",
	"app.malformed.part": "{part} {fault}. Nothing was done.",
	"app.no-command": "There is no such command.",
	"app.no-command.desk": "The desk has no such command.",
	"app.no-command.trusted": "The trusted window has no such command.",
	"app.not-running": "Countersign is not running yet.",
	"app.nothing-done": "Nothing was done.",
	"app.permission.gone": "This allowance is not on the list any more. Read the list again.",
	"app.phrase-waits": "A new recovery phrase waits to be written down first.",
	"app.allowances.too-slow": "Your RPC took too long, so this was not read. Read it again in a while.",
	"app.allowances.token-account": "The token account can’t be read.",
	"app.allowances.met-unreadable": "What was met in reviews can’t be read.",
	"app.conversations-damaged":
		"The stored conversations were damaged and are being read from the service again. Your keys and your journal are not touched.",
	"app.chain.answers": "Answers, and is of this chain",
	"app.own-account-not-blocked": "This is an account of your own, so it can’t be blocked.",
	"app.request-gone": "This request is not here any more.",
	"app.own-accounts-only": "Only your own accounts can be named here.",
	"app.last-run-cut":
		"Countersign was ended in the middle of {count, plural, one {# approval. It was} other {# approvals. They were}} taken up where the journal says. Look under Activity.",
	"app.journal.whole": "Log verified: {count, number} entries, none altered.",
	"app.not-saved": "Nothing was saved.",
	"app.no-input": "Countersign saw no key or click of yours on this window.",
	"app.too-often": "That was asked too often. Wait a minute, then try again.",
	"app.chain.password": "Changing a network that has an RPC takes your password. Nothing was saved.",
	"app.chain.reading": "Being read",
	"app.connected.own-only":
		"Only your own accounts can be shared with the agent, one of each family. Nothing was changed; choose one from the list.",
	"app.chain-unread": "Which chain “{chain}” is could not be read from its RPC, so nothing was saved: {why}",
	"app.rules.changed-outside":
		"Your rules were changed outside of Countersign. Nothing was saved: open Settings → Signing → Rules and look at what is different first.",
	"app.rules.no-password":
		"Loosening rules needs your password, and there is none here: all your accounts are on a Ledger. Nothing was saved. Make a vault with a password first; making rules stricter needs none.",
	"app.rules.password":
		"This would let through what your rules refuse now: it takes your password. Nothing was saved.",
	"app.rules.changed":
		"Your rules were changed meanwhile. Nothing was saved; look at them again and make the change anew.",
	"app.token.no-address": "This is not an address of this chain.",
	"app.token.unknown": "Your RPC knows no token at this address on this chain.",
	"app.session.two-names":
		"An app is named by its name or by its application id, not by both. Nothing was sent; take one of them away.",
	"app.link.unreadable": "This link has no readable address. Nothing was opened.",
	"app.link.no-web":
		"This link does not lead to a web page, so Countersign does not open it. Nothing was opened.",
	"app.link.credentials":
		"This link has a name or password in its address, which can make one site look like another. Nothing was opened.",
	"app.link.not-encrypted":
		"This link is not encrypted (http), so anybody on the way could change the page. Nothing was opened; ask for an https address.",
	"app.not-on-screen": "The window is not on screen.",
	"app.review-not-on-screen": "This review is no longer the one on screen.",
	"app.review-changed": "The review changed meanwhile; look at it again. Nothing was signed.",
	"app.rejected": "You rejected this, and the service is still being told. Nothing was signed.",
	"app.offline": "The service can’t be reached. Nothing was signed; approve again once the service answers.",
	"app.undecodable": "This request can’t be decoded. Nothing was signed.",
	"app.nothing-waits": "Nothing else is waiting for you.",
	"app.phrase.not-shown": "No recovery phrase is on screen.",
	"app.phrase.not-checked": "No recovery phrase is waiting to be checked.",
	"app.rpc.moved":
		"{chain}: {first} gives no answer, so {now} is asked. What was known of open requests is asked anew.",
	"app.rpc.other-chain": "{chain}: {host} is of another chain and is not asked. Correct it under Networks.",
	"app.chain-witness":
		"The witness of {chain} is of the same host as an RPC in its list, so it would agree with itself. Nothing was saved.",
	"app.chain-twice": "A chain stands twice in the list. Nothing was saved.",
	"app.no-conversation": "Nobody reads messages about this request, so none was sent.",
	"app.no-explorer": "No block explorer is known for this network. Add one under Settings, Networks.",
	"app.withdraw.too-late":
		"Too late to withdraw: it is being signed, or was signed already. Nothing more was done.",
	"app.no-replaceable": "There is no transaction of yours here that could be replaced.",
	"app.account-in-use": "Something that you approved still waits for this account. It was not removed.",
	"app.ledger.nothing-asked": "Nothing is being asked of a Ledger.",
	"app.ledger.nothing-left": "No Ledger is thought to show a question that was cut off.",
	"app.ledger.nothing-waits": "Nothing waits for a Ledger here.",
	"app.reading-request": "Reading the request from the service and your RPC",
	"app.replaceable-no-more": "This transaction can’t be replaced any more. Nothing was signed.",
	"app.replacing.speed-up":
		"The same transaction again, at a higher fee and with the same nonce. Until one is mined, either may be.",
	"app.replacing.cancel":
		"A transaction that sends nothing to yourself, at a higher fee and with the same nonce. If it is mined first, the other one can never happen; if not, that one happens as you approved it.",
	"app.reject.untold": "The rejection could not be told to the service. Nothing was signed.",
	"app.reject.carried-out":
		"You approved this already and it is being carried out, so it can’t be rejected here.",
	"app.reject.signature-out":
		"You approved this already; the service may have the signature, so it can’t be rejected here.",
	"app.reject.changed":
		"The request changed before your rejection was sent, so it was not rejected. Review it again.",
	"app.reject.no-reason": "The user rejected this without giving a reason.",
	"app.reject.sent": "The agent was told already: the rejection can’t be undone.",
	"app.reject.no-revision":
		"The revision of this request can’t be read, and an answer must name it, so it can’t be rejected here. Nothing was signed; you can stop the agent, or tell it.",
	"app.permission.not-revocable": "This allowance can’t be revoked here. Nothing was signed.",
	"app.elsewhere.sign-in":
		"{count, plural, one {# approval of another sign-in at {environment} is on its way. It goes on} other {# approvals of another sign-in at {environment} are on their way. They go on}} when that person is signed in again.",
	"app.elsewhere.environment":
		"{count, plural, one {# approval of {environment} is on its way. It goes on} other {# approvals of {environment} are on their way. They go on}} when you are back there.",
	"app.journal.changed":
		"The journal was changed from outside, or a part of it is missing ({place}). It is left as it is, and no funds were moved by this.",
	"app.journal.unchecked":
		"The journal could not be checked to its end, so that whether it was changed from outside is not known. It is left as it is, and no funds were moved by this.",
	"app.journal.compare":
		"Before you approve anything, compare your accounts’ latest transactions with the activity shown here; restore the journal from a backup where you have one.",
	"app.journal.unknown-place": "unknown place",
	"app.journal.not-whole": "The journal was changed from outside: {place}.",
} as const;
