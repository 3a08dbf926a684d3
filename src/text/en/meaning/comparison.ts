/** The service's simulation held against the one of the user's own RPC, effect by effect. */
export const comparison = {
	"account.yours.first": "Your account {address}",
	"amount.exact": "{amount} {symbol}",
	"comparison.balance.counts":
		"The service says that {stated}{isSigner, select, true {} other { of {account}}} {isStatedOut, select, true {leaves} other {comes in}}; by your RPC {isTurned, select, true {{found} {isOut, select, true {leaves} other {comes in}}} other {it is {found}}}{isNamed, select, true { {isOut, select, true {to} other {from}} {other}} other {}}",
	"comparison.balance.differs": "{counts}.",
	"comparison.balance.drifts": "{counts}: no further apart than prices move.",
	"comparison.balance.only-theirs":
		"{amount}{isSigner, select, true {} other { of {account}}} {isOut, select, true {leaves} other {comes in}}, says the service; your RPC shows nothing of it.",
	"comparison.balance.rent":
		"{amount}{isSigner, select, true {} other { of {account}}} {isOut, select, true {leaves} other {comes in}}, with the rent of the accounts that this opens.",
	"comparison.balance.told":
		"{amount}{isSigner, select, true {} other { of {account}}} {isOut, select, true {leaves} other {comes in}}{isNamed, select, true { {isOut, select, true {to} other {from}} {other}} other {}}",
	"comparison.control":
		"{right, select, owner {Control of {what}} close {The right to close {what}} mint {The right to mint {what}} lockup {The lockup of {what}} freeze {The right to freeze {what}} other {A right over {what}}} {isGivenUp, select, true {is given up} other {goes to {to}}}",
	"comparison.control.code": "{account} runs the code at {lender} from now on",
	"comparison.control.code.none": "{account} runs no code of others from now on",
	"comparison.control.payload": "Decoded from the transaction: {told}.",
	"comparison.control.program": "{account} is handed over to the program {program}",
	"comparison.control.program.none": "{account} is handed over to nobody",
	"comparison.may.any": "{who} can spend unlimited {symbol}",
	"comparison.may.differs":
		"By your RPC {told}; the service says {limit, select, none {without limit} unstated {an amount that is not stated} other {up to {amount}}}.",
	"comparison.may.every-item": "{who} can transfer every item of {symbol}",
	"comparison.may.item": "{who} can transfer {symbol}",
	"comparison.may.only-theirs": "{told}, says the service; your RPC shows no such allowance.",
	"comparison.may.up-to": "{who} can spend up to {amount}",
	"comparison.outcome.both-fail": "Both say that this would fail.",
	"comparison.outcome.own-fails": "By your RPC this would fail; the service says that it works.",
	"comparison.outcome.own-works": "By your RPC this works; the service says that it would fail.",
	"comparison.redirected": "{amount} goes to {to}, not to {stated} as the service says.",
	"comparison.redirected.elsewhere": "{amount} goes elsewhere, not to {stated} as the service says.",
	"comparison.short": "The service says that {who} gets {stated}; by your RPC it is {found}.",
	"comparison.undeclared": "{told}, which the service does not say.",
} as const;
