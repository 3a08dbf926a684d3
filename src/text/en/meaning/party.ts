/** Whom money or power goes to. */
export const party = {
	"party.allowed":
		"allowed {count, plural, one {once} other {# times}}{since, select, true { since {at}} other {}}",
	"party.contact": "your contact",
	"party.first-allowance": "first allowance from here",
	"party.first-payment": "first payment from here",
	"party.known": "known contract",
	"party.own": "your account",
	"party.paid":
		"paid {count, plural, one {once} other {# times}}{since, select, true { since {at}} other {}}",
} as const;
