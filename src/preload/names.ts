import {
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../ipc/windows.ts";

/** The build inlines these values (electron.vite.config.ts), so preload scripts contain no schemas. */

export const DESK_NAMES = Object.keys(deskProcedures) as readonly (keyof DeskProcedures)[];

export const TRUSTED_NAMES = Object.keys(trustedProcedures) as readonly (keyof TrustedProcedures)[];
