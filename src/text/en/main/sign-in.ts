/** Signing in: what became of it, and what each scope allows. */
export const signIn = {
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
} as const;
