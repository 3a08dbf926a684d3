/** What the user's own RPC could not simulate, or not wholly, and why a call fails there. */
export const ownSimulation = {
	"own-simulation.accounts-changed": "Your accounts changed while your RPC simulated this.",
	"own-simulation.after-failure": "A transaction before it would fail, so this one can’t be simulated.",
	"own-simulation.gap.cut": "This logs or calls more than is read, so not all of it is seen.",
	"own-simulation.gap.once":
		"Your RPC did not run this again in another block, so whether it does the same there is not seen.",
	"own-simulation.gap.price-hidden":
		"Your RPC shows contracts another price than the one that is paid, by which this could tell that it is only simulated.",
	"own-simulation.gap.too-many":
		"This names more tokens or allowances than your RPC is asked about, so not all of it is seen.",
	"own-simulation.gap.unanswered": "Your RPC did not answer all questions about balances and allowances.",
	"own-simulation.later":
		"A Solana RPC runs one transaction at a time, so this one can’t be simulated after the one before it.",
	"own-simulation.no-chain": "The request names no chain that can be asked.",
	"own-simulation.no-fee": "Your RPC states no fee for this, so what leaves can’t be told apart from it.",
	"own-simulation.no-questions": "Your RPC simulates this, but not with questions about balances around it.",
	"own-simulation.slow": "Simulating this took too long.",
	"own-simulation.stand-in":
		"Your first RPC gives no answer, and the one that is asked in its place can’t simulate.",
	"own-simulation.too-large": "The transaction changes an account of tokens that is too large to be read.",
	"own-simulation.too-many-accounts":
		"The transaction can change more accounts than an RPC can be asked about.",
	"own-simulation.too-many-steps":
		"More than {most} steps come together here, and so many can’t be simulated.",
	"own-simulation.unreadable.call": "What it calls can’t be read, so it can’t be simulated.",
	"own-simulation.unreadable.transaction": "The transaction can’t be read, so it can’t be simulated.",
	"revert.custom": "custom error {selector}",
	"revert.no-reason": "it gave no reason",
	"revert.panic": "panic {number}",
	"revert.panic.assert": "a check that must never fail did",
	"revert.panic.division": "a division by zero",
	"revert.panic.empty": "something was taken from an empty list",
	"revert.panic.index": "a place past the end of a list",
	"revert.panic.memory": "it asked for too much memory",
	"revert.panic.overflow": "a number ran over or below its limits",
	"revert.program-wrote": "The program wrote: {text}",
	"revert.unreadable": "an error that can’t be read",
} as const;
