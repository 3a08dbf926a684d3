import { z } from "zod";
import { id, type Outcome, returns } from "./procedure.ts";

/** Sessions and what the agent is told: for the desk. */
export const sessionProcedures = {
	renameSession: returns<Outcome>()(
		z.strictObject({ sessionId: id, title: z.string().trim().min(1).max(200) }),
	),
	archiveSession: returns<Outcome>()(z.strictObject({ sessionId: id, archived: z.boolean() })),
	/** Main shows the whole address in a dialog of its own, and opens it only on a yes. */
	openLink: returns<Outcome>()(z.strictObject({ url: z.string().min(1).max(4096) })),
	/** Which of the person's accounts the agent is told of in this environment; null: none of this family. */
	connectAccounts: returns<Outcome>()(
		z.strictObject({ evm: z.string().max(64).nullable(), svm: z.string().max(64).nullable() }),
	),
};
