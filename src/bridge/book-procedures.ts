import { z } from "zod";
import { id, nothing, type Outcome, password, returns } from "./procedure.ts";

const family = z.enum(["evm", "svm"]);
const address = z.string().trim().min(1).max(100);

/** Why a contact was not saved at once; each is a whole sentence that the person has to have seen. */
export type SaveOutcome = Outcome & { readonly warnings?: readonly string[] };

/** The address book, for the trusted window alone. */
export const bookProcedures = {
	/** `despite`: the warnings that the person has read and wants to save it in spite of. */
	saveContact: returns<SaveOutcome>()(
		z.strictObject({
			family,
			address,
			label: z.string().max(200),
			renaming: z.boolean(),
			despite: z.array(z.string().max(600)).max(10),
			/** Where a rule lets contacts through, a new one loosens it; else null. */
			password: password.nullable(),
		}),
	),
	removeContact: returns<Outcome>()(z.strictObject({ family, address })),
	/** Main asks where to save; the window never names a path. */
	exportContacts: returns<Outcome>()(nothing),
	/** Main asks for the file and reads it; nothing is kept before `confirmImport`. */
	importContacts: returns<Outcome>()(nothing),
	/** `doubtful`: those with warnings too. */
	confirmImport: returns<Outcome>()(
		z.strictObject({ id, doubtful: z.boolean(), password: password.nullable() }),
	),
	discardImport: returns<Outcome>()(nothing),
};
