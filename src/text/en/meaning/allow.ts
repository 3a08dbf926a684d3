/** What others may take later. */
export const allow = {
	"allow.account": "{who} can spend all of this token account at any time, without asking again.",
	"allow.account.take-back": "{who} can no longer spend from this token account.",
	"allow.account.unknown": "{who} can spend an amount that the service does not state.",
	"allow.all": "{who} can spend all {asset} of this account at any time, without asking again.",
	"allow.item": "{who} can transfer item {item} of {collection}.",
	"allow.item.take-back": "The approval for item {item} of {collection} ends.",
	"allow.lasts": "Until spent or revoked.",
	"allow.less": "{who} can spend {amount} less than now.",
	"allow.more": "{who} can spend {amount} more than now.",
	"allow.operator": "{who} can transfer every item of {collection} at any time, without asking again.",
	"allow.permit2": "Through Permit2, {who} can spend up to {amount} at any time, without asking again.",
	"allow.permit2.until":
		"Through Permit2, {who} can spend up to {amount} until {until}, without asking again.",
	"allow.right": "{right}. Lasts until you revoke it.",
	"allow.right.take-back": "{right}.",
	"allow.signed": "{who} can spend up to {amount}, {until}.",
	"allow.signed.all": "{who} can spend all {asset} of this account, {until}, without asking again.",
	"allow.signed.lasts": "at any time",
	"allow.signed.once": "once, until {time}",
	"allow.signed.until": "until {time}",
	"allow.stated.any":
		"{who} can spend unlimited {asset}, {by, select, service {says the service} other {by your own simulation}}.",
	"allow.stated.item":
		"{who} can transfer an item of {collection}, {by, select, service {says the service} other {by your own simulation}}.",
	"allow.stated.unknown":
		"{who} can spend an unstated amount of {asset}, {by, select, service {says the service} other {by your own simulation}}.",
	"allow.take-back": "{who} can no longer spend {asset}.",
	"allow.up-to": "{who} can spend up to {amount}.",
	"allow.any": "{who} can spend unlimited {asset}.",
	"allow.kept": "{who} can spend all that {where} keeps for you at any time, without asking again.",
	"allow.kept.take-back": "{who} can no longer spend what {where} keeps for you.",
	"allow.numbered": "token ID {id} that {where} keeps for you",
} as const;
