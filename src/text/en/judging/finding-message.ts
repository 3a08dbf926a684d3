/** What stands out in a message or typed data. A code begins with the id of its finding. */
export const findingMessage = {
	"finding.allowance-far": "The allowance lasts until {time}, more than 30 days from now.",
	"finding.allowance-far.none": "The allowance never ends: it stays until spent or revoked.",
	"finding.blind":
		"This is a bare hash. Nobody can see what it stands for: it could be a user operation, or let a contract act as your account.",
	"finding.code-authorization":
		"This lets a contract act as your account: the code at {code} could move all that it holds on chain {chain}.",
	"finding.code-authorization.bytes":
		"This is no message, but an authorisation (EIP-7702) that lets a contract act as your account. Countersign does not sign it.",
	"finding.code-authorization.everywhere":
		"This lets a contract act as your account: the code at {code} could move all that it holds on every chain.",
	"finding.deadline-far": "The signature can be used until {time}, which is more than 30 days.",
	"finding.deadline-far.none": "The signature can be used without end.",
	"finding.deadline-far.order": "The order can be taken without end, at this price.",
	"finding.deadline-far.permission":
		"The signature never expires: whoever holds it can turn it into an approval at any time.",
	"finding.deadline-past":
		"This ended at {time}, so it is not signed. Nothing was signed; ask the agent for it again.",
	"finding.delegatecall.no-operation": "This names a kind of operation that a Safe does not have.",
	"finding.delegatecall.safe":
		"This is a delegatecall: the code at {code} gets full control of the Safe {safe} and all it holds.",
	"finding.delegation": "{who} could act as your account and move what it holds.",
	"finding.delegation.limits":
		"Its limits are kept by {count, number} other contracts, which Countersign can’t judge.",
	"finding.delegation.no-limit": "There is no limit on what it may do.",
	"finding.domain-chain": "It is for {chain}, and the request itself names no chain to compare that with.",
	"finding.domain-chain.none": "It names no chain, so the signature may count on every chain.",
	"finding.domain-contract": "{who} is not the known contract for this kind of signature ({kind}).",
	"finding.domain-contract.none": "It names no contract that reads the signature.",
	"finding.domain-no-code": "There is no contract at {who} on this chain, which is to read the signature.",
	"finding.domain-no-code.lending":
		"{who}, which is to read the signature, is no contract: it is somebody’s account, which only lends its code from {code} (EIP-7702).",
	"finding.domain-own-account":
		"{who} is to read the signature itself: whoever holds it could make that account do what it says.",
	"finding.held-signature": "Whoever holds this signature can use it, without another word from you.",
	"finding.message-bytes": "The message is no text but bytes, so what it means can’t be told.",
	"finding.message-bytes.controls":
		"The message holds control characters, so it may be data for a contract that only looks like a text. What it means can’t be told.",
	"finding.operator-approval.safe": "This lets another account transfer every item of a collection.",
	"finding.order-any-item": "This order offers any item of a collection, not one of them.",
	"finding.order-elsewhere": "What this order gets does not come to this account, but to {to}.",
	"finding.order-elsewhere.nothing": "This order gives without getting anything for it.",
	"finding.order-extension":
		"This order has an extension that is not shown here. It can change what you get, or run other code.",
	"finding.order-fee": "More than a tenth of what this order gives is a fee, for which nothing comes.",
	"finding.order-for-dust": "What this order brings is worth next to nothing beside what it gives.",
	"finding.order-mostly-elsewhere": "More than a quarter of what this order brings goes to somebody else.",
	"finding.order-settler":
		"{who} can spend the tokens and is no contract of UniswapX that Countersign knows: nothing shows that it keeps to the order.",
	"finding.order-settler.other":
		"{who} can spend the tokens, and the order names another contract ({reactor}) to carry it out: nothing makes it give anything for them.",
	"finding.order-unlisted":
		"All that this order brings is of tokens or collections that Countersign does not know, so that nothing tells whether they have any worth.",
	"finding.other-account.safe":
		"What the Safe holds goes to {who}, now or later; it is neither yours nor a contact, and you have not dealt with it in this way before. How much of all that the Safe holds it is, was not asked.",
	"finding.safe-refund":
		"The Safe also pays {to} for gas: at least {amount}, and more with the gas that it takes.",
	"finding.safe-refund.anybody":
		"The Safe also pays whoever carries this out for gas: at least {amount}, and more with the gas that it takes.",
	"finding.sign-in-account": "It signs in as {who}, which is not this account.",
	"finding.sign-in-chain": "It names another chain than the request.",
	"finding.sign-in-domain": "The site that it names and the address of its page are not the same.",
	"finding.sign-in-form":
		"It says that it is a sign-in, but it is not written as one, so its parts can’t be checked.",
	"finding.sign-in-past": "This sign-in has ended at {time}, or its end can’t be read.",
	"finding.sign-in-past.unread": "This sign-in has ended, or its end can’t be read.",
	"finding.sign-in-rights": "It does more than sign in: it gives rights of this account to {site}.",
	"finding.snapshot-vote":
		"It counts with all your votes in “{space}”. Nothing is moved or allowed by it; what the choice stands for is written at Snapshot alone.",
	"finding.snapshot-vote.other": "It votes for another account than the one that signs.",
	"finding.text-free":
		"The text is no sign-in whose parts can be checked. Whoever gets the signature may use it for whatever they take the text to mean.",
	"finding.text-hash":
		"The text is a hash in letters. Nobody can see what it stands for, and the signature may count as one over what was hashed.",
	"finding.text-keys":
		"Applications make keys of a signature over such a text: whoever gets this signature may get the key, and with it what the key controls. Sign it only where you opened the application yourself.",
	"finding.unknown-call.safe": "Countersign can’t read the call that this makes for the Safe.",
	"finding.unknown-typed-data":
		"Countersign does not know this kind of typed data (“{name}”). What it lets others do can’t be told: read every member.",
	"finding.unknown-witness": "The transfer is bound to “{name}”, whose meaning Countersign does not know.",
	"finding.unlimited-permission": "This lets {who} spend all {symbol} of your account without asking again.",
	"finding.unlimited-permission.safe": "This lets another account spend unlimited tokens.",
	"finding.votes.signature": "{who} votes with your {symbol} until you say otherwise; nothing is moved.",
	"finding.whole-balance.authorization":
		"All or nearly all that this account holds goes to {to}, which is neither yours nor a contact, and was not paid by you before.",
} as const;
