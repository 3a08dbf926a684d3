/** Texts of the trusted window: what the user asks the agent to change. */
export const trustedChange = {
	"trusted.change": "Ask for a change…",
	"trusted.change.exact": "Exact allowance",
	"trusted.change.exact.text": "Please ask for exactly the allowance that this needs, and no unlimited one.",
	"trusted.change.finish": "Complete the message, then send it.",
	"trusted.change.kinds": "What should change",
	"trusted.change.lower": "Lower amount",
	"trusted.change.lower.text": "Please use a lower amount:",
	"trusted.change.message": "Your message to the agent",
	"trusted.change.nothing-signed":
		"Nothing is signed by this. The request stays until you approve or reject it.",
	"trusted.change.other": "Something else",
	"trusted.change.recipient": "Another recipient",
	"trusted.change.recipient.text": "Please send it to another address:",
	"trusted.change.send": "Send",
	"trusted.change.sent": "On its way to the agent. This request still waits.",
	"trusted.change.title": "Ask for a change",
	"trusted.change.without": "Without the approval",
	"trusted.change.without.text": "Please do this without this approval for anybody.",
} as const;
