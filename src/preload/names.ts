import {
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../ipc/windows.ts";

/** The build inlines these values (electron.vite.config.ts), so a preload contains no schemas. */

export const DESK_NAMES = Object.keys(deskProcedures) as readonly (keyof DeskProcedures)[];

export const TRUSTED_NAMES = Object.keys(trustedProcedures) as readonly (keyof TrustedProcedures)[];
