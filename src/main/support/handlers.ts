import { message } from "../../core/message.ts";
import type { DoctorCheck, supportProcedures } from "../../ipc/support.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { diagnosticsText } from "./diagnostics.ts";

export interface SupportDeps {
	readonly ports: Pick<Ports, "settings" | "version" | "system" | "recentLog" | "examine"> & {
		readonly desktop: Pick<Ports["desktop"], "saveFile">;
	};
	readonly journal: Pick<Journal, "unsettled">;
}

/** The desk's commands for whoever needs help: what is saved is what was shown. */
export function supportHandlers({ ports, journal }: SupportDeps): HandlersOf<typeof supportProcedures> {
	let shown: string | null = null;
	let examining: Promise<readonly DoctorCheck[]> | null = null;
	return {
		async readDiagnostics() {
			const unsettled: Record<string, number> = {};
			for (const { state } of journal.unsettled()) unsettled[state] = (unsettled[state] ?? 0) + 1;
			const { version, system } = ports;
			shown = diagnosticsText({
				...{ version, system, unsettled },
				settings: ports.settings.get(),
				log: ports.recentLog(),
			});
			return { ok: true, text: shown };
		},
		async saveDiagnostics() {
			if (shown === null) return refused(message("support.not-shown"));
			const saved = await ports.desktop.saveFile("countersign-diagnostics.txt", shown);
			return saved ? done : refused(message("app.not-saved"));
		},
		async examineComputer() {
			// It starts a process and asks the networks: once for all who ask meanwhile.
			examining ??= ports.examine().finally(() => {
				examining = null;
			});
			return { ok: true, checks: await examining };
		},
	};
}
