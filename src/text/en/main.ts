export const main = {
	"agents.account-gone": "One of these accounts is no longer yours. Open the form again.",
	"agents.changed-outside":
		"Something outside Countersign changed this agent. Confirm or undo the change in Settings → Signing → Rules first.",
	"agents.day-limit": "{name}: a day",
	"agents.door.doubted":
		"Something outside Countersign turned on this access. It stays off until you confirm it in Settings → Signing → Rules.",
	"agents.gone": "This agent was removed.",
	"agents.needs-http": "HTTP access for agents is off. Turn it on in Settings → This computer.",
	"agents.no-call": "This agent hasn’t called yet.",
	"agents.state.approved": "Approved",
	"agents.state.cancelled": "Withdrawn by the agent",
	"agents.state.confirmed": "Confirmed",
	"agents.state.expired": "Expired",
	"agents.state.failed": "Failed",
	"agents.state.refused": "Refused",
	"agents.state.rejected": "Rejected",
	"agents.state.sent": "Sent",
	"agents.state.signed": "Signed",
	"agents.state.waiting": "Waiting",
	"agents.too-many": "You already have {most} agents. Remove one first.",
	"agents.door.not-permitted": "The operating system didn’t let Countersign turn on this access.",
	"agents.door.port-in-use":
		"Another program is using this port. Close that program, or turn this access off and on again.",
	"agents.door.socket-in-use": "Another Countersign is already using this access.",
	"agents.door.stopped": "The agent process keeps stopping. Countersign restarts it every minute.",
	"agents.paste.claude-code":
		"Add this to ~/.claude.json, or to .mcp.json in a project, then start Claude Code.",
	"agents.paste.claude-desktop":
		"Add this to claude_desktop_config.json (Settings → Developer → Edit Config), then restart Claude Desktop.",
	"agents.paste.codex": "Add this to ~/.codex/config.toml.",
	"agents.paste.cursor": "Add this to ~/.cursor/mcp.json.",
	"agents.paste.environment": "Add this to your project’s .env file, and use ETH_RPC_URL as the RPC.",
	"agents.paste.foundry": "Run this in the terminal where you use cast and forge, with --unlocked.",
	"agents.paste.other":
		"Use the lines that your program needs. Keep the secret out of arguments and shared files.",
	"agents.paste.vscode": "Add this to mcp.json (command “MCP: Open User Configuration”).",
	"app.account-last":
		"This is your only account with a key on this computer. Add another one before you remove it.",
	"app.account-removed.reason":
		"The user removed this account from Countersign, so Countersign can’t sign for it.",
	"app.no-account": "This account is no longer in Countersign.",
	"app.no-key-here": "This account’s key isn’t on this computer.",
	"app.no-proof": "This proof is no longer available.",
	"app.nothing-to-restore": "There’s nothing to restore here.",
	"app.secret.left": "You left this page, so Countersign showed nothing.",
	"app.touch.key": "show a private key",
	"app.touch.no": "Touch ID didn’t confirm that it’s you, so Countersign showed nothing.",
	"app.touch.phrase": "show your recovery phrase",
	"app.watch.already": "You’re already watching this address.",
	"app.watch.checksum":
		"The capitalization doesn’t match the checksum, so at least one character is wrong. Check the address.",
	"app.watch.most": "You can watch up to {most} addresses.",
	"app.watch.no-address": "Enter an Ethereum address (0x followed by 40 hex digits) or a Solana address.",
	"app.watch.own": "This is already one of your accounts.",
	"app.exception.gone":
		"The request, your rules or the account changed, or you already requested this exception. No exception was made. Read the review again.",
	"app.key-file": "Key file",
	"app.fault":
		"Countersign hit an internal error and stopped here. Check Activity for anything already in progress. See the log for details.",
	"app.malformed": "Invalid input. Nothing was done.",
	"app.malformed.whole": "The input {fault}. Nothing was done.",
	"app.malformed.part": "{part} {fault}. Nothing was done.",
	"app.no-command": "Unknown command.",
	"app.no-command.desk": "This command isn’t available in this window.",
	"app.no-command.trusted": "This command isn’t available in the trusted window.",
	"app.not-running": "Countersign is still starting.",
	"app.nothing-done": "Nothing was done.",
	"app.permission.gone": "This power is no longer in the list, or can’t be revoked here. Reload the list.",
	"app.phrase-waits": "Write down your new recovery phrase first.",
	"app.powers.too-slow": "Your RPC took too long to respond. Try again later.",
	"app.powers.no-network": "None of these networks is set up. Add one in Settings → Networks.",
	"app.powers.no-owner-index":
		"Your RPC can’t list token accounts by owner. Countersign read only the token accounts from your reviews.",
	"app.powers.unconfirmed":
		"The logs show {count, plural, one {# allowance that} other {# allowances that}} your RPC couldn’t confirm.",
	"app.powers.token-account": "Countersign can’t read the token account.",
	"app.powers.seen-unreadable": "Countersign can’t read its records of past reviews.",
	"app.conversations-anew":
		"The stored sessions {why, select, older {came from an older Countersign} other {were damaged}}, so Countersign is loading them from the service again. Your keys and journal aren’t affected.",
	"app.chain.answered": "Responding",
	"app.chain.answers": "Responding on this network",
	"app.chain.other-chain": "Wrong network: {found} instead of {chain}",
	"app.chain.other-cluster": "Wrong network: not {cluster}",
	"app.own-account-not-blocked": "You can’t block your own account.",
	"app.request-gone": "This request is no longer available.",
	"app.own-accounts-only": "You can name only your own accounts here.",
	"app.actions-misplaced":
		"{count, plural, one {One session} other {# sessions}} delivered a request out of order. It’s still in the inbox. Check it carefully and report it to the service’s support.",
	"app.clock.ahead":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} ahead of the service. If they differ by up to two hours, requests expire by the service’s clock. Set the date and time automatically.",
	"app.clock.behind":
		"This computer’s clock is about {minutes, plural, one {# minute} other {# minutes}} behind the service. If they differ by up to two hours, requests expire by the service’s clock. Set the date and time automatically.",
	"app.last-run-cut":
		"Countersign stopped during {count, plural, one {# approval and has resumed it} other {# approvals and has resumed them}} from the journal. Check the result in Activity.",
	"app.journal.older":
		"An older Countersign wrote the journal, and this version can’t read it. It’s saved as {file}. Every approval in it has ended, so nothing is pending. Countersign doesn’t carry over its Activity, rules or contacts.",
	"app.journal.older-unsettled":
		"An older Countersign wrote the journal {file}. It has unfinished approvals that this version can’t read, so one of your transactions may still happen. Countersign signs nothing for now. Check a block explorer for pending transactions from your accounts, and the service for open requests. Then move the file out of its folder and restart Countersign. Countersign doesn’t carry over its Activity, rules or contacts.",
	"app.journal.whole": "Log verified: {count, number} entries, all unchanged.",
	"app.not-saved": "Nothing was saved.",
	"app.no-input": "Countersign didn’t detect a key press or click in this window.",
	"app.too-often": "Too many attempts. Wait a minute, then try again.",
	"app.chain.password": "Changing a network with an RPC needs your password. Nothing was saved.",
	"app.chain.reading": "Reading…",
	"app.connected.own-only":
		"You can share only your own accounts with the agent, one of each type. Choose one from the list.",
	"app.chain-unread":
		"Countersign couldn’t confirm with the RPC which network “{chain}” is, so nothing was saved: {why}",
	"app.rules.changed-outside":
		"Something outside Countersign changed your rules, so nothing was saved. Open Settings → Signing → Rules and check the differences first.",
	"app.rules.no-password":
		"Making rules less strict needs a password. You don’t have one, because all your accounts are on a Ledger. Nothing was saved. Create keys with a password first. Making rules stricter doesn’t need one.",
	"app.rules.password":
		"This allows requests that your rules refuse now, so it needs your password. Nothing was saved.",
	"app.day-limit-changed":
		"The amount changed in the meantime. No rule was added. Check the new amount and try again.",
	"app.rules.changed":
		"Your rules changed in the meantime. Nothing was saved. Check them and make your change again.",
	"app.token.no-address": "This isn’t an address on this network.",
	"app.token.unknown": "Your RPC can’t find a token at this address on this network.",
	"app.link.unreadable": "Countersign can’t open this link: its address isn’t valid.",
	"app.link.no-web": "This link isn’t a web page, so Countersign won’t open it.",
	"app.link.credentials":
		"This link’s address contains a username or password, which can disguise one site as another. Countersign didn’t open it.",
	"app.link.not-encrypted":
		"This link isn’t encrypted (http), so someone could change the page on its way to you. Countersign didn’t open it. Ask for an https address.",
	"app.not-on-screen": "This window isn’t on screen.",
	"app.review-not-on-screen": "This review isn’t on screen anymore.",
	"app.review-changed": "The review changed in the meantime. Nothing was signed. Read it again.",
	"app.rejected": "You rejected this. Nothing was signed. Countersign is still notifying the service.",
	"app.offline":
		"Countersign can’t reach the service. Nothing was signed. Approve again once the service responds.",
	"app.undecodable": "Countersign can’t decode this request. Nothing was signed.",
	"app.nothing-waits": "No other requests need you.",
	"app.phrase.no-path":
		"This isn’t a derivation path. {family, select, svm {Solana paths look like {example}, with an apostrophe after each number.} other {Ethereum paths look like {example}.}}",
	"app.phrase.not-shown": "No recovery phrase is on screen.",
	"app.phrase.not-checked": "There’s no recovery phrase to check.",
	"app.rpc.moved":
		"{chain}: {first} isn’t responding, so Countersign now uses {now}. Open requests are refreshing.",
	"app.rpc.busy": "{chain}: the RPC is busy. Countersign is waiting for it.",
	"app.rpc.other-chain":
		"{chain}: {host} is on a different network, so Countersign won’t use it. Correct the RPC in Networks.",
	"app.chain-witness":
		"The witness for {chain} has the same host as one of its RPCs, so it can’t confirm anything independently. Choose a different provider. Nothing was saved.",
	"app.chain-twice": "You listed the same network twice. Nothing was saved.",
	"app.no-conversation": "No one reads messages about this request, so nothing was sent.",
	"app.no-explorer": "This network has no block explorer. Add one in Settings → Networks.",
	"app.withdraw.too-late": "Too late to withdraw: Countersign is signing it or has signed it.",
	"app.no-replaceable": "You can’t replace any of your transactions here.",
	"app.account-in-use": "This account has an unfinished approval, so Countersign didn’t remove it.",
	"app.ledger.nothing-asked": "No Ledger is asking you to confirm anything.",
	"app.ledger.nothing-left": "No Ledger is still showing an interrupted request.",
	"app.ledger.nothing-waits": "Nothing here is waiting for a Ledger.",
	"app.reading-request": "Loading the request from the service and your RPC",
	"app.replaceable-no-more": "You can’t replace this transaction anymore. Nothing was signed.",
	"app.replacing.speed-up":
		"Sends the same transaction again with a higher fee and the same nonce. Only one of them can be mined.",
	"app.replacing.cancel":
		"Sends 0 to yourself with a higher fee and the same nonce. If it’s mined first, the original is canceled. Otherwise, the original goes through as you approved it.",
	"app.reject.untold": "Countersign couldn’t notify the service of your rejection. Nothing was signed.",
	"app.reject.carried-out": "You already approved this, and it’s in progress. You can’t reject it here.",
	"app.reject.signature-out":
		"You already approved this, and the service may have the signature. You can’t reject it here.",
	"app.reject.changed":
		"The request changed before Countersign sent your rejection, so it isn’t rejected. Review it again.",
	"app.reject.no-reason": "The user rejected this without giving a reason.",
	"app.reject.sent": "The agent was already notified, so you can’t undo the rejection.",
	"app.reject.no-revision":
		"Countersign needs this request’s revision to reject it, but can’t read it. Nothing was signed. Stop the agent or send it a message.",
	"app.send.asset-gone": "This account doesn’t have this asset anymore. Choose another one.",
	"app.send.name-unknown": "Countersign can’t find an address for this name. Nothing was sent.",
	"app.send.recipient-unknown": "This isn’t an address on this network.",
	"app.send.to-itself": "The recipient is the sending account.",
	"app.send.balance-unread": "Your RPC didn’t report the balance. Nothing was signed. Try again.",
	"app.send.exceeds": "The amount must be above zero and no more than the account’s balance.",
	"app.send.fee-exceeds": "The balance doesn’t cover the network fee.",
	"app.send.not-payable": "Countersign can’t make this payment. Check the recipient and the network.",
	"app.edit.approved":
		"You already approved this request, so you can’t change it. Withdraw the approval first.",
	"app.edit.expired": "This request has expired. Nothing was signed.",
	"app.edit.failed": "Countersign couldn’t make this change. The request is unchanged.",
	"app.edit.not-here": "You can’t change this here. Ask the agent for a change instead.",
	"app.edit.not-lower": "Enter an amount above zero and below the proposed amount.",
	"app.edit.nothing-left":
		"The spender can’t spend any of this now, so there is nothing to lower. Nothing was signed.",
	"app.edit.would-raise":
		"The spender already can’t spend more than this, so this wouldn’t lower the allowance. Nothing was signed. Enter less, or revoke it.",
	"app.edit.not-lowerable": "Enter an amount above zero and below the current allowance.",
	"app.fee.below-base": "The max fee must be at least the network’s base fee, currently {least} gwei.",
	"app.fee.tip-above": "The priority fee can’t exceed the max fee.",
	"app.fee.unreadable": "Enter a plain number of gwei, such as 1.5.",
	"app.fee.replacement-least":
		"A replacement must pay at least 10% more: max fee {most} gwei, priority fee {tip} gwei.",
	"app.permission.not-revocable": "You can’t revoke this allowance here. Nothing was signed.",
	"app.elsewhere.sign-in":
		"{count, plural, one {# approval from another sign-in at {environment} is in progress. It continues} other {# approvals from another sign-in at {environment} are in progress. They continue}} when that user signs in again.",
	"app.elsewhere.environment":
		"{count, plural, one {# approval from {environment} is in progress. It continues} other {# approvals from {environment} are in progress. They continue}} when you switch back to it.",
	"app.journal.changed":
		"Something outside Countersign changed the journal or removed part of it ({place}). No funds moved because of this. Countersign leaves the journal unchanged.",
	"app.journal.unchecked":
		"Countersign couldn’t check the whole journal, so it may have been changed outside Countersign. No funds moved because of this. Countersign leaves the journal unchanged.",
	"app.journal.compare":
		"Before you approve anything, compare your accounts’ latest transactions with Activity. If you have a backup of the journal, restore it.",
	"app.journal.unknown-place": "unknown place",
	"app.journal.not-whole": "Something outside Countersign changed the journal: {place}.",

	"setup.chosen.accounts": "{count, plural, one {# account} other {# accounts}}",
	"setup.chosen.ledger": "{model} · {count, plural, one {# account} other {# accounts}}",
	"setup.chosen.networks": "{count} set up",
	"setup.chosen.not-told": "Off",
	"setup.chosen.told": "On",
	"setup.is-over": "Setup is done. You can change everything in Settings.",
	"setup.nothing-to-practise": "No practice request is open.",
	"setup.practice.field.amount": "Amount",
	"setup.practice.field.gas": "Gas limit",
	"setup.practice.field.recipient": "Recipient",
	"setup.practice.made-up": "Made up for practice",
	"setup.practice.network": "Practice network",
	"setup.practice.no-key": "no key",
	"setup.practice.nobody-sends": "never sent",
	"setup.practice.notification": "Practice request: nothing is signed",
	"setup.practice.recipient": "Coffee house",
	"setup.practice.session": "Practice",

	"sign-in.wrong-state":
		"The browser returned the response to a different sign-in (the state parameter differs). You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again and use only the page Countersign opens.",
	"sign-in.wrong-issuer":
		"The response came from a different sign-in server than this environment’s. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Check the environment’s address and start again.",
	"sign-in.widened-scope":
		"The service granted more access than Countersign requested, so Countersign rejected the sign-in. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again. If it keeps happening, contact the service’s support.",
	"sign-in.other-resource":
		"The service sent a token for the wrong resource, so Countersign doesn’t use it. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again. If it keeps happening, contact the service’s support.",
	"sign-in.other-person":
		"This sign-in belongs to a different user than this environment’s other sign-ins. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Sign in as the same user, or sign out of everything first.",
	"sign-in.refused":
		"You or the service rejected the sign-in. You aren’t signed in. Nothing was saved, and your funds aren’t affected. If you didn’t mean to, start again.",
	"sign-in.expired":
		"The code expired before you confirmed. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again for a new code.",
	"sign-in.cancelled": "Sign-in canceled. Nothing was saved, and your funds aren’t affected.",
	"sign-in.timed-out":
		"The browser didn’t respond within two minutes. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again, or sign in with a code on any device.",
	"sign-in.unreachable":
		"Countersign can’t reach the sign-in server, or the server didn’t respond. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Check your network and the environment’s address, then start again.",
	"sign-in.busy":
		"The sign-in server is busy. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Wait a minute and start again.",
	"sign-in.no-metadata":
		"This address doesn’t offer a supported sign-in (OAuth 2.1). You aren’t signed in. Nothing was saved, and your funds aren’t affected. Check the environment’s sign-in address.",
	"sign-in.foreign-endpoint":
		"The sign-in server points to an address on a different server, so Countersign doesn’t trust it. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Check the environment’s sign-in address.",
	"sign-in.no-pkce":
		"The sign-in server doesn’t support PKCE with S256, and browser sign-in needs that protection. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Sign in with a code instead.",
	"sign-in.no-browser-client":
		"Browser sign-in needs a client ID registered by the service, and this environment has none. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Sign in with a code, or add the client ID to the environment.",
	"sign-in.no-device":
		"This service doesn’t offer sign-in with a code. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Sign in with your browser instead.",
	"sign-in.client-refused":
		"The service doesn’t accept Countersign as a client. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again. If it keeps happening, check this environment’s client IDs.",
	"sign-in.scope-refused":
		"The service doesn’t let Countersign request the access that this sign-in needs. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again. If it keeps happening, contact the service’s support.",
	"sign-in.ended":
		"The service no longer renews this sign-in: it was revoked, used elsewhere or expired. Nothing can be sent with it, and your funds aren’t affected. Sign in again.",
	"sign-in.unreadable":
		"Countersign can’t read the sign-in server’s response and doesn’t use it. You aren’t signed in. Nothing was saved, and your funds aren’t affected. Start again. If it keeps happening, contact the service’s support.",
	"sign-in.renewal-unreadable":
		"Countersign can’t read the sign-in server’s response. Something between you and the server may have responded. You stay signed in, and your funds aren’t affected. Countersign keeps trying.",
	"sign-in.asking": "Connecting to the service",
	"sign-in.asking-token": "Completing sign-in",
	"sign-in.done": "You’re signed in to {resources}.",
	"sign-in.resource.agent": "the agent",
	"sign-in.resource.pipeline": "the pipeline",
	"sign-in.resource.account": "your account",
	"sign-in.untold":
		"You’re signed out on this computer, but Countersign couldn’t reach the service. Your sign-in may stay valid there until it expires. End it on the service’s website too.",
	"scope.agent-read": "Read your sessions",
	"scope.agent-write": "Send messages to agents and stop them",
	"scope.agent-actions-resolve": "Answer requests: send your signatures or rejections",
	"scope.pipeline-catalog": "Read the catalog",
	"scope.pipeline-execute": "Run, simulate and commit operations",
	"scope.account-credits-read": "Read your credits",
	"scope.account-credits-topup": "Top up credits at your request",
	"scope.account-apps-read": "See installed apps",
	"scope.account-apps-write": "Remove apps at your request",
	"scope.account-credentials-read": "See whether secrets are set, never their values",
	"scope.offline": "Stay signed in until you sign out",
	"scope.resource.agent": "Talk to agents and answer their requests",
	"scope.resource.pipeline": "Browse the catalog and run its operations",
	"scope.resource.account": "See your service credits and apps",

	"account.stopped": "Your sign-in changed. Nothing was done.",
	"account.later": "Countersign couldn’t reach the service or read its response. Try again.",
	"account.sign-in":
		"Your service account needs its own sign-in, or a new one. Nothing was read or paid. Sign in to your account in Settings.",
	"account.patience":
		"The service is limiting requests, so nothing was sent. Try again in {seconds, number} s.",
	"account.app-unknown": "Countersign doesn’t know this app yet. Look it up first.",
	"account.top-up.not-on-screen": "The top-up isn’t on screen. Nothing was paid.",
	"account.app-not-on-screen": "This isn’t the app on screen, so Countersign didn’t remove it.",
	"account.apps.not-offered": "This service doesn’t list apps. You can still look up an app by its number.",
	"account.apps.unreadable":
		"Countersign can’t read the list of apps. You can still look up an app by its number.",
	"account.apps.unknown":
		"Countersign doesn’t know this app yet. Load the list, or look it up by its number first.",
	"account.apps.wrong-name": "The name doesn’t match, so Countersign didn’t remove the app.",
	"account.apps.busy": "Countersign is already removing this app. Wait for it to finish.",
	"account.apps.unclear":
		"Countersign didn’t get a readable response, so the app may or may not have been removed. It’s reloading the list. Check the list before you try again.",
	"account.apps.gone": "You no longer have this app, so there was nothing to remove.",
	"account.apps.too-many": "The list already shows too many apps. Reload it.",
	"account.apps.stopped": "Your sign-in changed. Sign in again to see the result.",
	"account.apps.left-out":
		"Countersign can’t show {count, plural, one {# listed app} other {# listed apps}}, because it can’t read their numbers and names.",
	"account.credit.not-offered":
		"This service doesn’t show your credit. You can still top up, and the response shows your credit.",
	"account.credit.unreadable":
		"Countersign can’t read your credit: part of the response is invalid. It hides the amount, because it could be wrong.",
	"account.top-up.same-key":
		"Countersign won’t repeat it automatically. Try again: with the same key, you won’t pay twice.",
	"account.top-up.sending": "Sending the top-up to the service.",
	"account.top-up.old":
		"The top-up is more than a day old, so the service may have forgotten its key. Check your credit first.",
	"account.top-up.done": "Top-up accepted.",
	"account.top-up.done-unread":
		"Top-up accepted. Countersign can’t read your new credit, so it doesn’t show it.",
	"account.top-up.limits":
		"You can top up 0.01 to 1,000 USD (1 to 100,000 credits). Nothing was paid. Choose an amount in this range.",
	"account.top-up.busy": "A top-up is already in progress. Nothing was paid twice. Wait for it to finish.",
	"account.top-up.open":
		"An earlier top-up may or may not have gone through. Nothing was paid just now. Retry the earlier top-up first: it has its own key.",
	"account.top-up.none": "There’s no top-up to try again. Nothing was paid.",
	"account.top-up.patience": "The service is limiting requests. Nothing was paid this time. Try again later.",
	"account.top-up.not-offered": "This service doesn’t offer top-ups. Nothing was paid.",
	"account.top-up.unsent": "Countersign can’t reach the service. Nothing was sent or paid. Try again later.",
	"account.top-up.unclear":
		"Countersign didn’t get a readable response. The top-up may or may not have gone through.",
	"account.top-up.closed":
		"Countersign closed before it got a response. The top-up may or may not have gone through.",
	"account.top-up.clash":
		"The service reports a conflict, possibly with the first attempt. The top-up may or may not have gone through.",
	"account.top-up.wait": "Try again in {seconds, number} s.",

	"service.offline":
		"Countersign can’t reach the service. Nothing new can arrive or be sent, and your funds aren’t affected. Countersign keeps trying.",
	"service.insecure":
		"Countersign can’t verify the service: the secure connection failed. Nothing was sent, not even your token. Check the address, this computer’s date and your network. Countersign keeps trying.",
	"service.timeout":
		"The service didn’t respond in time. The request may or may not have arrived. Countersign will try again with the same key, so nothing happens twice.",
	"service.unauthorized":
		"The service doesn’t accept your sign-in, so nothing can arrive or be sent. Your funds aren’t affected. Sign in again in Settings, or paste another token there.",
	"service.payment-required":
		"The service requires payment first. Nothing was done or paid, and Countersign never pays this itself. Pay with the service, then try again. The retry uses the same key, so nothing runs twice.",
	"service.forbidden":
		"Your sign-in doesn’t allow this. Nothing was done. Sign in again in Settings and allow it, or ask the service for access.",
	"service.not-found": "The service doesn’t have this, or doesn’t offer it. Nothing was done.",
	"service.not-offered":
		"This service doesn’t support this action. Nothing was done, and your funds aren’t affected.",
	"service.conflict": "The service says something changed in the meantime. Nothing was done. Check it again.",
	"service.gone":
		"The service can’t continue from this point in the session. Countersign is reloading the whole session.",
	"service.invalid-cursor":
		"The service doesn’t recognize this point in the session. Countersign is reloading the whole session.",
	"service.unprocessable":
		"The service understood the request but rejected it. Nothing was done. Check it before you try again.",
	"service.rate-limited":
		"The service is limiting requests. Countersign will try again when the service allows it. Your funds aren’t affected.",
	"service.server":
		"The service had an internal error. Countersign keeps trying, and your funds aren’t affected.",
	"service.unreadable":
		"Countersign can’t read the service’s response, so it uses and signs nothing from it. Countersign will try again.",
	"service.more-without-news":
		"The service says it has more data but sends nothing new. Requests from this session may be missing. Countersign will keep trying, less often.",
	"service.refused": "The service rejected the request. Nothing was done.",
	"service.status.senseless":
		"The service couldn’t understand the request. Nothing was done. If it keeps happening, check for a newer version of Countersign.",
	"service.status.not-offered-here":
		"This service doesn’t support this action here. Nothing was done, and your funds aren’t affected.",
	"service.status.proxy":
		"A proxy between you and the service requires a sign-in. Nothing was sent, and your funds aren’t affected. Set up this computer’s proxy.",
	"service.status.too-large": "The service says the request is too large. Nothing was done. Make it shorter.",
	"service.status.legal": "The service says it can’t do this for legal reasons. Nothing was done.",
	"service.status.network-sign-in":
		"Your network requires a sign-in first. Nothing was sent, and your funds aren’t affected. Sign in to the network.",
	"service.code.app-key-required":
		"This app is private and needs its own key. Nothing was done. Choose another app, or ask its developer for access.",
	"service.code.app-key-not-scoped":
		"This app’s key doesn’t cover this request. Nothing was done. Ask its developer for access.",
	"service.code.insufficient-scope":
		"Your sign-in doesn’t allow this. Nothing was done. Sign in again in Settings and allow it.",
	"service.code.csrf-failed":
		"The service treated the request as forged by a web page (CSRF) and rejected it. Nothing was done. Sign in again in Settings.",
	"service.code.app-not-found": "The service can’t find this app. Nothing was done. Choose another one.",
	"service.code.app-inactive": "The service has turned this app off. Nothing was done. Choose another one.",
	"service.code.session-not-found":
		"The service doesn’t have this session for your current sign-in. Nothing was done, and Countersign keeps everything it has stored.",
	"service.code.busy":
		"The agent is still working on the last turn. Nothing new was started. Wait for it to finish or stop it, then send again.",
	"service.code.revised":
		"The service has a newer version of this request. Nothing was done, and your answer wasn’t used. Review the request again.",
	"service.code.signing-denied":
		"The service’s rules don’t allow signing this. Nothing was prepared, signed or sent. Choose another way to send it or another account, then ask again.",
	"service.code.broadcaster-incompatible":
		"This request doesn’t support the chosen way to send it. Nothing was prepared, signed or sent. Choose another way to send it or another account, then ask again.",
	"service.code.broadcaster-unsupported-for-chain":
		"This network doesn’t support the chosen way to send it. Nothing was prepared, signed or sent. Choose another way to send it or another account, then ask again.",
	"service.code.signing-unbound-wallet":
		"The service doesn’t recognize this account as yours. Nothing was prepared, signed or sent. Choose another way to send it or another account, then ask again.",
	"service.code.signing-svm-account-link-required-for-hosted":
		"The service sends transactions for a Solana account only after you link the account there. Nothing was prepared, signed or sent. Choose another way to send it or another account, then ask again.",
	"service.code.idempotency-conflict":
		"The service has already seen this request’s key with different content. Nothing was done this time. Check the first result before you try again.",
	"service.network.dns":
		"Countersign can’t look up the service’s address. This computer is offline, or the address is wrong. Nothing was sent, and your funds aren’t affected. Countersign keeps trying.",
	"service.network.refused":
		"Nothing is responding at the service’s address. Nothing was sent, and your funds aren’t affected. Countersign keeps trying.",
	"service.network.reset":
		"The connection to the service was lost. The request may or may not have arrived. Countersign will try again with the same key, so nothing happens twice.",
	"service.network.unreachable":
		"Countersign can’t reach the service: the network is down or blocking it. Nothing was sent, and your funds aren’t affected. Countersign keeps trying.",
	"service.page":
		"Countersign can’t read a page of this session ({reason}), so it shows and signs nothing new from that page. It will try again.",
	"service.support": "Request ID for the service’s support: {id}.",
	"service.stated": "The service says: “{text}”",
	"service.redirected":
		"The service’s address redirects to another one. Nothing was loaded from there. Correct the address in Settings.",
	"service.missing-scope": "Missing right: {scope}.",
	"service.calls-it": "Service code: “{code}”.",
	"service.web-page":
		"Countersign got a web page instead of data. Something between you and the service may have responded.",
	"service.wait.seconds": "Wait {seconds, plural, one {# second} other {# seconds}}.",
	"service.wait.minutes": "Wait {minutes, plural, one {# minute} other {# minutes}}.",
	"service.id.unusable":
		"The service uses an ID that Countersign doesn’t support: “{id}”. Nothing was sent, and your funds aren’t affected. Contact the service’s support.",
	"service.address.unreadable":
		"The service’s address isn’t valid. Nothing was sent. Correct it in Settings.",
	"service.address.insecure":
		"Start the service’s address with https:// (http:// only on this computer). Nothing was sent. Correct it in Settings.",
	"service.no-token": "You aren’t signed in, so nothing can arrive or be sent. Sign in from Settings.",
	"service.answer-too-large":
		"The service’s response is too large to read safely. Countersign won’t use it and will try again.",
	"service.not-data":
		"The service’s address didn’t return data. It may be a network’s sign-in page. Countersign won’t use it and will try again. If it keeps happening, check your network and the address.",

	"session.change.not-offered": "This service can’t rename or archive sessions.",
	"session.change.unsent":
		"The service doesn’t have this session yet, so you can’t rename or archive it. Send a message first.",
	"session.change.gone":
		"The service no longer has this session. Countersign keeps everything it already loaded.",
	"session.change.twice": "The last change to this session is still in progress. Wait for it to finish.",
	"session.turn.too-old":
		"An old message never got a reply. It may or may not have reached the agent, and Countersign won’t send it again. Check the session before you resend it.",
	"session.turn.on-its-way":
		"Your last message in this session is still on its way. Nothing was sent twice. Wait for the reply.",
	"session.turn.length":
		"A message must be 1 to 32,000 characters long. Nothing was sent. Edit it and send it again.",
	"session.turn.closed": "Countersign closed before it got a reply.",
	"session.live": "Live.",
	"session.polling": "Checking regularly, because something is blocking the live connection.",
	"session.watching": "Checking for updates.",
	"session.connecting": "Connecting to the service.",
	"session.own-fault":
		"Countersign hit an internal error while loading data from the service. Nothing was signed. Countersign will try again.",
	"session.misplaced":
		"The service sent an event out of order. Countersign keeps it, but this session’s events may be in the wrong order. Check its requests carefully.",
	"session.fault":
		"The service broke its own rules ({fault}). Countersign skips that part and signs nothing from it. The rest continues.",
	"session.fault.unknown":
		"The service broke its own rules (unknown). Countersign skips that part and signs nothing from it. The rest continues.",

	"home.token.scale-changes":
		"From {at}, amounts will be shown at a different scale. Your holdings stay the same.",
	"home.token.scale-unread": "Can’t read the display scale, so amounts are in smallest units.",
	"home.account.unread": "Couldn’t load these tokens on {name}: {tokens}.",
	"home.account.unread.more": "Couldn’t load these tokens on {name}: {tokens} and {more, number} more.",
	"home.chain.differs": "{name}: your two RPCs report different balances.",
	"home.chain.fault": "{name} didn’t respond: balances may be out of date.",
	"home.chain.silent": "{name}: the second RPC didn’t respond, so these balances aren’t verified.",
	"home.chain.unlisted":
		"There’s no token list for {name}, so you see only its coin and the tokens from your requests.",
	"home.chain.unread": "Couldn’t load anything from {name} yet.",
	"home.not-whole": "Countersign didn’t check every token.",
	"home.risk.not-whole": "Countersign couldn’t check everything. See “Review all”.",
	"home.token.nameless": "of an unnamed token",
	"home.total.differs": "No total: two RPCs report different balances or prices.",
	"home.total.unread":
		"The total excludes {count, plural, one {# token} other {# tokens}} on {name} that Countersign couldn’t read.",
	"home.total.unpriced":
		"Excludes {count, plural, one {# token without a price} other {# tokens without a price}}.",
	"home.week.lies": "{count, plural, one {# lie caught} other {# lies caught}}",
	"home.week.refused": "{count, number} refused",
	"home.week.refused.by": "{you, number} by you, {rules, number} by rules, {expired, number} expired",
	"home.week.signed": "{count, number} signed",

	"inbox.note.answered": "Answered",
	"inbox.note.answered-elsewhere": "Answered on another device",
	"inbox.note.confirmed": "Confirmed",
	"inbox.note.expired": "Expired",
	"inbox.note.cut-short": "Ended after some steps",
	"inbox.note.failed": "Failed",
	"inbox.note.other-transaction": "The transaction on-chain isn’t the one you reviewed",
	"inbox.note.other-wallet.handles": "Another wallet is handling it",
	"inbox.note.other-wallet.on-chain": "Sent by another wallet, on-chain",
	"inbox.note.other-wallet.sent": "Sent by another wallet",
	"inbox.note.rejected": "Rejected",
	"inbox.note.rejecting": "Rejected, not sent yet",
	"inbox.note.service-says": "{note} (the service says: {code})",
	"inbox.note.unanswered": "Done on-chain, but the service didn’t accept the answer",
	"inbox.note.unreadable": "Unreadable: {reason}",
	"inbox.note.unsigned": "Ended without a signature, but the service is still waiting",
	"inbox.note.waits-for-step": "Waiting for the previous step",

	"chain.unreachable":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} didn’t respond. Try again, or check its address in Settings.",
	"chain.busy":
		"{family, select, svm {Your Solana RPC is} other {Your RPC is}} busy and isn’t accepting more requests. Try again in a moment, or choose another in Settings.",
	"chain.too-large":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} sent a response that’s too large. Try again, or choose another in Settings.",
	"chain.not-text":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} sent a response that Countersign can’t read (not text). Check its address in Settings.",
	"chain.not-json":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} sent a response that Countersign can’t read (not JSON). Nothing was sent on-chain. Check its address in Settings.",
	"chain.http-status":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} failed (HTTP {status}). Nothing was sent on-chain. Try again, or check its address in Settings.",
	"chain.simulation-too-large":
		"The simulation from {family, select, svm {your Solana RPC} other {your RPC}} is too large to read.",
	"chain.simulation-too-slow": "The simulation is taking too long.",
	"chain.simulation-not-of-this":
		"{family, select, svm {your Solana RPC} other {your RPC}} supports simulation but couldn’t simulate this. {fault}",
	"chain.unusable": "Countersign can’t use your RPC’s response.",
	"chain.request-changed": "The request changed while your RPC was checking it.",
	"chain.not-kept": "not stored in a saved review",
	"chain.refused-transaction": "Your RPC rejected the transaction: {why}",
	"chain.evm.no-revocation-told": "This RPC doesn’t report whether the attestation was revoked.",
	"chain.evm.step-not-counted":
		"Your RPC doesn’t see the previous step yet (next nonce: {next}, expected: {awaited}). Nothing has been signed yet.",
	"chain.step-not-simulated":
		"Your RPC’s simulation doesn’t include the previous step yet. Nothing has been signed yet.",
	"chain.evm.unreadable": "Countersign can’t read your RPC’s response to {method}.",
	"chain.evm.refused": "Your RPC rejected {method}: {said}",
	"chain.evm.not-a-token": "The contract doesn’t respond to {what} the way a token does.",
	"chain.evm.impossible-decimals": "The contract reports an invalid number of decimals.",
	"chain.evm.no-spender": "No spender to check.",
	"chain.evm.no-l1-fee": "This network didn’t report its L1 data fee.",
	"chain.evm.no-base-fee": "This network doesn’t report a base fee.",
	"chain.evm.other-chain": "Your RPC is on a different network.",
	"chain.evm.no-allowance-told": "The contract doesn’t report allowances the way a token does.",
	"chain.evm.other-steps": "Your RPC simulated the wrong number of steps.",
	"chain.evm.too-much-data": "The transaction has more data than a node accepts.",
	"chain.evm.unaskable": "An RPC can’t run this call.",
	"chain.evm.silent-transfers": "Your RPC doesn’t report native coin transfers.",
	"chain.evm.not-offered": "Your RPC doesn’t support {method}.",
	"chain.evm.too-much-at-once": "This is too much for an RPC to simulate at once.",
	"chain.evm.gas-above-block": "The transaction needs more gas than a whole block allows.",
	"chain.evm.no-simulation":
		"Your RPC can’t simulate: it supports neither eth_simulateV1 nor debug_traceCall.",
	"chain.evm.too-many-changes": "The transaction changes too many accounts to simulate the next step.",
	"chain.evm.wrong-chain":
		"Your RPC for network {chainId} is on network {said} instead. Nothing was sent. Correct its address in Settings.",
	"chain.evm.no-rpc": "{chain} has no RPC. Nothing was signed or sent. Add one in Settings.",
	"chain.evm.too-little-gas": "The gas limit is below the minimum for any transaction.",
	"chain.evm.insufficient-funds": "The account’s balance doesn’t cover the amount and the fee.",
	"chain.svm.unreadable": "Countersign can’t read your Solana RPC’s response to {method}.",
	"chain.svm.refused": "Your Solana RPC rejected {method}: {said}",
	"chain.svm.unclear-size": "Your Solana RPC sent an account without stating its size clearly.",
	"chain.svm.other-accounts": "Your Solana RPC sent the wrong number of accounts.",
	"chain.svm.unreadable-table": "Your Solana RPC sent a lookup table that Countersign can’t read.",
	"chain.svm.unreadable-inner": "Your Solana RPC sent an inner instruction that Countersign can’t read.",
	"chain.svm.unreadable-transaction": "Your Solana RPC sent a transaction that Countersign can’t read.",
	"chain.svm.older-slot": "Your Solana RPC simulated at an older slot than requested.",
	"chain.svm.too-many-tables": "The transaction uses more lookup tables than allowed.",
	"chain.svm.too-many-in-simulation": "The transaction uses more accounts than a Solana RPC can simulate.",
	"chain.svm.too-many-accounts": "There are too many accounts to read.",
	"chain.svm.unbuildable":
		"Countersign can’t build a Solana transaction from this request. Nothing was signed.",
	"chain.svm.no-fee":
		"Your Solana RPC doesn’t report a fee: the transaction’s blockhash is unknown or expired.",
	"chain.svm.no-address": "This isn’t a Solana address.",
	"chain.svm.other-cluster": "Your RPC is on a different network.",
	"chain.svm.no-transaction": "This isn’t a Solana transaction. Nothing was sent.",
	"chain.svm.other-signature":
		"Your Solana RPC returned another transaction’s signature. Yours may or may not have been sent.",
	"chain.svm.two-tables":
		"Your two Solana RPCs disagree on lookup table {address}, so its accounts are unknown. Nothing was signed. Correct the RPCs’ addresses, or reject the request.",
	"chain.svm.wrong-cluster":
		"Your RPC for {chain} is on a different network (genesis {genesis}). Nothing was sent. Correct its address in Settings.",
	"chain.svm.unknown-cluster":
		"Countersign doesn’t recognize the Solana network {cluster}. Nothing was signed or sent.",
	"chain.svm.no-rpc": "{chain} has no RPC. Nothing was signed or sent. Add one in Settings.",
	"chain.svm.no-genesis":
		"The genesis hash of {chain} is unknown. Nothing was signed or sent. Set its RPC again in Settings.",
	"chain.svm.error.no-sol": "The fee payer has no SOL.",
	"chain.svm.error.processed-before": "The network already processed this transaction.",
	"chain.svm.error.blockhash-gone": "The blockhash has expired.",
	"chain.svm.error.too-little-for-fee": "The fee payer doesn’t have enough SOL for the fee.",
	"chain.svm.error.no-program": "The transaction calls a program that doesn’t exist.",
	"chain.svm.error.signature": "A signature isn’t valid.",
	"chain.svm.error.no-table": "The transaction uses a lookup table that doesn’t exist.",
	"chain.svm.error.no-place": "The transaction uses a lookup table entry that doesn’t exist.",
	"chain.svm.error.instruction": "Instruction {number} failed with {error}.",
	"chain.svm.error.instruction-own": "Instruction {number} failed with program error {code}.",
	"chain.svm.error.rent": "The transaction would leave an account with too little SOL for rent.",
	"chain.svm.error.unknown": "Solana reports {error}.",

	"guard.accounts": "Ledger accounts you didn’t add (they don’t count as yours): {addresses}.",
	"guard.agents": "Agents you didn’t add, rename or allow this much (they’re paused): {names}.",
	"guard.blind-signing":
		"Something outside Countersign turned on blind signing. Countersign treats it as off.",
	"guard.chains": "{chains}: using a different RPC from the one you set.",
	"guard.contacts": "Contacts you didn’t add (they don’t count as contacts): {addresses}.",
	"guard.doors": "Something outside Countersign turned on local access for agents. It stays off.",
	"guard.few.more": "{items} and {count, number} others",
	"guard.names":
		"Addresses with names you didn’t give them (Countersign doesn’t show these names): {addresses}.",
	"guard.rules-unknown":
		"Countersign doesn’t know your earlier rules, because their seal is missing or from another vault. Check each rule, and your contacts, accounts and networks.",
	"rule.addresses": "{count, plural, one {# address} other {# addresses}}",
	"rule.budget": "{rule}: {spent} of {most} in 24 hours",
	"rule.budget.unknown": "{rule}: unknown amount of {most}",
	"rule.amount": "{amount} {symbol}",
	"rule.amount.units": "{amount} units",
	"rule.blocks": "Block {app}",
	"rule.blocked-app": "Never approve anything{where}.",
	"rule.blocked-recipient": "Never send anything to {whom}{where}.",
	"rule.changed-outside":
		"Something outside Countersign changed your rules, so you can’t approve anything. Open Settings → Signing → Rules. Confirm the change with your password or undo it.",
	"rule.contracts": "Call only {which}{where}.",
	"rule.contracts.none": "Never call any contract{where}.",
	"rule.day-limit.name": "Daily {symbol} limit",
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
		"the amount it can spend is unknown: neither decoding nor your simulation shows all of it.",
	"rule.fault.app-blocked": "the rule blocks this app.",
	"rule.fault.app-unknown": "the rule blocks an app, and this request doesn’t name one.",
	"rule.fault.book-unreadable": "Countersign can’t read your address book.",
	"rule.fault.contract": "it calls {address}, and the rule doesn’t allow that contract.",
	"rule.fault.contracts-unknown": "the contracts it calls are unknown.",
	"rule.fault.day-unknown": "spending in the last 24 hours is unknown or unlimited.",
	"rule.fault.hours": "you can approve only {hours} ({timeZone}).",
	"rule.fault.ledger.above":
		"it can spend {amount}, more than {above}, and this account’s key isn’t on a Ledger.",
	"rule.fault.ledger.amount-unknown":
		"the amount it can spend is unknown, and this account’s key isn’t on a Ledger.",
	"rule.fault.ledger.no-limit": "it approves unlimited {symbol}, and this account’s key isn’t on a Ledger.",
	"rule.fault.no-limit": "it approves unlimited {symbol}.",
	"rule.fault.not-declared": "the agent doesn’t declare a simulation to compare with yours.",
	"rule.fault.not-simulated": "your simulation hasn’t shown its effects.",
	"rule.fault.over-day":
		"it can spend {amount}, including fees and allowances, on top of {before} spent or allowed in the last 24 hours. The limit is {most}.",
	"rule.fault.over-once":
		"it can spend {amount}, including fees and allowances. The limit is {most} per transaction.",
	"rule.fault.permissions-unknown":
		"the allowances it gives are unknown: Countersign can’t decode part of it.",
	"rule.fault.recipient": "it sends something to {address}, and the rule doesn’t allow that recipient.",
	"rule.fault.recipient-blocked": "the rule blocks {address}.",
	"rule.fault.recipients-unknown": "the recipients are unknown: Countersign can’t decode part of it.",
	"rule.fault.simulation-differs": "your simulation disagrees with the service.",
	"rule.fault.spender": "it approves {address}, and the rule doesn’t allow that spender.",
	"rule.fault.unlimited": "it approves {spender} to spend unlimited {token}.",
	"rule.fault.worth.differs": "your two RPCs disagree on the price of {asset}, so its value is unknown.",
	"rule.fault.worth.no-feed": "{asset} has no price feed here, so it counts as over the limit.",
	"rule.fault.worth.no-price": "{asset} has no current price, so it counts as over the limit.",
	"rule.fault.worth.one-rpc":
		"only one RPC provides a price for {asset}. Add a limit in {asset}, or a second RPC.",
	"rule.gone-or-looser": "Rule removed or loosened: “{name}”. {sentence}",
	"rule.hours": "from {from} to {to}{overnight, select, true { the next day} other {}}, {days}",
	"rule.it": "tokens",
	"rule.ledger-above": "Spend more than {amount} only with a Ledger{where}.",
	"rule.malformed.choose-addresses": "Enter at least one address to block.",
	"rule.malformed.choose-apps": "Choose the apps to block.",
	"rule.malformed.choose-chains": "Choose the networks this amount applies to.",
	"rule.malformed.decimals": "The native coin has a different number of decimals.",
	"rule.malformed.families": "One amount can’t cover both Ethereum networks and Solana.",
	"rule.malformed.hours": "Start and end must differ.",
	"rule.malformed.same-id": "Two rules have the same ID.",
	"rule.malformed.token-elsewhere": "This token isn’t on these networks.",
	"rule.no-unlimited": "Never approve unlimited spending{where}.",
	"rule.nobodys-request":
		"Countersign can’t identify who made this request, so it can’t check your rules. Reject the request.",
	"rule.not-kept": "Countersign can’t save these rules: {fault} Nothing was saved.",
	"rule.not-kept.part-missing": "a part is missing",
	"rule.not-looked-at":
		"Countersign can check your rules for changes only after you unlock your keys. Unlock them to approve.",
	"rule.one-of.four": "{first}, {second}, {third} or {fourth}",
	"rule.one-of.more": "{first}, {second}, {third} or {count, number} more",
	"rule.one-of.three": "{first}, {second} or {third}",
	"rule.one-of.two": "{first} or {second}",
	"rule.only-hours": "Only {hours}{where}.",
	"rule.quoted": "“{name}”",
	"rule.recipients": "Pay only {whom}{where}.",
	"rule.simulated": "Approve only if your simulation agrees with the service{where}.",
	"rule.spend-day": "Spend at most {amount} in 24 hours{where}, for each account and network.",
	"rule.spend-once": "Spend at most {amount} in one transaction{where}.",
	"rule.spenders": "Approve only {whom} as spenders{where}.",
	"rule.spenders.none": "Never approve any spender{where}.",
	"rule.stops":
		"Your rule “{name}” blocks this: {fault} You can {waiting, select, true {wait, } other {}}change it in Settings → Signing → Rules, or reject the request.",
	"rule.stops.lowers":
		"Your rule “{name}” blocks this: {fault} Revoking the whole allowance passes every rule. You can also {waiting, select, true {wait or } other {}}change the rule in Settings → Signing → Rules.",
	"rule.stops.own":
		"Your rule “{name}” blocks this: {fault} You can {waiting, select, true {wait or } other {}}change it in Settings → Signing → Rules.",
	"rule.unreadable":
		"Countersign can’t read your rules, so you can’t approve anything. Open Settings → Signing → Rules to create them again. You’ll need your password.",
	"rule.where":
		"{ofAccounts, select, true { from {accounts}} other {}}{ofChains, select, true { on {chains}} other {}}{ofApps, select, true { for {apps}} other {}}{ofAgents, select, true { if proposed by {agents}} other {}}",
	"rule.worth-day": "Spend at most {amount} in 24 hours{where}, for each account across all networks.",
	"rule.worth.no-feed": "{chain} has no price feed: choose other networks.",
	"rule.worth.one-rpc":
		"Only one RPC provides prices on {chain}, and it could lie. Add a limit in {coin} there first, or a second RPC.",
	"rule.your-accounts": "your own accounts",
	"rule.your-contacts": "your contacts",

	"book.an-own-account": "one of your own accounts",
	"book.checksum": "The checksum doesn’t match, so at least one character of the address is wrong.",
	"book.evm-form": "An EVM address is 0x followed by 40 hex digits.",
	"book.family": "The family must be evm or svm.",
	"book.file.cells": "This line has {count, plural, one {# cell} other {# cells}} instead of three.",
	"book.file.full": "Your address book is full at {most} contacts.",
	"book.file.header": "Start the file with the line “family,address,label”. Nothing was imported.",
	"book.file.open-quote": "A closing quotation mark is missing. Countersign stopped reading here.",
	"book.file.repeated": "Same address as line {line}.",
	"book.file.stray-quote": "There’s a misplaced quotation mark. Countersign stopped reading here.",
	"book.file.too-large": "This file is too large to import.",
	"book.file.too-many-lines": "The file has more than {most} lines. Countersign stopped reading here.",
	"book.look-alike":
		"Starts and ends like the address of “{whom}” ({address}), but isn’t the same. Compare every character.",
	"book.name-address": "Don’t use an address as a name.",
	"book.name-letter": "Use at least one letter or digit in the name.",
	"book.name-missing": "Enter a name for the contact.",
	"book.name-too-long": "The name can’t be longer than {most, number} characters.",
	"book.name-unseen": "This name has invisible characters.",
	"book.nothing-saved": "Nothing was saved.",
	"book.own-account": "This is one of your own accounts.",
	"book.same-name": "“{name}” ({address}) has the same or a similar name.",
	"book.svm-form": "A Solana address is 32 bytes in base58: 32 to 44 letters and digits.",
	"book.system-program": "This is the system program. Anything sent there is lost.",
	"book.would-rename": "This address is already in your address book as “{name}”. Importing renames it.",
	"book.zero-address": "This is the zero address. Anything sent there is lost.",

	"book.csv": "Comma-separated values",
	"book.full": "Your address book is full at {most, number} contacts.",
	"book.gone": "This contact no longer exists.",
	"book.look-first": "Check this before you save it.",
	"book.no-file": "No file chosen.",
	"book.file-gone": "This file is no longer open. Choose it again.",
	"book.changed": "Your address book changed after the file was read. Nothing was imported. Import it again.",

	"identity.token.environment": "Set by an environment variable, for development.",
	"identity.token.environment-only":
		"For development, an environment variable sets one token for everything.",
	"identity.token.somebody-else":
		"This token belongs to a different user than this environment’s sign-ins, so Countersign didn’t save it. Sign out of everything first, or paste a token from the same user.",
	"identity.vault-locked": "Your password protects this sign-in. Unlock your keys first.",
	"identity.no-service": "Choose an environment first.",
	"identity.less-granted":
		"The service granted less access than requested. Sign in again to request the rest.",
	"identity.no-environment": "This environment doesn’t exist.",
	"identity.address-by-environment": "For development, an environment variable sets the service’s address.",
	"identity.same-address": "{name} already has this address. Change that environment instead.",
	"identity.another-address":
		"A different address needs a new environment, with its own sign-ins and sessions. Add a new one.",
	"identity.same-name": "Another environment is already called {name}. Choose a different name.",
	"identity.wrong-sign-in":
		"This would send your {environment} sign-in to a different server, and that server could act as you. Use that service’s own address, or another sign-in address. Nothing was saved.",
	"identity.no-sign-in": "No sign-in is in progress.",
	"identity.no-link": "There’s no link to open. Start the sign-in again.",
	"identity.built-in": "You can’t remove Production or Staging.",
	"identity.in-use": "This environment is in use. Choose another one first.",
	"identity.token.none": "No token stored.",
	"identity.token.not-written": "Kept in memory until Countersign quits, because saving to disk failed.",
	"identity.token.unreadable":
		"This version can’t read your stored sign-in, so you’re signed out. It wasn’t deleted. Sign in again.",
	"identity.kept.keychain": "Stored in the system keychain.",
	"identity.kept.vault":
		"Protected by your password. After Countersign starts, unlock your keys once to sign in again.",
	"identity.kept.locked":
		"Your password protects this sign-in, and your keys are locked. Nothing can arrive or be sent until you unlock them. Your funds aren’t affected.",
	"identity.kept.unreadable":
		"Countersign can’t open your stored sign-in anymore, so you’re signed out. It wasn’t deleted. Sign in again, or paste the token again.",
	"identity.kept.not-by-keychain": "the system keychain couldn’t store it.",
	"identity.kept.no-keychain":
		"this system has no secure keychain, and your keys are locked. Unlock them to save it.",
	"identity.kept.in-memory": "Kept in memory until Countersign quits: {why}",

	"build.action.evm": "{label}: to {to} on network {chain}, {wei} wei, {data}",
	"build.action.data": "{bytes} bytes of data",
	"build.action.data.unreadable": "unreadable data",
	"build.action.instruction": "{label}: program {program} on {cluster}",
	"build.action.transaction":
		"{label}: {count, plural, one {# instruction} other {# instructions}} on {cluster}",
	"build.action.unknown": "An action this version doesn’t recognize",
	"build.more-rows": "{count} more rows are hidden. See the Build’s own text.",
	"build.too-large": "This Build is larger than 2 MB, so Countersign didn’t open it.",
	"build.kept": "The Build is unchanged, and nothing was signed.",
	"build.family-unknown":
		"Countersign doesn’t recognize these actions’ network type, so it can’t send the Build. A newer version may support it.",
	"build.working": "The service is working on this Build.",
	"build.committed": "This Build is committed.",
	"build.unclear":
		"This Build may or may not have been committed. Commit it again first: with the same key, it happens only once.",
	"build.expired": "This Build has expired. Run its operation again.",
	"build.no-simulation": "This Build has no simulation. Simulate it first.",
	"build.not-simulated":
		"The service couldn’t simulate this Build, so you can’t commit it. Simulate it again.",
	"build.simulation-pending":
		"The service hasn’t finished simulating this Build, so you can’t commit it yet. Simulate it again.",
	"build.simulation-failed": "The service’s simulation failed, so you can’t commit this Build.",
	"build.guard-failed": "One of the service’s guards failed, so you can’t commit this Build.",
	"build.simulate-first": "Simulate this Build before you commit it.",
	"build.expired.uncommitted": "This Build has expired. Nothing was committed. Run its operation again.",
	"build.gone": "This Build is no longer open.",
	"build.from-file": "Opened from a file. The service checks its attestation when you simulate or commit it.",
	"build.commit-unclear":
		"The service may or may not have committed this Build. Try again: with the same key, it happens only once.",
	"build.simulate-again": "The Build is unchanged, and nothing was signed. Simulate it again.",
	"build.not-kept":
		"The service accepted the Build, but Countersign couldn’t save its requests. Commit it again. It won’t run twice.",
	"build.not-sent": "The Build wasn’t sent, and nothing was committed.",
	"build.carried.nobody":
		"The service accepted the Build and leaves the rest to you. Its requests are in the inbox under “Committed Builds”. Review them there, then sign or reject them. Countersign sends the signed ones itself and doesn’t report back to the service.",
	"build.carried.session":
		"The service accepted the Build and continues in a session. Its requests appear there and in the inbox. Review them, then sign or reject them.",
	"build.carried.cohort":
		"The service accepted the Build and created a request for each step. They’re in the inbox. Review them, then sign or reject them.",
	"build.carried.unclear":
		"The service accepted the Build but doesn’t say who carries it out. You can’t sign any of it here, and nothing was signed.",
	"build.not-followed":
		"The service accepted the Build, but Countersign can’t follow its commits. You can’t sign any of it here, and nothing was signed.",
	"build.nothing-asked": "The service accepted the Build and doesn’t need a signature.",
	"build.not-offered":
		"The service’s catalog doesn’t support this network type, so the Build can’t be sent. Nothing was done.",
	"build.another-digest": "The digest differs, so this isn’t the Build you saw. Nothing was committed.",
	"build.file": "Portable Build",
	"build.none-in-file": "Countersign can’t read a Build in this file.",
	"build.wait": "The service is working on this Build. Wait for it to finish.",
	"build.closed": "This Build is no longer open.",
	"build.not-on-screen": "This isn’t the Build on screen. Nothing was committed.",
	"catalog.sign-in":
		"The pipeline needs its own sign-in. Nothing was read or run, and your funds aren’t affected. Sign in to the pipeline in Settings.",
	"catalog.lost.offline": "Countersign can’t reach the service.",
	"catalog.lost.insecure": "Countersign can’t verify the service: the secure connection failed.",
	"catalog.lost.timeout": "The service didn’t respond in time.",
	"catalog.lost.server": "The service had an internal error.",
	"catalog.lost.unreadable": "Countersign can’t read the service’s response.",
	"catalog.json.too-deep":
		"This JSON is nested too deeply or has too many values. Countersign didn’t use it.",
	"catalog.json.proto": "This JSON has a member named __proto__. Countersign didn’t use it.",
	"catalog.json.none": "This isn’t JSON. Countersign didn’t use it.",
	"catalog.json.twice":
		"A JSON object contains “{name}” twice, so two programs could read it differently. Countersign didn’t use it.",
	"catalog.listing.circle": "The service’s pages repeat, so the list ends here.",
	"catalog.operation.commit":
		"You can’t run a commit here. Open its Build and commit it in the trusted window.",
	"catalog.operation.elsewhere":
		"The service’s description of this operation points to another one, so Countersign didn’t run it.",
	"catalog.input.no-object": "The input must be a single JSON object. Nothing was sent.",
	"catalog.open-again": "Open it again in a moment.",
	"catalog.no-link": "The service didn’t send this link.",
	"catalog.opened-meanwhile": "You opened something else in the meantime.",
	"catalog.no-more": "There are no more entries to load.",
	"catalog.asking": "Already loading from the service.",
	"catalog.operation.gone": "This operation is no longer open, so Countersign didn’t run it. Open it again.",
	"catalog.operation.running":
		"This operation is still running, so nothing more was sent. Wait for it to finish.",
	"catalog.operation.unclear":
		"This operation may or may not have run. Nothing was signed. Check before you run it again.",
	"catalog.operation.not-run": "The operation didn’t run. Run it again in a moment.",
	"catalog.operation.needs-id":
		"Apps hosted by the service need an application ID. Enter it and run the operation again.",
	"build.made-by": "Created by {operation}",
	"catalog.wait": "Wait {seconds, plural, one {a second} other {# seconds}}.",
	"catalog.own-fault": "Countersign hit an internal error.",
	"catalog.patience": "The service is limiting requests.",
	"build.unreadable": "Countersign can’t read this Build ({where}), so the Build wasn’t opened.",
	"build.unreadable.shape": "wrong format",
	"build.answer.none": "The service’s response to the simulation doesn’t contain a Build.",
	"build.answer.no-outcome": "The service’s response doesn’t include the simulation’s result.",
	"build.answer.digest":
		"The service’s response has a different digest than the Build you sent. Countersign didn’t use the response.",
	"build.answer.actions":
		"The service’s response has different actions than the Build you sent. Countersign didn’t use the response.",
	"build.answer.origin":
		"The service’s response has a different origin than the Build you sent. Countersign didn’t use the response.",
	"build.answer.safety-mode":
		"The service’s response has a different safety mode than the Build you sent. Countersign didn’t use the response.",
	"build.answer.version":
		"The service’s response is for a different version of the Build than the one you sent. Countersign didn’t use the response.",
	"build.too-many": "You can open up to {most, number} Builds, or 4 MB of them. Close one first.",
	"build.too-much":
		"The service asks for more than {most, number} signatures at once, or the requests are too long. You can’t sign any of it here, and nothing was signed.",
	"build.answer.another": "The service’s response is about a different commit.",
	"catalog.listing.full": "Showing only the first {most, number} entries.",
	"catalog.listing.elsewhere":
		"The service’s link to more entries points elsewhere ({link}). Countersign didn’t follow it.",
	"catalog.operation.method":
		"This operation requires {method} requests, and Countersign doesn’t support those.",
	"catalog.input.not-sent": "Nothing was sent.",
	"catalog.input.missing": "{where}: “{name}” is missing.",
	"catalog.input.not-known": "{where}: “{name}” isn’t allowed here.",
	"catalog.input.fault": "{where}: {fault}",
	"catalog.input.whole": "The input",
	"catalog.input.more": "And {more, number} more.",
	"catalog.input.unfit": "The input isn’t valid for this operation.",
	"build.not-followed.why":
		"The service accepted the Build, but Countersign can’t follow its commits. You can’t sign any of it here, and nothing was signed. ({why})",
} as const;
