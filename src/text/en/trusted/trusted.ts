/** Texts of the trusted window: . */
export const trusted = {
	"trusted.agent-asks-sign-reviewed-approved":
		"Review and approve here what an agent asks you to sign. This window opens when you choose a request or a notification.",
	"trusted.asking-service-current-review-chain":
		"Asking the service for its current review, and the chain for what it would do.",
	"trusted.back-to-inbox": "Back to inbox",
	"trusted.choose-entry-inbox-review": "Choose an entry in the inbox to review it here.",
	"trusted.close": "Close",
	"trusted.countersign": "Countersign",
	"trusted.entries-wait": "{count, plural, one {# request needs} other {# requests need}} you",
	"trusted.nothing-waits": "You’re all caught up",
	"trusted.open-the-inbox": "Open the inbox",
	"trusted.password-keys": "Password",
	"trusted.reading-again-before-decide": "Reading it again before you decide",
} as const;
