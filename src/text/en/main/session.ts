/** How a conversation is followed, and what became of what was sent in it. */
export const session = {
	"session.change.not-offered":
		"This service does not offer renaming or archiving conversations. Nothing was changed; the conversation goes on as it is.",
	"session.change.unsent":
		"The service does not know this conversation yet, so it can’t be renamed or archived. Send a message first.",
	"session.change.gone":
		"The service does not have this conversation any more, so nothing was changed. What was read of it stays here.",
	"session.change.twice": "The last change of this conversation is still on its way. Wait for its answer.",
	"session.turn.too-old":
		"A message was sent long ago and its answer never came; it may or may not have reached the agent. It is not sent again; look at the conversation before you write it anew.",
	"session.turn.on-its-way":
		"The last message of this conversation is still on its way. Nothing was sent twice; wait for its answer.",
	"session.turn.length":
		"A message has 1 to 32,000 characters. Nothing was sent; change it and send it again.",
	"session.turn.closed": "Countersign was closed before the answer came.",
	"session.live": "Following live.",
	"session.polling": "Following by regular requests; the live connection is blocked on the way.",
	"session.watching": "Watching for news.",
	"session.connecting": "Connecting to the service.",
	"session.own-fault":
		"Countersign met a fault of its own while reading the service. Nothing was signed; it tries again.",
	"session.fault":
		"The service sent something that breaks its own rules ({fault}). That part is left out; the rest goes on, and nothing is signed from it.",
	"session.fault.unknown":
		"The service sent something that breaks its own rules (unknown). That part is left out; the rest goes on, and nothing is signed from it.",
} as const;
