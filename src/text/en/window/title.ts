/** What a conversation is called that has no title of its own. */
export const title = {
	"title.untitled": "Untitled conversation",
	"title.own": "Started by you",
	"title.pipeline": "Committed Builds",
} as const;
