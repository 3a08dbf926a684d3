/** What a transaction costs beside what it sends. */
export const cost = {
	"cost.need.all-steps": "{what} of all {count} steps",
	"cost.need.evm": "value and fees",
	"cost.need.svm": "what is sent, fee and rent",
	"cost.service.flat": "The service bills a flat fee separately.",
	"cost.service.none": "The service states no fee of its own.",
	"cost.service.takes": "The service takes {amount} of what this transaction moves.",
	"cost.service.unlisted":
		"The service states a fee of a kind that this version does not know (“{kind}”): what it takes is not known.",
} as const;
