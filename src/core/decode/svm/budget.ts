import { type Message, message } from "../../message.ts";
import { Unread } from "./data-reader.ts";
import { arg, type Decoder, type Understood } from "./meaning.ts";

/** The Compute Budget program. Source: solana-compute-budget-interface. */

const told = (name: string, what: Message, type: string, value: bigint | number): Understood => ({
	name,
	meaning: { kind: "budget", what },
	args: [arg("value", type, value)],
	roles: [],
});

export const decodeBudget: Decoder = (data) => {
	switch (data.u8()) {
		case 1:
			return told("requestHeapFrame", message("svm.budget.request-heap-frame"), "u32", data.u32());
		case 2:
			return told("setComputeUnitLimit", message("svm.budget.set-compute-unit-limit"), "u32", data.u32());
		case 3:
			return told("setComputeUnitPrice", message("svm.budget.set-compute-unit-price"), "u64", data.u64());
		case 4:
			return told(
				"setLoadedAccountsDataSizeLimit",
				message("svm.budget.set-loaded-accounts-data-size-limit"),
				"u32",
				data.u32(),
			);
		default:
			throw new Unread();
	}
};
