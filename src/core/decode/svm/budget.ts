import { type Message, message } from "../../message.ts";
import { Unread } from "./data-reader.ts";
import { arg, type Decoder, type Understood } from "./meaning.ts";

/** The Compute Budget program. Source: solana-compute-budget-interface. */

const understood = (name: string, what: Message, type: string, value: bigint | number): Understood => ({
	name,
	meaning: { kind: "budget", what },
	args: [arg("value", type, value)],
	roles: [],
});

export const decodeBudget: Decoder = (data) => {
	switch (data.u8()) {
		case 1:
			return understood("requestHeapFrame", message("svm.budget.request-heap-frame"), "u32", data.u32());
		case 2:
			return understood(
				"setComputeUnitLimit",
				message("svm.budget.set-compute-unit-limit"),
				"u32",
				data.u32(),
			);
		case 3:
			return understood(
				"setComputeUnitPrice",
				message("svm.budget.set-compute-unit-price"),
				"u64",
				data.u64(),
			);
		case 4:
			return understood(
				"setLoadedAccountsDataSizeLimit",
				message("svm.budget.set-loaded-accounts-data-size-limit"),
				"u32",
				data.u32(),
			);
		default:
			throw new Unread();
	}
};
