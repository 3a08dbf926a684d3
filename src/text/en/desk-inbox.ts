/** Texts of the desk: inbox. */
export const deskInbox = {
	"desk.inbox.asked-build-committed": "Asked for by a Build that you committed",
	"desk.inbox.at-stake": "at stake:",
	"desk.inbox.begin-create-recovery-phrase-bring":
		"To begin, create a recovery phrase, bring your own, or use a Ledger{signedIn, select, yes {} other {, and sign in to the service where your agents live}}.",
	"desk.inbox.both-happen": "Both happen",
	"desk.inbox.checks-field-field-would-signed":
		"It checks, field by field, that what would be signed is what you were shown.",
	"desk.inbox.findings": "{count, plural, one {# finding} other {# findings}}",
	"desk.inbox.follows-conversations-collects-agent-asks":
		"It follows your conversations and collects what an agent asks you to sign.",
	"desk.inbox.headings.done": "Done",
	"desk.inbox.headings.settling": "Settling",
	"desk.inbox.headings.waiting": "Waiting for you",
	"desk.inbox.inbox": "Inbox",
	"desk.inbox.keys-stay-encrypted-computer-ledger":
		"Your keys stay encrypted on this computer or on a Ledger, and sign only what you hold to approve.",
	"desk.inbox.matches.checking": "checking",
	"desk.inbox.matches.matched": "matched",
	"desk.inbox.matches.refused": "refused",
	"desk.inbox.matches.unproven": "not proven",
	"desk.inbox.matches.unreadable": "unreadable",
	"desk.inbox.muted": "muted",
	"desk.inbox.no-conversation-belongs": "No conversation belongs to it.",
	"desk.inbox.nothing-waits": "Nothing waits for you",
	"desk.inbox.notifications-off-nothing-tells-while":
		"Notifications are off: nothing tells you while this window is closed.",
	"desk.inbox.notifications-told-even-when-window":
		"Notifications are on: you are told even when this window is closed.",
	"desk.inbox.open-its-review": "Open its review",
	"desk.inbox.proves": "Proves",
	"desk.inbox.reads-along": "Reads along",
	"desk.inbox.separate-window-shows-nothing-agent":
		"in a separate window which shows nothing that an agent wrote.",
	"desk.inbox.service-keeps-hears-whether-sign":
		"The service keeps it, and hears whether you sign or reject it.",
	"desk.inbox.service-takes-no-answer-countersign":
		"The service takes no answer: Countersign keeps it until it expires, submits it once you have signed it, and lets go of it where you reject it.",
	"desk.inbox.set-up-keys": "Set up your keys",
	"desk.inbox.show-the-conversation": "Show the conversation",
	"desk.inbox.sign-in": "Sign in…",
	"desk.inbox.sign-reviewed-nothing-else": "Sign what you reviewed, and nothing else",
	"desk.inbox.signs": "Signs",
	"desk.inbox.that-happens": "That happens",
	"desk.inbox.the-build": "The Build",
	"desk.inbox.turn-settings": "Turn them on in Settings",
	"desk.inbox.when-agent-asks-sign-something":
		"When an agent asks you to sign something, it appears here with what it does and how long it is valid.",
} as const;
