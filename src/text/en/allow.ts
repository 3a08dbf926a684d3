/** What others may take later. */
export const allow = {
	"allow.account": "{who} may take all of this token account, now and later, without asking again.",
	"allow.account.take-back": "Takes back what {who} may take.",
	"allow.account.unknown": "{who} may take an amount that the service does not state.",
	"allow.all": "{who} can spend all {asset} of this account at any time, without asking again.",
	"allow.item": "{who} may take item {item} of {collection}.",
	"allow.item.take-back": "Takes back the permission on item {item} of {collection}.",
	"allow.lasts": "This stays until it is spent or taken back.",
	"allow.less": "{who} can spend {amount} less than now.",
	"allow.more": "{who} can spend {amount} more than now.",
	"allow.operator": "{who} may take every item of {collection}, now and later, without asking again.",
	"allow.permit2": "Through Permit2 {who} may take up to {amount}, without end, without asking again.",
	"allow.permit2.until":
		"Through Permit2 {who} may take up to {amount}, until {until}, without asking again.",
	"allow.right": "{right}. This stays until you take it back.",
	"allow.right.take-back": "{right}.",
	"allow.signed": "{who} may take up to {amount}, {until}.",
	"allow.signed.all": "{who} may take all {asset} of this account, {until}, without asking again.",
	"allow.signed.lasts": "now and later",
	"allow.signed.once": "once, until {time}",
	"allow.signed.until": "until {time}",
	"allow.stated.any":
		"{who} may take any amount of {asset}, {by, select, service {says the service} other {by your own simulation}}.",
	"allow.stated.item":
		"{who} may take an item of {collection}, {by, select, service {says the service} other {by your own simulation}}.",
	"allow.stated.unknown":
		"{who} may take an amount that is not stated of {asset}, {by, select, service {says the service} other {by your own simulation}}.",
	"allow.take-back": "Takes back what {who} may take of {asset}.",
	"allow.up-to": "{who} can spend up to {amount}.",
	"allow.any": "{who} can spend any amount of {asset}.",
	"allow.kept": "{who} may take all that {where} keeps for you, now and later, without asking again.",
	"allow.kept.take-back": "Takes back what {who} may take of what {where} keeps for you.",
	"allow.numbered": "token ID {id} that {where} keeps for you",
} as const;
