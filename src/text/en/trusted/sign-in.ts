/** Texts of the trusted window: sign-in. */
export const trustedSignIn = {
	"trusted.sign-in.add-an-environment": "Add an environment",
	"trusted.sign-in.allows-things": "Allows {count, plural, one {# thing} other {# things}}",
	"trusted.sign-in.allows-things-asked":
		"Allows {granted} of {count, plural, one {# thing} other {# things}} asked for",
	"trusted.sign-in.and": "{names} and {last}",
	"trusted.sign-in.asks-nothing-name": "Asks for nothing by name",
	"trusted.sign-in.back-to-settings": "Back to settings",
	"trusted.sign-in.base-address": "Base address",
	"trusted.sign-in.base-address-stays-another-address":
		"Its base address stays: another address is another environment, to be added as a new one.",
	"trusted.sign-in.browser-shows-services-own-page":
		"Signing in for {what}. Your browser shows the service’s own page. When you have agreed there, you come back here by yourself.",
	"trusted.sign-in.cancel": "Cancel",
	"trusted.sign-in.client-ids-sign-browser": "Client ids, for sign-in by browser",
	"trusted.sign-in.computer-no-keychain-could-keep":
		"This computer has no keychain that could keep your sign-in, so it is kept under your keys’ password. Unlock them to use it or to change it.",
	"trusted.sign-in.development-token-pasted-instead": "For development, a token can be pasted instead.",
	"trusted.sign-in.each-own-sign-conversations": "each with its own sign-in and conversations",
	"trusted.sign-in.edit": "Edit {name}",
	"trusted.sign-in.ends-if-no-page-opened":
		"It ends in <countdown></countdown>. If no page opened, cancel and sign in with a code.",
	"trusted.sign-in.environment": "Environment",
	"trusted.sign-in.grant-states.ended": "ended",
	"trusted.sign-in.grant-states.granted": "signed in",
	"trusted.sign-in.grant-states.none": "not signed in",
	"trusted.sign-in.grant-states.pasted": "pasted token",
	"trusted.sign-in.https": "https://",
	"trusted.sign-in.in-use": "In use",
	"trusted.sign-in.keep-it": "Keep it",
	"trusted.sign-in.left-forgotten-other-resources-stay":
		"What is left of it is forgotten here. The other resources stay.",
	"trusted.sign-in.name": "Name",
	"trusted.sign-in.name-by-service": "What the service calls this account",
	"trusted.sign-in.name-needed": "A name is needed",
	"trusted.sign-in.new-environment": "New environment",
	"trusted.sign-in.no-environment-use-yet": "No environment is in use yet.",
	"trusted.sign-in.no-service-use-yet-press":
		"No service is in use yet. Press Use beside the one where your agents live, or add it first; then sign in below.",
	"trusted.sign-in.nobody-signed": "Nobody is signed in here",
	"trusted.sign-in.none": "none",
	"trusted.sign-in.not-granted": "not granted",
	"trusted.sign-in.not-signed-in": "{resource}: not signed in",
	"trusted.sign-in.nothing-chosen-signed-stays-renewed":
		"Nothing is chosen: what is signed in stays so, and is renewed by itself.",
	"trusted.sign-in.nothing-else-asked": "nothing else is asked for",
	"trusted.sign-in.of": "{count} of {whole}",
	"trusted.sign-in.one-sign-service-told-revoke":
		"It is one sign-in with {others}: the service is told to revoke all of it, and it is forgotten here.",
	"trusted.sign-in.only-where-people-sign-somewhere":
		"Only where people sign in somewhere else than at the base address.",
	"trusted.sign-in.open-in-browser": "Open in browser",
	"trusted.sign-in.open-link-computer-phone-type":
		"Open the link on this computer or on your phone, and type the code there. This window then goes on by itself: it signs you in for {what}.",
	"trusted.sign-in.or-open": "Or open",
	"trusted.sign-in.paste-a-token": "Paste a token…",
	"trusted.sign-in.qr-code":
		"QR code of the sign-in page at {host}{withCode, select, yes {, with your code} other {}}",
	"trusted.sign-in.remove": "Remove {name}",
	"trusted.sign-in.remove-it": "Remove it",
	"trusted.sign-in.remove-signed-out-addresses-forgotten":
		"Remove {name}? You are signed out and its addresses are forgotten. Its conversations and journal stay here, hidden until you add it again and sign in.",
	"trusted.sign-in.resource-names.account": "Account",
	"trusted.sign-in.resource-names.agent": "Agent",
	"trusted.sign-in.resource-names.pipeline": "Pipeline",
	"trusted.sign-in.same-base-address": "the same as the base address",
	"trusted.sign-in.save": "Save",
	"trusted.sign-in.saving": "Saving…",
	"trusted.sign-in.scan-phone-brings-code-along": "Scan it with your phone: it brings the code along.",
	"trusted.sign-in.scan-phone-type-code": "Scan it with your phone, then type the code.",
	"trusted.sign-in.service-countersign-speaks-whom-agree":
		"Which service Countersign speaks to, and as whom. You agree on the service’s own page; no password of yours is typed here.",
	"trusted.sign-in.service-registers-hand-one-each":
		"The service registers these by hand, one for each resource. Without one, you sign in with a code.",
	"trusted.sign-in.service-told-revoke-forgotten-other":
		"The service is told to revoke it, and it is forgotten here. The other resources stay.",
	"trusted.sign-in.short-name-countersign-makes-sign": "A short name that Countersign makes for this sign-in",
	"trusted.sign-in.sign-browser": "Sign in with your browser",
	"trusted.sign-in.sign-browser-needs-client-id":
		"Sign-in by browser needs a client id that the service registers by hand, and {name} has none here for {names}. A code needs none.",
	"trusted.sign-in.sign-code": "Sign in with a code",
	"trusted.sign-in.sign-in": "Sign in",
	"trusted.sign-in.sign-in-address": "Sign-in address",
	"trusted.sign-in.sign-in-at": "sign-in at <b>{signInOrigin}</b>",
	"trusted.sign-in.sign-in-for": "Sign in for",
	"trusted.sign-in.sign-in-for-2": "Sign in for {name}",
	"trusted.sign-in.sign-out": "Sign out…",
	"trusted.sign-in.sign-out-2": "Sign out",
	"trusted.sign-in.sign-out-all": "Sign out of all",
	"trusted.sign-in.sign-out-everything-service-told":
		"Sign out of everything here? Countersign revokes the sign-ins at the service and forgets them, pasted tokens too. The journal stays, and what was signed goes its way; nothing new is read until you sign in. Keys and funds are not touched.",
	"trusted.sign-in.sign-out-of": "Sign out<hidden> of {name}</hidden>",
	"trusted.sign-in.signed-in": "signed in",
	"trusted.sign-in.signed-in-as": "Signed in as",
	"trusted.sign-in.stay-signed-in": "Stay signed in",
	"trusted.sign-in.strange-link":
		"The service gave a link to <claim></claim>. Don’t type the code there. Nothing was given away; cancel, and look at the environment’s addresses.",
	"trusted.sign-in.strange-link.environment":
		"The service gave a link to <claim></claim>, which is not this environment’s sign-in address (<b>{origin}</b>). Don’t type the code there. Nothing was given away; cancel, and look at the environment’s addresses.",
	"trusted.sign-in.the-code": "the code",
	"trusted.sign-in.the-link": "the link",
	"trusted.sign-in.token-ends-renewed-before":
		"The token of this ends in <countdown></countdown> and is renewed before.",
	"trusted.sign-in.try-again": "Try again",
	"trusted.sign-in.under-way-titles.browser": "Go on in your browser",
	"trusted.sign-in.under-way-titles.device": "Sign in with this code",
	"trusted.sign-in.under-way-titles.working": "Signing in",
	"trusted.sign-in.use": "Use",
	"trusted.sign-in.use-2": "Use {name}",
	"trusted.sign-in.used-page-must-show-same":
		"It can be used for <countdown></countdown>. The page must show the same one.",
	"trusted.sign-in.waiting-agree": "Waiting for you to agree there",
	"trusted.sign-in.waiting-browser": "Waiting for your browser",
	"trusted.sign-in.what": "{names} at {name}",
	"trusted.sign-in.what.only": "{what}.",
	"trusted.sign-in.where-service-answers-only-somebody":
		"Where the service answers. Only from somebody you trust: it sees all that you write to an agent.",
	"trusted.sign-in.with-a-code": "With a code",
	"trusted.sign-in.without-name-password-could-make":
		"Without a name or password in it: that could make one address look like another",
	"trusted.sign-in.would-allow-things": "Would allow {count, plural, one {# thing} other {# things}}",
	"trusted.sign-in.your-code": "Your code",
} as const;
