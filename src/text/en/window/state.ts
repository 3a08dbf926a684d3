/** Texts of what every window does. */
export const state = {
	"state.copying-not-possible": "Copying is not possible here.",
	"state.countersigns-own-background-process-did":
		"Countersign’s own background process did not answer. Nothing was approved or changed by this click. Try again; if it stays so, quit and open Countersign again.",
} as const;
