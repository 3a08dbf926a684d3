/** Texts of catalog. */
export const catalog = {
	"build.action.evm": "{label}: to {to} on chain {chain}, {wei} wei, {data}",
	"build.action.data": "{bytes} bytes of data",
	"build.action.data.unreadable": "data that can’t be read",
	"build.action.instruction": "{label}: program {program} on {cluster}",
	"build.action.transaction":
		"{label}: {count, plural, one {# instruction} other {# instructions}} on {cluster}",
	"build.action.unknown": "An action of a kind that this version does not know",
	"build.more-rows": "{count} more rows are not shown; the Build’s own text holds them.",
	"build.too-large": "This Build is larger than 2 MB. It is not opened.",
	"build.kept": "The Build stays as it was, and nothing was signed.",
	"build.family-unknown":
		"Countersign does not know which chain family these actions belong to, so it can’t tell where to send the Build. A newer Countersign may.",
	"build.working": "The service is at work on this Build.",
	"build.committed": "This Build has been committed.",
	"build.unclear":
		"Whether this Build was committed is not known. Commit it again first: with the same key, it happens only once.",
	"build.expired": "This Build has expired. Run its operation again.",
	"build.no-simulation": "This Build holds no simulation. Simulate it first.",
	"build.not-simulated":
		"The service could not simulate this Build, so it can’t be committed. Simulate it again.",
	"build.simulation-failed": "The service’s simulation failed. This Build can’t be committed.",
	"build.guard-failed": "A guard of the service did not pass. This Build can’t be committed.",
	"build.simulate-first": "Only a simulated Build can be committed. Simulate it first.",
	"build.expired.uncommitted": "This Build has expired. Nothing was committed; run its operation again.",
	"build.gone": "This Build is not open any more. Nothing was done.",
	"build.from-file":
		"Opened from a file. The service checks its attestation when it is simulated or committed.",
	"build.commit-unclear":
		"Whether the service committed this Build is not known. Try again: with the same key, it happens only once.",
	"build.simulate-again": "The Build stays as it was, and nothing was signed. Simulate it again.",
	"build.not-kept":
		"The service took the Build, but what it asks for could not be kept. Commit it again: it happens only once.",
	"build.not-sent": "The Build was not sent, and nothing was committed.",
	"build.carried.nobody":
		"The service took the Build, and leaves the rest to you: what it asks for waits in the inbox under “Committed Builds”. Review it there and sign it, or not; Countersign submits it by itself, and no answer goes to the service.",
	"build.carried.session":
		"The service took the Build and carries it on in a conversation: what it asks for appears there and in the inbox, where you review and sign it, or not.",
	"build.carried.cohort":
		"The service took the Build and keeps its steps as commits of their own: they wait in the inbox, where you review and sign them, or not.",
	"build.carried.unclear":
		"The service took the Build, but its answer does not say who carries out what it asks for. Nothing of it can be signed here, and nothing was signed.",
	"build.not-followed":
		"The service took the Build and keeps its steps as commits that Countersign can’t follow. Nothing of it can be signed here, and nothing was signed.",
	"build.nothing-asked": "The service took the Build and asks for nothing: there is nothing to sign.",
	"build.not-offered":
		"The service’s catalog does not lead to this chain family, so that the Build can’t be sent there. Nothing was done.",
	"build.another-digest": "This is not the Build that you saw: its digest is another. Nothing was committed.",
	"build.file": "Portable Build",
	"build.none-in-file": "This file holds no Build that Countersign can read. Nothing was opened.",
	"app.not-saved": "Nothing was saved.",
	"build.wait": "The service is at work on this Build. Wait for its answer.",
	"build.closed": "This Build is not open any more.",
	"build.not-on-screen": "This Build is not the one on screen. Nothing was committed.",
	"catalog.sign-in":
		"The pipeline needs a sign-in of its own. Sign in for it in Settings; nothing was read or run, and your funds are not touched.",
	"catalog.lost.offline": "The service can’t be reached.",
	"catalog.lost.insecure": "Whoever answers at the service’s address could not prove to be the service.",
	"catalog.lost.timeout": "The service did not answer in time.",
	"catalog.lost.server": "The service has a fault of its own.",
	"catalog.lost.unreadable": "The service’s answer can’t be read.",
	"catalog.json.too-deep": "This JSON is nested too deeply, or holds too many values. It is not used.",
	"catalog.json.proto": "A member of this JSON is named __proto__. It is not used.",
	"catalog.json.none": "This is not JSON. It is not used.",
	"catalog.json.twice":
		"A member stands twice in one object of this JSON ({name}), so that two readers could read it differently. It is not used.",
	"catalog.listing.circle": "The service’s pages go round in a circle; the listing ends here.",
	"catalog.operation.commit":
		"A commit is never run from here: open its Build, and commit that in the window for approvals. Nothing was run.",
	"catalog.operation.elsewhere":
		"The service’s own description of this operation leads to another place. It is not run.",
	"catalog.input.no-object": "The input must be one JSON object. Nothing was sent.",
	"catalog.open-again": "Nothing was changed; open it again in a moment.",
	"catalog.no-link": "The service gave no such link. Nothing was read.",
	"catalog.opened-meanwhile": "Something else was opened meanwhile.",
	"catalog.no-more": "There are no more entries to ask for.",
	"catalog.asking": "The service is being asked already.",
	"catalog.operation.gone": "This operation is not open any more. Open it again; nothing was run.",
	"catalog.operation.running": "This operation is running. Wait for its answer; nothing more was sent.",
	"catalog.operation.unclear":
		"Whether it ran this operation is not known. Nothing was signed; look before you run it again.",
	"catalog.operation.not-run": "The operation was not run. Run it again in a moment.",
	"catalog.operation.needs-id":
		"For an app that the service hosts, it needs the application’s id: enter it and run the operation again.",
	"build.made-by": "Made by {operation}",
	"catalog.wait": "It asks to wait {seconds, plural, one {a second} other {# seconds}}.",
	"catalog.own-fault": "Countersign met a fault of its own.",
	"catalog.patience": "The service asks for patience.",
	"build.unreadable": "This is no Build that Countersign can read ({where}). It is not opened.",
	"build.unreadable.shape": "its shape",
	"build.answer.none": "The service’s answer to the simulation holds no Build.",
	"build.answer.no-outcome": "The service’s answer does not say how the simulation went.",
	"build.answer.digest":
		"The service answered with another digest than the Build has that was sent. The answer is not used.",
	"build.answer.actions":
		"The service answered with other actions than the Build has that was sent. The answer is not used.",
	"build.answer.origin":
		"The service answered with another origin than the Build has that was sent. The answer is not used.",
	"build.answer.version":
		"The service answered with another version than the Build has that was sent. The answer is not used.",
	"build.too-many":
		"{most, number} Builds may be open at once, and 4 MB of them. This one finds no room. Close one first.",
	"build.too-much":
		"The service asks for more than {most, number} things at once, or for more text than anybody reads. Nothing of it can be signed here, and nothing was signed.",
	"build.answer.another": "The service’s answer is not that of this Build’s commit.",
	"catalog.listing.full": "Only the first {most, number} entries are shown.",
	"catalog.listing.elsewhere":
		"The service’s link to more entries leads elsewhere ({link}) and is not followed.",
	"catalog.operation.method": "The service wants this to be run by {method}, which Countersign does not do.",
	"catalog.input.not-sent": "Nothing was sent.",
	"catalog.input.missing": "{where}: “{name}” is missing.",
	"catalog.input.not-known": "{where}: “{name}” is not known here.",
	"catalog.input.fault": "{where}: {fault}",
	"catalog.input.whole": "The input",
	"catalog.input.more": "And {more, number} more.",
	"catalog.input.unfit": "The input does not fit the operation.",
	"build.not-followed.why":
		"The service took the Build and keeps its steps as commits that Countersign can’t follow. Nothing of it can be signed here, and nothing was signed. ({why})",
} as const;
