import type { InputOf } from "../../../ipc/primitives.ts";
import type { DeskProcedures } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";

/** What goes along with a message, as it is typed. Pure. */

/** Characters of a message, counted as the schema of `startTurn` counts them: Unicode code points. */
export const MAX_LENGTH = 32_000;
const NEAR = 0.9;

export interface TurnOptions {
	readonly mode: "auto" | "direct";
	readonly app: string;
	/** Digits. */
	readonly applicationId: string;
	readonly model: string;
}

export const NO_OPTIONS: TurnOptions = { mode: "auto", app: "", applicationId: "", model: "" };

export type TurnFields = Required<
	Pick<InputOf<DeskProcedures["startTurn"]>, "mode" | "app" | "applicationId" | "model">
>;

function lengthOf(text: string): number {
	return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** How much room a message has left; negative where it is too long. */
export function roomIn(message: string): { readonly left: number; readonly state: "fine" | "near" | "over" } {
	const length = lengthOf(message.trim());
	const left = MAX_LENGTH - length;
	return { left, state: left < 0 ? "over" : length >= MAX_LENGTH * NEAR ? "near" : "fine" };
}

/** What is wrong with each field, for a user; empty where all can be sent. */
export function optionFaults({
	app,
	applicationId,
	model,
}: TurnOptions): Readonly<Partial<Record<keyof TurnOptions, string>>> {
	const id = applicationId.trim();
	const wrongId = id !== "" && !(/^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)));
	return {
		...(app.trim().length > 160 ? { app: t("desk.session.apps-name-most-160-characters") } : {}),
		...(wrongId ? { applicationId: t("desk.session.application-id-whole-number-1") } : {}),
		...(app.trim() !== "" && id !== "" && !wrongId
			? { applicationId: t("desk.session.name-app-id-not-both") }
			: {}),
		...(model.trim().length > 200 ? { model: t("desk.session.models-name-most-200-characters") } : {}),
	};
}

/** The fields as `startTurn` takes them; null where one of them can't be sent. */
export function turnFields(options: TurnOptions): TurnFields | null {
	if (Object.keys(optionFaults(options)).length > 0) return null;
	const app = options.app.trim() === "" ? null : options.app.trim();
	const applicationId = options.applicationId.trim() === "" ? null : Number(options.applicationId.trim());
	return {
		// Auto is the service's own default: named only where an app is, which would otherwise mean Direct.
		mode: options.mode === "auto" && app === null && applicationId === null ? null : options.mode,
		app,
		applicationId,
		model: options.model.trim() === "" ? null : options.model.trim(),
	};
}

/** The same on one line: "Auto", "Direct · uniswap · model large". */
export function optionText({ mode, app, applicationId, model }: TurnOptions): string {
	return [
		mode === "auto" ? t("desk.session.modes.auto") : t("desk.session.modes.direct"),
		app.trim(),
		applicationId.trim() === "" ? "" : t("desk.session.app-2", { applicationId: applicationId.trim() }),
		model.trim() === "" ? "" : t("desk.session.model-2", { model: model.trim() }),
	]
		.filter((part) => part !== "")
		.join(" · ");
}
