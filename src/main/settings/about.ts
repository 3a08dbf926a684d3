import type { aboutProcedures } from "../../ipc/about.ts";
import type { HandlersOf } from "../handlers.ts";
import type { Ports } from "../ports.ts";

export interface AboutDeps {
	readonly ports: Pick<Ports, "about">;
}

/** The desk's command about the app itself. */
export function aboutHandlers({ ports }: AboutDeps): HandlersOf<typeof aboutProcedures> {
	return { readAbout: async () => ports.about() };
}
