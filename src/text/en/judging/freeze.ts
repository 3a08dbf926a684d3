/** Why there is nothing that could be approved, or nothing that may be signed. */
export const freeze = {
	"freeze.action.completed": "This was answered already and is done.",
	"freeze.action.expired": "This request has expired.",
	"freeze.action.failed": "This request has failed.",
	"freeze.action.nothing-signed": "Nothing is signed for it.",
	"freeze.action.rejected": "This was rejected.",
	"freeze.action.submitted": "This was answered already, and the service works on it.",
	"freeze.attempt.awaiting-wallet":
		"Another wallet has begun to send this. Countersign signs nothing, so that it is not sent twice.",
	"freeze.attempt.mismatched":
		"The chain holds another transaction than the reviewed one under this request. This commit is never signed again. What that transaction did with your funds only the chain can tell: look at it there, and ask whoever sent it.",
	"freeze.attempt.observing":
		"Another wallet has sent this, and the service follows it on the chain. Countersign signs nothing, so that it is not sent twice.",
	"freeze.attempt.reported":
		"Another wallet has sent this, and the service looks for it on the chain. Countersign signs nothing, so that it is not sent twice.",
	"freeze.build-unclaimed":
		"The service keeps no request for this Build, so that nobody takes a signature. Countersign signs only transactions of it.",
	"freeze.no-review": "There is no readable review, so there is nothing to compare with.",
	"freeze.no-signature-asked": "The service asks for no signature on this commit now.",
	"freeze.route.not-offered":
		"The service takes no signed transaction for this commit, so Countersign does not sign it.",
	"freeze.route.other-review": "The request to send names another review than the one that is shown.",
	"freeze.route.retired":
		"This is an older form of request which Countersign does not sign. Nothing was signed; ask the agent for it again.",
	"freeze.signed-already": "This commit is signed already and waits to be submitted.",
	"freeze.staged":
		"The service asks for these transactions one by one, as commits of their own. Review and sign those; nothing is signed for this one.",
	"proof.expired": "The review has expired.",
	"proof.malformed": "The review is not written as expected.",
	"proof.no-match": "It does not match.",
	"proof.nothing-at-place": "The review holds nothing to sign at this place.",
	"proof.other-review": "The review is not the one that was approved.",
} as const;
