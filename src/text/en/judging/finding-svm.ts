/** What stands out in a transaction of Solana. A code begins with the id of its finding. */
export const findingSvm = {
	"finding.app-call": "Instruction {place} calls {app} ({program}), read by its published interface: {what}.",
	"finding.app-call.allows":
		"In your own simulation somebody can spend your tokens afterwards, which was not asked for.",
	"finding.app-call.also-given": "It is also given {account}, for which that gives no reason.",
	"finding.app-call.changes-hands":
		"In your own simulation an account of yours changes hands, which is not what it is asked for.",
	"finding.app-call.dear-debt": "Far less comes than what is to be owed for it.",
	"finding.app-call.debt":
		"It makes a debt, which no balance shows: it grows, and what you deposited may be sold to pay it.",
	"finding.app-call.dust": "What comes back is worth next to nothing beside what is given.",
	"finding.app-call.loose": "It accepts far less, or may spend far more, than your own simulation shows.",
	"finding.app-call.no-return": "Your own simulation does not show what is to come back.",
	"finding.app-call.not-as-asked":
		"Your own simulation shows that more leaves, or less comes, than it is asked for.",
	"finding.app-call.not-seen": "Your own simulation does not show what it is asked for.",
	"finding.app-call.not-shown": "Your own RPC has not shown what it does.",
	"finding.app-call.not-stated": "How much it takes, or of what, is not stated.",
	"finding.app-call.nothing-back":
		"Nothing is seen to come back for what is given: it stands in the app’s own books, if anywhere.",
	"finding.app-call.same": "Your own simulation shows the same.",
	"finding.app-call.unlisted":
		"What comes back is a token that Countersign’s list does not know, so that nothing tells whether it has any worth.",
	"finding.app-call.upgrades": "Whoever may upgrade the program can change what it does.",
	"finding.app-recipient": "That is for {who}, which is not known to be yours.",
	"finding.assign":
		"This hands your account over to the program {program}, which then decides over everything in it.",
	"finding.assign.data":
		"This turns your account into one that holds data: it could never again send SOL or pay a fee.",
	"finding.authority": "Control would change hands: {what}. You alone can’t undo it.",
	"finding.authority.own": "Control would move between your accounts: {what}.",
	"finding.blockhash-dead":
		"The time in which this could be sent is over: its blockhash is too old. The service renews it.",
	"finding.blockhash-dead.kept":
		"The time in which this could be sent is over: its blockhash is too old. It must be kept as it is, so ask the agent for it again.",
	"finding.blockhash-ending":
		"This can be sent for about {seconds, number} seconds more; then the service renews it.",
	"finding.blockhash-ending.kept":
		"This can be sent for about {seconds, number} seconds more; then it must be asked for again.",
	"finding.closing": "The SOL of an account that is emptied here goes to {who}, not to you.",
	"finding.closing.fees": "What a token kept back in fees goes to {who}, not to you.",
	"finding.contradiction.decimals":
		"The transaction counts {symbol} with {stated, number} decimals; the chain says {decimals, number}, so it would fail.",
	"finding.contradiction.mint":
		"The transaction names another token than the account it spends from holds, so it would fail.",
	"finding.delegate": "This lets {who} spend up to {amount} at any time, without asking again.",
	"finding.delegate.all":
		"This lets {who} spend all of this token account at any time, without asking again.",
	"finding.durable-nonce":
		"This uses a durable nonce, with which the signature would never end, so Countersign does not sign it.",
	"finding.guard-off":
		"This turns off a protection of the token account {account}: whatever program you sign for could then move, close or lend what is in it.",
	"finding.kept-back": "The token itself keeps {fee} of the {sent} that are sent: so much less arrives.",
	"finding.large-outflow.destroys": "This destroys {leaves} of the {held} that this account holds.",
	"finding.large-outflow.stranger":
		"This sends {leaves} of the {held} that this account holds to {who}, whom you have not dealt with before.",
	"finding.lost-funds.trap":
		"This sends to {who}, {what, select, program {a program} token {the token itself} other {a token account of another token}}. What is sent there is most likely lost.",
	"finding.mint-powers": "{symbol} is a token with powers of its own: {powers}.",
	"finding.mint-powers.trap":
		"{symbol}, which comes in here, is on no list, and a token with powers of its own: {powers}.",
	"finding.no-program":
		"There is no program at {program}, which instruction {place} calls, so this would fail.",
	"finding.non-transferable": "{symbol}: this token can’t be sent on, so the transfer would fail.",
	"finding.nonce-account": "This gives a nonce account, or the SOL in it, to somebody else.",
	"finding.opening":
		"Opening {count, plural, one {a token account} other {# token accounts}} takes {rent} of rent, which stays there.",
	"finding.placed.nobody":
		"This puts {what} in the account {account} and does not say whose it is: somebody else may withdraw it.",
	"finding.placed.other":
		"This puts {what} in the account {account}, which {who} may withdraw: that is not you.",
	"finding.placed.program":
		"This puts {what} in the account {account}, over which the program {program} decides: that is not you.",
	"finding.placed.rent": "the rent of {bytes} bytes",
	"finding.priority-fee": "Its priority fee of {fee} is far above what is usual.",
	"finding.priority-fee.refused": "So much can’t be approved; ask the agent for it again.",
	"finding.receiving.closer": "{who} may close the account that this comes into once it is empty.",
	"finding.receiving.closer-takes":
		"{who} may close the account that this comes into, and take the SOL in it.",
	"finding.receiving.delegate": "{who} can already spend {symbol} from the account that this comes into.",
	"finding.recipient-missing": "There is no token account at {who} that could take this, so it would fail.",
	"finding.recipient-missing.later": "An earlier step may open it.",
	"finding.recipient-new": "There is no account at {who} yet; this opens it.",
	"finding.recipient-new.too-little":
		"There is no account at {who} yet, and {sent} is less than the {least} that a new one needs, so this would fail.",
	"finding.token-claims.sol": "The service counts SOL with {decimals, number} decimals; it has 9.",
	"finding.too-little.later": "An earlier step may bring more.",
	"finding.too-little.token": "The token account holds {held}, and this takes {needed}, so it would fail.",
	"finding.unknown-program":
		"Instruction {place} calls the program {program}, which Countersign does not know.",
	"finding.unknown-program.account":
		"It is given {account}, which is yours, to change: what simulations show of it now, it need not do when it lands.",
	"finding.unknown-program.nothing": "It is given nothing of yours.",
	"finding.unknown-program.signature":
		"It is given your signature, and can do anything with the accounts that it is given: what simulations show of it now, it need not do when it lands.",
	"finding.unknown-program.unread": "Instruction {place} to the {program} program can’t be read.",
	"finding.unknown-program.unread-account":
		"It is given {account} to change, of which your RPC does not say whose it is.",
} as const;
