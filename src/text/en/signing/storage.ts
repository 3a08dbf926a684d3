/** What a user is told of a file of the app that can't be used. */
export const storage = {
	"storage.damaged":
		"The file {file} is damaged. It is left as it is and nothing is signed; no funds have moved by this. Restore it from a backup, or keep it safe and ask for help before removing it.",
	"storage.full":
		"The disk is full: {file} can’t be written, so nothing is signed or sent until there is space. Nothing recorded is lost. Free some space; Countersign then goes on.",
	"storage.locked":
		"The file {file} is in use by another program. Nothing was written and no funds are touched. Close the other Countersign, then try again.",
	"storage.denied":
		"The file {file} can’t be opened or written. Nothing was written and no funds are touched. Check the folder and its permissions, then start again.",
	"storage.newer":
		"The file {file} was written by a newer Countersign. It is left as it is; no funds are touched. Install the newer version.",
	"storage.text-newer": "A newer Countersign wrote this text; install it to read it.",
	"storage.failed":
		"The file {file} could not be used. What was recorded before stands; nothing further was written. Start Countersign again; if it stays so, keep the file and ask for help.",
	"storage.record-unreadable":
		"What the journal keeps of this ({record, select, frozen {its review} predicted {what was foreseen} answer {its answer} receipt {its receipt} other {a part}}) can’t be read: it is damaged, or a newer Countersign wrote it. It is left as it is, and nothing is done by it. Install the newer version, or keep the file and ask for help.",
} as const;
