import { type Message, message } from "../../core/message.ts";
import type { DoctorCheck, DoctorId } from "../../ipc/support.ts";
import { DOCTOR_NAMES, DOCTOR_STATES } from "../../text/doctor.ts";
import { t, textOf } from "../../text/index.ts";

/** Checks of this computer for the app, each with its remedy. Pure: the facts are collected elsewhere. */

/** `null` if a fact could not be determined. */
export interface SystemFacts {
	readonly platform: string;
	/** Started with root rights. */
	readonly root: boolean;
	/** Linux: programs may create namespaces, which the sandbox needs. */
	readonly namespaces: boolean | null;
	/** Linux: a program displays status icons. */
	readonly statusIcons: boolean | null;
	/** Linux: a program displays notifications. */
	readonly notifications: boolean | null;
	/** Linux: a rule lets this user open a Ledger. */
	readonly udevRule: boolean;
	/** Fonts for other scripts and for emoji are installed. */
	readonly fonts: boolean | null;
}

export interface ShellFacts {
	/** Electron's version; `null` in the Chromium host. */
	readonly electron: string | null;
	readonly sandboxOff: boolean;
	/** `trusted`: it protects secrets. */
	readonly keychain: { readonly trusted: boolean; readonly backend: string };
	readonly notifications: boolean;
	/** The app's icon displays the number of waiting requests; `null` if the desktop was not queried. */
	readonly badge: boolean | null;
	/** The USB library loads and lists devices. */
	readonly usb: boolean;
	/**
	 * Lead of this computer's clock over the service's, in ms (`null`: within tolerance); `null` if the
	 * service reported no time.
	 */
	readonly clock: { readonly difference: number | null } | null;
	/** Each network set by the user. `code`: the RPC's answer. */
	readonly networks: readonly {
		readonly name: string;
		readonly found: "right" | "other" | "unreachable";
	}[];
}

type Found = Omit<DoctorCheck, "id">;

const ok = (found: Message): Found => ({ state: "ok", found, cure: null });
const caution = (found: Message, cure: Message): Found => ({ state: "caution", found, cure });
const bad = (found: Message, cure: Message): Found => ({ state: "bad", found, cure });
const unknown: Found = { state: "unknown", found: message("doctor.unknown"), cure: null };

function sandbox(system: SystemFacts, shell: ShellFacts | null): Found {
	if (system.root) return bad(message("doctor.sandbox.root"), message("doctor.sandbox.root.cure"));
	if (shell?.sandboxOff === true)
		return bad(message("doctor.sandbox.off"), message("doctor.sandbox.off.cure"));
	// Chromium exits if it can create no sandbox, by namespaces or by its setuid helper.
	if (shell !== null) return ok(message("doctor.sandbox.on"));
	if (system.namespaces === false)
		return bad(message("doctor.sandbox.namespaces"), message("doctor.sandbox.namespaces.cure"));
	return unknown;
}

function keychain({ keychain: { trusted, backend } }: ShellFacts): Found {
	if (trusted) return ok(message("doctor.keychain.kept", { backend }));
	return caution(message("doctor.keychain.none", { backend }), message("doctor.keychain.none.cure"));
}

function tray({ statusIcons }: SystemFacts): Found {
	if (statusIcons === null) return unknown;
	if (statusIcons) return ok(message("doctor.tray.shown"));
	return caution(message("doctor.tray.none"), message("doctor.tray.none.cure"));
}

function notifications(system: SystemFacts, shell: ShellFacts): Found {
	if (shell.notifications && system.notifications !== false) return ok(message("doctor.notifications.shown"));
	return caution(message("doctor.notifications.none"), message("doctor.notifications.none.cure"));
}

function badge({ badge: isShown }: ShellFacts): Found {
	if (isShown === null) return unknown;
	if (isShown) return ok(message("doctor.badge.shown"));
	return caution(message("doctor.badge.none"), message("doctor.badge.none.cure"));
}

function clock({ clock: found }: ShellFacts): Found {
	if (found === null) return unknown;
	const { difference } = found;
	if (difference === null) return ok(message("doctor.clock.right"));
	const minutes = Math.max(1, Math.round(Math.abs(difference) / 60_000));
	const differs = difference > 0 ? "doctor.clock.ahead" : "doctor.clock.behind";
	return caution(message(differs, { minutes }), message("doctor.clock.cure"));
}

function network({ name, found }: ShellFacts["networks"][number]): Found {
	switch (found) {
		case "right":
			return ok(message("doctor.network.right", { name }));
		case "other":
			return bad(message("doctor.network.other", { name }), message("doctor.network.cure"));
		case "unreachable":
			return bad(message("doctor.network.unreachable", { name }), message("doctor.network.cure"));
	}
}

const isLinux = ({ platform }: SystemFacts) => platform === "linux";

/** @param shell `null` if the shell did not start: only the system is then reported */
export function doctorChecks(system: SystemFacts, shell: ShellFacts | null): readonly DoctorCheck[] {
	const of = (id: DoctorId, found: Found): DoctorCheck => ({ id, ...found });
	const checks: DoctorCheck[] = [];
	if (shell === null)
		checks.push(of("shell", bad(message("doctor.shell.none"), message("doctor.shell.cure"))));
	else if (shell.electron === null)
		checks.push(of("shell", caution(message("doctor.shell.host"), message("doctor.shell.cure"))));
	else checks.push(of("shell", ok(message("doctor.shell.electron", { version: shell.electron }))));
	checks.push(of("sandbox", sandbox(system, shell)));
	if (shell !== null) checks.push(of("keychain", keychain(shell)));
	checks.push(of("tray", isLinux(system) ? tray(system) : ok(message("doctor.tray.shown"))));
	if (shell !== null) {
		checks.push(of("notifications", notifications(system, shell)));
		checks.push(of("badge", badge(shell)));
		const usb = shell.usb
			? ok(message("doctor.usb.works"))
			: bad(message("doctor.usb.fails"), message("doctor.usb.fails.cure"));
		checks.push(of("usb", usb));
		checks.push(of("clock", clock(shell)));
	}
	if (isLinux(system)) {
		const rule = system.udevRule
			? ok(message("doctor.udev.there"))
			: caution(message("doctor.udev.none"), message("doctor.udev.none.cure"));
		checks.push(of("udev", rule));
	}
	if (system.fonts === false)
		checks.push(of("fonts", caution(message("doctor.fonts.few"), message("doctor.fonts.few.cure"))));
	else checks.push(of("fonts", system.fonts === null ? unknown : ok(message("doctor.fonts.there"))));
	for (const each of shell?.networks ?? []) checks.push(of("network", network(each)));
	return checks;
}

/** Formats the checks for a terminal: one line each, with the remedy below. */
export function doctorTable(checks: readonly DoctorCheck[]): string {
	const lines = checks.flatMap(({ id, state, found, cure }) => {
		const line = [
			textOf(DOCTOR_STATES[state]).padEnd(7),
			textOf(DOCTOR_NAMES[id]).padEnd(14),
			textOf(found),
		].join(" ");
		return cure === null ? [line] : [line, `${" ".repeat(23)}${t("doctor.cure", { cure })}`];
	});
	return `${lines.join("\n")}\n`;
}
