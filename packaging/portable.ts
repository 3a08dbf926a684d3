import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { t } from "../src/text/index.ts";

/** Linux packages that nothing installs, an AppImage and a plain archive: no helper with all rights comes with them. */

/** The program that the launcher starts. */
export const PROGRAM = "countersign-app";

/** What lifts each of the things that the launcher finds in the sandbox's way; it names them. */
function words(): Readonly<Record<string, string>> {
	const lacking = (cure: string) => [t("launcher.none"), cure, t("launcher.deb")].join("\n\n");
	const command = (setting: string) => lacking(t("launcher.allow", { command: `sudo sysctl -w ${setting}` }));
	return {
		ROOT: [t("doctor.sandbox.root"), t("doctor.sandbox.root.cure")].join("\n\n"),
		CLONE: command("kernel.unprivileged_userns_clone=1"),
		MOST: command("user.max_user_namespaces=15000"),
		APPARMOR: lacking(t("launcher.profile")),
		REFUSED: lacking(t("launcher.refused")),
	};
}

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The launcher with what it says. */
function launcherScript(root: string): string {
	const told = words();
	return readFileSync(join(root, "packaging", "linux", "launcher"), "utf8").replace(
		/@([A-Z]+)@/g,
		(_, name: string) => {
			const text = told[name];
			if (text === undefined) throw new Error(`The launcher says ${name}, of which there is no text.`);
			return quoted(text);
		},
	);
}

/**
 * Puts the folder of a portable package together.
 * @param assembled as for an installed package
 * @param to a folder that is made anew
 */
export function makePortable(root: string, assembled: string, to: string): void {
	rmSync(to, { recursive: true, force: true });
	cpSync(assembled, to, { recursive: true, verbatimSymlinks: true });
	renameSync(join(to, "countersign"), join(to, PROGRAM));
	writeFileSync(join(to, "countersign"), launcherScript(root), { mode: 0o755 });
}
