/** Why an entry stands as it does. */
export const inbox = {
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
	"inbox.note.unsigned": "Not signed; the service waits in vain",
	"inbox.note.waits-for-step": "Waits for the step before it",
} as const;
