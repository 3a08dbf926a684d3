/** Home, as main composes it. */
export const home = {
	"home.account.unread": "Could not be read on {name}: {tokens}.",
	"home.account.unread.more": "Could not be read on {name}: {tokens} and {more, number} more.",
	"home.chain.differs": "{name}: your two RPCs tell different balances.",
	"home.chain.fault": "{name} did not answer: balances may be old.",
	"home.chain.silent": "{name}: the second RPC did not answer, so that nothing checks these balances.",
	"home.chain.unlisted":
		"{name}: no token is known there. Shown are its coin and the tokens met in requests.",
	"home.chain.unread": "Nothing of {name} could be read yet.",
	"home.not-whole": "Some tokens were not looked at.",
	"home.risk.not-whole": "Some allowances could not be read: “Review all” shows which.",
	"home.token.nameless": "of a token without a name",
	"home.total.differs": "No total: two RPCs tell different balances or prices.",
	"home.total.unread":
		"The total is without {count, plural, one {# token} other {# tokens}} of {name} that could not be read.",
	"home.total.unpriced":
		"Without {count, plural, one {# token that has no price} other {# tokens that have no price}}.",
	"home.week.lies": "{count, plural, one {# lie caught} other {# lies caught}}",
	"home.week.refused": "{count, number} refused",
	"home.week.refused.by": "{you, number} by you, {rules, number} by rules, {expired, number} expired",
	"home.week.signed": "{count, number} signed",
} as const;
