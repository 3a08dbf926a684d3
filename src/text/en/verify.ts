/** What the checking tool says of a file. */
export const verify = {
	"verify.usage": "Usage: node countersign-verify.mjs FILE",
	"verify.too-large": "The file is too large.",
	"verify.not-json": "The file can’t be read as JSON.",
	"verify.neither": "This is neither a saved review nor an exported journal of Countersign.",
	"verify.review-malformed": "The saved review is not written as expected: {where}",
	"verify.review-newer":
		"The saved review has form {version}, which this program does not know: take the one of the Countersign that wrote it.",
	"verify.journal-malformed": "The journal is not written as expected: {where}",
	"verify.nothing-checked": "Nothing was checked.",
	"verify.line": "line {number}",
	"verify.line.here": "here: {text}",
	"verify.line.app": "app:  {text}",
	"verify.line.none": "(none)",
	"verify.noted": "Noted by the app with the help of chains, not made again here:",
	"verify.saved-by":
		"Saved by Countersign {app} at {time}. Token symbols and decimals, proxy code and revoked attestations are as your RPC said then, names of addresses as you gave them; all of these stand in the file, and whoever changes it can change them.",
	"verify.same-fingerprint":
		"The fingerprint is the one in the file. Compare it with the one that the app shows: only that proves that the file is the app’s.",
	"verify.other-fingerprint": "THE FINGERPRINT IS NOT THE ONE IN THE FILE.",
	"verify.same-lines": "All of this is what the app told, line by line.",
	"verify.other-lines": "THE APP TOLD SOMETHING ELSE:",
	"verify.unknown-codes":
		"The file holds texts that this program does not know, perhaps of a newer Countersign: {codes}.",
	"verify.checked": "Checked: what would be signed is what was reviewed.",
	"verify.not-checked": "NOT CHECKED: do not sign this.",
	"verify.journal": "A journal of Countersign {app}, saved {time}",
	"verify.journal.counts":
		"{approvals} approvals, {steps} steps, {signatures} signatures held against what was reviewed",
	"verify.journal.live": "Step {step} ({state}) covers a signature that is still live: not checked.",
	"verify.journal.gaps":
		"{count, plural, one {# gap} other {# gaps}} in the numbering: steps that are not in this file, such as those of another sign-in.",
	"verify.journal.fault": "FAULT: {fault}",
	"verify.journal.fits": "Everything in this file fits together.",
	"verify.journal.does-not-fit": "This file does not fit together: it was changed, or is not complete.",
	"verify.fault.hash": "Step {step} ({state}) of {row} does not fit its hash.",
	"verify.fault.last-step": "The last step of {row} is missing.",
	"verify.fault.first-step": "The first step names one before it.",
	"verify.fault.twice": "Step {step} stands there twice.",
	"verify.fault.order": "Step {step} does not follow the one before it.",
	"verify.fault.signed": "What {row} signed is not what was reviewed.",
	"verify.fault.unreadable": "What {row} approved can’t be read.",
	"verify.fault.fingerprint": "What {row} approved has another fingerprint than the one that was approved.",
	"verify.fault.match": "What {row} approved does not match its review.",
} as const;
