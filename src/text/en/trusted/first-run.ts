/** Texts of the trusted window: first run, and practising. */
export const trustedFirstRun = {
	"trusted.first-run.back-to-setup": "Back to setup",
	"trusted.first-run.continue": "Continue",
	"trusted.first-run.done": "done",
	"trusted.first-run.keys.there": "{what} can sign here.",
	"trusted.first-run.networks": "Choose your networks",
	"trusted.first-run.networks.lead":
		"Before you sign, Countersign runs each transaction itself. Public RPCs are filled in and checked now; you can use your own.",
	"trusted.first-run.nothing-signed":
		"Nothing is signed during setup. You can change all of it later in Settings.",
	"trusted.first-run.notifications": "Know when something waits",
	"trusted.first-run.notifications.help":
		"Tells you what an agent asks for. You approve in Countersign only.",
	"trusted.first-run.notifications.lead":
		"Countersign runs in the background and notifies you when an agent asks for a signature.",
	"trusted.first-run.notifications.switch": "Notifications",
	"trusted.first-run.notifications.unsupported":
		"This system shows no notifications. Look at the inbox, or at the badge of the icon.",
	"trusted.first-run.service": "Sign in to your agents’ service",
	"trusted.first-run.service.lead":
		"You agree on the service’s own page; no password of yours is typed here. It covers your agents, their catalog and your account.",
	"trusted.first-run.service.more": "More ways to sign in…",
	"trusted.first-run.service.own": "Use another address",
	"trusted.first-run.service.signed-in": "Signed in",
	"trusted.first-run.service.signed-in.lead": "Your agents’ requests come to this computer from now on.",
	"trusted.first-run.service.which": "Service",
	"trusted.first-run.skip": "Skip",
	"trusted.first-run.step-of": "Step {at} of {of}",
	"trusted.first-run.step.keys": "Keys or Ledger",
	"trusted.first-run.step.networks": "Networks",
	"trusted.first-run.step.notifications": "Notifications",
	"trusted.first-run.step.service": "Service account",
	"trusted.first-run.steps": "Setup",
	"trusted.practice.again": "Practise again",
	"trusted.practice.approved":
		"That is how you approve. It was practice: nothing was signed, sent or written down.",
	"trusted.practice.leave": "Leave practice",
	"trusted.practice.nothing-real": "Made up: nothing is signed, sent or written down.",
	"trusted.practice.offer": "Try it once with a practice request",
	"trusted.practice.offer.lead":
		"A made-up payment, shown as a real one would be. Read it, then hold to approve or reject it.",
	"trusted.practice.only": "This is practice: only approving and rejecting can be tried.",
	"trusted.practice.open": "Open a practice request",
	"trusted.practice.rejected":
		"That is how you reject. It was practice: no agent was told, and nothing was written down.",
	"trusted.practice.title": "Practice",
} as const;
