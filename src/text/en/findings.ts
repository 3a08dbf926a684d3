export const findings = {
	"why.loss.can": "You can’t undo a transfer. A stranger who receives the funds can keep them.",
	"why.loss.do": "Compare the recipient’s full address with the one they gave you through another channel.",
	"why.exchange.can": "You could get far less than you give, and someone else would keep the difference.",
	"why.exchange.do": "Ask for a minimum close to the market price, or compare the offer elsewhere.",
	"why.rights.can":
		"The spender can take your assets later without asking you again, until you revoke the allowance.",
	"why.rights.do": "Ask for the exact amount and an early expiry. Revoke allowances you no longer need.",
	"why.control.can": "Someone else would control the account and could move everything in it.",
	"why.control.do": "Reject it unless you started this change yourself.",
	"why.not-own.can": "Your signature moves someone else’s funds, and the owners may hold you responsible.",
	"why.not-own.do": "Confirm with the other owners first.",
	"why.unread.can":
		"The call may do more than you see here, such as move funds or let someone else move them.",
	"why.unread.do":
		"Approve only if you trust the contract. Otherwise, ask the agent for another way to do this.",
	"why.unexplained.can": "The signed data doesn’t explain all of the changes.",
	"why.unexplained.do": "Reject it, and ask the agent to explain the change.",
	"why.simulation.can": "Without a complete simulation, no one knows the result.",
	"why.simulation.do":
		"Wait and check again. If nothing changes, ask the agent to split or simplify the request.",
	"why.differs.can": "One of the two descriptions is wrong and may leave out a transfer of funds.",
	"why.differs.do": "Reject it, and ask the agent why they differ.",
	"why.asked.can": "You’d sign something you didn’t ask for.",
	"why.asked.do": "Reject it, and ask again with the exact address and amount.",
	"why.address.can": "You can’t get back a payment sent to the wrong address.",
	"why.address.do": "Compare every character of the address with the one you were given.",
	"why.contract.can": "The contract may have been written or changed to keep whatever you send it.",
	"why.contract.do": "Look up the contract on the developer’s own site before you approve.",
	"why.token.can": "A token can use any name. It may be worthless, or its issuer may keep special powers.",
	"why.token.do": "Compare the token’s full address with the one on the issuer’s site.",
	"why.cost.can": "You’d pay more than usual for a request like this.",
	"why.cost.do": "Ask for a lower fee, or wait until the network is less busy.",
	"why.order.can": "It may fail, run twice or run much later than you expect.",
	"why.order.do": "Wait until earlier requests settle, then ask the agent to prepare it again.",
	"why.message.can": "Anyone with the signature can use it, for example to log in as you.",
	"why.message.do": "Sign it only for a site that you opened yourself.",
	"why.typed-data.can": "Anyone who gets the signature can use it, now or later.",
	"why.typed-data.do": "Read every field. Reject it if you don’t know who will use the signature.",
	"why.device.can": "The device can’t show you what it signs. Only this screen does.",
	"why.device.do": "Compare what the device shows with this review before you confirm on the device.",
	"why.service.can": "A check that usually protects you didn’t run or was turned off.",
	"why.service.do": "Read the whole review yourself, or ask for a new request with the check turned on.",
	"why.rule.leaves": "Outgoing and incoming funds",
	"why.rule.rights": "Rights",
	"why.rule.declared": "Declared and simulated effects",
	"why.rule.calls": "Calls on EVM networks and Solana",
	"why.rule.tokens": "Tokens and addresses",
	"why.rule.typed-data": "Typed data",
	"why.rule.messages": "Messages",
	"why.rule.words": "Your words",
	"why.rule.severities": "Severities",
	"why.rule.device": "Hardware wallets",
	"finding.all-steps": "All steps together: {words}",
	"finding.attestation-revoked":
		"{claimant} describes this call, but an auditor has revoked that description. Don’t rely on it.",
	"finding.call-tail":
		"{count, plural, one {# extra byte follows} other {# extra bytes follow}} the call’s arguments: {bytes}.",
	"finding.call-tail.codes":
		"{count, plural, one {# extra byte follows} other {# extra bytes follow}} the call’s arguments: ERC-8021 app codes “{codes}”.",
	"finding.call-tail.text":
		"{count, plural, one {# extra byte follows} other {# extra bytes follow}} the call’s arguments: {bytes}, as text “{text}”.",
	"finding.call-tail.unproven":
		"{where} could act on these bytes, and there aren’t two simulations that agree on the result.",
	"finding.code-changed":
		"The code of the known contract {contract} has changed since Countersign first saw it ({time}). Contract code rarely changes. Either someone replaced it, or your RPC lied then or is lying now. Don’t rely on anything known about this contract.",
	"finding.contradiction.moves": "Moves funds that the service’s simulation doesn’t show.",
	"finding.contradiction.permission": "Gives an allowance that the service’s simulation doesn’t show.",
	"finding.contradiction.together": "All steps together move more than the service’s simulation shows.",
	"finding.contradiction.unheard":
		"This looks like a transfer or an allowance that the service doesn’t show. No contract exists at that address to carry it out.",
	"finding.cost.ratio":
		"This can cost up to {most}, {times, number, ::.0 group-off} times Countersign’s estimate of {likely}.",
	"finding.cost.ratio.refused":
		"You can’t approve a cost above 10 times the estimate. Nothing was signed. Ask the agent for a new request.",
	"finding.cost.unknown":
		"Your RPC couldn’t estimate the cost. The transaction may fail and still cost its fee.",
	"finding.cost.unknown.not-yet": "This step hasn’t been simulated yet, so this is its maximum cost.",
	"finding.description-contradicted":
		"{claimant} describes this call differently from what your simulation shows.",
	"finding.description-contradicted.allowed":
		"{who} can spend your {token}, and the description doesn’t name them.",
	"finding.description-contradicted.allowed-more":
		"{who} can spend more of your {token} than the description says.",
	"finding.description-contradicted.goes":
		"{amount} goes to {to}, and the description doesn’t name that address.",
	"finding.description-contradicted.more": "{amount} leaves your account, but the description says {said}.",
	"finding.description-contradicted.others": "And {count, number} more.",
	"finding.description-contradicted.unsaid":
		"{amount} leaves your account, and the description doesn’t mention it.",
	"finding.device-blind": "Your Ledger shows only part of this. Read everything on this screen.",
	"finding.device-blind.compare": "Compare the hash on your Ledger with the one here before you confirm.",
	"finding.device-blind.no-hash":
		"Your Ledger doesn’t show a hash for part of this, so you can’t compare it. Read it carefully here.",
	"finding.device-blind.steps":
		"Your Ledger shows only part of {count, plural, one {step} other {steps}} {steps}. Read everything on this screen.",
	"finding.device-members":
		"Your Ledger shows every field of this message but doesn’t explain them. Compare each one with this screen.",
	"finding.device-differs":
		"Your Ledger will show a different amount, token or address than this review. One of them is wrong: reject this unless you know why.",
	"finding.done-before.agent":
		"You approved the same transaction less than an hour ago. Approve this only if it should happen again.",
	"finding.done-before.build":
		"You already approved the same thing in another request, and it has happened or still can. If you approve this too, it happens again.",
	"finding.done-before.conversation":
		"This session already did the same thing before this request arrived. If you approve this request, it happens again.",
	"finding.far-deadline": "Valid until {day}, more than 30 days from now.",
	"finding.far-deadline.none": "No deadline: it stays valid until it’s mined.",
	"finding.cost.bound": "The fee can reach {most}. That’s high for any transaction.",
	"finding.cost.bound.refused":
		"You can’t approve a fee above {bound}. Nothing was signed. Ask the agent for a new request.",
	"finding.first-time.allow": "Your first allowance for {who} with Countersign.",
	"finding.first-time.pay": "Your first payment to {who} with Countersign.",
	"finding.fresh-contract":
		"The contract at {contract} is new: someone deployed it within the last {blocks, number} blocks.",
	"finding.fresh-contract.called": "It’s so new that hardly anyone can have used it.",
	"finding.fresh-contract.made-here":
		"A step in this request creates the contract at {contract}, so no one has used it yet. It could spend your tokens.",
	"finding.fresh-contract.takes": "It could spend your tokens, and hardly anyone can have used it yet.",
	"finding.cost.gas-limit":
		"The gas limit of {limit, number} is {times, number} times the gas used in your simulation ({used, number}). It could do more, and cost more, than simulated.",
	"finding.elsewhere":
		"{kind, select, position {The position or its payout goes} item {An item goes} other {The proceeds go}} to {who}. That address isn’t yours or a contact’s, and it’s new in this session.",
	"finding.elsewhere.amount":
		"At least {amount} of the proceeds goes to {who}. That address isn’t yours or a contact’s, and it’s new in this session.",
	"finding.elsewhere.authority":
		"{who} gets the funds you withdraw, close or issue here.{stranger, select, yes { That address isn’t yours or a contact’s, and it’s new in this session.} other {}}",
	"finding.elsewhere.debt":
		"Repays {who}’s debt. That account isn’t yours or a contact’s, and it’s new in this session.",
	"finding.elsewhere.given-up": "Up to {amount} of the proceeds could go to no one, and you’d lose it.",
	"finding.elsewhere.nobody":
		"{kind, select, position {The new position goes} other {The proceeds go}} to an address that no one has the key to. You’ll most likely lose {kind, select, position {it} other {them}}.",
	"finding.elsewhere.other-account":
		"{account}, not the signing account, pays {to}. The recipient isn’t one of your accounts or contacts, and it’s new in this session.",
	"finding.hangs-on-block":
		"The result depends on the block: your simulation ran this in two blocks and got two results. The real result may differ from what you see here.",
	"finding.cost.tip.unusual":
		"Up to {amount} of the fee is a tip to the block’s producer. That’s over {times, number} times what your RPC reports as usual.",
	"finding.imitation": "Text in this request poses as Countersign: “{text}”. Countersign didn’t write it.",
	"finding.imitation.hidden": "Text in this request contains invisible characters: “{text}”.",
	"finding.known-name-elsewhere":
		"{by, select, chain {The network} other {The service}} calls {token} “{name}”, but the well-known {real} on this network is {address}. This is a different collection.",
	"finding.known-symbol-elsewhere":
		"{by, select, chain {The network} other {The service}} calls {token} “{symbol}”, but {real}.",
	"finding.known-symbol-elsewhere.coin": "{symbol} is this network’s native coin, not a token",
	"finding.known-symbol-elsewhere.other": "This is a different token.",
	"finding.known-symbol-elsewhere.token": "the well-known {symbol} on this network is {address}",
	"finding.known-symbol-elsewhere.wrapper":
		"In your simulation it’s a separate wrapper that pays out as much as it gets. Other apps may not accept it as the well-known token.",
	"finding.known-token-differs":
		"Your RPC or Countersign’s own list is wrong. Don’t approve until you know which.",
	"finding.known-token-differs.decimals":
		"Your RPC says {token} has {decimals, number} decimals, but the well-known {symbol} at this address has {known, number}.",
	"finding.known-token-differs.symbol":
		"Your RPC calls {token} “{symbol}”, but the well-known token at this address is {known}.",
	"finding.look-alike":
		"{address} starts and ends like {whom} ({imitated}) but isn’t the same: characters {from} to {to}{hex, select, true { after 0x} other {}} differ.",
	"finding.look-alike-symbol":
		"{by, select, chain {The network} other {The service}} calls {token} “{symbol}”. It looks like {real} but isn’t: {real} is {what}.",
	"finding.look-alike-symbol.coin": "the network’s own coin",
	"finding.look-alike-symbol.token": "the token {address}",
	"finding.look-alike.beside": "another address in this request",
	"finding.look-alike.dealt": "an address you’ve used before",
	"finding.look-alike.named": "“{name}”",
	"finding.look-alike.own": "one of your own accounts",
	"finding.no-code": "No contract exists at {address} on this network, so the call would do nothing.",
	"finding.scaled": "{symbol} displays {factor} times its on-chain amounts. You see both here.",
	"finding.scaled.changes":
		"{symbol} displays {factor} times its on-chain amounts, and {next} times from {at}. From then on, the amount shown here stands for a different on-chain amount.",
	"finding.scaled.unread":
		"{symbol} scales the amounts it displays, and Countersign can’t read the factor. Amounts here are in smallest units.",
	"finding.no-code.elsewhere": "This is {symbol}’s address on {chain}.",
	"finding.exchange.no-least": "This swap has no minimum: you could get almost nothing.",
	"finding.exchange.order": "This order could sell its tokens for almost nothing.",
	"finding.exchange.unlisted": "You’d buy a token that isn’t on Countersign’s list. It may be worthless.",
	"finding.nonce-held":
		"An earlier transaction you signed ({transaction}) uses this nonce and hasn’t settled. Nothing was signed. Wait until it settles.",
	"finding.not-simulated.by-nobody": "No one simulated this: {why} Its effects are unproven.",
	"finding.not-simulated.exceeds":
		"The request itself makes simulation impossible, so its effects are unproven. Honest requests rarely look like this. Ask the agent for a simpler request.",
	"finding.not-simulated.split": "Nothing was signed. Ask the agent to split this into several requests.",
	"finding.not-simulated.unread":
		"Countersign can’t read all of this, and your simulation doesn’t show it: {why} No claim about it is proven.",
	"finding.of-step": "Step {step}: {words}",
	"finding.opinion-differs": "Your simulation differs from the service’s.",
	"finding.own-simulation-failed": "This fails in your simulation, with no reason given.",
	"finding.own-simulation-failed.allowance":
		"{who} can already spend {amount} from your account. Some tokens refuse a new allowance until the old one is 0. Ask the agent to set it to 0 first.",
	"finding.own-simulation-failed.gas":
		"The gas limit of {limit, number} is too low: the transaction needs about {needed, number}. It would fail and still cost the fee.",
	"finding.own-simulation-failed.gas-used-up":
		"This fails in your simulation after using its whole gas limit of {limit, number}. The limit may be too low.",
	"finding.own-simulation-failed.reason": "This fails in your simulation. The network says: “{reason}”.",
	"finding.own-simulation-partial": "It may do more than you see here.",
	"finding.exchange.nothing-seen":
		"You give {given}, and your simulation shows nothing coming back. Your proceeds may be held for you, arrive on another network, or be lost.",
	"finding.exchange.bridge": "You give {given} and could receive as little as {least} on {chain}.",
	"finding.exchange.bridge.unknown":
		"You give {given}, and something else arrives on {chain}. Countersign can’t compare the two, so you could lose value.",
	"finding.unknown-call.holder":
		"Anything this adds goes into position {position} at {contract}. Countersign doesn’t know who owns the position: make sure it’s yours.",
	"finding.unfamiliar-argument.hook":
		"The pool for position {position} at {contract} runs the hook {who}. It isn’t yours or a contact’s, and the call doesn’t name it. The hook could take what you deposit or keep what you withdraw, up to the call’s limits.",
	"finding.unfamiliar-argument.pool-token":
		"The pool for position {position} at {contract} trades {who}, a token that Countersign doesn’t recognize. Anyone able to mint more of it could take everything else you put in.",
	"finding.unknown-call.pool":
		"Your simulation doesn’t show the pool for position {position} at {contract}. A hook in that pool could take what you deposit or keep what you withdraw, up to the call’s limits.",
	"finding.promise-short": "You’d get less than the service promises.",
	"finding.raised-approval":
		"{who} can already spend {before} from your account. This raises the allowance to {after}.",
	"finding.recipient-short": "The missing amount goes elsewhere along the way.",
	"finding.reject": "Nothing was signed. Reject the request.",
	"finding.rule-set-aside":
		"{count, plural, one {Your rule} other {Your rules}} {rules} would block this. You’re making a one-time exception.",
	"finding.clock-ahead":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} ahead of the service’s. This request expires by the service’s clock. Set the date and time automatically.",
	"finding.clock-behind":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} behind the service’s. This request expires by the service’s clock. Set the date and time automatically.",
	"finding.clock-far-ahead":
		"This computer’s clock is at least two hours ahead of the service’s, so offers may look expired too early. Set the date and time automatically.",
	"finding.service-fee":
		"The service says step {step} is its fee: {amount} to {who}. If only this step fails, the other steps still take effect.",
	"finding.safety-mode.balanced":
		"The service built this in “balanced” mode: it stops only for problems that its guards call critical.",
	"finding.safety-mode.guarded":
		"The service built this in “guarded_only” mode: it runs only steps that a guard for the protocol covers.",
	"finding.safety-mode.unknown":
		"The service built this in “{mode}” mode. This version doesn’t know whether that protects you.",
	"finding.safety-mode.unrestricted":
		"The service built this in “unrestricted” mode: it runs this even if its own guards object. They don’t protect you here.",
	"finding.service-check-bypassed":
		"The service’s own safety check found “{text}”, but its settings let the request through. Don’t approve unless you know why.",
	"finding.service-silent": "The service couldn’t simulate this.",
	"finding.service-silent.own-alone": "Only your simulation shows the effects. The service declares none.",
	"finding.service-overrides":
		"The service’s simulation used different balances than your account has. Its result may not apply to you.",
	"finding.service-silent.pending": "The service hasn’t finished simulating this.",
	"finding.service-silent.says": "It says: “{text}”.",
	"finding.service-silent.unlisted":
		"This version can’t read the service’s declaration: unknown {of, select, direction {direction} other {standard}} “{value}”.",
	"finding.service-silent.unproven": "Your simulation doesn’t show the effects either, so they’re unproven.",
	"finding.token-claims.shown": "The amounts here use the network’s own data.",
	"finding.token-standard.means": "What looks like an amount here may be an item, or the other way around.",
	"finding.cost.too-little.gas":
		"The gas limit of {limit, number} is below Countersign’s estimate of {estimate, number}. The transaction may fail, or never be mined and hold up this account’s later transactions.",
	"finding.cost.too-little.price":
		"The gas price is below the network’s current minimum. The transaction may fail, or never be mined and hold up this account’s later transactions.",
	"finding.try-again": "Nothing was signed. You can try again.",
	"finding.undeclared": "Your simulation found changes that the service’s simulation left out.",
	"finding.undeclared.more": "And {count, number} more, below.",
	"finding.unexplained-loss": "Your simulation shows a loss that nothing in this transaction explains.",
	"finding.unexplained-loss.control": "{who} gets control of {over}.",
	"finding.unexplained-loss.leaves":
		"{amount}{isSigner, select, true {} other { from {account}}} leaves{isNamed, select, true { to {other}} other {}}.",
	"finding.unexplained-loss.no-control": "No one controls {over} anymore.",
	"finding.unexplained-loss.right": "{who} can spend {amount} of your funds.",
	"finding.unexplained-loss.right.any": "{who} can spend everything in {account}, without limit.",
	"finding.unexplained-loss.more": "And {count, number} more, below.",
	"finding.unexplained-loss.reject":
		"Whatever this request claims to be, it takes this from you. Reject it unless you know why.",
	"finding.unexplained-write":
		"This changes {account}, an account that contains your public key. Nothing Countersign can read explains why.",
	"finding.unexplained-write.program":
		"The program {program} changes {account}, an account that contains your public key. Nothing Countersign can read explains why.",
	"finding.unfamiliar-argument":
		"This names {addresses}{more, plural, =0 {} other {, and # more}}. {count, plural, one {It isn’t yours or a contact’s, and hasn’t been used there before. It} other {They aren’t yours or your contacts’, and haven’t been used there before. They}} could get the funds that leave, or a right over your holdings in {contract}.",
	"finding.unfamiliar-argument.unread":
		"A call Countersign can’t read names {addresses}{more, plural, =0 {} other {, and # more}}. {count, plural, one {It isn’t yours or a contact’s, and hasn’t been used there before. It} other {They aren’t yours or your contacts’, and haven’t been used there before. They}} could get the funds that leave, or a right over your holdings in {contract}.",
	"finding.unfamiliar-receiver":
		"In your simulation, funds go to {address}. That address isn’t yours or a contact’s, and it’s new in this session. It has no other role in this request.",
	"finding.unknown-call": "Countersign can’t read this call.",
	"finding.unknown-call.agree": "Both simulations agree on balances and allowances.",
	"finding.unknown-call.cut":
		"The data starts like a known call but ends too early, so Countersign doesn’t rely on that reading. The contract may run the known call anyway.",
	"finding.unknown-call.disagree": "Your simulation and the service’s show different effects.",
	"finding.unknown-call.extra":
		"The data starts like a known call but is too long, so Countersign doesn’t rely on that reading. The contract may run the known call anyway.",
	"finding.unknown-call.inside": "Countersign can’t read one of the calls inside this one.",
	"finding.unknown-call.keeps-nothing":
		"Both simulations agree on balances and allowances, and {where} is known to hold nothing else for you.",
	"finding.unknown-call.loose":
		"The data starts like a known call but encodes its arguments oddly, so Countersign doesn’t rely on that reading. The contract may run the known call anyway.",
	"finding.unknown-call.more-calls":
		"Countersign can’t read this call completely. It contains {count, number} more calls.",
	"finding.unknown-call.more-calls-inside":
		"Countersign can’t read one inner call completely. It contains {count, number} more calls.",
	"finding.unknown-call.nobody": "No one else describes the call either.",
	"finding.unknown-call.not-looked-at":
		"Neither simulation checks your positions in {where}. The call could empty a position there or give someone else a right over it.",
	"finding.unknown-call.own-alone":
		"Only your simulation shows the effects, and it doesn’t check your positions in {where}.",
	"finding.unknown-call.possible-right":
		"Possibly {signature}: the name suggests it gives someone a right over your assets. Countersign can’t read more, and no simulation checks such rights.",
	"finding.unknown-call.right":
		"The data starts like {signature}, a call that moves tokens or gives others rights over them. Countersign can’t read more.",
	"finding.unknown-call.not-simulated-yet": "This step hasn’t been simulated yet.",
	"finding.unknown-call.service-alone": "Only the service’s simulation shows the effects.",
	"finding.unknown-call.unseen": "Neither the service’s simulation nor yours shows the effects.",
	"finding.unknown-call.unverified":
		"Looks like a {like}, but it isn’t on the list of known contracts. It could do something else.",
	"finding.unknown-call.validator":
		"Asks the network to move or pay out a validator’s stake. Countersign can’t read the request, and no simulation checks it. It’s irreversible.",
	"finding.value-not-seen":
		"The transaction seems to send {amount} to {to}, but in your simulation it doesn’t arrive there. {through} may keep it or send it elsewhere.",
	"finding.value-not-seen.wrap":
		"The transaction seems only to convert your assets, but your simulation shows nothing coming back. {contract} may keep them, and no simulation checks your holdings there.",
	"finding.loss.along":
		"Sends {amount} along with a token call that doesn’t usually need any. You may lose it.",

	"finding.control": "{who} gets control of {over} and everything that belongs to it.",
	"finding.control.runs": "{who}’s code controls {over} from now on and can do everything {over} can.",
	"finding.control.data": "Turns {over} into a data account, so it could never send SOL or pay a fee again.",
	"finding.control.frozen": "Freezes {over}: nothing can leave until it’s thawed.",
	"finding.control.guard-off":
		"Turns off a protection on {over}. Any program you sign for could then move, close or lend out everything in it.",
	"finding.control.lost": "{who} loses control of {over}.",
	"finding.control.own": "Control of {over} goes to {who}, one of your own accounts.",
	"finding.control.fees": "{who} can take a fee on every trade you make through it.",
	"finding.control.posts":
		"Anyone with the key can post and follow as your Farcaster account until you remove the key.",
	"finding.control.program": "The program {who} gets {over} and full control of everything in it.",
	"finding.control.terms": "Changes how {over} works. You may not be able to undo it.",
	"finding.control.trading":
		"{who} can trade everything you hold there until you remove it. You could lose it all.",
	"finding.control.votes": "{who} gets {over}’s votes until you change this. Nothing moves.",
	"finding.exchange.below-market":
		"You give {given} and get {got}: {percent}% of its value at current prices. Don’t approve unless you know why.",
	"finding.exchange.least":
		"You give {given} and could get as little as {got}: {percent}% of its value at current prices.",
	"finding.exchange.unpriced":
		"You give {given} for {got}. Countersign has no price for one side: check the rate yourself.",
	"finding.exchange.almost-nothing":
		"You give {given} and get almost nothing: {got}, about {percent}% of its value at current prices.",
	"finding.exchange.little": "You give {given} for {got}, less than 90% of its value.",
	"finding.exchange.no-price": "You give {given} for {got}, and nothing shows what that’s worth.",
	"finding.exchange.share.above": "You’d pay more per share than any outcome can pay back.",
	"finding.exchange.share.below": "You’d sell your shares below the market’s lowest price.",
	"finding.exchange.nothing": "You give {given} and get nothing for it.",
	"finding.exchange.others":
		"You give {given} and get {got}. A large share of the proceeds ({away}) goes to {who}.",
	"finding.loss":
		"Takes {amounts} from you, mostly to {to}. That address isn’t yours or a contact’s, and it’s new in this session.{scale, select, one { That’s {percent}% of your balance.} several { Measured against each balance, these add up to {percent}%.} unknown { Countersign can’t tell what share of your balances that is.} other {}}",
	"finding.loss.all": "Takes all {held} in this account.",
	"finding.loss.comes-back": "You get the same value back, or it pays off your debt.",
	"finding.loss.destroyed":
		"Destroys {amounts}, and no one can get it back.{scale, select, one { That’s {percent}% of your balance.} several { Measured against each balance, these add up to {percent}%.} unknown { Countersign can’t tell what share of your balances that is.} other {}}",
	"finding.loss.half": "Takes {amount} of the {held} in this account: half or more.",
	"finding.loss.stuck":
		"Sends your assets to {who}, {what, select, nobody {an address no one controls} program {a program} token {the token itself} contract {a contract that credits no one for it} other {a token account of another token}}. You’ll most likely lose them.",
	"finding.loss.unnamed":
		"Takes {amounts} from you, and nothing shows who gets it.{scale, select, one { That’s {percent}% of your balance.} several { Measured against each balance, these add up to {percent}%.} unknown { Countersign can’t tell what share of your balances that is.} other {}}",
	"finding.not-own-funds": "Your signature moves {amount} from {account} to {to}. {account} isn’t yours.",
	"finding.not-own-funds.all":
		"Your signature moves everything in {account} to {to}, without limit. {account} isn’t yours.",
	"finding.not-own-funds.unnamed":
		"Your signature moves the funds in {account}, and nothing shows who gets them. {account} isn’t yours.",
	"finding.partial": "Some effects aren’t listed here. They take nothing from you.",
	"finding.partial.losses": "Some effects aren’t listed here. They could give others some of your assets.",
	"finding.rights":
		"{who} can take {amount} from {account}{count, plural, one {} other {, plus other assets,}} {end, select, never {at any time} other {until {at}}}, without asking again.",
	"finding.rights.anybody":
		"{who} makes any call for anyone who asks. The first person to ask can take everything {who} is allowed to spend.",
	"finding.rights.key":
		"{who} is someone’s account, not a contract. Real apps ask you to approve their contracts, {isContact, select, true {not a person’s account.} other {so this is most likely a thief.}}",
	"finding.rights.lent":
		"{who} isn’t a contract but someone’s account with borrowed code (EIP-7702). Real apps ask you to approve their contracts, {isContact, select, true {not a person’s account.} other {so this is most likely a thief.}}",
	"finding.rights.unlimited":
		"{who} can {over, select, items {transfer every {what} item from} asset {spend all {what} from} other {take everything held for}} {account}{count, plural, one {} other {, plus other assets,}} {end, select, never {at any time} other {until {at}}}, without asking again.",

	"finding.app-call": "Instruction {place} calls {app} ({program}), decoded using its published interface.",
	"finding.app-call.allows":
		"In your simulation, someone can spend your tokens afterwards. The call doesn’t mention it.",
	"finding.app-call.also-given": "The call also includes {account} and doesn’t say why.",
	"finding.app-call.changes-hands":
		"In your simulation, someone else takes over one of your accounts. The call doesn’t mention it.",
	"finding.app-call.dear-debt": "You’d get far less than you’d owe.",
	"finding.app-call.debt":
		"You take on a debt that doesn’t show up in any balance. It grows, and the app may sell your deposit to repay it.",
	"finding.app-call.dust": "You’d get almost nothing back.",
	"finding.app-call.loose": "The call accepts far less, or may spend far more, than your simulation shows.",
	"finding.app-call.no-return": "Your simulation doesn’t show what you should get back.",
	"finding.app-call.not-as-asked": "In your simulation, more leaves or less comes in than the call states.",
	"finding.app-call.not-seen": "Your simulation doesn’t show the effects that the call states.",
	"finding.app-call.not-shown": "Your RPC hasn’t shown the call’s effects.",
	"finding.app-call.not-stated": "The call doesn’t state which asset it takes, or how much.",
	"finding.app-call.nothing-back":
		"Your simulation shows nothing coming back. You may get a credit, but only in the app’s own records.",
	"finding.app-call.proposed": "This only creates a proposal. Nothing it proposes happens yet.",
	"finding.app-call.same": "Your simulation shows the same effects.",
	"finding.app-call.unlisted":
		"You’d get back a token that isn’t on Countersign’s list. It may be worthless.",
	"finding.app-call.upgrades": "The program’s upgrade authority can change what it does.",
	"finding.app-call.position":
		"The funds go into your own position. Your return depends on the pool’s price, now and later.",
	"finding.cost.kept": "The builder of this swap keeps {percent}% of it.",
	"finding.app-recipient":
		"The funds go to {who}. Countersign doesn’t recognize that address as one of your accounts.",
	"finding.blockhash-dead": "Too late to send: the blockhash has expired. The service will get a new one.",
	"finding.blockhash-dead.kept":
		"Too late to send: the blockhash has expired and can’t be renewed. Ask the agent for a new request.",
	"finding.blockhash-ending":
		"You can send this for about {seconds, number} more seconds. After that, the service gets a new blockhash.",
	"finding.blockhash-ending.kept":
		"You can send this for about {seconds, number} more seconds. After that, ask the agent for a new request.",
	"finding.cost.kept.rewards": "The validator {validator} keeps {percent}% of this stake’s rewards.",
	"finding.would-fail.decimals":
		"The transaction assumes {stated, number} decimals for {symbol}, but the network says {decimals, number}. It would fail.",
	"finding.would-fail.non-transferable": "{symbol} can’t be transferred, so this would fail.",
	"finding.would-fail.mint":
		"The transaction’s token doesn’t match the account it spends from, so the transaction would fail.",
	"finding.durable-nonce":
		"This uses a durable nonce, so the signature would never expire. Countersign doesn’t sign such transactions.",
	"finding.kept-back": "The token {token} keeps {percent}% of each transfer, so less arrives.",
	"finding.mint-powers": "The token {symbol} has special powers: {powers}.",
	"finding.mint-powers.trap": "You get {symbol}, an unlisted token with special powers: {powers}.",
	"finding.no-program": "Instruction {place} calls {program}, but no program exists there. It would fail.",
	"finding.nonce-account": "Gives someone else control of a nonce account or its SOL.",
	"finding.cost.rent":
		"Opening {count, plural, one {a token account} other {# token accounts}} costs {rent} in rent. The rent stays in {count, plural, one {the account} other {the accounts}}.",
	"finding.placed.nobody":
		"Puts {what} in {account} without naming an owner. Someone else may be able to withdraw it.",
	"finding.placed.other": "Puts {what} in {account}. {who} can withdraw it, and that isn’t you.",
	"finding.placed.program": "Puts {what} in {account}. The program {program} controls it, not you.",
	"finding.proposal":
		"Once the members agree, the proposal runs without another signature from you. No simulation shows its effects yet.",
	"finding.receiving.closer": "{who} can close the receiving account once it’s empty.",
	"finding.receiving.closer-takes": "{who} can close the receiving account and take its SOL.",
	"finding.receiving.delegate": "{who} can already spend {symbol} from the account that receives it.",
	"finding.recipient-new": "{who} has no account yet. This opens one.",
	"finding.would-fail.new-account":
		"{who} has no account yet, and {sent} is less than the {least} a new one needs. This would fail.",
	"finding.cost.tip": "The priority fee and tip of {amount} are above usual, and you won’t get them back.",
	"finding.would-fail.no-account": "{who} has no token account for this, so it would fail.",
	"finding.would-fail.later": "An earlier step may fix this.",
	"finding.would-fail.token": "The token account holds {held}, but this needs {needed}, so it would fail.",
	"finding.unknown-program":
		"Instruction {place} calls a program that Countersign doesn’t recognize: {program}.",
	"finding.unknown-program.account":
		"It can change {account}, one of your accounts. When the transaction runs, the program may act differently than in any simulation.",
	"finding.unknown-program.nothing": "It doesn’t get access to your accounts.",
	"finding.unknown-program.signature":
		"It gets your signature and can do anything with the accounts it receives. When the transaction runs, the program may act differently than in any simulation.",
	"finding.unknown-program.unread": "Countersign can’t read instruction {place} to the {program} program.",
	"finding.unknown-program.unread-account":
		"It can change {account}, and your RPC doesn’t say who owns that account.",

	"finding.far-end": "The allowance is valid until {time}, more than 30 days from now.",
	"finding.far-end.none": "The allowance never expires: it stays until spent or revoked.",
	"finding.blind":
		"This is a bare hash, so no one can tell what it means. It could be a user operation, or let a contract act as your account.",
	"finding.code-authorization.bytes":
		"This isn’t a message but an authorization (EIP-7702). It lets a contract act as your account. Countersign doesn’t sign such authorizations.",
	"finding.deadline-far": "The signature is valid until {time}, more than 30 days from now.",
	"finding.deadline-far.none": "The signature never expires.",
	"finding.deadline-far.order": "The order never expires: someone can fill it at this price at any time.",
	"finding.deadline-far.permission":
		"The signature never expires: anyone who has it can turn it into an allowance at any time.",
	"finding.deadline-past": "This expired at {time}. Nothing was signed. Ask the agent for a new request.",
	"finding.delegatecall.no-operation": "Uses an operation type that a Safe doesn’t support.",
	"finding.domain-chain":
		"This is for {chain}, but the request doesn’t specify a network to compare it with.",
	"finding.domain-chain.none":
		"The message doesn’t specify a network, so the signature may be valid on every network.",
	"finding.domain-contract": "{who} isn’t the known contract for this kind of signature ({kind}).",
	"finding.domain-contract.application":
		"Countersign doesn’t recognize {who} as one of {app}’s contracts. That contract may interpret this differently.",
	"finding.domain-contract.token":
		"Countersign doesn’t recognize {who} as a token. That contract may interpret this differently.",
	"finding.domain-contract.none": "The message doesn’t specify a contract to verify the signature.",
	"finding.domain-no-code":
		"{who} should verify the signature, but no contract exists there on this network.",
	"finding.domain-no-code.lending":
		"{who} should verify the signature, but isn’t a contract. It’s someone’s account with code borrowed from {code} (EIP-7702).",
	"finding.domain-own-account":
		"{who} verifies the signature itself, so anyone who has the signature could make that account act on it.",
	"finding.held-signature": "Anyone who has this signature can use it without asking you again.",
	"finding.message-bytes": "The message is bytes, not text, so no one can tell what it means.",
	"finding.message-bytes.controls":
		"The message contains control characters. It may be contract data that only looks like text, so no one can tell what it means.",
	"finding.order-any-item": "This order offers any item in a collection, not a specific one.",
	"finding.order-elsewhere": "This order’s proceeds go to {to}, not to this account.",
	"finding.order-elsewhere.nothing": "You’d give something and get nothing for it in this order.",
	"finding.terms-elsewhere.extension":
		"This order has an extension that you don’t see here. It can change the amount you get, or run other code.",
	"finding.terms-elsewhere.settler":
		"{who} can spend the tokens, but Countersign doesn’t recognize it as a UniswapX contract. Nothing forces it to follow the order.",
	"finding.terms-elsewhere.other-settler":
		"{who} can spend the tokens, but the order names another contract ({reactor}) to fill it. Nothing forces {who} to pay for the tokens.",
	"finding.call-account":
		"This acts on behalf of {who}. That isn’t one of your accounts, and Countersign can’t see what your signature can do there.",
	"finding.carried-call":
		"The message contains a call on behalf of {who}. Anyone who has the signature can send the call. No one simulated it.",
	"finding.terms-elsewhere.action":
		"This is valid only on {app}, where every signature names chain {chain}. Countersign can’t see its effects there: read every field.",
	"finding.terms-elsewhere.list":
		"You’d sign only the hash of a list of orders. Each could give away any of your items for nothing.",
	"finding.exchange-own": "Moves funds between your own balances on {app}. No one else gets anything.",
	"finding.interface-login":
		"Anyone with this signature can see and cancel your orders there. Sign it only if you opened that site yourself.",
	"finding.key-request":
		"The message says that the Farcaster account {account} requests this key. The message alone doesn’t add a key or move anything.",
	"finding.terms-elsewhere.signer": "This takes effect once {who} signs it, not this account.",
	"finding.terms-elsewhere.payment":
		"Countersign doesn’t recognize this exchange, so it can’t name the order’s currency.",
	"finding.terms-elsewhere.side": "The order doesn’t say whether it buys or sells.",
	"finding.unknown-call.beside":
		"The message also creates an account or names a fee payer. Countersign can’t read the code that does this.",
	"finding.unknown-call.carried": "Countersign can’t read the call in this message.",
	"finding.sign-in-account": "Signs in as {who}, not as the signing account.",
	"finding.sign-in-chain":
		"The message names chain {chain}, but the request names another. The signature is valid for either.",
	"finding.sign-in-domain":
		"The message names {site}, but its page is on {page}. The site of that page could act as you.",
	"finding.sign-in-domain.no-page":
		"The message names {site}, but Countersign can’t read its page’s address.",
	"finding.sign-in-future": "The message is dated {time}, in the future.",
	"finding.sign-in-http":
		"The page uses plain http: anyone on the network can read the signature and sign in with it.",
	"finding.sign-in-ip": "The site is an IP address, {site}, with no name to verify.",
	"finding.sign-in-later":
		"The sign-in is valid only from {time}, so someone could use it later without you noticing.",
	"finding.sign-in-punycode":
		"The site {site} uses letters from other alphabets and can imitate a name you know. Compare it with the page you opened.",
	"finding.sign-in-subdomain": "The page is at {page}, a subdomain of the site you sign in to.",
	"finding.sign-in-time": "Countersign can’t read one of the times in the message.",
	"finding.sign-in-uri":
		"The page’s address is ambiguous: it contains a backslash, white space or a name before an “@”.",
	"finding.sign-in-form":
		"The message claims to be a sign-in but isn’t written like one, so Countersign can’t check it.",
	"finding.sign-in-past": "This sign-in expired at {time}, or Countersign can’t read its expiry.",
	"finding.sign-in-past.unread": "This sign-in has expired, or Countersign can’t read its expiry.",
	"finding.sign-in-rights":
		"This does more than sign you in: it gives {site} control over parts of this account.",
	"finding.ballot":
		"This casts all your votes at {who}. None of your assets move, and no one can spend them. You don’t see the proposal’s effects here.",
	"finding.ballot.params": "This vote sends {who} parameters that Countersign can’t read.",
	"finding.order-cancellation.other": "This cancels another account’s orders, not the signing account’s.",
	"finding.snapshot-profile":
		"Snapshot shows this text as yours. Signing it doesn’t move or approve anything.",
	"finding.snapshot-vote":
		"This casts all your votes in “{space}”. It doesn’t move or approve anything. The choices are explained only on Snapshot.",
	"finding.snapshot-vote.other": "This votes for another account, not the signing account.",
	"finding.text-free":
		"This isn’t a standard sign-in, so Countersign can’t check it. Anyone with the signature may use it however they interpret the text.",
	"finding.text-hash":
		"The text spells out a hash, so no one can tell what it means. Your signature may count for the data behind the hash.",
	"finding.text-keys":
		"Apps derive keys from a signature like this. Anyone who has it may get the key and everything that key controls. Sign it only in an app you opened yourself.",
	"finding.text-plain":
		"Anyone with this signature can log in as you, or show that you accepted these terms. Sign it only if you opened that site yourself.",
	"finding.unknown-call.carried-unverified":
		"Looks like calls a contract makes for you, but Countersign doesn’t recognize that contract’s code. It could do something else.",
	"finding.unknown-call.safe": "Countersign can’t read the call this makes for the Safe.",
	"finding.unknown-typed-data.statement":
		"Makes a statement to a website in a form Countersign doesn’t recognize. The message doesn’t name another account or an amount, and no contract reads it.",
	"finding.hosted-signing":
		"{mode, select, auto {This lets the service sign for {who} without asking you. Countersign won’t show you what it signs.} asks {This changes how the service may sign for {who}.} link {This links {who} to a service account, which can then prepare transactions for it.} other {This may let the service sign for {who} without asking you. Countersign won’t show you what it signs.}} Don’t approve unless you started this yourself.",
	"finding.unknown-typed-data":
		"Countersign doesn’t recognize this kind of typed data (“{name}”). It can’t say what the data allows: read every field.",
	"finding.terms-elsewhere.condition":
		"The transfer depends on “{name}”, a condition Countersign doesn’t recognize.",

	"reason.gets-imitation": "You get a token named like {real} that isn’t {real}",
	"reason.blocked": "Your rule blocks this",
	"reason.differs": "Transaction differs from its review",
	"reason.look-alike": "This address imitates {whom}. It’s a different address.",
	"reason.rights.anybody": "{who} makes any call for anyone who asks, so anyone can take your assets",
	"reason.rights.key":
		"{who} is someone’s account, not a contract{isContact, select, true {} other {: most likely a thief}}",
	"reason.rights.unlimited":
		"{who} can {over, select, items {transfer every {what} item from} asset {spend all {what} from} other {take everything held for}} {account}",
	"reason.text-free": "Not a standard sign-in: Countersign can’t check it",
	"reason.text-hash": "This text is a hash: no one can tell what it means",
	"reason.unfamiliar-receiver": "Funds go to an unknown address: {address}",
	"reason.hosted-signing":
		"{mode, select, auto {The service would sign without asking you} asks {Changes how the service may sign} link {Links the wallet to the service} other {The service may sign without asking you}}",
	"reason.unknown-typed-data": "Countersign can’t read this kind of data (“{name}”)",
	"reason.unproven": "Countersign couldn’t check everything",
	"reason.unreadable": "Countersign can’t read this request",
	"reason.value-not-seen": "{amount} doesn’t reach {to} in your simulation",
	"reason.loss": "{amounts} to an unknown address: {to}",
} as const;
