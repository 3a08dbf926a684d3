import {
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../ipc/windows.ts";

/**
 * Names of the commands that each preload lets through. The build writes their values in place of this module
 * (electron.vite.config.ts), so that a preload carries no schema.
 */

export const DESK_NAMES = Object.keys(deskProcedures) as readonly (keyof DeskProcedures)[];

export const TRUSTED_NAMES = Object.keys(trustedProcedures) as readonly (keyof TrustedProcedures)[];
