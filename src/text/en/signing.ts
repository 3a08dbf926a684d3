export const signing = {
	"approval.another-review":
		"This approval doesn’t match the review on screen. Read the review, then approve again.",
	"approval.no-press": "Countersign didn’t see you press the button in this window. Press and hold it again.",
	"approval.not-shown": "The review wasn’t on screen when you approved.",
	"approval.press-too-short": "You let go too soon. Press and hold the button longer.",
	"approval.press-too-soon": "You pressed before the button was active. Press and hold it again.",
	"approval.review-changed": "The review changed or was already approved. Read it again.",
	"approval.shown-too-short": "The review was on screen for less than a second. Read it, then approve again.",
	"approval.type-word": "Type {word} to approve this.",

	"completing.no-table": "Lookup table {table} is missing or closed on this network. Nothing was signed.",
	"completing.no-transaction":
		"The request asks to keep a blockhash but doesn’t include a transaction. Nothing was signed.",
	"completing.sender": "The sender isn’t a valid address. Nothing was signed.",
	"completing.unreadable": "The request’s address, amount or data isn’t valid. Nothing was signed.",
	"completing.unreadable.step":
		"In step {step}, the address, amount or data isn’t valid. Nothing was signed.",
	"completing.would-fail": "Your RPC says that this would fail on-chain right now. Nothing was signed.",
	"completing.would-fail.transfer":
		"Your RPC says that this payment would fail. Nothing was signed. Check the balance and the recipient.",
	"completing.would-fail.revocation":
		"Your RPC says that revoking this would fail on-chain right now. Nothing was signed. Refresh the allowances.",
	"completing.would-fail.lowered":
		"Your RPC says that setting this amount would fail on-chain right now. Nothing was signed. Some tokens accept a new amount only after a revocation. Revoke the allowance instead.",
	"completing.would-fail.step":
		"Your RPC says that step {step} would fail on-chain right now. Nothing was signed.",

	"signing.fee-unpaid":
		"Everything you approved is done except the service’s fee, which failed. Don’t approve the request again.",
	"signing.account-missing": "Countersign doesn’t have the account for this signature.",
	"signing.answer.another": "The service already has a different answer for this request.",
	"signing.answer.earlier-form":
		"The service no longer accepts an answer to the earlier version of this request. Countersign is tracking the answer that it already sent.",
	"signing.answer.expired": "The request expired. Countersign won’t send the signature again.",
	"signing.answer.expired-before": "The request expired before Countersign could send the signature.",
	"signing.answer.has-seen": "The service has seen the signature.",
	"signing.answer.kept-back": "Countersign is holding back the signature. No one else has seen it.",
	"signing.answer.not-sent-any-more": "Countersign won’t send the signature again.",
	"signing.answer.not-taken": "The service didn’t accept the answer.",
	"signing.answer.not-taken.said": "The service didn’t accept the answer: “{said}”.",
	"signing.answer.unclear":
		"The service replied about a different request. The service may or may not have your answer. Ask the agent before you approve this again.",
	"signing.answer.perhaps-seen": "An earlier attempt may have reached the service.",
	"signing.another-wallet": "Another wallet has started sending this.",
	"signing.approved": "You approved this.",
	"signing.approved.too-long-ago": "You approved this too long ago.",
	"signing.approved-in-block":
		"Your RPC shows your exact transaction in block {block}. It went through. If the service still disagrees, contact its support.",
	"signing.approved-in-block.failed":
		"Your RPC shows your exact transaction in block {block}, and it failed. Nothing changed, but its network fee is spent.",
	"signing.attempt.given-already":
		"The service already released this for sending, but its response never reached Countersign. Countersign signed and sent nothing.",
	"signing.attempt.no-clear-answer":
		"You approved this too long ago, and the service didn’t give a clear response.",
	"signing.attempt.other-field":
		"The service changed “{field}” after you approved (approved: {approved}; now: {given}).",
	"signing.attempt.refused": "The service didn’t let Countersign send this: {why}",
	"signing.attempt.review-again": "If the service still asks for it, review it again.",
	"signing.attempt.unknown": "The service has no record of this attempt to send.",
	"signing.attempt.unreadable":
		"Countersign can’t read the service’s response about sending this ({reason}).",
	"signing.authorize.held":
		"“{headline}” already uses nonce {nonce} of this account and hasn’t finished. Open it in Activity to see your options.",
	"signing.authorize.held.unknown":
		"Another transaction already uses this account’s nonce and hasn’t finished. Open it in Activity to see your options.",
	"signing.authorize.not-matched": "The transaction doesn’t match its review.",
	"signing.authorize.other-fingerprint": "The fingerprint on screen doesn’t match this request.",
	"signing.authorize.others-transaction": "This would replace another user’s transaction.",
	"signing.authorize.replaces-unclear": "Countersign can’t identify the transaction to replace.",
	"signing.authorize.rules-unclear": "Countersign can’t check all of this request against your rules.",
	"signing.authorize.twice": "You already approved this request.",
	"signing.authorize.undecoded": "Countersign couldn’t decode everything in this request.",
	"signing.awaits-nothing":
		"The service is waiting for Countersign to send this, but hasn’t provided a transaction.",
	"signing.blind-off": "You turned blind signing off after you approved this.",
	"signing.blockhash.ran-out": "The transaction’s blockhash expired, so it can’t go through anymore.",
	"signing.changed": "The service changed this request after you approved it.",
	"signing.could-be-sent": "Until {life}, someone could still send this transaction.",
	"signing.cut-off": "Countersign stopped while signing and didn’t keep a signature.",
	"signing.cut-off.device":
		"Countersign stopped while it waited for your device ({device}) to sign. If the device still shows the request, reject it. If it signed, Countersign never received the signature.",
	"signing.declined": "You rejected this. Nothing was signed.",
	"signing.declined.device": "You rejected this on your device. Nothing was signed.",
	"signing.declined.not-taken": "The service didn’t accept the rejection.",
	"signing.declined.not-taken.said": "The service didn’t accept the rejection: “{said}”.",
	"signing.declined.telling": "Notifying the service…",
	"signing.declined.told": "The service was notified.",
	"signing.declined.withdrawn": "You withdrew your approval. Nothing was signed.",
	"signing.dropped":
		"The blockhash expired, so this transaction can never go through. Your funds haven’t moved. If the service still asks for it, you can approve it again.",
	"signing.dropped.leg":
		"The blockhash expired, so this transaction can never go through. It didn’t move any of your funds. Ask the agent for it again.",
	"signing.dropped.revocation":
		"The blockhash expired, so this transaction can never go through. Your funds haven’t moved. The allowance is still active: revoke it again.",
	"signing.ended": "The service closed this request ({state}).",
	"signing.ended.before-sent": "The service closed this request ({state}) before the transaction was sent.",
	"signing.expired": "This request has expired.",
	"signing.expired.before-hand-in":
		"The request expired before Countersign could send the signature. Countersign is holding it back. Your funds haven’t moved.",
	"signing.expired.before-sent": "The request expired before Countersign could send it.",
	"signing.expired.before-signed": "The request expired before Countersign could sign it.",
	"signing.expired.before-submitted":
		"The request expired before Countersign could send the transaction, so it wasn’t sent.",
	"signing.expired.while-submitting":
		"The request expired while Countersign was sending it. Your RPC doesn’t show the transaction. Countersign won’t send it again.",
	"signing.fee-payer-missing":
		"The fee payer’s signature is missing, so Countersign can’t send this transaction. Your funds haven’t moved.",
	"signing.follows-other": "The service is tracking a different transaction ({id}).",
	"signing.follows-other.none": "The service is tracking a transaction but doesn’t name it.",
	"signing.handed-in.hosted": "Signature sent. The service will now send the transaction.",
	"signing.handed-in.still-asked":
		"The service accepted the signature but still asks for it. Waiting for the service to continue.",
	"signing.handed-in.venue":
		"Signature sent. The venue will send the transaction, or return it unchanged for Countersign to send.",
	"signing.handed-in.wallet": "Signature sent. Waiting for the service to return the transaction.",
	"signing.holds-nonce": "Until then, it blocks nonce {nonce} of this account.",
	"signing.in-block":
		"Your RPC shows the transaction in block {block}: it went through. The service says {state}. The on-chain result counts.",
	"signing.in-block.unreported": "Your RPC shows the transaction in block {block}: it went through.",
	"signing.in-block.unreported-failed":
		"Your RPC shows the transaction in block {block}, and it failed. Only its network fee is spent.",
	"signing.kept-back": "Countersign is holding back the signature.",
	"signing.kept-back.sent":
		"Countersign held this back, but someone sent it anyway. It was mined in block {block} and took effect.",
	"signing.kept-back.sent-failed":
		"Countersign held this back, but someone sent it anyway. It was mined in block {block} and reverted. Nothing changed, but its network fee is spent.",
	"signing.kept-back.transaction":
		"Countersign is holding back the signed transaction. Your funds haven’t moved.",
	"signing.left-waiting":
		"The service releases this only once and is still waiting for a result, so you can’t approve it again. Your funds haven’t moved. Report to the service that nothing was sent. If you still want it, ask the agent again.",
	"signing.life.blockhash": "the blockhash has expired",
	"signing.life.nonce": "nonce {nonce} is used",
	"signing.mined-waiting": "Mined in block {block}. Waiting for the service to see the transaction too.",
	"signing.mismatched": "The service says a different transaction is on-chain, not the one you reviewed.",
	"signing.mismatched.named":
		"The service says that a different transaction ({id}) is on-chain, not the one you reviewed. Your RPC doesn’t show your transaction. Countersign won’t send your transaction again, but it could still be mined until {life}.",
	"signing.mismatched.not-named":
		"The service says that a different transaction is on-chain, not the one you reviewed, but doesn’t name it. Your RPC doesn’t show your transaction. Countersign won’t send your transaction again, but it could still be mined until {life}.",
	"signing.moving": "The service says that someone already sent this.",
	"signing.next-nonce-differs":
		"This transaction has nonce {nonce}, but the account’s next nonce is {next}. Another transaction came first.",
	"signing.no-longer-asked": "The service no longer asks for this signature. The request is {state}.",
	"signing.no-longer-asked.action":
		"The service no longer asks for this: the request {state, select, rejected {was rejected} expired {expired} failed {failed} other {was answered elsewhere}}.",
	"signing.no-longer-shown": "The service no longer shows this request.",
	"signing.nonce-replaced": "Another transaction used nonce {nonce}, so this one can never be mined.",
	"signing.nonce-used": "The account has already used nonce {nonce}, so there’s nothing left to replace.",
	"signing.not-asked": "Countersign couldn’t reach the service.",
	"signing.not-final": "The transaction isn’t final on-chain yet.",
	"signing.not-looked-up": "Countersign couldn’t verify this itself.",
	"signing.not-signed.approve-again": "Nothing was sent. Review and approve it again.",
	"signing.not-signed.open-again": "Nothing was signed. Open it and review it again.",
	"signing.not-signed.review-again": "Nothing was signed. Review it again.",
	"signing.not-signed.yet": "Nothing has been signed yet.",
	"signing.nothing-sent": "Nothing was sent.",
	"signing.other-bytes":
		"The service returned a different transaction from the one you signed. Countersign didn’t send it.",
	"signing.other-transaction":
		"The service names a different transaction ({named}) from the one you signed ({signed}).",
	"signing.own-fault":
		"Countersign hit an internal error. Completed steps still count, and no step happens twice. See the log for details.",
	"signing.refused-report": "The service rejected the report.",
	"signing.refused-report.said": "The service rejected the report: “{said}”.",
	"signing.refused-signature": "The service rejected the signature.",
	"signing.refused-signature.said": "The service rejected the signature: “{said}”.",
	"signing.refused-signature.again":
		"The service still asks for the signature. Countersign is sending the same one again and isn’t signing anything new.",
	"signing.refused-signature.seen":
		"The service has seen the signature. Until {life}, someone could still send the transaction.",
	"signing.reorg":
		"The network dropped the block with this transaction. This happens occasionally. Countersign is tracking it again and hasn’t signed anything new.",
	"signing.reorg.by":
		"The network dropped the block with this transaction. “{headline}” now uses its nonce, so Countersign is tracking that transaction instead.",
	"signing.replacement.gone": "You can’t replace the original transaction anymore.",
	"signing.replacement.not-matched": "The replacement doesn’t match the original transaction.",
	"signing.replacement.not-possible": "You can’t replace this transaction anymore.",
	"signing.replacement.other-signed":
		"You signed another transaction with this nonce in the meantime. The replacement must pay a higher fee than that transaction too.",
	"signing.replacement.under-way": "Countersign is already signing another replacement.",
	"signing.replacement.wait-for-it": "Nothing more was signed. Wait for that replacement.",
	"signing.request.not-signable": "You can’t sign this request anymore.",
	"signing.reverted": "The transaction failed on-chain. Nothing changed, but its network fee is spent.",
	"signing.review.revised-after-approval": "The service changed the review after you approved it.",
	"signing.review.revised-after-signature": "The service changed the review after you signed it.",
	"signing.review.unreadable": "Countersign can’t read the review anymore ({reason}).",
	"signing.rpc.other-hash": "The RPC returned a different hash ({hash}) from the signed one.",
	"signing.service.confirmed": "The service says the transaction went through.",
	"signing.service.confirmed.named": "The service says the transaction went through as {id}.",
	"signing.service.ended": "The service closed the request ({state}).",
	"signing.service.failure": "The service’s reason: “{word}”.",
	"signing.service.makes-it": "Sent. Waiting for the service to build the transaction.",
	"signing.service.unreadable":
		"Countersign can’t read the service’s response about this request ({reason}).",
	"signing.service.unreadable-now":
		"Countersign can’t read the service’s latest response about this request ({reason}).",
	"signing.shown-elsewhere":
		"The service says the transaction is {state, select, confirmed {confirmed} other {submitted}}, but your RPC doesn’t show it yet. Countersign is waiting for your RPC.",
	"signing.signed-exists": "Until {life}, someone could still send the signed transaction.",
	"signing.spent.in-no-block":
		"Your RPC says that {life}, and doesn’t show this transaction in any block. Countersign will check for another minute before it reports the transaction as dropped.",
	"signing.spent.service-goes-on":
		"The service says that this transaction is on its way or done. Your RPC says that {life}, and doesn’t show the transaction in any block. Your RPC may be behind. Countersign keeps checking.",
	"signing.spent.still-shown":
		"Your RPC says that {life}, but still shows the transaction, although not in a block. Countersign keeps checking and doesn’t report the transaction as dropped.",
	"signing.spent.unknown": "Your RPC says that {life}, and doesn’t show the signed transaction.",
	"signing.spent.unknown-unanswered":
		"Your RPC says that {life}, and doesn’t show the signed transaction. The service isn’t responding.",
	"signing.step": "Step {step}: {told}",
	"signing.step.before-failed": "Skipped, because an earlier step didn’t go through.",
	"signing.step.not-signed": "Nothing was signed for this step.",
	"signing.worse.block": "This step’s effects now depend on the block it runs in.",
	"signing.worse.code": "The code at {address} changed after you approved this.",
	"signing.worse.control": "This step would now make you lose control of something.",
	"signing.worse.fails": "This step would now fail.",
	"signing.worse.fee": "This step’s network fee could now exceed the maximum you approved.",
	"signing.worse.incomplete": "This step’s new simulation no longer shows all of its effects.",
	"signing.worse.less": "You’d now get less from this step than you approved.",
	"signing.worse.loss": "This step would now cost you more than you approved.",
	"signing.worse.not-simulated": "Your RPC couldn’t simulate this step again before it was signed.",
	"signing.worse.receiver": "This step would now pay {address} more than you approved.",
	"signing.worse.receiver.unknown": "This step would now pay someone you didn’t approve.",
	"signing.worse.right": "This step would now allow {address} more than you approved.",
	"signing.worse.unexplained": "This step would now make a change that its bytes don’t explain.",
	"signing.worse.unread": "Countersign can’t read everything in this step anymore.",
	"signing.locked-since": "You locked your keys after you approved this.",
	"signing.rest.rule": "One of your rules now stops this step.",
	"signing.rest.not-signed": "This step and the ones after it weren’t signed.",
	"signing.still-could-be-sent": "Until {life}, someone could still send it.",
	"signing.taken-by.cancel": "Canceled: transaction {id} used the nonce instead and sends nothing.",
	"signing.taken-by.costs-nothing": "This transaction can never be mined and costs nothing.",
	"signing.taken-by.failed":
		"The transaction failed on-chain. Nothing changed, but its network fee is spent.",
	"signing.taken-by.first": "The original transaction was mined first: {id}.",
	"signing.taken-by.speed-up": "The same transaction was mined at a higher fee: {id}. It happened once.",
	"signing.taken-by.speed-up-failed": "The same transaction was mined at a higher fee: {id}.",
	"signing.unknown-to-rpc": "Your RPC doesn’t show the transaction right now.",
	"signing.unknown-to-rpc.expired":
		"The request has expired, so Countersign won’t send the transaction again. It could still be mined until {life}.",
	"signing.unknown-to-rpc.not-sent":
		"Your RPC doesn’t show the signed transaction. Countersign won’t send it again.",
	"signing.unknown-to-rpc.of-others": "Only the {who, select, venue {venue} other {service}} can send it.",
	"signing.unknown-to-rpc.sent-again":
		"Countersign keeps sending the same transaction as long as it can still go through.",
	"signing.waits-for-vault": "You approved this. Unlock your keys to sign it.",
	"signing.withdrawn": "You withdrew your approval.",

	"signer.answer-not-64-bytes": "The signature isn’t 64 bytes long.",
	"signer.answer-not-65-bytes": "The signature isn’t 65 bytes long (r, s and parity).",
	"signer.auto-lock-range": "Set auto-lock to between 1 and 240 minutes.",
	"signer.blind-not-approved":
		"No one can see what this hash signs, and you didn’t approve blind signing. Nothing was sent to your Ledger.",
	"signer.device-may-still-show":
		"If your Ledger still shows the request, reject it. If it signed, Countersign never received the signature and won’t send anything.",
	"signer.given-up.person": "You canceled this here.",
	"signer.given-up.time": "You didn’t confirm on your Ledger in time.",
	"signer.had-signed-by-then":
		"Your Ledger had already signed. Countersign discarded the signature and sent nothing.",
	"signer.hostile-answer":
		"Your {model} returned a signature that doesn’t match this account and the reviewed request. Countersign discarded it and sent nothing. An honest device doesn’t do this. Find out why before you approve anything with it.",
	"signer.no-ledger-has-account": "None of your Ledgers has this account.",
	"signer.no-phrase": "This isn’t a recovery phrase. Enter 12 to 24 English words.",
	"signer.no-private-key":
		"This isn’t a private key. Enter 64 hex digits, a Solana key in base58, or a list of 64 numbers.",
	"signer.no-talk-to-ledger": "Countersign couldn’t reach your Ledger. Unplug it and plug it in again.",
	"signer.not-for-vault": "Countersign can’t do this with your keys.",
	"signer.not-on-computer": "The account for this signature isn’t on this computer.",
	"signer.not-on-ledger": "The account for this signature isn’t on any of your Ledgers.",
	"signer.offchain-only":
		"Your Ledger signs Solana messages only in the off-chain format. This message is in a different format, so Countersign didn’t send it to the Ledger. Ask the agent for a different way, or use an account on this computer.",
	"signer.one-hash": "A Ledger signs one hash at a time, and this request doesn’t have exactly one.",
	"signer.other-family": "The request and the account are for different kinds of network.",
	"signer.other-hash": "The signer returned a hash that doesn’t match the signed bytes.",
	"signer.other-id": "The signer returned details that don’t match the signed bytes.",
	"signer.other-intent": "The signer returned a signature for a different request.",
	"signer.other-kind": "The signer returned the wrong kind of signature.",
	"signer.other-signer": "The request is for a different account.",
	"signer.password-length": "Use at least 8 characters and at most 4096 bytes.",
	"signer.password-needed": "Enter a password.",
	"signer.thrown-away": "Countersign discarded the signature. No funds moved.",
	"signer.vault-answer-unreadable":
		"Countersign couldn’t read the response from the process that holds your keys, so it ignored the response.",
	"signer.vault-ended":
		"The process that holds your keys stopped. It didn’t sign anything for this, and no funds moved. It will restart locked.",
	"signer.vault-given-up":
		"The process that holds your keys keeps stopping, so you can’t sign anything. Restart Countersign.",
	"signer.vault-halted": "The process that holds your keys has stopped.",
	"signer.vault-not-running": "The process that holds your keys is still starting. Try again in a moment.",
	"signer.vault-not-started": "The process that holds your keys couldn’t start, so you can’t sign anything.",
	"signer.waits-for-vault": "Unlock your keys to continue.",

	"vault.bad-key":
		"This isn’t a private key. Ethereum keys have 64 hex digits. Solana keys are base58 text from a wallet, or a list of 64 numbers. Check that nothing is missing.",
	"vault.blind-not-approved": "No one can see what this hash signs, and you didn’t approve blind signing.",
	"vault.damage.checksum": "its checksum is wrong",
	"vault.damage.copy": "Countersign couldn’t restore its copy",
	"vault.damage.disk": "the disk couldn’t read it",
	"vault.damage.layout": "its contents are in an unknown format",
	"vault.damage.member": "its “{member}” is invalid",
	"vault.damage.memory": "it asks for more memory than any vault needs",
	"vault.damage.no-vault": "it isn’t a vault",
	"vault.damage.read-back": "the disk returned different data than Countersign wrote",
	"vault.damage.too-long": "it’s far too long",
	"vault.damage.unreadable": "it’s unreadable and may be incomplete",
	"vault.damage.weak": "its password protection is weaker than Countersign’s minimum",
	"vault.damaged":
		"The vault file is damaged ({detail}). Restore your accounts with your recovery phrase or imported keys. Countersign keeps the damaged file next to the new one.",
	"vault.disk":
		"{code, select, ENOSPC {The disk is full} EDQUOT {The disk quota is used up} EROFS {The disk is read-only} EACCES {Countersign can’t write to the vault’s folder} EPERM {Countersign can’t write to the vault’s folder} EIO {The disk reports an error} other {The vault’s file couldn’t be written}}{code, select, none {} other { ({code})}}. Nothing in the vault changed. Fix this and try again.",
	"vault.duplicate": "You already have this account here.",
	"vault.exists": "You already have keys here. Add accounts instead.",
	"vault.guessable-password": "This password is too easy to guess. Use a few unrelated words.",
	"vault.greeted-already": "The vault process is already connected.",
	"vault.key-file.address":
		"The key in this file belongs to a different account than the file says. Someone changed the file. Nothing was imported.",
	"vault.key-file.cost":
		"Opening this file would take more computing power than any wallet’s key file needs. Nothing was imported. Export the key again from its wallet.",
	"vault.key-file.field":
		"Countersign can’t read this key file: its “{field}” is missing or invalid. Nothing was imported.",
	"vault.key-file.none":
		"This isn’t a key file. Use Ethereum’s encrypted JSON (version 3) or Solana’s list of 64 numbers. Nothing was imported.",
	"vault.key-file.password":
		"The file’s password is wrong, or the file was changed. Use the password from the wallet it came from.",
	"vault.last-account":
		"This is your only account with a key on this computer. Add another account before you remove it.",
	"vault.locked": "Your keys are locked. Unlock them with your password.",
	"vault.locked-meanwhile": "Your keys locked while this was running. Unlock them and try again.",
	"vault.no-account": "This account isn’t on this computer.",
	"vault.no-pending": "There’s no new recovery phrase to check. Create one again.",
	"vault.no-phrase": "There’s no recovery phrase here, so you can’t add another account from it.",
	"vault.no-phrase-to-show":
		"There’s no recovery phrase here. You imported these keys one by one, so export them one by one.",
	"vault.none": "You have no keys here yet. Create or import a recovery phrase, or import a key.",
	"vault.other-phrase":
		"This recovery phrase doesn’t restore any of your accounts here. Nothing was changed. Check that the words are right.",
	"vault.other-signer": "The request is for a different account.",
	"vault.own-error":
		"The process that holds your keys hit an internal error, so it did nothing. Nothing was signed and no funds moved.",
	"vault.phrase.checksum":
		"Every word is valid, but together they don’t make a recovery phrase. Check for a wrong word or two swapped words.",
	"vault.phrase.count":
		"You entered {count, plural, one {# word} other {# words}}. A recovery phrase has 12, 15, 18, 21 or 24.",
	"vault.phrase.word": "Word {place}, “{word}”, isn’t a recovery phrase word. Check its spelling.",
	"vault.put-back":
		"The vault file was damaged during a save, so Countersign restored the previous version. If you just changed an account or password, change it again.",
	"vault.short-password": "Use at least eight characters.",
	"vault.signature-thrown-away": "Countersign discarded the signature.",
	"vault.signature.not-of-account": "The signature isn’t from this account.",
	"vault.too-many": "You already have 100 accounts with keys here, the maximum.",
	"vault.too-soon": "Too many wrong passwords. Wait before you try again.",
	"vault.unreadable": "The vault couldn’t read the command and did nothing.",
	"vault.unsealable":
		"Countersign can’t open this saved data with your keys: other keys sealed it, or someone changed it. Nothing else is affected.",
	"vault.wrong-password": "Wrong password.",
	"vault.wrong-words":
		"{count, plural, one {Word {places} doesn’t} other {Words {places} don’t}} match. Check your written copy and type {count, plural, one {it} other {them}} again.",

	"device.answered": "(Device status: {status}.)",
	"device.app-too-old": "The {app} app on the device is too old. Update it in Ledger Wallet.",
	"device.apps.either": "the Ethereum or the Solana app",
	"device.apps.one": "the {app} app",
	"device.bad-answer":
		"The device sent a response that no genuine app sends. Countersign discarded it. Check the device with Ledger Wallet before you use it again.",
	"device.bad-message":
		"Countersign couldn’t send this to the device. Restart Countersign. If it happens again, report it to us.",
	"device.blind-signing-off":
		"The device can’t show all of this, and blind signing is off in the {app} app. Turn it on only if you trust the review here.",
	"device.raw-messages-off":
		"The Ethereum app refused this: Raw messages and Blind signing are both off. In the Ethereum app, open Settings and turn on Raw messages. It then shows every field.",
	"device.notice.buttons": "If the device shows a notice, press both buttons to close it.",
	"device.notice.touch": "If the device shows a notice, tap Reject transaction or Go to settings there.",
	"device.not-described":
		"The {app} app didn’t accept Ledger’s description of this request, so the device would show less than the review said. Read the review again: it now says what the device shows.",
	"device.busy":
		"Another program is using the device. Close Ledger Wallet, or the other wallet, and try again.",
	"device.clear": "If the device still shows the request, reject it there. To sign it, approve again here.",
	"device.comes-next": "Your Ledger is busy with another request. This request is next.",
	"device.condition.app-too-old":
		"The {app} app on the {model} is too old ({version}; needs {oldest} or later). Update it in Ledger Wallet.",
	"device.condition.reading": "Reading addresses from the {model}. Nothing appears on the device.",
	"device.condition.asking": "The {model} is waiting for you. Read its screen and respond there.",
	"device.condition.blind-signing-off": "Blind signing is off, so the device signs only content it can show.",
	"device.condition.dashboard": "The {model} is unlocked with no app open. Open {apps}.",
	"device.condition.looking": "Checking the {model}…",
	"device.condition.none": "No Ledger connected. Plug one in and unlock it.",
	"device.condition.ready": "The {app} app is open on the {model}.",
	"device.condition.wrong-app": "The {open} app is open on the {model}. Open {apps} instead.",
	"device.dashboard": "Open the {app} app on the device.",
	"device.failed":
		"Countersign couldn’t access Ledger devices on this computer. On Linux, install libusb and libudev (Debian, Ubuntu: libusb-1.0-0 and libudev1). Then restart Countersign.",
	"device.gone": "{device} isn’t connected. Plug it in and unlock it.",
	"device.leave": "If the device is still asking for confirmation, confirm or reject it there.",
	"device.locked": "{device} is locked. Enter its PIN.",
	"device.no-app": "The {app} app isn’t installed on the device. Install it with Ledger Wallet.",
	"device.none-has-account":
		"No connected Ledger has the account {address} at {path}. Plug in the Ledger with the same recovery phrase and passphrase.",
	"device.other-device":
		"The device has a different account at this path. It’s a different Ledger, or it uses a different recovery phrase or passphrase. Plug in this account’s device.",
	"device.outcome-unknown":
		"The result is unknown: the device may have signed, but its response didn’t arrive.",
	"device.wanted": "Several Ledgers are connected. Use the Ledger with account {address} ({path}).",
	"device.permission":
		"The system blocks access to the device. On Linux, add the udev rule below, then plug the device in again.",
	"device.plug-in-account": "Plug in your Ledger with account {address} ({path}) and unlock it.",
	"device.refused": "The device refused this. Try again.",
	"device.rejected": "You rejected this on the device.",
	"device.rejected.address":
		"You told the device that the addresses differ. If they do, don’t use this account. Remove it here and check the device with Ledger Wallet. If they match, show the address again.",
	"device.right-app": "right",
	"device.safe": "Nothing was signed or sent.",
	"device.status.another-app": "Another app is open on the device. Open the {app} app and try again.",
	"device.status.app-closed": "The {app} app was closed. Open it again and try again.",
	"device.status.app-failed": "The {app} app crashed. Close it on the device, open it again and try again.",
	"device.status.app-missing":
		"This app isn’t installed on the device. Install it with Ledger Wallet and try again.",
	"device.status.app-name":
		"The device didn’t accept the app’s name. Open the {app} app on the device yourself.",
	"device.status.app-not-expected":
		"The {app} app wasn’t ready for this. Close it on the device, open it again and try again.",
	"device.status.app-not-known":
		"The device doesn’t recognize this app. Install it with Ledger Wallet and try again.",
	"device.status.app-waited": "The {app} app timed out. Try again.",
	"device.status.blind-signing":
		"The {app} app can’t show what this does, and blind signing is off. To sign it anyway, turn on blind signing in the app.",
	"device.status.chain-number":
		"The {app} app can’t show this network’s chain ID. Update the app in Ledger Wallet and try again.",
	"device.status.command":
		"The {app} app doesn’t support this command. Update it in Ledger Wallet and try again.",
	"device.status.crypto": "The device’s cryptography failed. Restart it and try again.",
	"device.status.damaged":
		"The {app} app received a damaged request. Plug the device in again and try again.",
	"device.status.device-fault":
		"The device found an error in its own software. Update it with Ledger Wallet and try again.",
	"device.status.device-length":
		"The device received data of the wrong length. Update the app in Ledger Wallet and try again.",
	"device.status.device-not-expected": "The device wasn’t ready for this. Restart it and try again.",
	"device.status.form":
		"The {app} app doesn’t support this type of request. Update it in Ledger Wallet and try again.",
	"device.status.halted": "The device has halted. Restart it and try again.",
	"device.status.interrupted": "Something interrupted the {app} app. Open it again and try again.",
	"device.status.length":
		"The {app} app received a request of the wrong length. Update it in Ledger Wallet and try again.",
	"device.status.locked": "The device is locked. Enter its PIN and try again.",
	"device.status.locked-or-not-allowed":
		"The device is locked or doesn’t allow this. Enter its PIN and try again.",
	"device.status.memory": "The {app} app doesn’t have enough memory for this and can’t sign it.",
	"device.status.memory-or-path":
		"The {app} app can’t sign this. It doesn’t have enough memory, or doesn’t accept the account’s path.",
	"device.status.message-format": "The {app} app doesn’t accept this message format and can’t sign it.",
	"device.status.message-header":
		"The {app} app couldn’t read the message’s header. Update the app in Ledger Wallet, or ask for another message format.",
	"device.status.message-too-long": "The message is too long for the {app} app to sign.",
	"device.status.no-app": "No app is open on the device. Open the {app} app and try again.",
	"device.status.no-app-knows": "The app for this request isn’t open. Open the {app} app and try again.",
	"device.status.no-key": "The device couldn’t create a key. Restart it and try again.",
	"device.status.no-pin": "The device has no PIN. Set it up with Ledger Wallet and try again.",
	"device.status.no-review": "The {app} app has no review for this. Approve again here.",
	"device.status.no-space": "The device is full. Remove an app in Ledger Wallet and try again.",
	"device.status.not-set-up": "The device isn’t set up. Set it up with Ledger Wallet and try again.",
	"device.status.not-shown": "The {app} app couldn’t show this and can’t sign it.",
	"device.status.not-trusted":
		"The {app} app didn’t trust the data sent with the request. Update it in Ledger Wallet and try again.",
	"device.status.other-account": "The {app} app received a different account earlier. Approve again here.",
	"device.status.other-app": "The open app can’t handle this request. Open the {app} app and try again.",
	"device.status.other-app-on-device":
		"The open app can’t handle this request. Open the {app} app on the device and try again.",
	"device.status.other-content": "The {app} app received a different request earlier. Approve again here.",
	"device.status.other-or-old-app":
		"The open app can’t handle this request. Open the {app} app or update it in Ledger Wallet. Then try again.",
	"device.status.part-invalid": "The {app} app found part of the request invalid and can’t sign it.",
	"device.status.plugin":
		"The {app} app needs a plugin for this. Install it with Ledger Wallet and try again.",
	"device.status.recovery-mode":
		"The device is in recovery mode. Restart it with Ledger Wallet and try again.",
	"device.status.reference":
		"The {app} app is missing something that this request refers to. Close the app, open it again and try again.",
	"device.status.refused":
		"The {app} app refused this without giving a reason. Update it in Ledger Wallet and try again.",
	"device.status.rejected": "You rejected this on the device. You can ask again at any time.",
	"device.status.starting":
		"The device is starting, or another app is open. Open the {app} app and try again.",
	"device.status.token-data":
		"The {app} app didn’t accept a token’s data. Update it in Ledger Wallet and try again.",
	"device.status.too-long": "The request is too long for the {app} app to sign.",
	"device.status.transaction-check":
		"The {app} app didn’t accept a transaction check. Turn transaction checks off in the app and try again.",
	"device.status.transaction-type":
		"The {app} app doesn’t support this transaction type. Update it in Ledger Wallet, or use another account.",
	"device.status.unknown":
		"The device sent the unknown status {status}. Close the app on the device, open it again and try again.",
	"device.status.unreadable":
		"The {app} app couldn’t read the request. Plug the device in again and try again.",
	"device.status.unreadable-or-blind":
		"The {app} app couldn’t read or show this. If blind signing is off in the app, turn it on. If it’s already on, close and reopen the app, which can get stuck after an earlier request. If that doesn’t help, the app can’t sign this.",
	"device.stopped": "The Ledger connection in Countersign stopped. It restarts automatically. Try again.",
	"device.subject.any": "The device",
	"device.subject.model": "The {model}",
	"device.timeout": "{device} didn’t respond in time. Plug it in again and unlock it.",
	"device.timeout.opening": "The {app} app didn’t open in time. Open it on the device yourself.",
	"device.still-asking":
		"{device} may still show an interrupted request. Reject it there first, or its app could crash.",
	"device.udev.reload": "Load the rule, then plug the device in again:",
	"device.udev.seatless":
		"Over SSH or xrdp, the rule above doesn’t give access. Give access to the group {group}, reload the rules and sign in again:",
	"device.udev.write": "Write Ledger’s rule to {file}:",
	"device.unplugged": "{device} was disconnected. Plug it in again.",
	"device.unsent": "Nothing was sent, and no funds moved.",
	"device.unsupported": "The {app} app can’t sign this. Use another account, or ask for a different format.",
	"device.wrong-app":
		"The open app can’t handle this request. Open the {app} app or update it in Ledger Wallet.",
	"device.wrong-app.named": "The {open} app is open on the device. Open the {app} app instead.",

	"ledger.scheme.ledger-live": "Ledger Live",
	"ledger.scheme.bip44": "BIP-44",
	"ledger.scheme.legacy": "Legacy",
	"ledger.scheme.command-line": "Command line",
	"ledger.scheme.without-path": "Solana command line, no path",
	"ledger.scheme.typed": "Typed",
	"ledger.address.same": "Confirmed on your Ledger: this address matches the one in Countersign.",
	"ledger.address.different":
		"Your Ledger shows a different address at this path. It’s a different device, or it uses a different recovery phrase. Don’t send anything to the address on screen until you know why.",
	"ledger.unplugged.reading": "This Ledger isn’t connected anymore. Plug it in again.",
	"ledger.reading": "Countersign is already loading accounts.",
	"ledger.given-up": "You stopped loading accounts.",
	"ledger.accounts.unread": "Countersign hasn’t loaded these accounts. Load them again.",
	"ledger.accounts.most": "You can have up to {most, number} Ledger accounts. Remove some first.",
	"ledger.no-account": "This isn’t one of your Ledger accounts here.",
	"ledger.address.compare":
		"Compare every character with your Ledger’s screen. Then confirm or reject it on the Ledger.",
	"ledger.none": "No Ledger connected. Plug in the Ledger with this account.",
	"ledger.unplugged.opening": "This Ledger isn’t connected anymore. Plug it in again.",
	"ledger.opening": "Opening the {app} app. Your Ledger may ask you to confirm.",

	"saved-review.nothing": "You can’t sign this request, so there’s nothing to check on another computer.",
	"saved-review.not-saved": "Nothing was saved.",
	"saved-review.undecoded": "Countersign can’t decode the content to sign.",
	"saved-review.headline": "{headline}.",
	"saved-review.partly-decoded": "(partly decoded)",
	"saved-review.commit": "Commit: {commit}, review revision {revision}",
	"saved-review.review-digest": "Review digest: {digest}",
	"saved-review.batch-digest": "Batch digest: {digest}",
	"saved-review.broadcaster": "Sent by: {broadcaster}",
	"saved-review.browser-send":
		"Route: claimed from the service, sent by this wallet, then reported (browser_send)",
	"saved-review.proposal": "Proposal {proposal} of an agent on this computer (self-described)",
	"saved-review.action": "Action: {action}, revision {revision} (self-described)",
	"saved-review.replacement": "Replacement ({purpose}) of {transaction}",
	"saved-review.own-wish": "Started by you",
	"saved-review.environment": "Environment: {environment}",
	"saved-review.identity": "Identity: {identity}",
	"saved-review.session": "Session: {session}",
	"saved-review.chain": "Network: {name} ({chain})",
	"saved-review.chain.none": "Network: none named",
	"saved-review.signer": "Signer: {signer}",
	"saved-review.expires": "Expires: {time}",
	"saved-review.expires.never": "Expires: not stated",
	"saved-review.fingerprint": "Fingerprint: {fingerprint}",
	"saved-review.matched": "MATCHED: every field to sign matches the reviewed field",
	"saved-review.refused": "REFUSED: the content to sign differs from the review",
	"saved-review.unproven": "NOT PROVEN: some fields couldn’t be compared",
	"saved-review.field":
		"{status, select, passed {equal  } failed {DIFFERS} unknown {UNKNOWN} other {noted  }} {field}: {words}",
	"saved-review.field.values":
		"{status, select, passed {equal  } failed {DIFFERS} unknown {UNKNOWN} other {noted  }} {field}: {words} [reviewed: {reviewed}; to sign: {payload}]",
	"saved-review.leg": "{place}. {headline}.",
	"saved-review.service-says": "The service says: {text}",
	"saved-review.to": "To: {address}",
	"saved-review.value": "Value: {wei} wei",
	"saved-review.gas": "Nonce: {nonce}; gas limit: {gas}; max {most} wei per gas, including a tip of {tip}",
	"saved-review.data": "Data: {data}",
	"saved-review.clipped": "{beginning} ({length} characters in all)",
	"saved-review.function": "Function: {signature}",
	"saved-review.function.unknown": "Function: unknown ({selector})",
	"saved-review.function.no-selector": "Function: unknown (no selector)",
	"saved-review.argument": "{name} ({type}): {value}",
	"saved-review.inside":
		"Inside, {place}: {how} of {target} with {wei} wei{optional, select, true {, may fail on its own} other {}}",
	"saved-review.inside.by":
		"Inside, {place}: {how} of {target} with {wei} wei, by {by}{optional, select, true {, may fail on its own} other {}}",
	"saved-review.inside.left": "and {count} more that can’t be shown",
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
	"saved-review.claim.code": "{of}, as the code it runs at {code}",
	"saved-review.claim.intent": "“{intent}”",
	"saved-review.claim.no-intent": "without a stated purpose",
	"saved-review.claim.row":
		"{kind, select, said {said    } adds {added   } left_out {left out} other {ours    }} {label}: {value}",
	"saved-review.check": "Check {field}: {words}",
	"saved-review.finding": "Finding {id} ({severity}): {words}",
	"saved-review.simulation": "Your simulation of {place}: {verdict}",
	"hash.domain": "Domain hash (EIP-712)",
	"hash.message": "Message hash (EIP-712)",
	"hash.typed-data": "Signed hash (EIP-712)",
	"hash.svm-message": "SHA-256 of the message",
	"hash.evm-transaction": "Signed transaction hash (EIP-1559)",
	"hash.svm-transaction": "SHA-256 of the transaction’s message",
	"hash.personal": "Signed hash (EIP-191)",
	"hash.raw-payload": "Raw payload {place}, as sent by the service",

	"storage.damaged":
		"{file} is damaged, so Countersign signs nothing. No funds moved because of this. Restore the file from a backup, or ask for help before you remove it. Countersign leaves it unchanged.",
	"storage.full":
		"The disk is full, so Countersign can’t write {file}. It signs and sends nothing until there’s space. No records are lost. Free some space, and Countersign continues automatically.",
	"storage.locked":
		"Another program is using {file}. Nothing was written, and no funds moved. Close the other Countersign and try again.",
	"storage.denied":
		"Countersign can’t open or write {file}. Nothing was written, and no funds moved. Check the folder and its permissions, then restart.",
	"storage.newer":
		"A newer Countersign wrote {file}. This version leaves it unchanged. No funds moved. Install the newer version.",
	"storage.older":
		"An older Countersign wrote {file}, and this version can’t read it. It leaves the file unchanged. No funds moved.",
	"storage.text-unreadable":
		"Countersign can’t read this text. It’s damaged, or a newer Countersign wrote it.",
	"storage.failed":
		"Countersign couldn’t use {file}. Earlier records are still valid, and nothing more was written. Restart Countersign. If it keeps happening, keep the file and ask for help.",
	"storage.record-unreadable":
		"Countersign can’t read its record ({record, select, frozen {the review} predicted {the prediction} answer {the answer} receipt {the receipt} other {a part}}). It’s damaged, or a newer Countersign wrote it. Countersign leaves it unchanged and doesn’t act on it. Install the newer version, or keep the file and ask for help.",
} as const;
