import { useState } from "react";
import type { DoctorCheck } from "../../../ipc/support.ts";
import { DOCTOR_NAMES, DOCTOR_STATES } from "../../../text/doctor.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

const INKS: Readonly<Record<DoctorCheck["state"], string>> = {
	ok: "text-ink-3",
	caution: "text-caution",
	bad: "text-danger",
	unknown: "text-ink-3",
};

function Check({ check: { id, state, found, cure } }: { check: DoctorCheck }) {
	return (
		<div className="grid grid-cols-[7rem_1fr_auto] gap-x-4 gap-y-1">
			<dt className="text-ink-2">{textOf(DOCTOR_NAMES[id])}</dt>
			<dd>
				{textOf(found)}
				{cure !== null && <p className="text-f2 text-ink-2">{t("doctor.cure", { cure })}</p>}
			</dd>
			<dd className={`text-f2 ${INKS[state]}`}>{textOf(DOCTOR_STATES[state])}</dd>
		</div>
	);
}

/** What the app finds on this computer, each with its cure: what `--doctor` tells in a terminal. */
export function ExamineSettings() {
	const { bridge } = useDesk();
	const command = useCommand();
	const [checks, setChecks] = useState<readonly DoctorCheck[] | null>(null);
	const examine = async () => {
		const answer = await command.send(() => bridge.call("examineComputer", {}));
		if (answer?.ok === true) setChecks(answer.checks);
	};
	return (
		<Group
			title={t("support.computer")}
			aside={
				<Button size="small" busy={command.busy} onClick={() => void examine()}>
					{t("support.examine")}
				</Button>
			}
		>
			<div>
				<p className="text-f2 text-ink-2">{t("support.computer.help")}</p>
				<Fault text={command.fault} className="mt-2" />
				{checks !== null && (
					<dl className="mt-2.5 grid gap-2.5">
						{checks.map((check) => (
							<Check key={`${check.id} ${textOf(check.found)}`} check={check} />
						))}
					</dl>
				)}
			</div>
		</Group>
	);
}
