/** Why a press approves nothing. */
export const approval = {
	"approval.another-review": "The approval names another review than the one on screen.",
	"approval.no-press": "Countersign saw no press of yours on this window.",
	"approval.not-shown": "The review was not on screen.",
	"approval.press-too-short": "The press was too short.",
	"approval.press-too-soon": "The press began before the button was awake.",
	"approval.review-changed": "The review changed or was approved already; look at it again.",
	"approval.shown-too-short": "The review was on screen for less than a second.",
	"approval.type-word": "Type {word} to approve this.",
} as const;
