/** What the user typed, beside what would be signed. */
export const asked = {
	"asked.amount": "You asked for {asked}: this moves {here}.",
	"asked.field.amount": "amount",
	"asked.field.network": "network",
	"asked.field.recipient": "recipient",
	"asked.field.token": "token",
	"asked.look-alike": "You named {asked}. {here} only looks like it: compare every character.",
	"asked.network": "You named {asked}: this is on {here}.",
	"asked.recipient": "You named another address: {asked}. This pays {here}.",
	"asked.same": "You typed the same {fields}.",
	"asked.same.pays": "You asked for {amount} to {to}: this pays exactly that.",
	"asked.share": "{percent, number}% of what you have",
	"asked.spender": "You named another address: {asked}. This lets {here} spend.",
	"asked.token": "You named {asked}: this moves {here}.",
	"asked.token-at": "{symbol} at {address}",
	"asked.unlimited": "You asked for {asked}: this has no limit.",
};
