import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { app } from "electron";
import { AppError } from "../../../core/app-error.ts";
import { message } from "../../../core/localized-text.ts";

/** Argument for starting the app at login without a window. */
const HIDDEN = "--hidden";

type Environment = Readonly<Record<string, string | undefined>>;

export class StartAtLoginError extends AppError {
	override readonly name = "StartAtLoginError";
	constructor(cause: unknown) {
		super(message("desktop.start-at-login.not-kept"), { cause });
	}
}

export function autostartPath(environment: Environment, home: string): string {
	const config = environment["XDG_CONFIG_HOME"] ?? "";
	return join(isAbsolute(config) ? config : join(home, ".config"), "autostart", "countersign.desktop");
}

/**
 * Returns the image itself for an AppImage, because its unpacked folder is temporary. Ignores a variable
 * inherited from a different AppImage.
 */
export function programPath(environment: Environment, execPath: string): string {
	const { APPIMAGE: image = "", APPDIR: folder = "" } = environment;
	return isAbsolute(image) && isAbsolute(folder) && execPath.startsWith(`${folder}/`) ? image : execPath;
}

/**
 * Escapes twice: for the quotes and for the file (https://specifications.freedesktop.org/desktop-entry-spec/,
 * "The Exec key").
 */
function quoted(argument: string): string {
	const escaped = argument
		.replace(/["`$\\]/g, "\\$&")
		.replaceAll("\\", "\\\\")
		.replaceAll("%", "%%");
	return `"${escaped}"`;
}

export function autostartEntry(program: string): string {
	if (/[\r\n]/.test(program)) throw new StartAtLoginError(new Error("the path contains a line break"));
	return [
		"[Desktop Entry]",
		"Type=Application",
		"Name=Countersign",
		["Exec=", quoted(program), " ", HIDDEN].join(""),
		"Icon=countersign",
		"Terminal=false",
		"X-GNOME-Autostart-enabled=true",
		"",
	].join("\n");
}

function setAutostart(path: string, program: string, on: boolean): void {
	if (!on) {
		rmSync(path, { force: true });
		return;
	}
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const fresh = `${path}.new`;
	writeFileSync(fresh, autostartEntry(program), { mode: 0o600 });
	renameSync(fresh, path);
}

export function refreshedEntry(entry: string, program: string): string | null {
	const line = /^Exec=.*$/m;
	const wanted = line.exec(autostartEntry(program))?.[0] ?? "";
	const now = line.exec(entry)?.[0];
	return now === undefined || now === wanted ? null : entry.replace(line, () => wanted);
}

const linuxPath = () => autostartPath(process.env, homedir());

/** A development build must not become a login item. */
export function canStartAtLogin(): boolean {
	return app.isPackaged && ["darwin", "win32", "linux"].includes(process.platform);
}

export function setStartAtLogin(on: boolean): void {
	if (!canStartAtLogin()) return;
	try {
		if (process.platform === "linux")
			setAutostart(linuxPath(), programPath(process.env, process.execPath), on);
		else app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] });
	} catch (cause) {
		if (cause instanceof StartAtLoginError) throw cause;
		throw new StartAtLoginError(cause);
	}
}

export function followProgram(log: (line: string) => void): void {
	if (process.platform !== "linux" || !canStartAtLogin()) return;
	const path = linuxPath();
	try {
		const fresh = refreshedEntry(readFileSync(path, "utf8"), programPath(process.env, process.execPath));
		if (fresh !== null) writeFileSync(path, fresh, { mode: 0o600 });
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
			log(`the autostart entry could not be looked at: ${String(error)}`);
	}
}

export function isHiddenStart(): boolean {
	if (process.argv.includes(HIDDEN)) return true;
	return process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin;
}
