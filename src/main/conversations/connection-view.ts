import type { ConnectionView } from "../../ipc/conversations.ts";
import type { Connection } from "./connection.ts";

/** A missing token is a kind of being offline that only the user can mend: the words say so. */
export function connectionView(connection: Connection): ConnectionView {
	return {
		state: connection.state === "unauthorized" ? "offline" : connection.state,
		text: connection.text,
		nextTryAt: connection.nextTryAt,
	};
}
