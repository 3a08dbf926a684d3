/** Members of the interface because of which nothing is signed. */
export const contract = {
	"contract.member-unknown": "“{path}” is unknown to this version: this needs a newer Countersign.",
	"contract.member-unreadable": "“{path}” can’t be read as the interface writes it.",
	"contract.name.app": "{app}’s contract",
	"contract.name.collection": "the collection {name}",
	"contract.name.router": "{app}’s router",
	"contract.name.token": "the token {symbol}",
	"contract.safety.not-eligible": "The service’s own safety check does not say that this may be signed.",
	"contract.safety.not-eligible-because":
		"The service’s own safety check does not say that this may be signed (“{reason}”).",
	"contract.signing-mode.auto":
		"The service signs this itself (signing mode “auto”): it is not your wallet’s to sign.",
	"contract.signing-mode.unknown":
		"The signing mode “{mode}” is unknown to this version: this needs a newer Countersign.",
} as const;
