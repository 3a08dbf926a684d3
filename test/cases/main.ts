import { runCommand } from "./command.ts";

/** npm run cases: judges sets of requests that were written without knowledge of the app's rules. */

process.exitCode = await runCommand(process.argv.slice(2), (text) => console.log(text));
