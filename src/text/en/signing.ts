/** Texts of approving, signing and storing. */
export const signing = {
	// Reasons why a press approves nothing.
	"approval.another-review": "The approval names another review than the one on screen.",
	"approval.no-press": "Countersign saw no press of yours on this window.",
	"approval.not-shown": "The review was not on screen.",
	"approval.press-too-short": "The press was too short.",
	"approval.press-too-soon": "The press began before the button was awake.",
	"approval.review-changed": "The review changed or was approved already; look at it again.",
	"approval.shown-too-short": "The review was on screen for less than a second.",
	"approval.type-word": "Type {word} to approve this.",

	// Reasons why the service’s request can’t be completed.
	"completing.no-table": "The lookup table {table} is missing or closed on this cluster. Nothing was signed.",
	"completing.no-transaction":
		"The request wants a blockhash kept, but carries no transaction. Nothing was signed.",
	"completing.sender": "The sender is not an address. Nothing was signed.",
	"completing.unreadable":
		"its target, value or data can’t be read as the interface writes it. Nothing was signed.",
	"completing.unreadable.step":
		"Step {step}: its target, value or data can’t be read as the interface writes it. Nothing was signed.",
	"completing.would-fail": "It would fail on the chain as it is now, by your RPC. Nothing was signed.",
	"completing.would-fail.revocation":
		"Revoking this would fail on the chain now, by your RPC. Nothing was signed; read the approvals again.",
	"completing.would-fail.step":
		"Step {step} would fail on the chain as it is now, by your RPC. Nothing was signed.",

	// Progress and outcome of an approval.
	"signing.account-missing": "The account that must sign is not among yours.",
	"signing.answer.another": "The service holds another answer to this request than yours.",
	"signing.answer.earlier-form": "It takes no answer to its earlier form; what was sent is followed.",
	"signing.answer.expired": "The request expired; the signature is not sent any more.",
	"signing.answer.expired-before": "The request expired before the signature could be sent.",
	"signing.answer.has-seen": "It has seen the signature.",
	"signing.answer.kept-back": "Countersign keeps the signature back; nobody has seen it.",
	"signing.answer.not-sent-any-more": "The signature is not sent any more.",
	"signing.answer.not-taken": "The service did not take the answer.",
	"signing.answer.not-taken.said": "The service did not take the answer (it says “{said}”).",
	"signing.answer.unclear":
		"The service answered about another request. Whether it has your answer is not known; ask the agent before you approve the same again.",
	"signing.answer.perhaps-seen": "The service may have seen it in an earlier try.",
	"signing.another-wallet": "Another wallet has begun to send this.",
	"signing.approved": "You approved this.",
	"signing.approved.too-long-ago": "Too much time passed since you approved.",
	"signing.approved-in-block":
		"By your RPC, exactly what you approved is in block {block}, and has taken effect. The chain decides; tell the service’s support if it stays so.",
	"signing.approved-in-block.failed":
		"By your RPC, exactly what you approved is in block {block}, but it failed there: it changed nothing, and its fee is spent.",
	"signing.attempt.given-already":
		"The service has given this out to be sent already, and the answer to Countersign was lost. Nothing was signed, and nothing was sent from here.",
	"signing.attempt.no-clear-answer":
		"Too much time passed since you approved, and the service gave no clear answer.",
	"signing.attempt.other-field":
		"The service gives another “{field}” to be sent than you approved (approved: {approved}; given: {given}).",
	"signing.attempt.refused": "The service did not give this to Countersign to send: {why}",
	"signing.attempt.review-again": "Where it still asks for this, review it again.",
	"signing.attempt.unknown": "The service knows nothing of the attempt to send this.",
	"signing.attempt.unreadable": "The service’s answer about sending this can’t be read ({reason}).",
	"signing.awaits-nothing": "The service awaits a broadcast, but gives nothing to send.",
	"signing.blind-off": "Blind signing was switched off after you approved this.",
	"signing.block-taken-back":
		"The chain took back the block that held it, as chains now and then do. Countersign follows it again; nothing was signed anew.",
	"signing.block-taken-back.by":
		"The chain took back the block that held it, and “{headline}” has its nonce by now: Countersign follows that one.",
	"signing.blockhash.ran-out": "The transaction’s blockhash has run out, so it can’t land any more.",
	"signing.changed": "The service changed this request after you approved it.",
	"signing.could-be-sent": "Until {life}, the transaction could still be sent.",
	"signing.cut-off": "Countersign stopped while signing, and no signature was kept.",
	"signing.cut-off.device":
		"Countersign stopped while your device ({device}) was asked to sign. The device may still show the request: reject it there. A signature that it may have made never reached Countersign.",
	"signing.declined": "You said no to this. Nothing was signed.",
	"signing.declined.device": "You rejected this on your device. Nothing was signed.",
	"signing.declined.not-taken": "The service did not take that.",
	"signing.declined.not-taken.said": "The service did not take that (it says “{said}”).",
	"signing.declined.taken-back": "You took your approval back before anything was signed.",
	"signing.declined.telling": "The service is being told.",
	"signing.declined.told": "The service was told.",
	"signing.door.held":
		"Nonce {nonce} of this account is held by “{headline}”, which is not settled yet: open that one under Activity to see what can be done.",
	"signing.door.held.unknown":
		"A nonce of this account is held by “another transaction”, which is not settled yet: open that one under Activity to see what can be done.",
	"signing.door.not-matched": "What would be signed does not match the review.",
	"signing.door.other-fingerprint": "The fingerprint on screen is not that of the request.",
	"signing.door.others-transaction": "It would replace another person’s transaction.",
	"signing.door.replaces-unclear": "What is to be replaced is not certain.",
	"signing.door.rules-unclear": "Your rules can’t be held against all that would be signed.",
	"signing.door.twice": "This request was approved already.",
	"signing.door.undecoded": "Not everything that would be signed could be decoded.",
	"signing.dropped":
		"Its blockhash ran out before it landed: this transaction can never happen, and your funds have not moved. Where the service still asks for it, it may be approved again.",
	"signing.dropped.leg":
		"Its blockhash ran out before it landed: this transaction can never happen, and your funds have not moved by it. Ask the agent for it again.",
	"signing.dropped.revocation":
		"Its blockhash expired before it landed: this transaction can never happen, and your funds have not moved. The allowance still stands: revoke it again.",
	"signing.ended": "The service ended this commit ({state}).",
	"signing.ended.before-sent": "The service ended this commit ({state}) before the transaction was sent.",
	"signing.expired": "The offer has expired.",
	"signing.expired.before-hand-in":
		"The offer expired before the signature could be sent, so Countersign keeps it back. Your funds have not moved.",
	"signing.expired.before-sent": "The offer expired before it could be sent.",
	"signing.expired.before-signed": "The offer expired before it could be signed.",
	"signing.expired.before-submitted":
		"The offer expired before it could be submitted. Countersign did not send it.",
	"signing.expired.while-submitting":
		"The offer expired while it was being submitted; your RPC does not know it. Countersign sends it no more.",
	"signing.fee-payer-missing":
		"The transaction lacks the fee payer’s signature, so it can’t be sent from here. Your funds have not moved.",
	"signing.follows-other": "The service follows another transaction ({id}).",
	"signing.follows-other.none": "The service follows another transaction (none).",
	"signing.handed-in.hosted": "The signature is sent to the service, which submits it.",
	"signing.handed-in.still-asked":
		"The service took the signature but still asks for it. Waiting for it to go on.",
	"signing.handed-in.venue":
		"The signature is sent. Countersign submits it once the venue returns it unchanged, unless the venue does.",
	"signing.handed-in.wallet": "The signature is sent. Waiting for the service to return the transaction.",
	"signing.holds-nonce": "Until then it holds nonce {nonce} of this account.",
	"signing.in-block":
		"It is in block {block} by your RPC, and has taken effect; the service says {state}. The chain decides.",
	"signing.in-block.unreported": "By your RPC it is in block {block}, and has taken effect.",
	"signing.in-block.unreported-failed":
		"By your RPC it is in block {block}, but failed there; only its fee is spent.",
	"signing.kept-back": "Countersign keeps the signature back.",
	"signing.kept-back.sent":
		"Countersign kept this back, but it was sent all the same: it was mined in block {block}, and what it does has happened.",
	"signing.kept-back.sent-failed":
		"Countersign kept this back, but it was sent all the same: it was mined in block {block} but reverted. It changed nothing, and its fee is spent.",
	"signing.kept-back.transaction":
		"Countersign keeps the signed transaction back; your funds have not moved.",
	"signing.left-waiting":
		"The service gives this to a wallet only once, and still waits to hear of it: it can’t be approved again here. Your funds have not moved. You can tell it that nothing was sent; ask the agent for it anew if you still want it.",
	"signing.life.blockhash": "its blockhash has run out",
	"signing.life.nonce": "nonce {nonce} is used",
	"signing.mined-waiting": "Mined in block {block}; waiting for the service to see it too.",
	"signing.mismatched": "The service says that the chain holds another transaction than the reviewed one.",
	"signing.mismatched.named":
		"The service says that the chain holds another transaction ({id}) than the reviewed one. Your RPC does not know yours. Countersign sends nothing more; until {life}, yours could still be mined.",
	"signing.mismatched.not-named":
		"The service says that the chain holds another transaction (not named) than the reviewed one. Your RPC does not know yours. Countersign sends nothing more; until {life}, yours could still be mined.",
	"signing.moving": "The service says that this was sent already.",
	"signing.next-nonce-differs":
		"The account’s next nonce is {next}, this transaction has {nonce}: another one came between.",
	"signing.no-longer-asked": "The service no longer asks for a signature: this commit is {state}.",
	"signing.no-longer-asked.action":
		"The service no longer asks for this: it is {state, select, rejected {rejected} expired {expired} failed {failed} other {answered elsewhere already}}.",
	"signing.no-longer-shown": "The service does not show this request any more.",
	"signing.nonce-replaced": "Another transaction used nonce {nonce}, so this one can no longer be mined.",
	"signing.nonce-used": "Nonce {nonce} is used by now, so there is nothing left to replace.",
	"signing.not-asked": "The service could not be asked.",
	"signing.not-final": "Not final on the chain yet.",
	"signing.not-looked-up": "Countersign could not look it up itself.",
	"signing.not-signed.approve-again": "Nothing was sent: review and approve again.",
	"signing.not-signed.open-again": "Nothing was signed: open it and review it again.",
	"signing.not-signed.review-again": "Nothing was signed: review it again.",
	"signing.not-signed.yet": "Nothing is signed yet.",
	"signing.nothing-sent": "Nothing was sent.",
	"signing.other-bytes":
		"The service hands back other bytes than the ones that you signed. Countersign did not send them.",
	"signing.other-transaction":
		"The service names another transaction ({named}) than the one that you signed ({signed}).",
	"signing.own-fault":
		"Countersign met a fault of its own here. What was done before stands, and nothing is done twice; the log holds the details.",
	"signing.refused-report": "The service refused the report.",
	"signing.refused-report.said": "The service refused the report (it says “{said}”).",
	"signing.refused-signature": "The service refused the signature.",
	"signing.refused-signature.said": "The service refused the signature (it says “{said}”).",
	"signing.refused-signature.again":
		"It still asks for it, so Countersign hands the same signature in again; nothing is signed anew.",
	"signing.refused-signature.seen": "It has seen it, so until {life} the transaction could still be sent.",
	"signing.replacement.gone": "The transaction that it would replace can’t be replaced any more.",
	"signing.replacement.not-matched": "The replacement does not match what it would replace.",
	"signing.replacement.not-possible": "This transaction can’t be replaced any more.",
	"signing.replacement.other-signed":
		"Another transaction of this nonce was signed meanwhile, so its fees must be beaten as well.",
	"signing.replacement.under-way": "Another replacement is being signed.",
	"signing.replacement.wait-for-it": "Nothing more was signed: wait for that one.",
	"signing.request.not-signable": "The service’s request can’t be signed any more.",
	"signing.reverted": "The transaction failed on the chain: it changed nothing, and its fee is spent.",
	"signing.review.revised-after-approval": "The service revised the review after it was approved.",
	"signing.review.revised-after-signature": "The service revised the review after it was signed.",
	"signing.review.unreadable": "The review can’t be read any more ({reason}).",
	"signing.rpc.other-hash": "The RPC answered another hash ({hash}) than the signed one.",
	"signing.service.confirmed": "The service says that it went through.",
	"signing.service.confirmed.named": "The service says that it went through as {id}.",
	"signing.service.ended": "The service ended it ({state}).",
	"signing.service.failure": "The service’s word for it is “{word}”.",
	"signing.service.makes-it":
		"Handed to the service, which makes the transaction of it. Waiting for its word.",
	"signing.service.unreadable": "The service’s answer about this commit can’t be read ({reason}).",
	"signing.service.unreadable-now": "The service’s latest answer about this commit can’t be read ({reason}).",
	"signing.shown-elsewhere":
		"The service says that the transaction is {state, select, confirmed {confirmed} other {submitted}}, but your RPC does not know it. Waiting until your RPC shows it.",
	"signing.signed-exists": "Until {life}, a signed transaction exists.",
	"signing.spent.in-no-block":
		"By your RPC {life}, and this transaction is in no block. Countersign watches for a minute before it calls it gone.",
	"signing.spent.service-goes-on":
		"The service says that this transaction is on its way or done, yet by your RPC {life}, and it is in no block. The RPC may be behind; Countersign keeps watching.",
	"signing.spent.still-shown":
		"By your RPC {life}, yet it still shows it, without the details of a block. Countersign keeps watching, and does not call it gone.",
	"signing.spent.unknown": "By your RPC {life}, and it does not know the signed transaction.",
	"signing.spent.unknown-unanswered":
		"By your RPC {life}, and it does not know the signed transaction; the service gives no answer about it.",
	"signing.step": "Step {step}: {told}",
	"signing.step.before-failed": "A step before it did not go through, so this one was left out.",
	"signing.step.not-signed": "Nothing was signed for it.",
	"signing.step.waits": "Waits for the step before it to be on the chain.",
	"signing.still-could-be-sent": "Until {life}, it could still be sent.",
	"signing.taken-back": "You withdrew your approval before anything was signed.",
	"signing.taken-by.cancel": "It was cancelled: transaction {id} took its nonce, and sends nothing.",
	"signing.taken-by.costs-nothing": "This one can no longer be mined, and costs nothing.",
	"signing.taken-by.failed": "It failed on the chain, so that it changed nothing; its fee is spent.",
	"signing.taken-by.first": "The transaction that it was to replace was mined first: {id}.",
	"signing.taken-by.speed-up":
		"The same call was mined at a higher fee, in transaction {id}: it has happened, once.",
	"signing.taken-by.speed-up-failed": "The same call was mined at a higher fee, in transaction {id}.",
	"signing.unknown-to-rpc": "Your RPC does not know the transaction (any more).",
	"signing.unknown-to-rpc.expired":
		"The offer has expired, so Countersign does not send it again. Until {life}, it could still be mined.",
	"signing.unknown-to-rpc.not-sent":
		"Your RPC does not know the signed transaction, and Countersign sends it no more.",
	"signing.unknown-to-rpc.of-others":
		"It is for the {who, select, venue {venue} other {service}} to send it.",
	"signing.unknown-to-rpc.sent-again": "Countersign sends the same bytes again while it can still land.",
	"signing.waits-for-vault": "You approved this, and it waits for the vault to be unlocked.",

	// Reasons why a signer gave no signature.
	"signer.answer-not-64-bytes": "The answer is not 64 bytes.",
	"signer.answer-not-65-bytes": "The answer is not 65 bytes of r, s and parity.",
	"signer.auto-lock-range": "The automatic lock can be set to between 1 and 240 minutes.",
	"signer.blind-not-approved":
		"What this hash stands for can’t be seen, and blind signing was not approved. Nothing was asked of your Ledger.",
	"signer.device-may-still-show":
		"Your Ledger may still show the request: reject it there. A signature that it may have made never reached Countersign and is sent to nobody.",
	"signer.given-up.person": "You cancelled this here.",
	"signer.given-up.time": "It was not confirmed on your Ledger in time.",
	"signer.had-signed-by-then":
		"Your Ledger had signed by then: its signature was thrown away, and nothing was sent.",
	"signer.hostile-answer":
		"Your {model} answered with a signature that is not this account’s over the reviewed bytes. It was thrown away; nothing was sent. An honest device does not do this: approve nothing with it before you know why.",
	"signer.no-ledger-has-account": "The account is on no Ledger of yours.",
	"signer.no-phrase": "This is not a recovery phrase: 12 to 24 English words are expected.",
	"signer.no-private-key":
		"This is not a private key: 64 hex digits are expected, or a Solana key as base58 or a list of 64 numbers.",
	"signer.no-talk-to-ledger": "Countersign could not talk to your Ledger. Unplug it and plug it in.",
	"signer.not-for-vault": "This can’t be asked of the vault.",
	"signer.not-on-computer": "The account that must sign is not on this computer.",
	"signer.not-on-ledger": "The account that must sign is on no Ledger of yours.",
	"signer.offchain-only":
		"A Ledger signs Solana messages only in the off-chain format, and this one is not. Nothing was asked of it. Ask the agent for another way, or use an account of this computer.",
	"signer.one-hash": "A Ledger signs one hash at a time, and this asks for another number of them.",
	"signer.other-family": "The request is for another kind of chain than the account.",
	"signer.other-hash": "The signer named another hash than its bytes have.",
	"signer.other-id": "The signer said something else of its bytes than they show.",
	"signer.other-intent": "The signer gave a signature of something other than what it was asked to sign.",
	"signer.other-kind": "The signer gave another kind of signature than was asked for.",
	"signer.other-signer": "The request is for another signer than your account.",
	"signer.password-length": "A password needs at least eight characters, and at most 4096 bytes.",
	"signer.password-needed": "A password is needed.",
	"signer.thrown-away": "The signature was thrown away; no funds moved.",
	"signer.vault-answer-unreadable": "The vault’s answer could not be read. Nothing of it is used.",
	"signer.vault-ended":
		"The vault’s process ended. Nothing was signed by this, and no funds moved; it starts again, locked.",
	"signer.vault-given-up":
		"The vault’s process ended again and again and is not started any more. Nothing can be signed; start Countersign anew.",
	"signer.vault-halted": "The vault is stopped.",
	"signer.vault-not-running": "The vault is not running yet. Try again in a moment.",
	"signer.vault-not-started": "The vault’s process could not be started. Nothing can be signed.",
	"signer.waits-for-vault": "It waits for the vault to be unlocked.",

	// Refusals of the vault.
	"vault.bad-key":
		"This is not a private key. An EVM key has 64 hex digits; a Solana key is the base58 text that wallets export, or the command line’s list of 64 numbers. Check that nothing is missing.",
	"vault.blind-not-approved": "What this hash stands for can’t be seen, and blind signing was not approved.",
	"vault.damage.checksum": "its checksum does not fit",
	"vault.damage.copy": "its copy could not be put back",
	"vault.damage.disk": "it could not be read from the disk",
	"vault.damage.layout": "its contents have an unknown layout",
	"vault.damage.member": "its “{member}” is not right",
	"vault.damage.memory": "it asks for more memory than any vault needs",
	"vault.damage.no-vault": "it is not a vault",
	"vault.damage.read-back": "what was read back is not what was written",
	"vault.damage.too-long": "it is far too long",
	"vault.damage.unreadable": "it is not readable, perhaps cut short",
	"vault.damage.weak": "it asks for weaker protection than Countersign ever writes",
	"vault.damaged":
		"The vault file is damaged ({detail}). Your accounts can be restored with the recovery phrase or the imported keys; the damaged file is kept beside the new one.",
	"vault.disk":
		"{code, select, ENOSPC {The disk is full} EDQUOT {The disk quota is used up} EROFS {The disk can only be read} EACCES {The vault’s folder may not be written} EPERM {The vault’s folder may not be written} EIO {The disk reports an error} other {The vault’s file could not be written}}{code, select, none {} other { ({code})}}. Nothing in the vault changed; put that right and try again.",
	"vault.duplicate": "This account is in the vault already.",
	"vault.exists": "There is a vault already. Add accounts to it instead.",
	"vault.guessable-password":
		"This password is among the first to be guessed. A few words that don’t belong together make a good one.",
	"vault.greeted-already": "The vault was greeted already.",
	"vault.key-file.address":
		"The key in this file is of another account than the file says, so it was changed. Nothing was imported.",
	"vault.key-file.cost":
		"This file asks for more work than any wallet’s key file. Nothing was imported: export the key again in the wallet that it is from.",
	"vault.key-file.field":
		"This key file can’t be read: its “{field}” is missing or not as it should be. Nothing was imported.",
	"vault.key-file.none":
		"This is no key file: neither Ethereum’s encrypted JSON (version 3) nor the list of 64 numbers of Solana’s command line. Nothing was imported.",
	"vault.key-file.password":
		"The file’s password is wrong, or the file was changed. It is the password of the wallet that wrote the file.",
	"vault.last-account":
		"This is the only account here, and a vault holds at least one. Add another account first.",
	"vault.locked": "The vault is locked. Unlock it with its password.",
	"vault.locked-meanwhile": "The vault was locked while this went on. Unlock it and try again.",
	"vault.no-account": "This account is not in the vault.",
	"vault.no-pending": "No new recovery phrase waits for its check. Create one again.",
	"vault.no-phrase": "This vault has no recovery phrase, so no further account can be derived.",
	"vault.no-phrase-to-show":
		"There is no recovery phrase here: these keys were imported one by one. Export them one by one.",
	"vault.none": "There is no vault yet. Create one, or import a recovery phrase or key.",
	"vault.other-phrase":
		"This recovery phrase makes none of the accounts that are here. Nothing was changed. Check that it is the right one.",
	"vault.other-signer": "The request is for another signer than the account.",
	"vault.own-error":
		"The vault met an error of its own and did nothing. Nothing was signed and no funds moved.",
	"vault.phrase.checksum":
		"These are all words of recovery phrases, but together they are none: one of them is another word, or two changed places.",
	"vault.phrase.count":
		"{count, plural, one {# word} other {# words}}: a recovery phrase has 12, 15, 18, 21 or 24.",
	"vault.phrase.word": "Word {place}, “{word}”, is not a word of recovery phrases. Check how it is written.",
	"vault.put-back":
		"The vault file was damaged while it was written. The one from just before was put back: an account or password changed last may have to be changed again.",
	"vault.short-password": "A password needs at least eight characters.",
	"vault.signature-thrown-away": "The signature was thrown away.",
	"vault.signature.not-of-account": "The signature is not of the account.",
	"vault.too-many": "The vault holds 100 accounts, which is the most.",
	"vault.too-soon": "Too many wrong passwords. Wait before the next try.",
	"vault.unreadable": "The vault could not read what it was asked and did nothing.",
	"vault.unsealable":
		"What was kept can’t be opened with this vault’s key: it was sealed under another one, or changed. Nothing else is touched.",
	"vault.wrong-password": "Wrong password.",
	"vault.wrong-words":
		"{count, plural, one {Word {places} is} other {Words {places} are}} not what was shown. Look at your paper and type {count, plural, one {it} other {them}} again.",

	// Answers of a hardware wallet, and what to do about them.
	"device.answered": "(The device answered {status}.)",
	"device.app-too-old": "The {app} app on the device is too old. Update it in Ledger Wallet.",
	"device.apps.either": "the Ethereum or the Solana app",
	"device.apps.one": "the {app} app",
	"device.bad-answer":
		"The device answered with something that no genuine app answers. It was thrown away. Check the device with Ledger Wallet before you use it again.",
	"device.bad-message":
		"Countersign could not put this to the device. Restart Countersign, and tell us if it happens again.",
	"device.blind-signing-off":
		"The device can’t show all of this, and the {app} app’s settings forbid blind signing. Allow blind signing in the app’s settings only if you trust the review here.",
	"device.raw-messages-off":
		"The Ethereum app refused this: both Raw messages and Blind signing are off there. Open the Ethereum app, then Settings → Raw messages, and turn it on: it then shows every member.",
	"device.notice.buttons": "If the device shows a notice, press both buttons to leave it.",
	"device.notice.touch": "If the device shows a notice, tap Reject transaction or Go to settings there.",
	"device.not-described":
		"The {app} app did not take Ledger’s description of this, so it would show less than the review said. Look at the request again: it now says what the device shows.",
	"device.busy":
		"Another program is using the device. Close Ledger Wallet, or the other wallet, and try again.",
	"device.clear":
		"If the device still shows the request, reject it there. Approve again here when you want to sign it.",
	"device.comes-next": "Your Ledger is asked about another request; this one comes next.",
	"device.condition.app-too-old":
		"The {app} app on the {model} is too old ({version}; at least {oldest} is needed). Update it in Ledger Wallet.",
	"device.condition.reading": "Reading addresses from the {model}; nothing is shown there.",
	"device.condition.asking": "The {model} is asking you something. Read it there and answer it there.",
	"device.condition.blind-signing-off": "Its blind signing is off, so that it signs only what it can show.",
	"device.condition.dashboard": "The {model} is unlocked, and no app is open. Open {apps}.",
	"device.condition.looking": "Looking at the {model}.",
	"device.condition.none": "No Ledger is plugged in. Plug it in and unlock it.",
	"device.condition.ready": "The {app} app is open on the {model}.",
	"device.condition.wrong-app": "The {open} app is open on the {model}. Open {apps} instead.",
	"device.dashboard": "No app is open on the device. Open the {app} app.",
	"device.failed":
		"Countersign could not reach Ledger devices on this computer. On Linux, libusb and libudev must be installed (on Debian and Ubuntu: libusb-1.0-0 and libudev1); then restart Countersign.",
	"device.gone": "{device} is not plugged in. Plug it in and unlock it.",
	"device.leave": "If the device still shows a question, answer it or reject it there.",
	"device.locked": "{device} is locked. Enter its PIN.",
	"device.no-app": "The {app} app is not installed on the device. Install it with Ledger Wallet.",
	"device.none-has-account":
		"None of the Ledgers that are plugged in has the account {address} at {path}. Plug in your Ledger that has it, with the same recovery phrase and passphrase.",
	"device.other-device":
		"The device has another account at this path: it is another Ledger, or was set up with another recovery phrase or passphrase. Plug in the account’s own device.",
	"device.outcome-unknown":
		"Nobody knows what became of the request: the device may have signed it, but its answer did not arrive.",
	"device.wanted":
		"Several Ledgers are plugged in: the one with the account {address} ({path}) is asked for.",
	"device.permission":
		"The system does not let Countersign open the device. On Linux, add the udev rule that is shown, then plug the device in again.",
	"device.plug-in-account": "Plug in your Ledger that has the account {address} ({path}), and unlock it.",
	"device.refused": "The device refused this. Try again.",
	"device.rejected": "You said no on the device.",
	"device.rejected.address":
		"You said on the device that the address is not the same. If that is so, don’t use this account: remove it here, and check the device with Ledger Wallet. Otherwise show it again.",
	"device.right-app": "right",
	"device.safe": "Nothing was signed or sent.",
	"device.status.another-app": "Another app is open on the device. Open the {app} app and try again.",
	"device.status.app-closed": "The {app} app was closed. Open it again and try again.",
	"device.status.app-failed":
		"The {app} app failed by itself. Close the app on the device, open it again and try again.",
	"device.status.app-missing":
		"The device does not have this app. Install it with Ledger Wallet and try again.",
	"device.status.app-name":
		"The device did not accept the app’s name. Open the {app} app on the device yourself.",
	"device.status.app-not-expected":
		"The {app} app did not expect this now. Close the app on the device, open it again and try again.",
	"device.status.app-not-known":
		"The device does not know this app. Install it with Ledger Wallet and try again.",
	"device.status.app-waited": "The {app} app waited too long. Try again.",
	"device.status.blind-signing":
		"The {app} app can’t show what this does, and its settings forbid to sign it unseen. Allow blind signing in the app’s settings if you want to sign it.",
	"device.status.chain-number":
		"The {app} app can’t show this chain’s number. Update the app in Ledger Wallet and try again.",
	"device.status.command":
		"The {app} app does not know the command. Update the app in Ledger Wallet and try again.",
	"device.status.crypto": "The device failed at its own cryptography. Restart it and try again.",
	"device.status.damaged":
		"The {app} app found damage in the request. Plug the device in again and try again.",
	"device.status.device-fault":
		"The device found a fault in its own software. Update it with Ledger Wallet and try again.",
	"device.status.device-length":
		"The device found a length in the request wrong. Update the app in Ledger Wallet and try again.",
	"device.status.device-not-expected": "The device did not expect this now. Restart it and try again.",
	"device.status.form":
		"The {app} app does not know this form of the request. Update the app in Ledger Wallet and try again.",
	"device.status.halted": "The device has halted. Restart it and try again.",
	"device.status.interrupted": "The {app} app was interrupted. Open it again and try again.",
	"device.status.length":
		"The {app} app found the request too long or too short. Update the app in Ledger Wallet and try again.",
	"device.status.locked": "The device is locked. Enter its PIN and try again.",
	"device.status.locked-or-not-allowed":
		"The device is locked, or does not allow this. Enter its PIN and try again.",
	"device.status.memory": "The {app} app has too little memory for this. It can’t sign it.",
	"device.status.memory-or-path":
		"The {app} app has too little memory for this, or does not accept the account’s path. It can’t sign this.",
	"device.status.message-format": "The {app} app does not accept the message’s format. It can’t sign this.",
	"device.status.message-header":
		"The {app} app could not read the message’s header. Update the app in Ledger Wallet, or ask for the message in another form.",
	"device.status.message-too-long": "The message is too long for the {app} app. It can’t sign this.",
	"device.status.no-app": "No app is open on the device. Open the {app} app and try again.",
	"device.status.no-app-knows": "No app that knows the request is open. Open the {app} app and try again.",
	"device.status.no-key": "The device could not make a key. Restart it and try again.",
	"device.status.no-pin": "The device has no PIN yet. Set it up with Ledger Wallet and try again.",
	"device.status.no-review": "The {app} app has no review to go with this. Approve again here.",
	"device.status.no-space":
		"The device has no space left. Remove an app that you don’t need in Ledger Wallet and try again.",
	"device.status.not-set-up": "The device is not set up yet. Set it up with Ledger Wallet and try again.",
	"device.status.not-shown": "The {app} app could not show this. It can’t sign it.",
	"device.status.not-trusted":
		"The {app} app did not trust what was sent with the request. Update the app in Ledger Wallet and try again.",
	"device.status.other-account": "The {app} app was shown another account before. Approve again here.",
	"device.status.other-app": "The open app does not know the request. Open the {app} app and try again.",
	"device.status.other-app-on-device":
		"The open app does not know the request. Open the {app} app on the device and try again.",
	"device.status.other-content": "The {app} app was shown something else before. Approve again here.",
	"device.status.other-or-old-app":
		"The open app does not know the request. Open the {app} app, or update it in Ledger Wallet, and try again.",
	"device.status.part-invalid": "The {app} app found a part of the request invalid. It can’t sign this.",
	"device.status.plugin":
		"The {app} app lacks a part (a plugin) that this needs. Install it with Ledger Wallet and try again.",
	"device.status.recovery-mode":
		"The device is in recovery mode. Restart it with Ledger Wallet and try again.",
	"device.status.reference":
		"The {app} app misses something that this refers to. Close the app, open it again and try again.",
	"device.status.refused":
		"The {app} app refused this without saying why. Update the app in Ledger Wallet and try again.",
	"device.status.rejected": "You said no on the device. Ask again when you want to.",
	"device.status.starting":
		"The device is starting, or another app is open. Open the {app} app and try again.",
	"device.status.token-data":
		"The {app} app did not accept a token’s data. Update the app in Ledger Wallet and try again.",
	"device.status.too-long": "The request is too long for the {app} app. It can’t sign this.",
	"device.status.transaction-check":
		"The {app} app did not accept a check of the transaction. Turn transaction checks off in the app and try again.",
	"device.status.transaction-type":
		"The {app} app does not know this type of transaction. Update the app in Ledger Wallet, or use another account.",
	"device.status.unknown":
		"The device answered with {status}, which Countersign does not know. Close the app on the device, open it again and try again.",
	"device.status.unreadable":
		"The {app} app could not read the request. Plug the device in again and try again.",
	"device.status.unreadable-or-blind":
		"The {app} app could not read or show this. If its settings forbid blind signing, allow it there. If they allow it, close the app on the device and open it again: after another request it can refuse everything. If it refuses again, it can’t sign this.",
	"device.stopped":
		"The part of Countersign that talks to Ledger devices ended. It starts again by itself; try again.",
	"device.subject.any": "The device",
	"device.subject.model": "The {model}",
	"device.timeout": "{device} did not answer in time. Plug it in again and unlock it.",
	"device.timeout.opening": "The {app} app did not open in time. Open it on the device yourself.",
	"device.still-asking":
		"{device} may still show a question that was cut off. Reject it there first: asked for more before that, its app could crash.",
	"device.udev.reload": "Let the system read it, then plug the device in again:",
	"device.udev.seatless":
		"In a session over SSH or xrdp, the rule above gives no access. Give it to the group {group}, load the rules again, and sign in again:",
	"device.udev.write": "Write Ledger’s rule into {file}:",
	"device.unplugged": "{device} was unplugged, or its connection broke. Plug it in again.",
	"device.unsent": "Nothing was sent, and no funds moved by this.",
	"device.unsupported": "The {app} app can’t sign this. Use another account, or ask for it in another form.",
	"device.wrong-app":
		"The open app does not know the request. Open the {app} app, or update it in Ledger Wallet.",
	"device.wrong-app.named": "The {open} app is open on the device. Open the {app} app instead.",

	// Ledger.
	"ledger.scheme.ledger-live": "Ledger Live",
	"ledger.scheme.bip44": "BIP-44",
	"ledger.scheme.legacy": "Legacy",
	"ledger.scheme.command-line": "Command line",
	"ledger.scheme.without-path": "Solana command line, no path",
	"ledger.scheme.typed": "Typed",
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

	// Lines of a saved review, which the checking tool makes again.
	"saved-review.nothing":
		"There is nothing here that could be signed, so there is nothing to check elsewhere.",
	"saved-review.not-saved": "Nothing was saved.",
	"saved-review.undecoded": "What would be signed can’t be decoded.",
	"saved-review.headline": "{headline}.",
	"saved-review.partly-decoded": "(not everything in it could be decoded)",
	"saved-review.commit": "Commit: {commit}, review revision {revision}",
	"saved-review.review-digest": "Review digest: {digest}",
	"saved-review.batch-digest": "Batch digest: {digest}",
	"saved-review.broadcaster": "Who submits: {broadcaster}",
	"saved-review.browser-send":
		"Route: claimed from the service, sent by this wallet, then reported (browser_send)",
	"saved-review.action": "Action: {action}, revision {revision} (it describes itself)",
	"saved-review.replacement": "Replacement ({purpose}) of {transaction}",
	"saved-review.own-wish": "Started by you",
	"saved-review.environment": "Environment: {environment}",
	"saved-review.identity": "Identity: {identity}",
	"saved-review.session": "Session: {session}",
	"saved-review.chain": "Chain: {name} ({chain})",
	"saved-review.chain.none": "Chain: none is named",
	"saved-review.signer": "Signer: {signer}",
	"saved-review.expires": "Expires: {time}",
	"saved-review.expires.never": "Expires: not stated",
	"saved-review.fingerprint": "Fingerprint: {fingerprint}",
	"saved-review.matched": "MATCHED: what would be signed is what was reviewed, field by field",
	"saved-review.refused": "REFUSED: what would be signed is not what was reviewed",
	"saved-review.unproven": "NOT PROVEN: not everything could be compared",
	"saved-review.field":
		"{status, select, passed {equal  } failed {DIFFERS} unknown {UNKNOWN} other {noted  }} {field}: {words}",
	"saved-review.field.values":
		"{status, select, passed {equal  } failed {DIFFERS} unknown {UNKNOWN} other {noted  }} {field}: {words} [reviewed: {reviewed}; to sign: {payload}]",
	"saved-review.leg": "{place}. {headline}.",
	"saved-review.service-says": "The service says: {text}",
	"saved-review.to": "To: {address}",
	"saved-review.value": "Value: {wei} wei",
	"saved-review.gas": "Nonce: {nonce}; gas limit: {gas}; at most {most} wei per gas, {tip} of it as a tip",
	"saved-review.data": "Data: {data}",
	"saved-review.clipped": "{beginning} ({length} characters in all)",
	"saved-review.function": "Function: {signature}",
	"saved-review.function.unknown": "Function: unknown ({selector})",
	"saved-review.function.no-selector": "Function: unknown (no selector)",
	"saved-review.argument": "{name} ({type}): {value}",
	"saved-review.inside":
		"Inside, {place}: {how} of {target} with {wei} wei{optional, select, true {, may fail alone} other {}}",
	"saved-review.inside.by":
		"Inside, {place}: {how} of {target} with {wei} wei, by {by}{optional, select, true {, may fail alone} other {}}",
	"saved-review.inside.left": "and {count} more that can’t be told",
	"saved-review.step": "{place}. {program}: {told}.",
	"saved-review.account":
		"{address}{signer, select, true { signer} other {}}{writable, select, true { writable} other {}}",
	"saved-review.account.role":
		"{address} ({role}){signer, select, true { signer} other {}}{writable, select, true { writable} other {}}",
	"saved-review.message": "{standard}, {length} bytes",
	"saved-review.message.bytes": "Bytes: {bytes}",
	"saved-review.message.line": "| {text}",
	"saved-review.type": "Type: {type}",
	"saved-review.type.known": "Type: {type} – {known}",
	"saved-review.row": "{label}: {value}",
	"saved-review.domain": "Domain",
	"saved-review.body": "Message",
	"saved-review.member": "{name} ({type}): {value}",
	"saved-review.member.group": "{name} ({type})",
	"saved-review.claim": "{claimant} describes {of}: {intent} (a claim; {vouched})",
	"saved-review.claim.message": "this message",
	"saved-review.claim.call": "the call of {target}",
	"saved-review.claim.code": "{of}, as the code at {code} that it runs",
	"saved-review.claim.intent": "“{intent}”",
	"saved-review.claim.no-intent": "without saying what it is for",
	"saved-review.claim.row":
		"{kind, select, said {said    } adds {added   } left_out {left out} other {ours    }} {label}: {value}",
	"saved-review.check": "Check {field}: {words}",
	"saved-review.finding": "Finding {id} ({severity}): {words}",
	"saved-review.simulation": "Own simulation of {place}: {verdict}",
	"hash.domain": "Domain hash (EIP-712)",
	"hash.message": "Message hash (EIP-712)",
	"hash.typed-data": "Hash that is signed (EIP-712)",
	"hash.svm-message": "SHA-256 of the message",
	"hash.evm-transaction": "Transaction hash that is signed (EIP-1559)",
	"hash.svm-transaction": "SHA-256 of the transaction’s message",
	"hash.personal": "Hash that is signed (EIP-191)",
	"hash.raw-payload": "Raw payload {place}, as the service gives it",

	// Files of the app that can’t be used.
	"storage.damaged":
		"The file {file} is damaged. It is left as it is and nothing is signed; no funds have moved by this. Restore it from a backup, or keep it safe and ask for help before removing it.",
	"storage.full":
		"The disk is full: {file} can’t be written, so nothing is signed or sent until there is space. Nothing recorded is lost. Free some space; Countersign then goes on.",
	"storage.locked":
		"The file {file} is in use by another program. Nothing was written and no funds are touched. Close the other Countersign, then try again.",
	"storage.denied":
		"The file {file} can’t be opened or written. Nothing was written and no funds are touched. Check the folder and its permissions, then start again.",
	"storage.newer":
		"The file {file} was written by a newer Countersign. It is left as it is; no funds are touched. Install the newer version.",
	"storage.older":
		"The file {file} was written by an older Countersign, and this version can’t read it. It is left as it is; no funds are touched.",
	"storage.text-unreadable": "This text can’t be read: it is damaged, or a newer Countersign wrote it.",
	"storage.failed":
		"The file {file} could not be used. What was recorded before stands; nothing further was written. Start Countersign again; if it stays so, keep the file and ask for help.",
	"storage.record-unreadable":
		"What the journal keeps of this ({record, select, frozen {its review} predicted {what was foreseen} answer {its answer} receipt {its receipt} other {a part}}) can’t be read: it is damaged, or a newer Countersign wrote it. It is left as it is, and nothing is done by it. Install the newer version, or keep the file and ask for help.",
} as const;
