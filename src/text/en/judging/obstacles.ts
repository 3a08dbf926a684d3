/** What stands against an approval, and whether the balance covers it. */
export const obstacles = {
	"against.action-state.completed": "This is answered already and is done.",
	"against.action-state.expired": "This request has expired. Nothing was signed; ask the agent for it again.",
	"against.action-state.submitted": "This is answered already, and the service works on it.",
	"against.attempt": "About the wallet that sends it, the service says: “{text}”. Nothing was signed.",
	"against.blind":
		"What this means can’t be seen, and signing such requests is turned off. Nothing was signed; you can turn it on in Settings, or reject the request.",
	"against.device.blind-signing-off":
		"The {app} app on your Ledger refuses this, because blind signing is off there. Nothing was signed. To allow it, open the {app} app on the device, then Settings → Blind signing, and turn it on.",
	"against.device.shows": "It then shows only {titles}.",
	"against.device.shows-unknown": "What it then shows is not known.",
	"against.expired": "The offer has expired. Nothing was signed; ask the agent for it again.",
	"against.match.both": "Review: {reviewed}. Would be signed: {payload}.",
	"against.match.reject": "You can reject the request.",
	"against.not-decoded":
		"Countersign can’t decode what would be signed. Nothing was signed; you can reject the request.",
	"against.opinion.again": "Nothing was signed; it is simulated again in a moment.",
	"against.opinion.asking":
		"Asking your RPC about the addresses in this… Nothing was signed; you can approve once that is done.",
	"against.opinion.simulating":
		"Simulating on your RPC… Nothing was signed; you can approve once that is done.",
	"against.review-unread":
		"The review can’t be read ({reason}). Nothing was signed; you can reject the request.",
	"against.revocation.gives":
		"Decoded, this would not revoke the allowance but give one: the contract is of another kind than expected. Nothing was signed.",
	"against.revocation.takes":
		"In your own simulation this does more than revoke: something of yours would leave, or you would lose control of it. Nothing was signed.",
	"against.signer.locked": "The vault is locked. Nothing was signed; unlock it to approve.",
	"against.signer.watched":
		"You only watch this account: its key is not here, so nothing can be signed for it. Nothing was signed.",
	"against.signer.missing":
		"The account that would sign is not one of yours here. Nothing was signed; add the account or reject the request.",
	"against.state.confirmed": "This is done: the chain has confirmed it.",
	"against.state.expired": "This offer has expired. Nothing was signed; ask the agent for it again.",
	"against.state.failed": "This has failed. Ask the agent for it again if you still want it.",
	"against.state.not-yet":
		"The service does not ask for this signature yet: an earlier step comes first. Nothing was signed.",
	"against.state.rejected": "This was rejected. Nothing more can be signed for it.",
	"against.state.signed": "This is signed already and waits to be submitted.",
	"against.state.submitted": "This is submitted already and waits for the chain.",
	"against.try-again": "Nothing was signed; try again.",
	"against.unconfirmed":
		"The service has not confirmed this request afresh. Nothing was signed; Countersign is asking it again.",
	"against.unreadable":
		"The service’s request can’t be read ({reason}). Nothing was signed; ask the agent for it again.",
	"against.unreadable.no-revision":
		"It can’t be rejected here either: an answer has to name the request’s revision, and that can’t be read. You can stop the agent, or tell it.",
	"against.unreadable.reject":
		"The service’s request can’t be read ({reason}). Nothing was signed. You can reject it, or ask the agent for it again.",
	"cover.enough": "The balance of {held} covers {what}.",
	"cover.too-low":
		"The balance of {held} is too low: {what} can cost {needed}. Nothing was signed; add funds first.",
	"cover.unknown": "Whether the balance covers it is not known: your RPC did not say.",
} as const;
