import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import type { SystemFacts } from "./doctor.ts";

/** Collected without Electron, because Electron may fail to start. */

const PATIENCE_MS = 5000;

function printed(program: string, args: readonly string[]): Promise<string | null> {
	return new Promise((resolve) => {
		execFile(program, args, { timeout: PATIENCE_MS, maxBuffer: 4_000_000 }, (error, stdout) =>
			resolve(error === null ? stdout : null),
		);
	});
}

async function hasOwner(name: string): Promise<boolean | null> {
	const args = ["--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"];
	const answered = await printed("gdbus", [
		"call",
		...args,
		"--method",
		"org.freedesktop.DBus.NameHasOwner",
		name,
	]);
	return answered === null ? null : answered.includes("true");
}

const textOfFile = (path: string): string | null => {
	return orIfThrown(null, () => readFileSync(path, "utf8"));
};

/**
 * Debian and Ubuntu restrict user namespaces with different switches. A setuid helper or an AppArmor profile
 * overrides them.
 */
function namespaces(): boolean | null {
	const clone = textOfFile("/proc/sys/kernel/unprivileged_userns_clone");
	const most = textOfFile("/proc/sys/user/max_user_namespaces");
	if (clone?.trim() === "0" || most?.trim() === "0") return false;
	const restricted = textOfFile("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");
	if (restricted?.trim() === "1") return textOfFile("/etc/apparmor.d/countersign") !== null;
	return most === null ? null : true;
}

const RULES = ["/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"];
/** A udev rule must match all of these: the interface, Ledger's USB vendor ID, and access for users. */
const ALLOWS = [/\bhidraw/, /\{idVendor\}=="2c97"/i, /\bTAG\+="uaccess"|\bMODE:?="0?66[0-9]"|\bGROUP:?="/];

/** A rule for a single product isn't enough. */
export function allowsLedger(rules: string): boolean {
	return rules
		.replaceAll(/\\\r?\n/g, " ")
		.split("\n")
		.filter((line) => !line.trimStart().startsWith("#") && !line.includes("{idProduct}"))
		.some((line) => ALLOWS.every((part) => part.test(line)));
}

function udevRule(folders: readonly string[]): boolean {
	return folders.some((folder) => {
		return orIfThrown(false, () =>
			readdirSync(folder).some(
				(name) => name.endsWith(".rules") && allowsLedger(textOfFile(join(folder, name)) ?? ""),
			),
		);
	});
}

async function fonts(): Promise<boolean | null> {
	const lists = await Promise.all([printed("fc-list", [":lang=zh"]), printed("fc-list", [":lang=und-zsye"])]);
	return lists.includes(null) ? null : lists.every((list) => list?.trim() !== "");
}

export async function statusIcons(platform: string = process.platform): Promise<boolean | null> {
	return platform === "linux" ? hasOwner("org.kde.StatusNotifierWatcher") : true;
}

export async function systemFacts(platform: string = process.platform): Promise<SystemFacts> {
	const root = process.getuid?.() === 0;
	if (platform !== "linux")
		return {
			platform,
			root,
			namespaces: null,
			statusIcons: null,
			notifications: null,
			udevRule: false,
			fonts: true,
		};
	const [hasIcons, notifications, hasFonts] = await Promise.all([
		statusIcons(platform),
		hasOwner("org.freedesktop.Notifications"),
		fonts(),
	]);
	return {
		platform,
		root,
		namespaces: namespaces(),
		statusIcons: hasIcons,
		notifications,
		udevRule: udevRule(RULES),
		fonts: hasFonts,
	};
}
