/** Texts of the trusted window: . */
export const trusted = {
	"trusted.agent-asks-sign-reviewed-approved":
		"What an agent asks you to sign is reviewed and approved in this window. It opens by itself when you choose an entry or a notification.",
	"trusted.asking-service-current-review-chain":
		"Asking the service for its current review, and the chain for what it would do.",
	"trusted.back-to-inbox": "Back to inbox",
	"trusted.choose-entry-inbox-review": "Choose an entry in the inbox to review it here.",
	"trusted.close": "Close",
	"trusted.countersign": "Countersign",
	"trusted.entries-wait": "{count, plural, one {# entry waits} other {# entries wait}} for you",
	"trusted.nothing-waits": "Nothing waits for you",
	"trusted.open-the-inbox": "Open the inbox",
	"trusted.password-keys": "Password of your keys",
	"trusted.reading-again-before-decide": "Reading it again before you decide",
} as const;
