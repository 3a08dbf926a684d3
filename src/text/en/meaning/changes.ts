/** Whose claim it is what changes. */
export const changes = {
	"changes.both.agree": "Both simulations agree.",
	"changes.both.contradict": "The service’s simulation; your own contradicts it.",
	"changes.both.differ": "The service’s simulation; your own differs.",
	"changes.both.drift": "The service’s simulation and your own: they agree, but for prices.",
	"changes.both.unseen":
		"Neither simulation shows a balance of yours change; what other contracts keep for you is looked at by neither.",
	"changes.nobody": "Nobody states what changes: the service only asks for a signature.",
	"changes.nobody.decoded": "Nobody states what changes: this is what leaves, decoded from the transaction.",
	"changes.own": "Your own simulation.",
	"changes.own.alone": "Your own simulation; nobody else states what changes.",
	"changes.own.unseen":
		"Your own simulation shows no balance change; what other contracts keep for you it does not look at.",
	"changes.service.alone": "Only the service’s simulation says this.",
	"changes.service.contradicted": "Only the service’s simulation; the decoded transaction contradicts it.",
	"changes.service.decoded": "The service’s simulation and the decoded transaction.",
	"changes.service.none": "The service’s simulation shows no change of balances.",
	"changes.service.unseen":
		"The service’s simulation shows no balance change; what other contracts keep for you it may not look at.",
	"changes.service.what-comes":
		"Only the service’s simulation says what comes in; what leaves is in the decoded transaction too.",
	"changes.unsimulated": "No simulation shows what changes: what the service declares is not known.",
} as const;
