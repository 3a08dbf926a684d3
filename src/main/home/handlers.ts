import type { homeProcedures } from "../../ipc/home.ts";
import type { HandlersOf } from "../handlers.ts";
import { done } from "../outcome.ts";
import type { Home } from "./home.ts";

export interface HomeDeps {
	readonly home: Pick<Home, "watch" | "refresh">;
}

/** The desk's commands of Home. */
export function homeHandlers(deps: HomeDeps): HandlersOf<typeof homeProcedures> {
	return {
		async watchHome({ on }) {
			deps.home.watch(on);
			return done;
		},
		async refreshHome() {
			deps.home.refresh();
			return done;
		},
	};
}
