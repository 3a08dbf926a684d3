import { plain } from "../../format/plain.ts";
import { type Message, message } from "../../localized-text.ts";
import type { Finding, Severity } from "../finding.ts";

const MAX_LENGTH = 60;

interface SafetyMode {
	readonly severity: Severity;
	readonly text: Message;
}

/** Modes for the service's own protection (docs/service-api/pipeline.md#safety-modes). */
const MODES: ReadonlyMap<string, SafetyMode> = new Map([
	["guarded_only", { severity: "info", text: message("finding.safety-mode.guarded") }],
	["balanced", { severity: "info", text: message("finding.safety-mode.balanced") }],
	["unrestricted", { severity: "caution", text: message("finding.safety-mode.unrestricted") }],
]);

export function readSafetyMode(mode: string): SafetyMode {
	const text = message("finding.safety-mode.unknown", { mode: plain(mode, MAX_LENGTH) });
	return MODES.get(mode) ?? { severity: "caution", text };
}

export function safetyModeFinding({ safetyMode }: { readonly safetyMode: string | null }): Finding | null {
	return safetyMode === null
		? null
		: { id: "safety-mode", ...readSafetyMode(safetyMode), needsWord: false, about: [safetyMode] };
}
