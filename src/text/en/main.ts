/** Texts that main composes, by feature. */
export const main = {
	// App.
	"app.account-last":
		"This is the only account of the vault, which holds at least one. Add another one first.",
	"app.account-removed.reason":
		"The user removed this account from Countersign, so nothing can be signed for it here.",
	"app.no-account": "This account is not here any more.",
	"app.no-key-here": "The key of this account is not on this computer.",
	"app.no-proof": "There is no proof of this any more. Nothing was saved.",
	"app.nothing-to-restore": "There is no vault to be restored here.",
	"app.secret.left": "You left this page, so nothing is shown.",
	"app.touch.key": "show a private key",
	"app.touch.no": "Touch ID did not confirm it, so nothing is shown.",
	"app.touch.phrase": "show your recovery phrase",
	"app.watch.already": "This address is watched already.",
	"app.watch.checksum": "The capital letters of this address don’t fit: a character is wrong. Check it.",
	"app.watch.most": "At most {most} addresses can be watched.",
	"app.watch.no-address": "This is neither an Ethereum address (0x and 40 hex digits) nor a Solana one.",
	"app.watch.own": "This is one of your own accounts already.",
	"app.exception.gone":
		"This is not what the rules were set aside for: the request, your rules or the account changed, or it was asked twice. Nothing was allowed. Look at the review again.",
	"app.key-file": "Key file",
	"app.fault":
		"Countersign met a fault of its own and stopped what you asked for. What had begun before is shown under Activity; the log holds the details.",
	"app.malformed": "The input is malformed. Nothing was done.",
	"app.malformed.whole": "The input {fault}. Nothing was done.",
	"app.malformed.part": "{part} {fault}. Nothing was done.",
	"app.no-command": "There is no such command.",
	"app.no-command.desk": "The desk has no such command.",
	"app.no-command.trusted": "The trusted window has no such command.",
	"app.not-running": "Countersign is not running yet.",
	"app.nothing-done": "Nothing was done.",
	"app.permission.gone": "This allowance is not on the list any more. Read the list again.",
	"app.phrase-waits": "A new recovery phrase waits to be written down first.",
	"app.allowances.too-slow": "Your RPC took too long, so this was not read. Read it again in a while.",
	"app.allowances.token-account": "The token account can’t be read.",
	"app.allowances.met-unreadable": "What was met in reviews can’t be read.",
	"app.conversations-anew":
		"The stored conversations {why, select, older {are of an older Countersign} other {were damaged}} and are being read from the service again. Your keys and your journal are not touched.",
	"app.chain.answered": "Answers",
	"app.chain.answers": "Answers, and is of this chain",
	"app.chain.other-chain": "Is of chain {found}, not {chain}",
	"app.chain.other-cluster": "Is of another cluster than {cluster}",
	"app.own-account-not-blocked": "This is an account of your own, so it can’t be blocked.",
	"app.request-gone": "This request is not here any more.",
	"app.own-accounts-only": "Only your own accounts can be named here.",
	"app.actions-misplaced":
		"{count, plural, one {One conversation} other {# conversations}} brought a request out of order. It is in the inbox all the same; check it with care, and tell the service’s support.",
	"app.clock.ahead":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} ahead of the service’s. Offers end by the service’s clock, for up to two hours of difference. Let the system set date and time by itself.",
	"app.clock.behind":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} behind the service’s. Offers end by the service’s clock. Let the system set date and time by itself.",
	"app.last-run-cut":
		"Countersign was ended in the middle of {count, plural, one {# approval. It was} other {# approvals. They were}} taken up where the journal says. Look under Activity.",
	"app.journal.older":
		"An older Countersign wrote the journal, and this version can’t read it. It is kept as {file}; every approval in it is over, so nothing of it is pending. Its Activity, rules and contacts are not taken over.",
	"app.journal.older-unsettled":
		"An older Countersign wrote the journal {file}, and this version can’t read what in it is not over: a transaction of yours may still happen. Nothing is signed meanwhile. Check in a block explorer that none of your accounts has a pending transaction, and with the service that nothing waits; then move the file out of its folder and start Countersign again. Its Activity, rules and contacts are not taken over.",
	"app.journal.whole": "Log verified: {count, number} entries, none altered.",
	"app.not-saved": "Nothing was saved.",
	"app.no-input": "Countersign saw no key or click of yours on this window.",
	"app.too-often": "That was asked too often. Wait a minute, then try again.",
	"app.chain.password": "Changing a network that has an RPC takes your password. Nothing was saved.",
	"app.chain.reading": "Being read",
	"app.connected.own-only":
		"Only your own accounts can be shared with the agent, one of each family. Nothing was changed; choose one from the list.",
	"app.chain-unread": "Which chain “{chain}” is could not be read from its RPC, so nothing was saved: {why}",
	"app.rules.changed-outside":
		"Your rules were changed outside of Countersign. Nothing was saved: open Settings → Signing → Rules and look at what is different first.",
	"app.rules.no-password":
		"Loosening rules needs your password, and there is none here: all your accounts are on a Ledger. Nothing was saved. Make a vault with a password first; making rules stricter needs none.",
	"app.rules.password":
		"This would let through what your rules refuse now: it takes your password. Nothing was saved.",
	"app.rules.changed":
		"Your rules were changed meanwhile. Nothing was saved; look at them again and make the change anew.",
	"app.token.no-address": "This is not an address of this chain.",
	"app.token.unknown": "Your RPC knows no token at this address on this chain.",
	"app.link.unreadable": "This link has no readable address. Nothing was opened.",
	"app.link.no-web":
		"This link does not lead to a web page, so Countersign does not open it. Nothing was opened.",
	"app.link.credentials":
		"This link has a name or password in its address, which can make one site look like another. Nothing was opened.",
	"app.link.not-encrypted":
		"This link is not encrypted (http), so anybody on the way could change the page. Nothing was opened; ask for an https address.",
	"app.not-on-screen": "The window is not on screen.",
	"app.review-not-on-screen": "This review is no longer the one on screen.",
	"app.review-changed": "The review changed meanwhile; look at it again. Nothing was signed.",
	"app.rejected": "You rejected this, and the service is still being told. Nothing was signed.",
	"app.offline": "The service can’t be reached. Nothing was signed; approve again once the service answers.",
	"app.undecodable": "This request can’t be decoded. Nothing was signed.",
	"app.nothing-waits": "Nothing else is waiting for you.",
	"app.phrase.no-path":
		"Not a derivation path. {family, select, svm {Solana’s look like {example}, each number with an apostrophe.} other {Ethereum’s look like {example}.}}",
	"app.phrase.not-shown": "No recovery phrase is on screen.",
	"app.phrase.not-checked": "No recovery phrase is waiting to be checked.",
	"app.rpc.moved":
		"{chain}: {first} gives no answer, so {now} is asked. What was known of open requests is asked anew.",
	"app.rpc.busy": "{chain}: the RPC is busy. Countersign waits for it.",
	"app.rpc.other-chain": "{chain}: {host} is of another chain and is not asked. Correct it under Networks.",
	"app.chain-witness":
		"The witness of {chain} is of the same host as an RPC in its list, so it would agree with itself. Nothing was saved.",
	"app.chain-twice": "A chain stands twice in the list. Nothing was saved.",
	"app.no-conversation": "Nobody reads messages about this request, so none was sent.",
	"app.no-explorer": "No block explorer is known for this network. Add one under Settings, Networks.",
	"app.withdraw.too-late":
		"Too late to withdraw: it is being signed, or was signed already. Nothing more was done.",
	"app.no-replaceable": "There is no transaction of yours here that could be replaced.",
	"app.account-in-use": "Something that you approved still waits for this account. It was not removed.",
	"app.ledger.nothing-asked": "Nothing is being asked of a Ledger.",
	"app.ledger.nothing-left": "No Ledger is thought to show a question that was cut off.",
	"app.ledger.nothing-waits": "Nothing waits for a Ledger here.",
	"app.reading-request": "Reading the request from the service and your RPC",
	"app.replaceable-no-more": "This transaction can’t be replaced any more. Nothing was signed.",
	"app.replacing.speed-up":
		"The same transaction again, at a higher fee and with the same nonce. Until one is mined, either may be.",
	"app.replacing.cancel":
		"A transaction that sends nothing to yourself, at a higher fee and with the same nonce. If it is mined first, the other one can never happen; if not, that one happens as you approved it.",
	"app.reject.untold": "The rejection could not be told to the service. Nothing was signed.",
	"app.reject.carried-out":
		"You approved this already and it is being carried out, so it can’t be rejected here.",
	"app.reject.signature-out":
		"You approved this already; the service may have the signature, so it can’t be rejected here.",
	"app.reject.changed":
		"The request changed before your rejection was sent, so it was not rejected. Review it again.",
	"app.reject.no-reason": "The user rejected this without giving a reason.",
	"app.reject.sent": "The agent was told already: the rejection can’t be undone.",
	"app.reject.no-revision":
		"The revision of this request can’t be read, and an answer must name it, so it can’t be rejected here. Nothing was signed; you can stop the agent, or tell it.",
	"app.permission.not-revocable": "This allowance can’t be revoked here. Nothing was signed.",
	"app.elsewhere.sign-in":
		"{count, plural, one {# approval of another sign-in at {environment} is on its way. It goes on} other {# approvals of another sign-in at {environment} are on their way. They go on}} when that person is signed in again.",
	"app.elsewhere.environment":
		"{count, plural, one {# approval of {environment} is on its way. It goes on} other {# approvals of {environment} are on their way. They go on}} when you are back there.",
	"app.journal.changed":
		"The journal was changed from outside, or a part of it is missing ({place}). It is left as it is, and no funds were moved by this.",
	"app.journal.unchecked":
		"The journal could not be checked to its end, so that whether it was changed from outside is not known. It is left as it is, and no funds were moved by this.",
	"app.journal.compare":
		"Before you approve anything, compare your accounts’ latest transactions with the activity shown here; restore the journal from a backup where you have one.",
	"app.journal.unknown-place": "unknown place",
	"app.journal.not-whole": "The journal was changed from outside: {place}.",

	// Setup.
	"setup.chosen.accounts": "{count, plural, one {# account} other {# accounts}}",
	"setup.chosen.ledger": "{model} · {count, plural, one {# account} other {# accounts}}",
	"setup.chosen.networks": "{count} set up",
	"setup.chosen.not-told": "Off",
	"setup.chosen.told": "On",
	"setup.is-over": "The setup is over. All of it stands in Settings.",
	"setup.nothing-to-practise": "No practice request is open.",
	"setup.practice.field.amount": "Amount",
	"setup.practice.field.gas": "Gas limit",
	"setup.practice.field.recipient": "Recipient",
	"setup.practice.made-up": "Made up, for practice",
	"setup.practice.network": "Practice network",
	"setup.practice.no-key": "no key",
	"setup.practice.nobody-sends": "sent by nobody",
	"setup.practice.notification": "Practice request: nothing is signed",
	"setup.practice.recipient": "Coffee house",
	"setup.practice.session": "Practice",

	// Sign-in and its scopes.
	"sign-in.wrong-state":
		"The browser came back with an answer to another sign-in than this one (its state differs). You are not signed in, nothing was kept, and your funds are not touched. Start again, and use only the page that Countersign opens.",
	"sign-in.wrong-issuer":
		"The answer names another sign-in server than the one of this environment. You are not signed in, nothing was kept, and your funds are not touched. Check the environment’s address, and start again.",
	"sign-in.widened-scope":
		"The service gave more rights than Countersign asked for. They are not used. You are not signed in, nothing was kept, and your funds are not touched. Start again; tell the service’s support if it stays so.",
	"sign-in.other-resource":
		"The service gave a token for something else than was asked for. It is not used. You are not signed in, nothing was kept, and your funds are not touched. Start again; tell the service’s support if it stays so.",
	"sign-in.other-person":
		"This sign-in is of somebody else than the other sign-ins of this environment. It is not used. You are not signed in, nothing was kept, and your funds are not touched. Sign in as the same person, or sign out of everything first.",
	"sign-in.refused":
		"The sign-in was refused, by you or by the service. You are not signed in, nothing was kept, and your funds are not touched. Start again where that was not meant.",
	"sign-in.expired":
		"The code has run out before the sign-in was confirmed. You are not signed in, nothing was kept, and your funds are not touched. Start again for a new one.",
	"sign-in.cancelled": "The sign-in was cancelled. Nothing was kept, and your funds are not touched.",
	"sign-in.timed-out":
		"No answer came from the browser within two minutes. You are not signed in, nothing was kept, and your funds are not touched. Start again, or sign in by code on any device.",
	"sign-in.unreachable":
		"The sign-in server can’t be reached or did not answer. You are not signed in, nothing was kept, and your funds are not touched. Check the network and the environment’s address, and start again.",
	"sign-in.busy":
		"The sign-in server asks for patience. You are not signed in, nothing was kept, and your funds are not touched. Wait a minute, and start again.",
	"sign-in.no-metadata":
		"This address offers no sign-in that Countersign knows (OAuth 2.1). You are not signed in, nothing was kept, and your funds are not touched. Check the environment’s sign-in address.",
	"sign-in.foreign-endpoint":
		"The sign-in server names an address that is not its own. It is not trusted. You are not signed in, nothing was kept, and your funds are not touched. Check the environment’s sign-in address.",
	"sign-in.no-pkce":
		"The sign-in server does not offer the protection that a sign-in by browser needs (PKCE with S256). You are not signed in, nothing was kept, and your funds are not touched. Sign in by code instead.",
	"sign-in.no-browser-client":
		"Sign-in by browser needs a client id that the service registers by hand, and none is set for this environment. You are not signed in, nothing was kept, and your funds are not touched. Sign in by code instead, or enter the client id in the environment.",
	"sign-in.no-device":
		"This service offers no sign-in by code. You are not signed in, nothing was kept, and your funds are not touched. Sign in by browser instead.",
	"sign-in.client-refused":
		"The service does not accept Countersign as a client. You are not signed in, nothing was kept, and your funds are not touched. Start again; check the client ids of this environment if it stays so.",
	"sign-in.scope-refused":
		"The service does not let Countersign ask for what this sign-in needs. You are not signed in, nothing was kept, and your funds are not touched. Start again; ask the service’s support if it stays so.",
	"sign-in.ended":
		"The service does not renew this sign-in any more: it was revoked, used elsewhere, or has run out. Nothing can be sent with it, and your funds are not touched. Sign in again.",
	"sign-in.unreadable":
		"The sign-in server’s answer can’t be read. It is not used. You are not signed in, nothing was kept, and your funds are not touched. Start again; tell the service’s support if it stays so.",
	"sign-in.renewal-unreadable":
		"The sign-in server’s answer can’t be read: something on the way may have answered. You stay signed in, and your funds are not touched. Countersign asks again by itself.",
	"sign-in.asking": "Asking the service how to sign in",
	"sign-in.asking-token": "Asking for its token",
	"sign-in.done": "You are signed in for {resources}.",
	"sign-in.resource.agent": "the agent",
	"sign-in.resource.pipeline": "the pipeline",
	"sign-in.resource.account": "your account",
	"sign-in.untold":
		"You are signed out on this computer, but the service could not be told: what it gave may stay valid there until it runs out. End the sign-in on the service’s own pages as well.",
	"scope.agent-read": "Read your conversations",
	"scope.agent-write": "Start turns and interrupt them",
	"scope.agent-actions-resolve": "Answer requests: send what you signed, or reject",
	"scope.pipeline-catalog": "Read the catalog",
	"scope.pipeline-execute": "Run, simulate and commit operations",
	"scope.account-credits-read": "Read your credits",
	"scope.account-credits-topup": "Top up credits, when you say so",
	"scope.account-apps-read": "Read which apps are installed",
	"scope.account-apps-write": "Remove apps, when you say so",
	"scope.account-credentials-read": "See which secrets are set; never what they are",
	"scope.offline": "Stay signed in until you sign out",
	"scope.resource.agent": "Talk with agents, and answer what they ask you to sign",
	"scope.resource.pipeline": "Look through the catalog and run its operations",
	"scope.resource.account": "See your credits and apps at the service",

	// Account with the service.
	"account.stopped": "The sign-in has changed. Nothing was done.",
	"account.later":
		"The service could not be asked now, or its answer can’t be read. Nothing was changed; try again.",
	"account.sign-in":
		"Your account with the service needs a sign-in of its own, or a new one. Nothing was read or paid; sign in for the account in Settings.",
	"account.patience":
		"The service asked for patience. Nothing was asked now; try again in {seconds, number} s.",
	"account.app-unknown": "This app is not known here yet. Nothing was removed; look it up first.",
	"account.top-up.not-on-screen": "The top-up is not on screen. Nothing was paid.",
	"account.app-not-on-screen": "This app is not the one on screen. Nothing was removed.",
	"account.apps.not-offered":
		"The list of apps is not offered by this service. An app can be looked up by its number all the same.",
	"account.apps.unreadable":
		"The list of apps has a form that this Countersign can’t read. An app can be looked up by its number all the same.",
	"account.apps.unknown":
		"This app is not known here yet. Nothing was removed; read the list, or look the app up by its number first.",
	"account.apps.wrong-name": "What was typed is not the app’s name. Nothing was removed.",
	"account.apps.busy": "This app is being removed already. Wait for the answer.",
	"account.apps.unclear":
		"The answer did not come, or can’t be read: whether the app was removed is not known. The list is read again; look there before you try again.",
	"account.apps.gone": "The service does not have this app for you any more. Nothing was removed now.",
	"account.apps.too-many": "Too many apps are shown already. Nothing was changed; read the list again.",
	"account.apps.stopped": "The sign-in has changed. What became of this is shown after signing in again.",
	"account.apps.left-out":
		"{count, number} of the listed apps can’t be shown: they have no number and name that this Countersign can read.",
	"account.credit.not-offered":
		"The credit position is not offered by this service for reading. A top-up still works, and its answer shows the position.",
	"account.credit.unreadable":
		"The credit position can’t be read: an amount or a part of it is not what the interface says. It is not shown rather than shown wrong.",
	"account.top-up.same-key":
		"It is not sent again by itself. Try again: the same key is used, so that it is not paid twice.",
	"account.top-up.sending": "The top-up is on its way to the service.",
	"account.top-up.old":
		"It is more than a day old: the service may have forgotten its key. Look at your credit first.",
	"account.top-up.done": "The service took the top-up.",
	"account.top-up.done-unread":
		"The service took the top-up. The position in its answer can’t be read, and is not shown.",
	"account.top-up.limits":
		"A top-up is 0.01 USD to 1,000 USD (1 to 100,000 credits). Nothing was paid; choose an amount in between.",
	"account.top-up.busy": "A top-up is on its way already. Nothing was paid twice; wait for its answer.",
	"account.top-up.open":
		"Whether an earlier top-up was taken is not known. Nothing was paid now; try that one again first, with its own key.",
	"account.top-up.none": "There is no top-up to be tried again. Nothing was paid.",
	"account.top-up.patience": "The service asks for patience. Nothing was paid by this try; try again later.",
	"account.top-up.not-offered": "This service does not offer top-ups. Nothing was paid.",
	"account.top-up.unsent": "The service could not be reached. Nothing was sent or paid; try again later.",
	"account.top-up.unclear":
		"The answer to this top-up did not come, or can’t be read: whether the service took it is not known.",
	"account.top-up.closed":
		"Countersign was closed before the answer to this top-up came: whether the service took it is not known.",
	"account.top-up.clash":
		"The service says that something is in the way of this top-up, perhaps its own first try. Whether it was taken is not known.",
	"account.top-up.wait": "It asked to wait; {seconds, number} s are left.",

	// Calls to the service: outcome, meaning for the funds, next step.
	"service.offline":
		"The service can’t be reached. Nothing new can arrive or be sent; your funds are not touched. Countersign tries again by itself.",
	"service.insecure":
		"Whoever answers at the service’s address could not prove to be the service. Nothing was sent, not even your token. Check the address, this computer’s date and the network; Countersign tries again by itself.",
	"service.timeout":
		"The service did not answer in time. Whether it took the request is not known yet; Countersign asks again with the same key, so nothing happens twice.",
	"service.unauthorized":
		"The service does not accept your sign-in. Nothing can arrive or be sent until you sign in again in Settings, or paste another token there; your funds are not touched.",
	"service.payment-required":
		"The service wants a payment before it does this. Nothing was done and nothing was paid: Countersign makes no such payment by itself. Pay where the service tells you to, then try again; the same key is used, so that it is not done twice.",
	"service.forbidden":
		"The service does not allow this for your sign-in. Nothing was done; sign in again in Settings and allow it, or ask the service for access.",
	"service.not-found": "The service does not have this, or does not offer it. Nothing was done.",
	"service.not-offered":
		"This service does not offer this. Nothing was done, and your funds are not touched.",
	"service.conflict":
		"The service says that something changed in between. Nothing was done; look at it again.",
	"service.gone":
		"The service no longer holds this place in the conversation. Countersign reads it again as a whole.",
	"service.invalid-cursor":
		"The service does not know this place in the conversation. Countersign reads it again as a whole.",
	"service.unprocessable":
		"The service understood the request and refused it. Nothing was done; look at it again before another try.",
	"service.rate-limited":
		"The service asks for patience. Countersign tries again when it said; your funds are not touched.",
	"service.server":
		"The service has a fault of its own. Countersign tries again by itself; your funds are not touched.",
	"service.unreadable":
		"The service’s answer can’t be read. It is not used, and nothing is signed from it; Countersign asks again.",
	"service.more-without-news":
		"The service says that more follows, and sends nothing new. Requests of this conversation may be missing; Countersign asks again at a calm pace.",
	"service.refused": "The request was refused. Nothing was done.",
	"service.status.senseless":
		"The service could not make sense of the request. Nothing was done; if it stays so, this service may need a newer Countersign.",
	"service.status.not-offered-here":
		"This service does not offer this here. Nothing was done, and your funds are not touched.",
	"service.status.proxy":
		"A proxy between here and the service asks for a sign-in. Nothing was sent on; set up this computer’s proxy. Your funds are not touched.",
	"service.status.too-large": "The service finds the request too large. Nothing was done; make it shorter.",
	"service.status.legal": "The service may not do this for legal reasons, as it says. Nothing was done.",
	"service.status.network-sign-in":
		"The network asks for a sign-in before it lets anything through. Nothing was sent on; sign in to the network. Your funds are not touched.",
	"service.code.app-key-required":
		"This app is private and wants a key of its own. Nothing was done; choose another app, or ask its maker for access.",
	"service.code.app-key-not-scoped":
		"This app’s key does not cover what was asked. Nothing was done; ask its maker for access.",
	"service.code.insufficient-scope":
		"Your sign-in does not allow this. Nothing was done; sign in again in Settings and allow it.",
	"service.code.csrf-failed":
		"The service took the request for one that a web page forged, and refused it. Nothing was done; sign in again in Settings.",
	"service.code.app-not-found": "The service does not know this app. Nothing was done; choose another one.",
	"service.code.app-inactive":
		"This app is switched off at the service. Nothing was done; choose another one.",
	"service.code.session-not-found":
		"The service does not have this conversation for the sign-in in use. Nothing was done; what is stored here stays.",
	"service.code.busy":
		"The service is still at work on the turn before. Nothing was started; wait for its end, or stop it, and send again.",
	"service.code.revised":
		"The service has another revision of this request by now. Nothing was done by this answer; look at the request again.",
	"service.code.signing-denied":
		"The service’s rules do not allow signing this. Nothing was prepared, signed or sent. Choose another way of sending, or another account, and ask again.",
	"service.code.broadcaster-incompatible":
		"The chosen way of sending does not go with this request. Nothing was prepared, signed or sent. Choose another way of sending, or another account, and ask again.",
	"service.code.broadcaster-unsupported-for-chain":
		"The chosen way of sending is not there for this chain. Nothing was prepared, signed or sent. Choose another way of sending, or another account, and ask again.",
	"service.code.signing-unbound-wallet":
		"The service does not know the account as one of yours. Nothing was prepared, signed or sent. Choose another way of sending, or another account, and ask again.",
	"service.code.signing-svm-account-link-required-for-hosted":
		"The service sends for a Solana account only after it was linked there. Nothing was prepared, signed or sent. Choose another way of sending, or another account, and ask again.",
	"service.code.idempotency-conflict":
		"The service has seen this request’s key with other content. Nothing was done by this one; look at what became of the first before you try anew.",
	"service.network.dns":
		"The service can’t be reached: its name can’t be found. This computer is offline, or the address is wrong. Nothing was sent; your funds are not touched. Countersign tries again by itself.",
	"service.network.refused":
		"The service can’t be reached: nothing answers at its address. Nothing was sent; your funds are not touched. Countersign tries again by itself.",
	"service.network.reset":
		"The service can’t be reached: the connection broke off. Whether it took what was sent is not known yet; Countersign asks again with the same key, so nothing happens twice.",
	"service.network.unreachable":
		"The service can’t be reached: the network is down, or blocks it. Nothing was sent; your funds are not touched. Countersign tries again by itself.",
	"service.page":
		"The service sent a page of this conversation that can’t be read ({reason}), so nothing new of it can be shown. Nothing is signed from it; Countersign asks again.",
	"service.support": "For the service’s support: request {id}.",
	"service.stated": "The service’s own words: “{text}”",
	"service.redirected":
		"The service’s address leads to another place. Nothing was used; correct it in Settings.",
	"service.missing-scope": "Missing: {scope}.",
	"service.calls-it": "The service calls it “{code}”.",
	"service.web-page": "A web page came in place of data: something on the way may have answered.",
	"service.wait.seconds": "It asks to wait {seconds, plural, one {# second} other {# seconds}}.",
	"service.wait.minutes": "It asks to wait {minutes, plural, one {# minute} other {# minutes}}.",
	"service.id.unusable":
		"The service uses an id that can’t be called at it: “{id}”. Nothing was sent, and your funds are not touched. Tell the service’s support.",
	"service.address.unreadable":
		"The service’s address can’t be read. Nothing was sent; correct it in Settings.",
	"service.address.insecure":
		"The service’s address must begin with https:// (http:// only on this computer). Nothing was sent; correct it in Settings.",
	"service.no-token": "You are not signed in here, so nothing can arrive or be sent. Sign in under Settings.",
	"service.answer-too-large":
		"The service’s answer is too large to be read safely. It is not used; Countersign asks again.",
	"service.not-data":
		"The service’s address answered with something else than data, such as a sign-in page of the network. It is not used; Countersign asks again. Check network and address if it stays so.",

	// Following a conversation, and the outcome of sent messages.
	"session.change.not-offered":
		"This service does not offer renaming or archiving conversations. Nothing was changed; the conversation goes on as it is.",
	"session.change.unsent":
		"The service does not know this conversation yet, so it can’t be renamed or archived. Send a message first.",
	"session.change.gone":
		"The service does not have this conversation any more, so nothing was changed. What was read of it stays here.",
	"session.change.twice": "The last change of this conversation is still on its way. Wait for its answer.",
	"session.turn.too-old":
		"A message was sent long ago and its answer never came; it may or may not have reached the agent. It is not sent again; look at the conversation before you write it anew.",
	"session.turn.on-its-way":
		"The last message of this conversation is still on its way. Nothing was sent twice; wait for its answer.",
	"session.turn.length":
		"A message has 1 to 32,000 characters. Nothing was sent; change it and send it again.",
	"session.turn.closed": "Countersign was closed before the answer came.",
	"session.live": "Following live.",
	"session.polling": "Following by regular requests; the live connection is blocked on the way.",
	"session.watching": "Watching for news.",
	"session.connecting": "Connecting to the service.",
	"session.own-fault":
		"Countersign met a fault of its own while reading the service. Nothing was signed; it tries again.",
	"session.misplaced":
		"The service sent something under a number that was past already. It is taken all the same, but the order here may be wrong: check a request of this conversation with care.",
	"session.fault":
		"The service sent something that breaks its own rules ({fault}). That part is left out; the rest goes on, and nothing is signed from it.",
	"session.fault.unknown":
		"The service sent something that breaks its own rules (unknown). That part is left out; the rest goes on, and nothing is signed from it.",

	// Home.
	"home.token.scale-changes": "Shows amounts by another factor from {at} on. What you hold stays the same.",
	"home.token.scale-unread": "How it scales amounts can’t be read: base units are shown.",
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

	// States of an inbox entry.
	"inbox.note.answered": "Answered",
	"inbox.note.answered-elsewhere": "Answered on another device",
	"inbox.note.confirmed": "Confirmed",
	"inbox.note.expired": "Expired",
	"inbox.note.failed": "Failed",
	"inbox.note.other-transaction": "The chain holds another transaction than the reviewed one",
	"inbox.note.other-wallet.handles": "Another wallet is handling it",
	"inbox.note.other-wallet.on-chain": "Another wallet has sent it; on the chain",
	"inbox.note.other-wallet.sent": "Another wallet has sent it",
	"inbox.note.rejected": "Rejected",
	"inbox.note.rejecting": "Rejected; not sent yet",
	"inbox.note.service-says": "{note} (the service says: {code})",
	"inbox.note.unanswered": "Done on the chain; the service did not take the answer",
	"inbox.note.unreadable": "Can’t be read: {reason}",
	"inbox.note.unsigned": "Ended without a signature; the service waits in vain",
	"inbox.note.waits-for-step": "Waits for the step before it",

	// Answers and failures of the user’s own RPC.
	"chain.unreachable":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} could not be reached, or gave no answer. Check its address in Settings or try again.",
	"chain.busy":
		"{family, select, svm {Your Solana RPC is} other {Your RPC is}} busy: it takes no more requests just now. Try again in a moment, or set another one in Settings.",
	"chain.too-large":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} answered with more than Countersign reads. Try again, or set another one in Settings.",
	"chain.not-text":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} answered with something that is not text. Check its address in Settings.",
	"chain.not-json":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} gave an answer that can’t be read (not JSON). Check its address in Settings; nothing was sent to the chain.",
	"chain.http-status":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} failed (HTTP {status}). Check its address in Settings or try again; nothing was sent to the chain.",
	"chain.simulation-too-large":
		"What {family, select, svm {your Solana RPC} other {your RPC}} tells of this is more than is read.",
	"chain.simulation-too-slow": "It takes longer to run than an RPC is given.",
	"chain.simulation-not-of-this":
		"{family, select, svm {your Solana RPC} other {your RPC}} can simulate, and can’t simulate this. {fault}",
	"chain.unusable": "What your RPC answered could not be used.",
	"chain.request-changed": "The request changed while your RPC was asked about it.",
	"chain.not-kept": "not kept in a saved review",
	"chain.refused-transaction": "Your RPC refused the transaction: {why}",
	"chain.evm.no-revocation-told": "This RPC does not say whether the attestation was revoked.",
	"chain.evm.step-not-counted":
		"Your RPC does not count the step before this one yet (next nonce {next}, awaited {awaited}). Nothing is signed yet.",
	"chain.evm.unreadable": "Your RPC answered {method} with something unreadable.",
	"chain.evm.refused": "Your RPC refused {method}: {said}",
	"chain.evm.not-a-token": "The contract does not answer {what} as a token does.",
	"chain.evm.impossible-decimals": "The contract states decimals that can’t be.",
	"chain.evm.no-spender": "No spender to ask for.",
	"chain.evm.no-l1-fee": "This chain did not say what it charges for L1 data.",
	"chain.evm.no-base-fee": "This chain states no base fee.",
	"chain.evm.other-chain": "Your RPC is of another chain.",
	"chain.evm.no-allowance-told": "The contract does not answer how much is allowed as a token does.",
	"chain.evm.other-steps": "Your RPC simulated another number of steps than it was asked for.",
	"chain.evm.too-much-data": "It holds more data than a node passes on.",
	"chain.evm.unaskable": "What it calls can’t be put to an RPC.",
	"chain.evm.silent-transfers": "Your RPC does not tell what native coin moves.",
	"chain.evm.not-offered": "Your RPC does not offer {method}.",
	"chain.evm.too-much-at-once": "This is more than an RPC is asked to simulate at once.",
	"chain.evm.more-gas-than-a-block": "It asks for more gas than a whole block has.",
	"chain.evm.no-simulation": "Your RPC can’t simulate: it offers neither eth_simulateV1 nor debug_traceCall.",
	"chain.evm.too-many-changes": "It changes more accounts than can be handed to the step after it.",
	"chain.evm.wrong-chain":
		"Your RPC for chain {chainId} is of chain {said}. Nothing was sent; correct its address in Settings.",
	"chain.evm.no-rpc": "No RPC is set for {chain}. Nothing was signed or sent; add one in Settings.",
	"chain.evm.too-little-gas": "Its gas limit is less than every transaction costs.",
	"chain.evm.insufficient-funds": "The account has less than the value that is to be sent, with the fee.",
	"chain.svm.unreadable": "Your Solana RPC answered {method} with something unreadable.",
	"chain.svm.refused": "Your Solana RPC refused {method}: {said}",
	"chain.svm.unclear-size": "Your Solana RPC answered with an account whose size is unclear.",
	"chain.svm.other-accounts": "Your Solana RPC answered with another number of accounts than asked.",
	"chain.svm.unreadable-table": "Your Solana RPC answered with a lookup table that can’t be read.",
	"chain.svm.unreadable-inner": "Your Solana RPC answered with an inner instruction that can’t be read.",
	"chain.svm.unreadable-transaction": "Your Solana RPC answered with a transaction that can’t be read.",
	"chain.svm.older-slot": "Your Solana RPC answered with a simulation on an older slot than was asked for.",
	"chain.svm.too-many-tables": "This names more lookup tables than a transaction can have.",
	"chain.svm.too-many-in-simulation": "This names more accounts than a Solana RPC can be asked about.",
	"chain.svm.too-many-accounts": "There are too many accounts to ask for.",
	"chain.svm.unbuildable":
		"The request’s instructions can’t be built into a Solana transaction. Nothing was signed.",
	"chain.svm.no-fee":
		"Your Solana RPC states no fee: the transaction’s blockhash is not known or has expired.",
	"chain.svm.no-address": "This is not a Solana address.",
	"chain.svm.other-cluster": "Your RPC is of another cluster.",
	"chain.svm.no-transaction": "This is not a Solana transaction. Nothing was sent.",
	"chain.svm.other-signature":
		"Your Solana RPC answered with the signature of another transaction. Whether yours was sent is unclear.",
	"chain.svm.two-tables":
		"Your two Solana RPCs do not say the same of the lookup table {address}, so who its accounts are is not known. Nothing was signed; correct their addresses, or reject the request.",
	"chain.svm.wrong-cluster":
		"Your RPC for {chain} is of another cluster (genesis {genesis}). Nothing was sent; correct its address in Settings.",
	"chain.svm.unknown-cluster":
		"Countersign does not know the Solana cluster {cluster}. Nothing was signed or sent.",
	"chain.svm.no-rpc": "No RPC is set for {chain}. Nothing was signed or sent; add one in Settings.",
	"chain.svm.no-genesis":
		"The genesis hash of {chain} is not known. Nothing was signed or sent; set its RPC again in Settings.",
	"chain.svm.error.no-sol": "The fee payer has no SOL.",
	"chain.svm.error.processed-before": "It was processed before.",
	"chain.svm.error.blockhash-gone": "Its blockhash is not known any more.",
	"chain.svm.error.too-little-for-fee": "The fee payer has too little SOL for the fee.",
	"chain.svm.error.no-program": "It calls a program that does not exist.",
	"chain.svm.error.signature": "A signature does not hold.",
	"chain.svm.error.no-table": "It uses a lookup table that does not exist.",
	"chain.svm.error.no-place": "It uses a place of a lookup table that does not exist.",
	"chain.svm.error.instruction": "Instruction {number} failed with {error}.",
	"chain.svm.error.instruction-own": "Instruction {number} failed with its own error {code}.",
	"chain.svm.error.rent": "It would leave an account with too little SOL to exist.",
	"chain.svm.error.unknown": "The chain says {error}.",

	// Rules.
	"guard.accounts": "Accounts of a Ledger that you did not add, and that don’t count as yours: {addresses}.",
	"guard.blind-signing": "Signing a bare hash was turned on. It counts as off.",
	"guard.chains": "Another RPC than the one that you set is asked on {chains}.",
	"guard.contacts": "Contacts that you did not add, and that don’t count as contacts: {addresses}.",
	"guard.few.more": "{items} and {count, number} others",
	"guard.names": "Addresses with a name that you did not give; it is not shown: {addresses}.",
	"guard.rules-unknown":
		"What your rules were is not known: the seal over them was taken away, or is of another vault. Look at each rule, and at contacts, accounts and networks.",
	"rule.addresses": "{count, plural, one {# address} other {# addresses}}",
	"rule.budget": "{rule}: {spent} of {most} in 24 hours",
	"rule.budget.unknown": "{rule}: not known of {most}",
	"rule.amount": "{amount} {symbol}",
	"rule.amount.units": "{amount} units",
	"rule.blocks": "Block {app}",
	"rule.blocked-app": "Approve nothing{where}.",
	"rule.blocked-recipient": "Let nothing go to {whom}{where}.",
	"rule.blocked-recipients.name": "Blocked recipients",
	"rule.changed-outside":
		"Your rules were changed outside of Countersign, so nothing can be approved. Open Settings → Signing → Rules, and confirm the change with your password or undo it.",
	"rule.contracts": "Call only {which}{where}.",
	"rule.contracts.none": "Call no contract at all{where}.",
	"rule.day.friday": "Friday",
	"rule.day.monday": "Monday",
	"rule.day.saturday": "Saturday",
	"rule.day.sunday": "Sunday",
	"rule.day.thursday": "Thursday",
	"rule.day.tuesday": "Tuesday",
	"rule.day.wednesday": "Wednesday",
	"rule.days.all": "every day",
	"rule.days.more": "{first}, {second}, {third} and {count, number} more",
	"rule.days.week": "Monday to Friday",
	"rule.days.weekend": "Saturday and Sunday",
	"rule.fault.amount-unknown":
		"how much it can spend is not known: neither decoding nor your own simulation tells all that it does.",
	"rule.fault.app-blocked": "it blocks this app.",
	"rule.fault.app-unknown": "it blocks an app, and this request doesn’t say of which app it is.",
	"rule.fault.book-unreadable": "your address book can’t be read.",
	"rule.fault.contract": "it calls {address}, which the rule does not allow.",
	"rule.fault.contracts-unknown": "which contracts it speaks to is not known.",
	"rule.fault.day-unknown": "what was spent in the last 24 hours is not known, or has no limit.",
	"rule.fault.hours": "it allows approvals only {hours} ({timeZone}).",
	"rule.fault.ledger.above":
		"it can spend {amount}, more than {above}, and this account’s key is not on a Ledger.",
	"rule.fault.ledger.amount-unknown":
		"how much it can spend is not known, and this account’s key is not on a Ledger.",
	"rule.fault.ledger.no-limit": "it approves unlimited {symbol}, and this account’s key is not on a Ledger.",
	"rule.fault.no-limit": "it approves unlimited {symbol}.",
	"rule.fault.not-simulated": "your own simulation has not shown what it does.",
	"rule.fault.over-day":
		"it can spend {amount}, with fees and allowances, after {before} in the last 24 hours; the rule allows {most}.",
	"rule.fault.over-once":
		"it can spend {amount}, with fees and allowances; the rule allows {most} in one transaction.",
	"rule.fault.permissions-unknown": "which approvals it gives is not known: not all of it can be decoded.",
	"rule.fault.recipient": "{address} would get something, and the rule does not allow it.",
	"rule.fault.recipient-blocked": "it blocks {address}.",
	"rule.fault.recipients-unknown": "who gets what leaves is not known: not all of it can be decoded.",
	"rule.fault.simulation-differs": "your own simulation does not agree with what the service declares.",
	"rule.fault.spender": "it approves {address}, which the rule does not allow.",
	"rule.fault.unlimited": "it approves {spender} to spend unlimited {token}.",
	"rule.fault.worth.differs": "your two RPCs disagree on the price of {asset}, so its worth is not known.",
	"rule.fault.worth.no-feed": "no price feed is known for {asset} here, so its worth counts as too much.",
	"rule.fault.worth.no-price": "no fresh price of {asset} is known, so its worth counts as too much.",
	"rule.fault.worth.one-rpc":
		"one RPC alone tells the price of {asset}. Add a limit in {asset}, or a second RPC.",
	"rule.gone-or-looser": "This rule is gone, or looser now: “{name}”. {sentence}",
	"rule.hours": "from {from} to {to}{overnight, select, true { the next day} other {}}, {days}",
	"rule.it": "tokens",
	"rule.ledger-above": "More than {amount} only with a Ledger{where}.",
	"rule.malformed.choose-addresses": "Name at least one address to block.",
	"rule.malformed.choose-apps": "Choose the apps to block.",
	"rule.malformed.choose-chains": "An amount belongs to chains: choose them.",
	"rule.malformed.decimals": "The native coin has other decimals.",
	"rule.malformed.families": "An amount can’t be of Ethereum chains and of Solana at once.",
	"rule.malformed.hours": "The hours end when they begin.",
	"rule.malformed.same-id": "Two rules have one id.",
	"rule.malformed.token-elsewhere": "This token is not of these chains.",
	"rule.no-unlimited": "Never approve unlimited spending{where}.",
	"rule.nobodys-request":
		"Whose request this is can’t be told, so your rules can’t be held against it. Reject the request.",
	"rule.not-kept": "These rules can’t be kept: {fault} Nothing was saved.",
	"rule.not-kept.part-missing": "a part is missing",
	"rule.not-looked-at":
		"Whether your rules are as you left them is not known before you unlock your vault. Unlock it to approve.",
	"rule.one-of.four": "{first}, {second}, {third} or {fourth}",
	"rule.one-of.more": "{first}, {second}, {third} or {count, number} more",
	"rule.one-of.three": "{first}, {second} or {third}",
	"rule.one-of.two": "{first} or {second}",
	"rule.only-hours": "Only {hours}{where}.",
	"rule.quoted": "“{name}”",
	"rule.recipients": "Pay only {whom}{where}.",
	"rule.simulated": "Only where your own simulation agrees with the service{where}.",
	"rule.spend-day": "At most {amount} in 24 hours{where}, for each account and network.",
	"rule.spend-once": "At most {amount} in one transaction{where}.",
	"rule.spenders": "Approve only {whom} as spenders{where}.",
	"rule.spenders.none": "Approve no spender{where}.",
	"rule.stops":
		"Your rule “{name}” stops this: {fault} You can {waiting, select, true {wait, } other {}}change the rule in Settings → Signing → Rules, or reject the request.",
	"rule.unreadable":
		"Your rules can’t be read, so nothing is approved. Open Settings → Signing → Rules to write them anew; that takes your password.",
	"rule.where":
		"{ofAccounts, select, true { from {accounts}} other {}}{ofChains, select, true { on {chains}} other {}}{ofApps, select, true { for {apps}} other {}}",
	"rule.worth-day": "At most {amount} in 24 hours{where}, for each account, all networks together.",
	"rule.worth.no-feed": "No price feed is known on {chain}: choose other networks.",
	"rule.worth.one-rpc":
		"One RPC alone tells prices on {chain}, and could lie. Add a limit in {coin} there first, or a second RPC.",
	"rule.your-accounts": "your own accounts",
	"rule.your-contacts": "your contacts",

	// Address book and its files.
	"book.an-own-account": "one of your own accounts",
	"book.checksum": "The checksum of this address is wrong: at least one character is not as it was written.",
	"book.evm-form": "An EVM address is 0x and 40 hex digits.",
	"book.family": "The family is evm or svm.",
	"book.file.cells": "It has {count, plural, one {# cell} other {# cells}} and needs three.",
	"book.file.full": "The address book takes {most} contacts, and is full here.",
	"book.file.header":
		"The first line must be “family,address,label”, with commas between. Nothing was imported.",
	"book.file.open-quote": "A quotation mark is never closed; the file was read no further.",
	"book.file.repeated": "Line {line} has this address already.",
	"book.file.stray-quote": "A quotation mark stands where none may; the file was read no further.",
	"book.file.too-large": "The file is too large. Nothing was imported.",
	"book.file.too-many-lines": "The file has more than {most} lines; it was read no further.",
	"book.look-alike":
		"This address looks like that of “{whom}” ({address}) at both ends, but it is another one. Compare every character.",
	"book.name-address": "A name can’t be an address itself.",
	"book.name-letter": "A name needs a letter or a digit.",
	"book.name-missing": "A contact needs a name.",
	"book.name-too-long": "A name has at most {most, number} characters.",
	"book.name-unseen": "This name holds characters that can’t be seen.",
	"book.nothing-saved": "Nothing was saved.",
	"book.own-account": "This is one of your own accounts.",
	"book.same-name": "“{name}” ({address}) has this name, or one that looks like it.",
	"book.svm-form": "A Solana address is 32 bytes in base58: 32 to 44 letters and digits.",
	"book.system-program": "This is the system program: what is sent there is lost.",
	"book.would-rename": "This address is in your address book as “{name}”. It would get the new name.",
	"book.zero-address": "This is the zero address: what is sent there is lost.",

	// Contacts and their import.
	"book.csv": "Comma-separated values",
	"book.full": "The address book takes {most, number} contacts, and is full. Nothing was saved.",
	"book.gone": "This contact is not here any more. Nothing was saved.",
	"book.look-first": "Look at this before you save it. Nothing was saved yet.",
	"book.no-file": "No file was chosen. Nothing was imported.",
	"book.file-gone": "This file is no longer waiting. Nothing was imported.",
	"book.changed":
		"Your address book changed since the file was read. Nothing was imported; import it once more.",

	// Tokens, sign-ins and environments.
	"identity.token.environment": "Given by the environment, for development.",
	"identity.token.environment-only":
		"A token is given by the environment, for development, and used for everything. Nothing was done.",
	"identity.token.somebody-else":
		"This token is of somebody else than the sign-ins of this environment. It was not kept. Sign out of everything first, or paste a token of the same person.",
	"identity.vault-locked":
		"Your sign-in here is kept under your vault’s key, and the vault is locked. Unlock it first; nothing was changed.",
	"identity.no-service": "No service was chosen yet. Choose an environment first.",
	"identity.less-granted":
		"The service gave less than was asked for. What is missing can’t be done here; sign in again to ask for it.",
	"identity.no-environment": "There is no such environment. Nothing was changed.",
	"identity.address-by-environment":
		"The service’s address is given by the environment, for development. Nothing was changed.",
	"identity.same-address":
		"There is an environment with this address already: {name}. Change that one; nothing was saved.",
	"identity.another-address":
		"Another address is another environment, with sign-ins and conversations of its own. Add it as a new one; nothing was changed.",
	"identity.same-name":
		"An environment is called {name} already. Give this one another name; nothing was saved.",
	"identity.wrong-sign-in":
		"What the sign-in of {environment} gives is good there: sent to another address, whoever answers at it could act as you. Use that service’s own address, or another sign-in address; nothing was saved.",
	"identity.no-sign-in": "No sign-in is going on.",
	"identity.no-link": "There is no link to open now. Start the sign-in again.",
	"identity.built-in": "Production and staging can’t be removed. Nothing was changed.",
	"identity.in-use": "This environment is in use. Choose another one first; nothing was changed.",
	"identity.token.none": "No token is held.",
	"identity.token.not-written": "Kept in memory until Countersign quits: it could not be written to disk.",
	"identity.token.unreadable":
		"What was kept can’t be read by this version, so you are signed out here. It was not deleted. Sign in again.",
	"identity.kept.keychain": "Kept by this system’s keychain.",
	"identity.kept.vault":
		"Kept under your vault’s key: after Countersign starts, unlock the vault once and you are signed in again.",
	"identity.kept.locked":
		"Your sign-in is kept under your vault’s key, and the vault is locked. Nothing can arrive or be sent until you unlock it; your funds are not touched.",
	"identity.kept.unreadable":
		"What was kept can’t be opened any more, so you are signed out here. It was not deleted. Sign in again, or paste the token again.",
	"identity.kept.not-by-keychain": "the system’s keychain could not keep it.",
	"identity.kept.no-keychain":
		"this system offers no keychain that could be trusted, and the vault is locked. Unlock it, and it is kept.",
	"identity.kept.in-memory": "Kept in memory until Countersign quits: {why}",

	// Catalog and Builds.
	"build.action.evm": "{label}: to {to} on chain {chain}, {wei} wei, {data}",
	"build.action.data": "{bytes} bytes of data",
	"build.action.data.unreadable": "data that can’t be read",
	"build.action.instruction": "{label}: program {program} on {cluster}",
	"build.action.transaction":
		"{label}: {count, plural, one {# instruction} other {# instructions}} on {cluster}",
	"build.action.unknown": "An action of a kind that this version does not know",
	"build.more-rows": "{count} more rows are not shown; the Build’s own text holds them.",
	"build.too-large": "This Build is larger than 2 MB. It is not opened.",
	"build.kept": "The Build stays as it was, and nothing was signed.",
	"build.family-unknown":
		"Countersign does not know which chain family these actions belong to, so it can’t tell where to send the Build. A newer Countersign may.",
	"build.working": "The service is at work on this Build.",
	"build.committed": "This Build has been committed.",
	"build.unclear":
		"Whether this Build was committed is not known. Commit it again first: with the same key, it happens only once.",
	"build.expired": "This Build has expired. Run its operation again.",
	"build.no-simulation": "This Build holds no simulation. Simulate it first.",
	"build.not-simulated":
		"The service could not simulate this Build, so it can’t be committed. Simulate it again.",
	"build.simulation-failed": "The service’s simulation failed. This Build can’t be committed.",
	"build.guard-failed": "A guard of the service did not pass. This Build can’t be committed.",
	"build.simulate-first": "Only a simulated Build can be committed. Simulate it first.",
	"build.expired.uncommitted": "This Build has expired. Nothing was committed; run its operation again.",
	"build.gone": "This Build is not open any more. Nothing was done.",
	"build.from-file":
		"Opened from a file. The service checks its attestation when it is simulated or committed.",
	"build.commit-unclear":
		"Whether the service committed this Build is not known. Try again: with the same key, it happens only once.",
	"build.simulate-again": "The Build stays as it was, and nothing was signed. Simulate it again.",
	"build.not-kept":
		"The service took the Build, but what it asks for could not be kept. Commit it again: it happens only once.",
	"build.not-sent": "The Build was not sent, and nothing was committed.",
	"build.carried.nobody":
		"The service took the Build, and leaves the rest to you: what it asks for waits in the inbox under “Committed Builds”. Review it there and sign it, or not; Countersign submits it by itself, and no answer goes to the service.",
	"build.carried.session":
		"The service took the Build and carries it on in a conversation: what it asks for appears there and in the inbox, where you review and sign it, or not.",
	"build.carried.cohort":
		"The service took the Build and keeps its steps as commits of their own: they wait in the inbox, where you review and sign them, or not.",
	"build.carried.unclear":
		"The service took the Build, but its answer does not say who carries out what it asks for. Nothing of it can be signed here, and nothing was signed.",
	"build.not-followed":
		"The service took the Build and keeps its steps as commits that Countersign can’t follow. Nothing of it can be signed here, and nothing was signed.",
	"build.nothing-asked": "The service took the Build and asks for nothing: there is nothing to sign.",
	"build.not-offered":
		"The service’s catalog does not lead to this chain family, so that the Build can’t be sent there. Nothing was done.",
	"build.another-digest": "This is not the Build that you saw: its digest is another. Nothing was committed.",
	"build.file": "Portable Build",
	"build.none-in-file": "This file holds no Build that Countersign can read. Nothing was opened.",
	"build.wait": "The service is at work on this Build. Wait for its answer.",
	"build.closed": "This Build is not open any more.",
	"build.not-on-screen": "This Build is not the one on screen. Nothing was committed.",
	"catalog.sign-in":
		"The pipeline needs a sign-in of its own. Sign in for it in Settings; nothing was read or run, and your funds are not touched.",
	"catalog.lost.offline": "The service can’t be reached.",
	"catalog.lost.insecure": "Whoever answers at the service’s address could not prove to be the service.",
	"catalog.lost.timeout": "The service did not answer in time.",
	"catalog.lost.server": "The service has a fault of its own.",
	"catalog.lost.unreadable": "The service’s answer can’t be read.",
	"catalog.json.too-deep": "This JSON is nested too deeply, or holds too many values. It is not used.",
	"catalog.json.proto": "A member of this JSON is named __proto__. It is not used.",
	"catalog.json.none": "This is not JSON. It is not used.",
	"catalog.json.twice":
		"A member stands twice in one object of this JSON ({name}), so that two readers could read it differently. It is not used.",
	"catalog.listing.circle": "The service’s pages go round in a circle; the listing ends here.",
	"catalog.operation.commit":
		"A commit is never run from here: open its Build, and commit that in the window for approvals. Nothing was run.",
	"catalog.operation.elsewhere":
		"The service’s own description of this operation leads to another place. It is not run.",
	"catalog.input.no-object": "The input must be one JSON object. Nothing was sent.",
	"catalog.open-again": "Nothing was changed; open it again in a moment.",
	"catalog.no-link": "The service gave no such link. Nothing was read.",
	"catalog.opened-meanwhile": "Something else was opened meanwhile.",
	"catalog.no-more": "There are no more entries to ask for.",
	"catalog.asking": "The service is being asked already.",
	"catalog.operation.gone": "This operation is not open any more. Open it again; nothing was run.",
	"catalog.operation.running": "This operation is running. Wait for its answer; nothing more was sent.",
	"catalog.operation.unclear":
		"Whether it ran this operation is not known. Nothing was signed; look before you run it again.",
	"catalog.operation.not-run": "The operation was not run. Run it again in a moment.",
	"catalog.operation.needs-id":
		"For an app that the service hosts, it needs the application’s id: enter it and run the operation again.",
	"build.made-by": "Made by {operation}",
	"catalog.wait": "It asks to wait {seconds, plural, one {a second} other {# seconds}}.",
	"catalog.own-fault": "Countersign met a fault of its own.",
	"catalog.patience": "The service asks for patience.",
	"build.unreadable": "This is no Build that Countersign can read ({where}). It is not opened.",
	"build.unreadable.shape": "its shape",
	"build.answer.none": "The service’s answer to the simulation holds no Build.",
	"build.answer.no-outcome": "The service’s answer does not say how the simulation went.",
	"build.answer.digest":
		"The service answered with another digest than the Build has that was sent. The answer is not used.",
	"build.answer.actions":
		"The service answered with other actions than the Build has that was sent. The answer is not used.",
	"build.answer.origin":
		"The service answered with another origin than the Build has that was sent. The answer is not used.",
	"build.answer.version":
		"The service answered with another version than the Build has that was sent. The answer is not used.",
	"build.too-many":
		"{most, number} Builds may be open at once, and 4 MB of them. This one finds no room. Close one first.",
	"build.too-much":
		"The service asks for more than {most, number} things at once, or for more text than anybody reads. Nothing of it can be signed here, and nothing was signed.",
	"build.answer.another": "The service’s answer is not that of this Build’s commit.",
	"catalog.listing.full": "Only the first {most, number} entries are shown.",
	"catalog.listing.elsewhere":
		"The service’s link to more entries leads elsewhere ({link}) and is not followed.",
	"catalog.operation.method": "The service wants this to be run by {method}, which Countersign does not do.",
	"catalog.input.not-sent": "Nothing was sent.",
	"catalog.input.missing": "{where}: “{name}” is missing.",
	"catalog.input.not-known": "{where}: “{name}” is not known here.",
	"catalog.input.fault": "{where}: {fault}",
	"catalog.input.whole": "The input",
	"catalog.input.more": "And {more, number} more.",
	"catalog.input.unfit": "The input does not fit the operation.",
	"build.not-followed.why":
		"The service took the Build and keeps its steps as commits that Countersign can’t follow. Nothing of it can be signed here, and nothing was signed. ({why})",
} as const;
