/** Who rules a contract; without a full stop. */
export const control = {
	"control.accept": "Become the owner of {where}",
	"control.admin": "Let {who} replace the code of {where}",
	"control.admin-role": "the role above all others",
	"control.grant": "Give {who} {role} of {where}",
	"control.owner": "Make {who} the owner of {where}",
	"control.renounce": "Leave {where} without an owner forever",
	"control.revoke": "Take {role} of {where} from {who}",
	"control.role": "the role {role}…",
	"control.safe-guard": "Let {who} block transactions of the Safe {where} (guard)",
	"control.safe-guard-removed": "Remove the guard of the Safe {where}",
	"control.safe-handler": "Let {who} answer unknown calls to the Safe {where}",
	"control.safe-module": "Let the contract {who} act as the Safe {where} without its owners",
	"control.safe-module-removed": "Stop the contract {who} acting as the Safe {where}",
	"control.safe-owner-added": "Make {who} an owner of the Safe {where}, with {threshold} signatures required",
	"control.safe-owner-removed":
		"Remove {who} as owner of the Safe {where}, with {threshold} signatures required",
	"control.safe-owner-swapped": "Replace {before} by {who} as owner of the Safe {where}",
	"control.safe-threshold": "Require {threshold} signatures for the Safe {where}",
	"control.upgrade": "Replace the code of {where} with that of {who}",
	"control.upgrade.and-run": "Replace the code of {where} with that of {who}, and run it at once",
} as const;
