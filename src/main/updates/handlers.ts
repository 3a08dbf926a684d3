import { message } from "../../core/message.ts";
import type { updateProcedures } from "../../ipc/updates.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Updates } from "./updates.ts";

export interface UpdateDeps {
	readonly ports: {
		readonly release: Ports["release"];
		readonly desktop: Pick<Ports["desktop"], "openExternal">;
	};
	readonly updates: Pick<Updates, "check">;
}

/** The desk's commands about newer versions. The address is the build's own, and no list can name another. */
export function updateHandlers({ ports, updates }: UpdateDeps): HandlersOf<typeof updateProcedures> {
	return {
		async checkUpdates() {
			await updates.check();
			return done;
		},
		async openReleasePage() {
			if (ports.release.page === null) return refused(message("updates.unset"));
			await ports.desktop.openExternal(ports.release.page);
			return done;
		},
	};
}
