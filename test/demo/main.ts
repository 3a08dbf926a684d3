import { parseArgs } from "node:util";
import { ensureElectron, hasDisplay } from "../../scripts/lib/ensure.mjs";
import { drive, driveLedger, driveService } from "./drive.ts";
import { openForPerson } from "./open.ts";

const USAGE = `npm run demo -- [options]
  --drive        the demo drives itself through the windows (the default where there is no display)
  --interactive  opens the app for you (the default where there is a display)
  --service      with --drive: only sign-in, conversation, catalog, the second route and the account
  --ledger       the same with your keys on an emulated Ledger, whose buttons you press in this terminal`;

const { values } = parseArgs({
	options: {
		drive: { type: "boolean", default: false },
		interactive: { type: "boolean", default: false },
		service: { type: "boolean", default: false },
		ledger: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

const NO_DISPLAY = `No display was found, so the demo drives the app by itself for a few minutes, prints each step and saves pictures
below out/. To use the app yourself instead, run:
  npm run demo -- --interactive    # prints an address at which a browser shows the app's windows
`;

if (values.help) console.log(USAGE);
else {
	const forPerson = !values.drive && (values.interactive || hasDisplay());
	try {
		if (forPerson) {
			const electron = hasDisplay() ? await ensureElectron() : undefined;
			await openForPerson({ ledger: values.ledger, electron: electron ?? null });
		} else {
			if (!values.drive) console.log(NO_DISPLAY);
			await (values.ledger ? driveLedger() : values.service ? driveService() : drive());
		}
	} catch (error) {
		console.error(
			`\nThe demo did not go as it must: ${error instanceof Error ? error.message : String(error)}`,
		);
		if (error instanceof Error && error.cause !== undefined) console.error(error.cause);
		process.exitCode = 1;
	}
}
