/** Findings of a review. A code begins with the id of its finding. */
export const findings = {
	// EVM transactions.
	"finding.all-steps": "All steps together: {words}",
	"finding.attestation-revoked":
		"{claimant} describes this call in words that an auditor attested and has since revoked. Do not rely on that description.",
	"finding.call-tail":
		"{count, plural, one {# more byte stands} other {# more bytes stand}} after the call’s arguments: {bytes}.",
	"finding.call-tail.codes":
		"{count, plural, one {# more byte stands} other {# more bytes stand}} after the call’s arguments: the ERC-8021 codes “{codes}”, which name apps.",
	"finding.call-tail.text":
		"{count, plural, one {# more byte stands} other {# more bytes stand}} after the call’s arguments: {bytes}, as text “{text}”.",
	"finding.call-tail.unproven": "{where} may read them too, and no two simulations agree on what it does.",
	"finding.code-changed":
		"The code at {contract} is not the code that your RPC showed at {time}, when this known contract was first met here. Code at an address hardly ever changes: it was replaced, or your RPC lied then or lies now. What is known of the contract may no longer hold.",
	"finding.contradiction.moves": "The transaction moves funds that the service’s simulation does not show.",
	"finding.contradiction.permission":
		"The transaction gives an approval that the service’s simulation does not show.",
	"finding.contradiction.together": "All steps together move more than the service’s simulation shows.",
	"finding.contradiction.unheard":
		"Reads as a transfer or an allowance that the service doesn’t show, but there is no contract to carry it out.",
	"finding.cost.ratio":
		"It can cost up to {most}, {times, number, ::.0 group-off} times our own estimate of {likely}.",
	"finding.cost.ratio.refused":
		"What is above ten times can’t be approved. Nothing was signed; ask the agent for it again.",
	"finding.cost.unknown":
		"Your RPC could not estimate what this costs, so it may well fail and still cost its fee.",
	"finding.cost.unknown.not-yet": "What this step costs is not simulated yet; its most is shown.",
	"finding.description-contradicted":
		"{claimant} describes this call otherwise than your own simulation shows it.",
	"finding.description-contradicted.allowed": "{who} can spend {token} of yours, and it does not name them.",
	"finding.description-contradicted.allowed-more": "{who} can spend more {token} of yours than it says.",
	"finding.description-contradicted.goes": "{amount} goes to {to}, whom it does not name.",
	"finding.description-contradicted.more": "{amount} leaves your account, where it says {said}.",
	"finding.description-contradicted.others": "And {count, number} more.",
	"finding.description-contradicted.unsaid": "{amount} leaves your account, of which it says nothing.",
	"finding.device-blind": "Your Ledger shows only part of this: read it on this screen.",
	"finding.device-blind.compare": "Compare the hash on the device with the one here before you confirm.",
	"finding.device-blind.no-hash":
		"Not everything has a hash on the device to compare, so read it here with care.",
	"finding.device-blind.steps":
		"Your Ledger shows only part of {count, plural, one {step} other {steps}} {steps}: read it on this screen.",
	"finding.device-members":
		"Your Ledger shows every member of this message, but explains none: compare them with this screen.",
	"finding.device-differs":
		"Your Ledger will show another amount, token or address than this review. One of the two is wrong: reject it unless you know why.",
	"finding.done-before.build":
		"You approved the same as another request already, and it was done or can still happen. Approving this does it once more.",
	"finding.done-before.conversation":
		"The same was done in this conversation already, before this was asked for. Approving it does it once more.",
	"finding.far-deadline": "It counts until {day}, more than 30 days from now.",
	"finding.far-deadline.none": "It has no deadline: it counts whenever it is mined.",
	"finding.cost.bound": "Its fee can be {most}. That is much for a fee, whatever it does.",
	"finding.cost.bound.refused":
		"Above {bound} it can’t be approved. Nothing was signed; ask the agent for it again.",
	"finding.first-time.allow": "You approve {who} for the first time from here.",
	"finding.first-time.pay": "You pay {who} for the first time from here.",
	"finding.fresh-contract":
		"The contract at {contract} is new: it was deployed within the last {blocks, number} blocks.",
	"finding.fresh-contract.called": "Hardly anybody can have used it yet.",
	"finding.fresh-contract.made-here":
		"The contract at {contract} is made only by a step of this request, so nobody can have used it yet. It could spend your tokens.",
	"finding.fresh-contract.takes": "It could spend your tokens, and hardly anybody can have used it yet.",
	"finding.cost.gas-limit":
		"Its gas limit of {limit, number} is {times, number} times what it took in your own simulation ({used, number}), so it could do and cost more than was seen there.",
	"finding.elsewhere":
		"{kind, select, position {What this pays for or takes out} item {An item} other {What comes of this}} goes to {who}, neither yours nor a contact, and not paid by you before.",
	"finding.elsewhere.amount":
		"At least {amount} of what comes of this goes to {who}, neither yours nor a contact, and not paid by you before.",
	"finding.elsewhere.authority":
		"{who} gets what you withdraw, close or issue here{stranger, select, yes {: neither yours nor a contact, and not paid by you before} other {}}.",
	"finding.elsewhere.debt":
		"This pays back a debt of {who}, neither yours nor a contact, and not paid by you before.",
	"finding.elsewhere.given-up":
		"This may give up as much as {amount} of what comes of it, for nobody. What is given up is lost.",
	"finding.elsewhere.nobody":
		"{kind, select, position {What this opens} other {What comes of this}} goes to an address that nobody has a key for. It is most likely lost.",
	"finding.elsewhere.other-account":
		"{account}, another account than the one that signs, pays {to}: neither yours nor a contact, and not paid by you before.",
	"finding.hangs-on-block":
		"It does something else depending on the block: your own simulation ran it in two blocks, some minutes apart and with other random numbers, and the two differ. What is shown here may not be what happens.",
	"finding.cost.tip.unusual":
		"Of its fee up to {amount} are a tip to whoever makes the block: more than {times, number} times what your RPC says is usual now.",
	"finding.imitation":
		"A text of the service speaks as if it were this app: “{text}”. Countersign did not write it.",
	"finding.imitation.hidden": "A text of the service holds invisible characters: “{text}”.",
	"finding.known-name-elsewhere":
		"{by, select, chain {The chain} other {The service}} calls {token} “{name}”, but the well-known collection {real} of this chain is {address}. This is another collection.",
	"finding.known-symbol-elsewhere":
		"{by, select, chain {The chain} other {The service}} calls {token} “{symbol}”, but {real}.",
	"finding.known-symbol-elsewhere.coin": "{symbol} is this chain’s own coin, and no token",
	"finding.known-symbol-elsewhere.other": "This is another token.",
	"finding.known-symbol-elsewhere.token": "the well-known {symbol} of this chain is {address}",
	"finding.known-symbol-elsewhere.wrapper":
		"By your own simulation this is a wrapper of its own, which gives as much as it gets; others may not take it for the well-known one.",
	"finding.known-token-differs":
		"Your RPC or Countersign’s own list is wrong: do not approve before you know which.",
	"finding.known-token-differs.decimals":
		"Your RPC says that {token} has {decimals, number} decimals; the well-known {symbol} at this address has {known, number}.",
	"finding.known-token-differs.symbol":
		"Your RPC calls {token} “{symbol}”; at this address is the well-known {known}.",
	"finding.look-alike":
		"{address} looks like {whom} ({imitated}) at both ends, but it is another address: characters {from} to {to}{hex, select, true { after 0x} other {}} differ.",
	"finding.look-alike-symbol":
		"{by, select, chain {The chain} other {The service}} calls {token} “{symbol}”, which looks like {real} and is not: {real} is {what}.",
	"finding.look-alike-symbol.coin": "the chain’s own coin",
	"finding.look-alike-symbol.token": "the token {address}",
	"finding.look-alike.beside": "another address of this request",
	"finding.look-alike.dealt": "an address that you have dealt with before",
	"finding.look-alike.named": "“{name}”",
	"finding.look-alike.own": "one of your own accounts",
	"finding.no-code": "There is no contract at {address} on this chain: the call would do nothing.",
	"finding.scaled":
		"{symbol} shows {factor} times what the chain counts. Amounts stand as it shows them, with the counted ones beside.",
	"finding.scaled.changes":
		"{symbol} shows {factor} times what the chain counts, and {next} times from {at} on: what this amount means changes then.",
	"finding.scaled.unread":
		"{symbol} shows people other amounts than the chain counts, and by how much can’t be read. Amounts stand in base units.",
	"finding.no-code.elsewhere": "This is {symbol}’s address on {chain}.",
	"finding.exchange.no-least":
		"This swap sets no least amount: it accepts whatever comes, down to next to nothing.",
	"finding.exchange.order": "This order may be carried out for next to nothing beside what it gives.",
	"finding.exchange.unlisted":
		"This buys a token that Countersign’s list does not know, so that nothing tells whether it has any worth.",
	"finding.nonce-held":
		"An earlier transaction that you signed is not settled yet ({transaction}) and holds this place. Nothing was signed; wait until it is settled.",
	"finding.not-simulated.exceeds":
		"It is this request that can’t be simulated, so nothing proves what it does. An honest one is hardly ever so; ask the agent for a simpler one.",
	"finding.not-simulated.split": "Nothing was signed; ask the agent to split it.",
	"finding.not-simulated.unread":
		"Countersign can’t read all of this, and your own simulation does not show it: {why} Whatever is said of it, nothing proves it.",
	"finding.of-step": "Step {step}: {words}",
	"finding.opinion-differs": "Your own simulation differs from the service’s.",
	"finding.own-simulation-failed": "In your own simulation this fails. It gives no reason.",
	"finding.own-simulation-failed.allowance":
		"{who} can spend {amount} of yours already, and some tokens refuse a new allowance until the old one is 0: have it set to 0 first.",
	"finding.own-simulation-failed.gas":
		"Its gas limit of {limit, number} is too small: it takes about {needed, number}. It would fail and cost the fee.",
	"finding.own-simulation-failed.gas-used-up":
		"In your own simulation this fails after it used all of its gas limit of {limit, number}, which may be too small.",
	"finding.own-simulation-failed.reason": "In your own simulation this fails. The chain says: “{reason}”.",
	"finding.own-simulation-partial": "It may do more than is shown here.",
	"finding.exchange.nothing-seen":
		"This gives {given}, and by your own simulation nothing comes back. It may be kept for you, arrive on another chain, or be lost: nothing here shows which.",
	"finding.exchange.bridge": "You give {given}, and only {least} is sure to arrive on {chain}.",
	"finding.exchange.bridge.unknown":
		"You give {given}, and something else arrives on {chain}. Countersign can’t compare the two: nothing shows that you lose nothing.",
	"finding.unknown-call.holder":
		"What this adds goes into position {position} at {contract} and belongs to whoever holds that position, which is not known: make sure that it is yours.",
	"finding.unfamiliar-argument.hook":
		"The pool of position {position} at {contract} runs {who} as its hook, which is neither yours nor a contact and does not stand in the call: it may claim what you put in, and keep what you take out, up to the bounds of the call.",
	"finding.unfamiliar-argument.pool-token":
		"The pool of position {position} at {contract} deals in {who}, which is not a token that Countersign knows: whoever can make more of it could take all else that you put in.",
	"finding.unknown-call.pool":
		"Your own simulation does not show the pool of position {position} at {contract}: it may have a hook that claims what you put in, or keeps what you take out, up to the bounds of the call.",
	"finding.promise-short": "You would get less than the service says.",
	"finding.raised-approval": "{who} can spend {before} of yours already; this raises it to {after}.",
	"finding.recipient-short": "The rest goes elsewhere on the way.",
	"finding.reject": "Nothing was signed; reject the request.",
	"finding.rule-set-aside":
		"{count, plural, one {Your rule} other {Your rules}} {rules} would stop this: you allow it once.",
	"finding.clock-ahead":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} ahead of the service’s: the end of this offer is judged by the service’s. Let the system set date and time by itself.",
	"finding.clock-behind":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} behind the service’s: the end of this offer is judged by the service’s. Let the system set date and time by itself.",
	"finding.clock-far-ahead":
		"This computer’s clock is two hours or more ahead of the service’s, so an offer may look expired before it is. Let the system set date and time by itself.",
	"finding.service-check-bypassed":
		"The service’s own safety check found something (“{text}”), and its settings let the request through all the same. Approve only if you know why.",
	"finding.service-silent": "The service could not simulate this.",
	"finding.service-silent.own-alone":
		"Only your own simulation says what it does; nobody declares what it should do.",
	"finding.service-silent.says": "It says: “{text}”.",
	"finding.service-silent.unlisted":
		"What the service declares is not known: it says {of, select, direction {direction} other {standard}} “{value}”, which this version does not know.",
	"finding.service-silent.unproven": "Your own simulation can’t show it either: nothing proves what it does.",
	"finding.token-claims.shown": "Amounts are shown by the chain’s own data.",
	"finding.token-standard.means": "What is told as an amount may be an item, or the other way round.",
	"finding.cost.too-little.gas":
		"Its gas limit of {limit, number} is below our own estimate of {estimate, number}: it may fail, or never be mined and hold up every later transaction of this account.",
	"finding.cost.too-little.price":
		"It pays less per gas than the chain asks now: it may fail, or never be mined and hold up every later transaction of this account.",
	"finding.try-or-reject": "Nothing was signed; try again, or reject the request.",
	"finding.undeclared":
		"Your own simulation shows what the service does not declare, though it simulated this too.",
	"finding.undeclared.more": "And {count, number} more, below.",
	"finding.unexplained-loss":
		"Your own simulation shows a loss that nothing in this transaction’s bytes accounts for.",
	"finding.unexplained-loss.control": "{who} gets control of {over}.",
	"finding.unexplained-loss.leaves":
		"{amount}{isSigner, select, true {} other { of {account}}} leaves{isNamed, select, true { to {other}} other {}}.",
	"finding.unexplained-loss.no-control": "Nobody controls {over} any more.",
	"finding.unexplained-loss.right": "{who} can spend {amount} of yours.",
	"finding.unexplained-loss.right.any": "{who} can spend what {account} holds, without a limit.",
	"finding.unexplained-loss.more": "And {count, number} more, below.",
	"finding.unexplained-loss.reject":
		"Whatever it is called, it takes this from you: reject it unless you know why.",
	"finding.unexplained-write":
		"{account} changes where it names your key, and nothing that Countersign reads says why.",
	"finding.unexplained-write.program":
		"The program {program} changes {account}, which names your key. Nothing that Countersign reads says why.",
	"finding.unfamiliar-argument":
		"This names {addresses}{more, plural, =0 {} other {, and # more}}, which {count, plural, one {is} other {are}} neither yours nor a contact, and not used there before. {count, plural, one {It} other {They}} could get what leaves, or a right over what {contract} keeps for you.",
	"finding.unfamiliar-argument.unread":
		"A call that Countersign can’t read names {addresses}{more, plural, =0 {} other {, and # more}}, which {count, plural, one {is} other {are}} neither yours nor a contact, and not used there before. {count, plural, one {It} other {They}} could get what leaves, or a right over what {contract} keeps for you.",
	"finding.unfamiliar-receiver":
		"By your own simulation, what leaves goes to {address}, which is neither yours nor a contact, was not paid by you before, and has no other part in this.",
	"finding.unknown-call": "Countersign can’t read this call.",
	"finding.unknown-call.agree": "Both simulations agree on balances and allowances.",
	"finding.unknown-call.cut":
		"The data begins like a known call but ends before its arguments do, so Countersign does not trust that reading. The contract may carry out the known call all the same.",
	"finding.unknown-call.disagree": "The service’s simulation and your own do not agree on what it does.",
	"finding.unknown-call.extra":
		"The data begins like a known call but holds more than its arguments, so Countersign does not trust that reading. The contract may carry out the known call all the same.",
	"finding.unknown-call.inside": "Countersign can’t read one of the calls inside of this one.",
	"finding.unknown-call.keeps-nothing":
		"Both simulations agree on balances and allowances, and {where} is known to keep nothing else for you.",
	"finding.unknown-call.loose":
		"The data begins like a known call but spells its arguments in an unusual way, with bits where there should be none, so Countersign does not trust that reading. The contract may carry out the known call all the same.",
	"finding.unknown-call.more-calls":
		"Countersign can’t read all of this call: it holds {count, number} more calls.",
	"finding.unknown-call.more-calls-inside":
		"Countersign can’t read all of one of the calls inside of this one: it holds {count, number} more calls.",
	"finding.unknown-call.nobody": "Nobody else tells what it does either.",
	"finding.unknown-call.not-looked-at":
		"Neither simulation looks into what {where} keeps for you; a position or a right there could be emptied or given away.",
	"finding.unknown-call.own-alone":
		"What it does is known only from your own simulation, which does not look into what {where} keeps for you.",
	"finding.unknown-call.possible-right":
		"This is possibly {signature}, which by its name gives somebody a right over what you have. Countersign can’t read it further, and no simulation looks at such a right.",
	"finding.unknown-call.right":
		"The data begins like {signature}, which moves tokens or gives others a right over them. Countersign can’t read it further.",
	"finding.unknown-call.not-simulated-yet": "It isn’t simulated yet.",
	"finding.unknown-call.service-alone": "What it does is known only from the service’s simulation.",
	"finding.unknown-call.unseen": "Neither the service’s simulation nor your own shows what it does.",
	"finding.unknown-call.unverified":
		"This speaks like {like}, but Countersign does not know the contract as one: it may do something else.",
	"finding.unknown-call.validator":
		"This asks the chain to move or pay out a validator’s stake. Countersign can’t read the request, and no simulation looks at it; it can’t be undone.",
	"finding.value-not-seen":
		"The transaction seems to send {amount} to {to}; in your own simulation it does not arrive there. {through} may keep it, or send it elsewhere.",
	"finding.value-not-seen.wrap":
		"The transaction seems only to turn one thing of yours into another; in your own simulation nothing comes to you. {contract} may keep it, and no simulation looks into what it keeps for you.",
	"finding.loss.along": "{amount} goes along with a token call, which usually takes none. It may be lost.",

	// Whatever the chain family and the form of the request.
	"finding.control": "{who} gets control over {over}, and with it all that hangs on it.",
	"finding.control.runs": "{who} runs as {over} from now on, and can do all that {over} can.",
	"finding.control.data":
		"This turns {over} into an account that holds data: it could never again send SOL or pay a fee.",
	"finding.control.frozen": "This freezes {over}: nothing can leave it until it is thawed.",
	"finding.control.guard-off":
		"This turns off a protection of {over}: any program that you sign for could then move, close or lend what is in it.",
	"finding.control.lost": "{who} loses control over {over}.",
	"finding.control.own": "Control over {over} goes to {who}, an account of your own.",
	"finding.control.fees": "{who} can take a fee of every trade that you make through it.",
	"finding.control.posts":
		"Whoever has the key can post and follow as your Farcaster account until you remove the key.",
	"finding.control.program": "The program {who} gets {over}, and decides over everything in it.",
	"finding.control.terms": "This changes how {over} works. You may not be able to undo it.",
	"finding.control.trading":
		"{who} can trade with all that you hold there until you remove it. It can lose all of it.",
	"finding.control.votes": "{who} gets the votes of {over} until you say otherwise; nothing is moved.",
	"finding.exchange.below-market":
		"You give {given} and get {got}: {percent} % of its worth at current prices. Don’t approve unless you know why.",
	"finding.exchange.least":
		"You give {given}, and as little as {got} is sure to come: {percent} % of its worth at current prices.",
	"finding.exchange.unpriced":
		"You give {given} for {got}. Countersign has no price for one of them: compare the rate yourself.",
	"finding.exchange.little":
		"This gives {given}. For it comes {got}, which is worth less than nine tenths of that.",
	"finding.exchange.no-price": "This gives {given} for {got}, and nothing tells what that is worth.",
	"finding.exchange.nothing": "This gives {given}, and nothing comes for it.",
	"finding.exchange.others":
		"This gives {given}. A large part of what comes for it goes to {who}: {away}. You get {got}.",
	"finding.loss":
		"This takes {amounts} away, most of it for {to}, neither yours nor a contact, and not paid by you before: {percent} % of {holdings, plural, one {what you hold of it} other {one holding, added up}}.",
	"finding.loss.all": "This takes all {held} that this account holds.",
	"finding.loss.comes-back": "As much of the same worth comes back, or pays off what you owe.",
	"finding.loss.destroyed":
		"This destroys {amounts}, and nobody can get it back: {percent} % of {holdings, plural, one {what you hold of it} other {one holding, added up}}.",
	"finding.loss.half": "This takes {amount} of the {held} that this account holds, half or more.",
	"finding.loss.stuck":
		"This sends to {who}, {what, select, nobody {which nobody holds} program {a program} token {the token itself} contract {a contract that credits nobody for it} other {a token account of another token}}. What is sent there is most likely lost.",
	"finding.loss.unnamed":
		"This takes {amounts} away, and nothing shows for whom: {percent} % of {holdings, plural, one {what you hold of it} other {one holding, added up}}.",
	"finding.not-own-funds": "Your signature moves {amount} of {account} to {to}. It is not your own account.",
	"finding.not-own-funds.all":
		"Your signature moves what {account} holds to {to}, without a limit. It is not your own account.",
	"finding.not-own-funds.unnamed":
		"Your signature moves what {account} holds, and nothing shows for whom. It is not your own account.",
	"finding.partial":
		"This has more effects than Countersign lists. Nothing of yours leaves by what is left out.",
	"finding.partial.losses":
		"This has more effects than Countersign lists. Others could get something of yours by what is left out.",
	"finding.rights":
		"{who} can take {amount} from {account}{count, plural, one {} other {, and more of other kinds,}} {end, select, never {at any time} other {until {at}}}, without asking again.",
	"finding.rights.anybody":
		"{who} makes any call that anybody gives it. Whoever comes first can take what it may spend.",
	"finding.rights.key":
		"{who} is no contract, but an account that somebody holds the key of. Apps ask for approvals for their contracts; whoever asks for an account is most likely a thief.",
	"finding.rights.lent":
		"{who} is no contract: it is somebody’s account, which only lends its code (EIP-7702). Apps ask for approvals for their contracts; whoever asks for an account is most likely a thief.",
	"finding.rights.unlimited":
		"{who} can {over, select, items {transfer every item of {what} of} asset {spend all {what} of} other {take whatever is kept for}} {account}{count, plural, one {} other {, and more of other kinds,}} {end, select, never {at any time} other {until {at}}}, without asking again.",

	// Solana transactions.
	"finding.app-call": "Instruction {place} calls {app} ({program}), read by its published interface.",
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
	"finding.app-call.proposed": "Nothing of what it proposes happens yet.",
	"finding.app-call.same": "Your own simulation shows the same.",
	"finding.app-call.unlisted":
		"What comes back is a token that Countersign’s list does not know, so that nothing tells whether it has any worth.",
	"finding.app-call.upgrades": "Whoever may upgrade the program can change what it does.",
	"finding.app-call.position":
		"It goes into your own position: how much comes back depends on the pool’s price, now and later.",
	"finding.cost.kept": "Whoever built this swap keeps {percent}% of it.",
	"finding.app-recipient": "That is for {who}, which is not known to be yours.",
	"finding.blockhash-dead":
		"The time in which this could be sent is over: its blockhash is too old. The service renews it.",
	"finding.blockhash-dead.kept":
		"The time in which this could be sent is over: its blockhash is too old. It must be kept as it is, so ask the agent for it again.",
	"finding.blockhash-ending":
		"This can be sent for about {seconds, number} seconds more; then the service renews it.",
	"finding.blockhash-ending.kept":
		"This can be sent for about {seconds, number} seconds more; then it must be asked for again.",
	"finding.cost.kept.rewards": "The validator {validator} keeps {percent}% of what this stake earns.",
	"finding.would-fail.decimals":
		"The transaction counts {symbol} with {stated, number} decimals; the chain says {decimals, number}, so it would fail.",
	"finding.would-fail.non-transferable": "{symbol}: this token can’t be sent on, so the transfer would fail.",
	"finding.would-fail.mint":
		"The transaction names another token than the account it spends from holds, so it would fail.",
	"finding.durable-nonce":
		"This uses a durable nonce, with which the signature would never end, so Countersign does not sign it.",
	"finding.kept-back": "The token {token} itself keeps {percent}% of what is sent: so much less arrives.",
	"finding.mint-powers": "{symbol} is a token with powers of its own: {powers}.",
	"finding.mint-powers.trap":
		"{symbol}, which comes in here, is on no list, and a token with powers of its own: {powers}.",
	"finding.no-program":
		"There is no program at {program}, which instruction {place} calls, so this would fail.",
	"finding.nonce-account": "This gives a nonce account, or the SOL in it, to somebody else.",
	"finding.cost.rent":
		"Opening {count, plural, one {a token account} other {# token accounts}} takes {rent} of rent, which stays there.",
	"finding.placed.nobody":
		"This puts {what} in {account} and does not say whose it is: somebody else may withdraw it.",
	"finding.placed.other": "This puts {what} in {account}, which {who} may withdraw: that is not you.",
	"finding.placed.program":
		"This puts {what} in {account}, over which the program {program} decides: that is not you.",
	"finding.proposal":
		"Once its members agree, what is proposed here happens without another signature of yours. No simulation shows it yet.",
	"finding.receiving.closer": "{who} may close the account that this comes into once it is empty.",
	"finding.receiving.closer-takes":
		"{who} may close the account that this comes into, and take the SOL in it.",
	"finding.receiving.delegate": "{who} can already spend {symbol} from the account that this comes into.",
	"finding.recipient-new": "There is no account at {who} yet; this opens it.",
	"finding.would-fail.new-account":
		"There is no account at {who} yet, and {sent} is less than the {least} that a new one needs, so this would fail.",
	"finding.cost.tip": "Its priority fee and tip of {amount} are above what is usual, and are not paid back.",
	"finding.would-fail.no-account":
		"There is no token account at {who} that could take this, so it would fail.",
	"finding.would-fail.later": "An earlier step may bring what it lacks.",
	"finding.would-fail.token": "The token account holds {held}, and this takes {needed}, so it would fail.",
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

	// Messages and typed data.
	"finding.far-end": "The allowance lasts until {time}, more than 30 days from now.",
	"finding.far-end.none": "The allowance never ends: it stays until spent or revoked.",
	"finding.blind":
		"This is a bare hash. Nobody can see what it stands for: it could be a user operation, or let a contract act as your account.",
	"finding.code-authorization.bytes":
		"This is no message, but an authorisation (EIP-7702) that lets a contract act as your account. Countersign does not sign it.",
	"finding.deadline-far": "The signature can be used until {time}, which is more than 30 days.",
	"finding.deadline-far.none": "The signature can be used without end.",
	"finding.deadline-far.order": "The order can be taken without end, at this price.",
	"finding.deadline-far.permission":
		"The signature never expires: whoever holds it can turn it into an approval at any time.",
	"finding.deadline-past":
		"This ended at {time}, so it is not signed. Nothing was signed; ask the agent for it again.",
	"finding.delegatecall.no-operation": "This names a kind of operation that a Safe does not have.",
	"finding.domain-chain": "It is for {chain}, and the request itself names no chain to compare that with.",
	"finding.domain-chain.none": "It names no chain, so the signature may count on every chain.",
	"finding.domain-contract": "{who} is not the known contract for this kind of signature ({kind}).",
	"finding.domain-contract.application":
		"Countersign doesn’t know {who} as a contract of {app}. It may read this as something else.",
	"finding.domain-contract.token":
		"Countersign doesn’t know {who} as a token. It may read this as something else.",
	"finding.domain-contract.none": "It names no contract that reads the signature.",
	"finding.domain-no-code": "There is no contract at {who} on this chain, which is to read the signature.",
	"finding.domain-no-code.lending":
		"{who}, which is to read the signature, is no contract: it is somebody’s account, which only lends its code from {code} (EIP-7702).",
	"finding.domain-own-account":
		"{who} is to read the signature itself: whoever holds it could make that account do what it says.",
	"finding.held-signature": "Whoever holds this signature can use it, without another word from you.",
	"finding.message-bytes": "The message is no text but bytes, so what it means can’t be told.",
	"finding.message-bytes.controls":
		"The message holds control characters, so it may be data for a contract that only looks like a text. What it means can’t be told.",
	"finding.order-any-item": "This order offers any item of a collection, not one of them.",
	"finding.order-elsewhere": "What this order gets does not come to this account, but to {to}.",
	"finding.order-elsewhere.nothing": "This order gives without getting anything for it.",
	"finding.terms-elsewhere.extension":
		"This order has an extension that is not shown here. It can change what you get, or run other code.",
	"finding.terms-elsewhere.settler":
		"{who} can spend the tokens and is no contract of UniswapX that Countersign knows: nothing shows that it keeps to the order.",
	"finding.terms-elsewhere.other-settler":
		"{who} can spend the tokens, and the order names another contract ({reactor}) to carry it out: nothing makes it give anything for them.",
	"finding.call-account":
		"It speaks for {who}, which is none of your accounts: what it may do there can’t be seen here.",
	"finding.carried-call":
		"It carries a call in the name of {who}, which whoever holds the signature can have made. It was not simulated.",
	"finding.terms-elsewhere.action":
		"It counts at {app} alone, which expects chain {chain} in its signatures, whatever network you use it on. What it does there, Countersign can’t see: read every member.",
	"finding.terms-elsewhere.list":
		"Only a hash of a list of orders is signed. Each order in it could give away any of your items for nothing.",
	"finding.exchange-own": "It moves funds between your own balances at {app}. Nobody else gets anything.",
	"finding.interface-login":
		"Whoever gets this signature can see and cancel your orders there. Sign it only if you opened that site yourself.",
	"finding.key-request":
		"It says that the Farcaster account {account} asks for this key. By itself it adds no key and moves nothing.",
	"finding.terms-elsewhere.signer": "It counts once {who} signs it, which is not this account.",
	"finding.order-price.above": "It pays more for each share than an outcome can ever pay.",
	"finding.order-price.below": "It gives its shares for less than the least price of the market.",
	"finding.terms-elsewhere.payment":
		"Countersign doesn’t know this exchange, so it can’t tell what the order is paid with.",
	"finding.terms-elsewhere.side": "It says neither that it buys nor that it sells.",
	"finding.unknown-call.beside":
		"It also makes an account or names who pays its fees. Countersign can’t read what that code does.",
	"finding.unknown-call.carried": "Countersign can’t read the call that this carries.",
	"finding.sign-in-account": "It signs in as {who}, which is not this account.",
	"finding.sign-in-chain":
		"It names chain {chain}, and the request another. The signature counts for either.",
	"finding.sign-in-domain": "It names {site}, but its page is on {page}: that site could act as you.",
	"finding.sign-in-domain.no-page": "It names {site}, but the address of its page can’t be read.",
	"finding.sign-in-future": "It says that it was made at {time}, which has not come yet.",
	"finding.sign-in-http":
		"The page’s address is plain http: others on the way can read the signature and sign in with it.",
	"finding.sign-in-ip": "The site is the bare address {site}, which proves no name.",
	"finding.sign-in-later":
		"It counts from {time} on, which has not come yet: it could be used later, unseen.",
	"finding.sign-in-punycode":
		"The site {site} is written in letters of other alphabets, which can look like a name that you know. Compare it with the page that you opened.",
	"finding.sign-in-subdomain": "The page stands at {page}, below the site that it signs in to.",
	"finding.sign-in-time": "A time that it states can’t be read.",
	"finding.sign-in-uri":
		"Readers disagree on where its address leads: it holds a backslash, white space or a name before an “@”.",
	"finding.sign-in-form":
		"It says that it is a sign-in, but it is not written as one, so its parts can’t be checked.",
	"finding.sign-in-past": "This sign-in has ended at {time}, or its end can’t be read.",
	"finding.sign-in-past.unread": "This sign-in has ended, or its end can’t be read.",
	"finding.sign-in-rights": "It does more than sign in: it gives rights of this account to {site}.",
	"finding.ballot":
		"It counts with all your votes at {who}. Nothing of yours moves or is allowed; what the proposal does is not shown here.",
	"finding.ballot.params": "It gives {who} parameters that Countersign can’t read.",
	"finding.order-cancellation.other": "It cancels orders of another account than the one that signs.",
	"finding.snapshot-profile": "Snapshot shows this text as yours. Nothing is moved or allowed by it.",
	"finding.snapshot-vote":
		"It counts with all your votes in “{space}”. Nothing is moved or allowed by it; what the choice stands for is written at Snapshot alone.",
	"finding.snapshot-vote.other": "It votes for another account than the one that signs.",
	"finding.text-free":
		"The text is no sign-in whose parts can be checked. Whoever gets the signature may use it for whatever they take the text to mean.",
	"finding.text-hash":
		"The text is a hash in letters. Nobody can see what it stands for, and the signature may count as one over what was hashed.",
	"finding.text-keys":
		"Applications make keys of a signature over such a text: whoever gets this signature may get the key, and with it what the key controls. Sign it only where you opened the application yourself.",
	"finding.text-plain":
		"Whoever gets this signature can log in as you, or show that you accepted these terms. Sign it only if you opened that site yourself.",
	"finding.unknown-call.carried-unverified":
		"It reads like calls that a contract makes for you, but Countersign doesn’t know that contract’s code. It may do something else.",
	"finding.unknown-call.safe": "Countersign can’t read the call that this makes for the Safe.",
	"finding.unknown-typed-data.statement":
		"Says something to a website in a form that Countersign doesn’t know. It names no other account and no amount, and no contract reads it.",
	"finding.unknown-typed-data":
		"Countersign does not know this kind of typed data (“{name}”). What it lets others do can’t be told: read every member.",
	"finding.terms-elsewhere.condition":
		"The transfer is bound to “{name}”, whose meaning Countersign does not know.",

	// The gravest findings in one short sentence each, for the band of a review.
	"reason.blocked": "Blocked by your rule",
	"reason.differs": "Transaction differs from its review",
	"reason.look-alike": "This address imitates {whom}. It is another one.",
	"reason.rights.anybody": "{who} makes any call for anybody, so anybody can take it",
	"reason.rights.key": "{who} is somebody’s account, not a contract: most likely a thief",
	"reason.rights.unlimited":
		"{who} can {over, select, items {transfer every item of {what} of} asset {spend all {what} of} other {take whatever is kept for}} {account}",
	"reason.text-free": "This text is no sign-in whose parts can be checked",
	"reason.text-hash": "This text is a hash: nobody can see what it stands for",
	"reason.unfamiliar-receiver": "What leaves goes to an unknown address: {address}",
	"reason.unknown-typed-data": "Countersign can’t read this kind of data (“{name}”)",
	"reason.unproven": "Not everything could be checked",
	"reason.unreadable": "Countersign can’t read this request",
	"reason.value-not-seen": "{amount} does not arrive at {to} in your own simulation",
	"reason.loss": "{amounts} to an unknown address: {to}",
} as const;
