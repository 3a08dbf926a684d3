/** What a user is told of a call to the service: what happened, what it means for their funds, what to do next. */
export const service = {
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
	"service.address.unreadable":
		"The service’s address can’t be read. Nothing was sent; correct it in Settings.",
	"service.address.insecure":
		"The service’s address must begin with https:// (http:// only on this computer). Nothing was sent; correct it in Settings.",
	"service.no-token": "You are not signed in here, so nothing can arrive or be sent. Sign in under Settings.",
	"service.answer-too-large":
		"The service’s answer is too large to be read safely. It is not used; Countersign asks again.",
	"service.not-data":
		"The service’s address answered with something else than data, such as a sign-in page of the network. It is not used; Countersign asks again. Check network and address if it stays so.",
} as const;
