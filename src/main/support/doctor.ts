import { type Message, message } from "../../core/localized-text.ts";
import type { DoctorCheck, DoctorId } from "../../ipc/support.ts";
import { DOCTOR_NAMES, DOCTOR_STATES } from "../../text/doctor.ts";
import { t, textOf } from "../../text/index.ts";

export interface SystemFacts {
	readonly platform: string;
	readonly root: boolean;
	readonly namespaces: boolean | null;
	readonly statusIcons: boolean | null;
	readonly notifications: boolean | null;
	readonly udevRule: boolean;
	readonly fonts: boolean | null;
}

export interface ShellFacts {
	readonly electron: string | null;
	readonly sandboxOff: boolean;
	/** `trusted` is `false` if the backend stores secrets without protection. */
	readonly keychain: { readonly trusted: boolean; readonly backend: string };
	readonly notifications: boolean;
	/** `null` if the desktop wasn't queried. */
	readonly badge: boolean | null;
	readonly usb: boolean;
	/**
	 * `clock` is `null` if there was no response. `difference` is how far this computer's clock is ahead in
	 * ms, or `null` if it is within tolerance.
	 */
	readonly clock: { readonly difference: number | null } | null;
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
	// Chromium exits if it can't create a sandbox.
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
