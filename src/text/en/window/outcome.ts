/** How an approval came out, in the past tense. */
export const outcome = {
	"outcome.amount": "{amount} {symbol}",
	"outcome.approved": "Approved spending of {amount}",
	"outcome.approved.unlimited": "Approved unlimited spending of {symbol}",
	"outcome.done": "Done: {headline}",
	"outcome.exchanged": "Exchanged {out} for {in}",
	"outcome.failed": "Failed: {headline}",
	"outcome.received": "Received {amount}",
	"outcome.revoked": "Revoked the {symbol} allowance",
	"outcome.sent": "Sent {amount}",
	"outcome.signed": "Signed: {headline}",
	"outcome.allowance": "Allowance of {symbol}",
} as const;
