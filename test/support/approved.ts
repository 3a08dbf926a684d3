import type { ApprovedRow } from "../../src/ipc/activity.ts";
import type { DeskView } from "../../src/ipc/windows.ts";

/** Returns the approved rows of all that Activity lists. */
export const approvedOf = ({ activity }: Pick<DeskView, "activity">): readonly ApprovedRow[] =>
	activity.filter((row) => row.kind === "approved");
