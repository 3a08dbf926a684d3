/** Who rules a contract; without a full stop. */
export const control = {
	"control.accept": "Takes over {where} as its owner",
	"control.admin": "Makes {who} the one that can replace the code of {where}",
	"control.admin-role": "the role that rules all others",
	"control.grant": "Gives {who} {role} of {where}",
	"control.owner": "Makes {who} the owner of {where}",
	"control.renounce": "Leaves {where} without an owner for ever",
	"control.revoke": "Takes {role} of {where} from {who}",
	"control.role": "the role {role}…",
	"control.safe-guard": "Makes {who} the guard that can stop the Safe {where}",
	"control.safe-guard-removed": "Takes the guard from the Safe {where}",
	"control.safe-handler": "Makes {who} answer for the Safe {where} what it does not know itself",
	"control.safe-module": "Lets the contract {who} act as the Safe {where} without its owners",
	"control.safe-module-removed": "Lets the contract {who} no longer act as the Safe {where}",
	"control.safe-owner-added":
		"Makes {who} an owner of the Safe {where}, which then asks for {threshold} of them",
	"control.safe-owner-removed":
		"Takes {who} from the owners of the Safe {where}, which then asks for {threshold}",
	"control.safe-owner-swapped": "Makes {who} an owner of the Safe {where} in the place of {before}",
	"control.safe-threshold": "Makes the Safe {where} ask for {threshold} of its owners",
	"control.upgrade": "Replaces the code of {where} with that of {who}",
	"control.upgrade.and-run": "Replaces the code of {where} with that of {who}, and runs it at once",
} as const;
