/** Texts of the trusted window: build. */
export const trustedBuild = {
	"trusted.build.app-not-named": "An app that is not named",
	"trusted.build.back-catalog": "Back to the catalog",
	"trusted.build.back-desk": "Back to the desk",
	"trusted.build.build-expired-service-does-not":
		"This Build has expired: the service does not take it any more. Make it again in the catalog.",
	"trusted.build.build-not-open-any-more": "This Build is not open any more",
	"trusted.build.build-states": "as the Build states it",
	"trusted.build.chain-family": "Chain family",
	"trusted.build.does-order": "What it does, in order",
	"trusted.build.from": "From",
	"trusted.build.hand-build-service": "Hand this Build to the service?",
	"trusted.build.hosted-automatic-submitter-may-carried":
		"With a hosted or automatic submitter it may be carried out without another signature of yours: look now.",
	"trusted.build.made-this-build": "made this Build",
	"trusted.build.needs-signature-comes-inbox-request":
		"What needs your signature comes to the inbox as a request, and is signed only after its own review.",
	"trusted.build.no-operations-named": "no operations named",
	"trusted.build.none-named": "none named",
	"trusted.build.not-now": "Not now",
	"trusted.build.nothing-committed-open-build-again":
		"Nothing is committed from here. Open the Build again in the catalog, or from the file that you saved it to.",
	"trusted.build.operations": "Operations",
	"trusted.build.operations.first": "<operation></operation>{more, plural, =0 {} other { and # more}}",
	"trusted.build.service-checks-simulates-once-more":
		"The service checks it, simulates it once more and takes it over. Committing signs nothing here.",
	"trusted.build.skills": "Skills",
	"trusted.build.summary": "Summary",
	"trusted.build.the-services-words": "the service’s words",
	"trusted.build.the-summary": "the summary",
	"trusted.build.titles.done": "The service took this Build",
	"trusted.build.titles.expired": "This Build has expired",
	"trusted.build.titles.impossible": "This Build can’t be committed",
	"trusted.build.until-it-expires": "until it expires",
	"trusted.build.which-build": "Which Build",
	"trusted.build.words.again": "Try again",
	"trusted.build.words.committing": "Committing…",
	"trusted.build.words.expired": "Expired",
	"trusted.build.words.impossible": "Can’t be committed",
	"trusted.build.words.ready": "Commit this Build",
	"trusted.build.words.waking": "Read it first…",
	"trusted.build.your-decision": "Your decision",
} as const;
