import "./desktop/lifecycle/keep-heap-small.ts";
import { app } from "electron";
import { textOfError } from "../core/app-error.ts";
import { t, textOf } from "../text/index.ts";
import { type Development, readDevelopment } from "./desktop/lifecycle/development.ts";
import { followSummons, isFirstInstance } from "./desktop/lifecycle/single-instance.ts";
import { refusedSwitch, switchText } from "./desktop/lifecycle/switches.ts";
import { pathsFrom } from "./desktop/paths.ts";
import { alertUserAtEnd } from "./desktop/shell/alert-user.ts";
import { registerAppScheme } from "./desktop/windows/app-protocol.ts";
import { userMessage } from "./desktop/windows/command.ts";
import { start } from "./programs/app.ts";
import { examine } from "./programs/doctor.ts";
import { testItself } from "./programs/self-test.ts";

/**
 * Electron's entry point. Selects the program and does everything that has to happen before the ready event.
 */
function main(): void {
	const refused = app.isPackaged
		? refusedSwitch([...process.execArgv, ...process.argv.slice(1)], process.env)
		: null;
	if (refused !== null) {
		process.stderr.write(`${switchText(refused)}\n`);
		app.exit(2);
		return;
	}
	const paths = pathsFrom(import.meta.dirname);
	if (process.argv.includes("--self-test")) {
		testItself(paths);
		return;
	}
	let development: Development;
	try {
		development = readDevelopment(process.env, app.isPackaged);
	} catch (error) {
		process.stderr.write(`${textOf(textOfError(error) ?? String(error))}\n`);
		app.exit(2);
		return;
	}
	if (process.argv.includes("--doctor")) {
		examine(paths, development.dataDir);
		return;
	}
	if (development.dataDir !== null) app.setPath("userData", development.dataDir);
	// Windows only shows notifications from apps that set this ID.
	if (process.platform === "win32") app.setAppUserModelId("Countersign");
	app.enableSandbox();
	registerAppScheme();
	if (!isFirstInstance()) {
		app.quit();
		return;
	}
	const summons = followSummons();
	// Without a listener, Electron would quit.
	app.on("window-all-closed", () => {});
	app
		.whenReady()
		.then(() => start(development, paths, summons.deliver))
		.catch((error: unknown) => {
			process.stderr.write(
				`countersign: could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
			);
			alertUserAtEnd(t("desktop.not-started.title"), textOf(userMessage(error)));
			app.exit(1);
		});
}

main();
