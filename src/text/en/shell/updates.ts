/** Texts of updates. */
export const updates = {
	"updates.unset": "Updates are not set up in this build.",
	"updates.fault.unreachable":
		"The list of releases could not be read. It is tried again by itself; look at your network.",
	"updates.fault.not-a-list":
		"What came is no list of releases, so it was thrown away. It is asked for again tomorrow.",
	"updates.fault.signature":
		"The list of releases is not signed by Countersign’s key, so nothing of it was read. Install nothing from there.",
	"updates.fault.expired":
		"The list of releases has expired: somebody may be holding a newer one back. Look at the page of releases yourself.",
	"updates.fault.early": "The list of releases is from the future. Look at this computer’s clock.",
	"updates.fault.older":
		"The list of releases is older than one that was seen here, so it is not believed. Install nothing from there.",
	"updates.title": "Updates",
	"updates.out": "Countersign {version} is out",
	"updates.out.help": "You have {installed}. Nothing is installed by itself.",
	"updates.current": "You have the newest version.",
	"updates.unknown": "Not known yet whether there is a newer version.",
	"updates.off": "Not looked for.",
	"updates.checked": "Checked <ago></ago>",
	"updates.check": "Check now",
	"updates.checking": "Checking…",
	"updates.open-page": "Open download page",
	"updates.later": "Later",
	"updates.what-changed": "What changed",
	"updates.look": "Look for updates",
	"updates.look.help": "Once a day, by a signed list of releases. Nothing of yours is sent.",
} as const;
