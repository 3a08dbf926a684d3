import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { t } from "../src/text/index.ts";

/**
 * Creates Linux packages that run without installation (AppImage and plain archive), so their sandbox helper
 * isn't setuid root.
 */

/** Name of the program that the launcher starts. */
export const PROGRAM = "countersign-app";

/** Returns the launcher's messages by their placeholder: how to remove each obstacle to the sandbox. */
function launcherMessages(): Readonly<Record<string, string>> {
	const explain = (cure: string) => [t("launcher.none"), cure, t("launcher.deb")].join("\n\n");
	const command = (setting: string) => explain(t("launcher.allow", { command: `sudo sysctl -w ${setting}` }));
	return {
		ROOT: [t("doctor.sandbox.root"), t("doctor.sandbox.root.cure")].join("\n\n"),
		CLONE: command("kernel.unprivileged_userns_clone=1"),
		MOST: command("user.max_user_namespaces=15000"),
		APPARMOR: explain(t("launcher.profile")),
		REFUSED: explain(t("launcher.refused")),
	};
}

/** Quotes a text as a single shell word. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the launcher with its messages filled in. */
function launcherScript(root: string): string {
	const messages = launcherMessages();
	return readFileSync(join(root, "packaging", "linux", "launcher"), "utf8").replace(
		/@([A-Z]+)@/g,
		(_, name: string) => {
			const text = messages[name];
			if (text === undefined) throw new Error(`The launcher says ${name}, of which there is no text.`);
			return quoted(text);
		},
	);
}

/**
 * Assembles a portable package's folder.
 * @param assembled the assembled folder of an installed package
 * @param to folder that is created, or replaced if it exists
 */
export function makePortable(root: string, assembled: string, to: string): void {
	rmSync(to, { recursive: true, force: true });
	cpSync(assembled, to, { recursive: true, verbatimSymlinks: true });
	renameSync(join(to, "countersign"), join(to, PROGRAM));
	writeFileSync(join(to, "countersign"), launcherScript(root), { mode: 0o755 });
}
