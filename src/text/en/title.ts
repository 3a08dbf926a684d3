/** What a conversation is called that has no title of its own. */
export const title = {
	"title.untitled": "Untitled conversation",
	"title.own": "Your own wishes",
	"title.pipeline": "Committed Builds",
} as const;
