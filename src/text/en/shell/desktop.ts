/** Texts of desktop. */
export const desktop = {
	"desktop.crash.closing.title": "Countersign has to close",
	"desktop.crash.closing":
		"It met an error that it did not expect. The vault is locked. What you had approved is in the journal and is taken up, or asked again, at the next start; nothing is signed meanwhile. The log holds the details.",
	"desktop.crash.failed.title": "Part of Countersign failed",
	"desktop.crash.failed":
		"Something it was doing ended in an error that it did not expect. The vault is locked and the journal is whole: look under Activity before you approve again. If anything looks stuck, quit and start again. The log holds the details.",
	"desktop.menu.open": "Open Countersign",
	"desktop.menu.review-next": "Review next…",
	"desktop.menu.lock": "Lock",
	"desktop.menu.quit": "Quit",
	"desktop.menu.file": "&File",
	"desktop.menu.edit": "&Edit",
	"desktop.menu.view": "&View",
	"desktop.menu.window": "&Window",
	"desktop.menu.help": "&Help",
	"desktop.menu.logs": "Show log folder",
	"desktop.stopped.title": "This window stopped",
	"desktop.stopped":
		"The process that draws it has ended. Nothing was signed by that. What you approved before goes on, and stands under Activity.",
	"desktop.stopped.reload": "Reload",
	"desktop.no-tray.title": "Countersign keeps running",
	"desktop.no-tray":
		"This desktop shows no tray icon, so nothing of Countersign is in sight now. It still follows your agents and tells you what waits. Start Countersign again, or press a notification, to see it. On GNOME the extension AppIndicator shows the icon.",
	"desktop.no-tray.stay": "Keep running",
	"desktop.tray.pause": "Pause notifications for an hour",
	"desktop.tray.resume": "Resume notifications",
	"desktop.tray.review-next": "Review next ({count, number} waiting)…",
	"desktop.open-link": "Open {host} in your browser?",
	"desktop.open-link.warning":
		"{href}\n\nThis link was written by somebody else. Never enter your recovery phrase or password on a page that it leads to.",
	"desktop.cancel": "Cancel",
	"desktop.open": "Open",
	"desktop.file-not-saved":
		"The file could not be written there. Nothing else changed and no funds are touched. Choose another place, or free some space, and try again.",
	"desktop.file.none": "This is no file.",
	"desktop.file.too-large": "This file is larger than 2 MB.",
	"desktop.file.unreadable": "This file could not be read.",
	"desktop.file.not-utf8": "This file is not text in UTF-8.",
	"desktop.setting-refused":
		"The setting was not kept ({reason}). What held before still holds; no funds are touched.",
	"desktop.settings.newer":
		"The settings are of a newer version of Countersign and start afresh. Keys, the journal and funds are not touched. The file is kept in the same folder as {name}: install the newer version again and name it settings.json, or check the networks before you go on.",
	"desktop.settings-damaged":
		"The settings could not be read ({reason}) and start afresh. Keys, the journal and funds are not touched. The old file is kept in the same folder as {name}. Check the networks before you go on.",
	"desktop.switch-refused":
		"Countersign does not start with {name}: another program could look into it, or its windows would lose their sandbox. Nothing was opened and no funds are touched. Start it without.",
	"desktop.start-at-login.not-kept":
		"The system did not take the start at login, so the setting stays as it was. No funds are touched.",
	"desktop.fault":
		"Countersign met an error that it did not expect, and stopped what you asked for. What had already begun is shown under Activity; the details are in its log.",
	"desktop.keychain.none":
		"The system offers no keychain now, so the token is held in memory and asked for at each start.",
	"desktop.keychain.untrusted":
		"This desktop has no keychain that protects secrets (GNOME Keyring or KWallet), so the token is held in memory and asked for at each start.",
	"desktop.keychain.kept": "The token is kept by the system’s keychain.",
	"desktop.development.chain": "Chain {chainId}",
	"desktop.keychain.not-kept":
		"The system’s keychain could not keep the access token. Keys and funds are not touched. Unlock the keychain, or enter the token again.",
	"desktop.keychain.not-read":
		"The system’s keychain could not read the access token. Keys and funds are not touched. Unlock the keychain, or enter the token again.",
	"desktop.file-not-read": "{what} Nothing was read from it, and nothing changed. Choose another file.",
	"desktop.settings.whole-file": "the whole file",
	"desktop.settings.member": "{where}: {what}",
	"desktop.settings.not-readable": "not readable",
	"desktop.settings.not-json": "the file is not JSON",
	"desktop.settings-damaged.title": "The settings start afresh",
	"desktop.not-started.title": "Countersign could not start",
	"desktop.development.refused":
		"{variable} {what}. Countersign has not started and no funds are touched. Correct or unset it.",
	"desktop.development.no-address": "is not an address that may be used",
	"desktop.development.not-a-header": "holds characters that a header can’t carry",
	"desktop.development.not-json": "is not JSON",
	"desktop.development.no-chains": "is not an object of chain id or cluster to RPC address",
	"desktop.development.no-devices": "is not one to eight addresses like http://127.0.0.1:5000",
	"desktop.development.not-absolute": "is not an absolute path",
	"desktop.process": "Countersign {name}",
} as const;
