/** Texts of the desk: sessions. */
export const deskSessions = {
	"desk.sessions.all-sessions": "All sessions",
	"desk.sessions.archived": "Archived<b>{count}</b>",
	"desk.sessions.archived-2": "archived",
	"desk.sessions.auto": "Auto",
	"desk.sessions.conversations-start-elsewhere-under-same":
		"Conversations that you start here, or elsewhere under the same sign-in, are listed here.",
	"desk.sessions.direct": "Direct",
	"desk.sessions.filter": "Filter",
	"desk.sessions.filter-conversations": "Filter conversations",
	"desk.sessions.muted": "muted",
	"desk.sessions.name-app-own-wallet-submits":
		"you name the app; your own wallet submits what you sign, where the app allows it",
	"desk.sessions.new": "New",
	"desk.sessions.new-conversation": "New conversation",
	"desk.sessions.no-conversation-words": "No conversation has these words.",
	"desk.sessions.no-service-use-yet-choose":
		"No service is in use yet. Choose one and sign in; only then can an agent answer.",
	"desk.sessions.not-signed": "You are not signed in",
	"desk.sessions.paste-a-token": "Paste a token…",
	"desk.sessions.service-not-answer": "{standing} at {where}, so the service will not answer.",
	"desk.sessions.service-picks-app-submits-sign": "the service picks the app, and submits what you sign",
	"desk.sessions.sessions": "Sessions",
	"desk.sessions.sign-ended": "Your sign-in has ended",
	"desk.sessions.sign-in": "Sign in…",
	"desk.sessions.sign-in-again": "Sign in again…",
	"desk.sessions.sign-locked-keys": "Your sign-in is locked with your keys",
	"desk.sessions.start-a-conversation": "Start a conversation",
	"desk.sessions.tell-agent-want-done-when":
		"Tell the agent what you want done. What needs your signature comes to the inbox, and Countersign signs it only after you reviewed and approved it.",
	"desk.sessions.unlock": "Unlock…",
	"desk.sessions.waiting": "{waiting} waiting",
} as const;
