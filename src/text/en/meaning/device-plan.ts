/** What a Ledger will show of what is signed. The screens themselves are the device's own, in its own language. */
export const devicePlan = {
	"device-plan.evm.not-a-transaction":
		"A Ledger can’t sign this: it can’t be written as a transaction to an address.",
	"device-plan.evm.transfer": "Your Ledger shows what is sent, to whom, and the most that it costs in fees.",
	"device-plan.evm.compare-pages": "Compare each page with this review before you sign there.",
	"device-plan.evm.token-approval":
		"Your Ledger calls this blind signing. It shows neither the token, nor who may spend it, nor how much, and no hash that could be compared: only this computer’s screen shows them.",
	"device-plan.evm.token-transfer":
		"Your Ledger calls this blind signing. It shows neither the token, nor the recipient, nor the amount, and no hash that could be compared: only this computer’s screen shows them.",
	"device-plan.evm.described-send":
		"Your Ledger shows the token, the amount and the recipient: blind signing can stay off.",
	"device-plan.evm.described-approval":
		"Your Ledger shows the token, the amount and who may spend it: blind signing can stay off.",
	"device-plan.evm.described-data":
		"Your Ledger shows what is given, how much and to whom: blind signing can stay off.",
	"device-plan.evm.not-shown": "It does not show {members}: only this computer’s screen does.",
	"device-plan.evm.smallest-units": "A number without a unit is in the token’s smallest unit.",
	"device-plan.evm.ticker": "It calls {symbol} “{ticker}”.",
	"device-plan.evm.letters-dropped":
		"It drops letters outside of plain ASCII from names, so that a name there can look like another one.",
	"device-plan.evm.network-unlisted":
		"Its app does not know this network: it shows the number, and “???” for the coin.",
	"device-plan.evm.odd-token-call":
		"What your Ledger shows of this is not known: it begins like a token’s transfer or approval, but is none, and its app may refuse it. Only this computer’s screen shows what it does.",
	"device-plan.evm.call":
		"Your Ledger calls this blind signing. It shows which contract is called and a hash of the transaction, but not what the call does: only this computer’s screen shows that.",
	"device-plan.evm.compare-hash": "Compare the hash with the one here, digit by digit.",
	"device-plan.evm.message-empty": "A Ledger can’t sign an empty message.",
	"device-plan.evm.message-too-long": "A Ledger can’t sign a message of more than {most} bytes.",
	"device-plan.evm.message-hex":
		"Your Ledger shows the message as hex digits, since it holds other characters than plain ASCII: what they mean is shown only on this computer’s screen.",
	"device-plan.evm.message":
		"Your Ledger shows the whole message. Compare it with this review before you sign there.",
	"device-plan.evm.typed-data-unread": "A Ledger can’t sign this typed data: it can’t be read. {reason}",
	"device-plan.evm.typed-data-unsupported":
		"This typed data can’t be put to a Ledger as it is: it has a list of more than 255 entries, a number type without a size, a type whose name looks like an elementary one, or a text of a length that the device’s protocol loses. Sign it with an account on this computer, or reject it.",
	"device-plan.evm.typed-data":
		"Your Ledger calls this blind signing. It shows who reads the signature and a hash of the message, but not the message: only this computer’s screen shows that. Compare the message hash with the one here, digit by digit.",
	"device-plan.evm.several-requests":
		"Countersign does not sign a user operation of several requests on a Ledger: each would be a question of its own.",
	"device-plan.svm.no-header":
		"A Ledger signs only Solana messages that have the off-chain header, so that none can be taken for a transaction. This one has none.",
	"device-plan.svm.other-form":
		"A Ledger signs only Solana messages in the first form of the off-chain format, with an application and signers in its header. This one has another form.",
	"device-plan.svm.message-too-long": "This message is too long for a Ledger.",
	"device-plan.svm.other-signers":
		"A Ledger can’t sign this: the message’s header names other signers than this account.",
	"device-plan.svm.message-hash":
		"Your Ledger can’t show this text, since it holds other characters than plain ASCII: its app shows only a hash of it, or refuses it. Only this computer’s screen shows the text.",
	"device-plan.svm.message":
		"Your Ledger shows the whole message. Compare it with this review before you approve there.",
	"device-plan.svm.transfer": "Your Ledger shows how much is sent and to whom.",
	"device-plan.svm.setting-pages":
		"More pages follow where the app’s Display mode is Expert, and addresses are cut where its Pubkey length is Short.",
	"device-plan.svm.shown": "Your Ledger shows what this does, with blind signing off.",
	"device-plan.svm.no-nonce":
		"It does not show that this can be sent until its nonce is used: only this computer’s screen does.",
	"device-plan.svm.no-owner":
		"It does not show which program will own the account: only this computer’s screen does.",
	"device-plan.svm.no-fee": "It does not show the network’s fee.",
	"device-plan.svm.no-memo": "It does not show the memo: only this computer’s screen does.",
	"device-plan.svm.compare-pages": "Compare each page with this review before you approve there.",
	"device-plan.svm.hash":
		"This is blind signing: your Ledger shows only a hash of the transaction’s message. What it does is shown only on this computer’s screen. Compare the hash with the one here, letter by letter.",
	"device-plan.svm.unrecorded":
		"What your Ledger shows of this is not known: perhaps a summary that leaves something out, perhaps only a hash of the message, for which blind signing must be on (Settings → Blind signing). Rely on this computer’s screen, and compare the hash where the device shows it.",
	"device-plan.svm.not-a-transaction":
		"A Ledger can’t sign this: it is not a Solana transaction in its usual form.",
	"device-plan.setting.unseen":
		"Its {app} app refuses this unless blind signing is on: on the device, open the {app} app, then Settings → Blind signing. How it is set has not been seen yet.",
	"device-plan.setting.off":
		"Its {app} app refuses this now, since blind signing is off: on the device, open the {app} app, then Settings → Blind signing, and turn it on.",
	"device-plan.caveat.unseen":
		"This is told as {app} {version} shows it; the app on your Ledger has not been seen yet, and may show it differently.",
	"device-plan.caveat.version":
		"This is told as {app} {version} shows it; your Ledger has {found}, which may show it differently.",
	"device-plan.caveat.model":
		"This is told as {app} {version} shows it on a Nano; your {model} lays its screens out differently.",
	"device-plan.caveat.touch":
		"This is told as {app} {version} shows it on a Nano; your {model} shows the same, several fields on one screen.",
	"device-plan.evm.setting-pages":
		"With Nonce or Transaction hash on in its settings, it shows these before Max fees and at the end.",
	"device-plan.evm.setting-raw":
		"With Raw messages on in its settings, it shows every member, on about 20 pages.",
	"device-plan.svm.summary":
		"Your Ledger shows a summary, with blind signing off, under these titles: {titles}.",
	"device-plan.svm.header-unread":
		"This message has the off-chain header, but no text that its format allows: Countersign does not put it to a Ledger.",
	"device-plan.hash": "Hash",
	"device-plan.hash.digest": "Digest",
	"device-plan.hash.domain": "Domain hash",
	"device-plan.hash.message": "Message hash",
	"device-plan.hash.transaction": "Transaction hash",
} as const;
