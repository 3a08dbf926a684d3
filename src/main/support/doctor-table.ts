import { type Message, message } from "../../core/message.ts";
import { t, textOf } from "../../text/index.ts";
import type { DoctorCheck, DoctorId } from "./doctor.ts";

const NAMES: Readonly<Record<DoctorId, Message>> = {
	shell: message("doctor.name.shell"),
	sandbox: message("doctor.name.sandbox"),
	keychain: message("doctor.name.keychain"),
	tray: message("doctor.name.tray"),
	notifications: message("doctor.name.notifications"),
	usb: message("doctor.name.usb"),
	udev: message("doctor.name.udev"),
	fonts: message("doctor.name.fonts"),
	network: message("doctor.name.network"),
};
const STATES: Readonly<Record<DoctorCheck["state"], Message>> = {
	ok: message("doctor.state.ok"),
	caution: message("doctor.state.caution"),
	bad: message("doctor.state.bad"),
	unknown: message("doctor.state.unknown"),
};

/** The checks as a terminal shows them: a line each, the cure below. */
export function doctorTable(checks: readonly DoctorCheck[]): string {
	const lines = checks.flatMap(({ id, state, found, cure }) => {
		const line = [textOf(STATES[state]).padEnd(6), textOf(NAMES[id]).padEnd(14), textOf(found)].join(" ");
		return cure === null ? [line] : [line, `${" ".repeat(22)}${t("doctor.cure", { cure })}`];
	});
	return `${lines.join("\n")}\n`;
}
