/** Texts of notices. */
export const notices = {
	"notice.ending.failed": "Failed on chain",
	"notice.ending.refused": "Not signed",
	"notice.ending.unanswered": "Done on chain; answer not taken",
	"notice.ending.ended": "Can no longer happen",
	"notice.ending.stuck": "Needs your attention",
	"notice.ending.confirmed": "Confirmed",
	"notice.ending.replaced": "Replaced",
	"notice.ending.signed": "Signed",
	"notice.waits": "Waiting for you: {conversation}",
	"notice.last": "Expires within {minutes, number} minutes: {conversation}",
	"notice.revised": "Revised: {conversation}",
	"notice.ended": "{ending}: {conversation}",
	"notice.ended.told": "{headline}. {words}",
	"notice.count": "{count, plural, =0 {Nothing is waiting for you} other {# waiting for you}}",
	"notice.more": "{count, plural, one {# more request needs you} other {# more requests need you}}",
	"notice.first": "First: {headline}",
} as const;
