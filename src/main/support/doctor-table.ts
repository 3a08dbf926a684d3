import type { DoctorCheck } from "../../ipc/support.ts";
import { DOCTOR_NAMES, DOCTOR_STATES } from "../../text/doctor.ts";
import { t, textOf } from "../../text/index.ts";

/** The checks as a terminal shows them: a line each, the cure below. */
export function doctorTable(checks: readonly DoctorCheck[]): string {
	const lines = checks.flatMap(({ id, state, found, cure }) => {
		const line = [
			textOf(DOCTOR_STATES[state]).padEnd(6),
			textOf(DOCTOR_NAMES[id]).padEnd(14),
			textOf(found),
		].join(" ");
		return cure === null ? [line] : [line, `${" ".repeat(22)}${t("doctor.cure", { cure })}`];
	});
	return `${lines.join("\n")}\n`;
}
