import { type Message, message } from "../../../core/localized-text.ts";
import type { SetupStep } from "../../../ipc/setup.ts";
import { SETUP_STEPS } from "../../../ipc/values.ts";

export const STEP_NAMES: Readonly<Record<SetupStep, Message>> = {
	service: message("trusted.first-run.step.service"),
	keys: message("trusted.first-run.step.keys"),
	networks: message("ui.networks"),
	notifications: message("ui.notifications"),
};

export const numberOf = (step: SetupStep): number => SETUP_STEPS.indexOf(step) + 1;
