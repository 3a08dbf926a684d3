/** What is told while an approval is carried out, and how it ended. */
export const signing = {
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
} as const;
