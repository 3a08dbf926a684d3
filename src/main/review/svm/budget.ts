import { Unread } from "./data-reader.ts";
import { arg, type Decoder, type Understood } from "./meaning.ts";

/** The Compute Budget program. Source: solana-compute-budget-interface. */

const told = (name: string, what: string, type: string, value: bigint | number): Understood => ({
	name,
	meaning: { kind: "budget", what },
	args: [arg("value", type, value)],
	roles: [],
});

export const decodeBudget: Decoder = (data) => {
	switch (data.u8()) {
		case 1:
			return told("requestHeapFrame", "Sets the memory that it may use.", "u32", data.u32());
		case 2:
			return told("setComputeUnitLimit", "Sets the compute units that it may use.", "u32", data.u32());
		case 3:
			return told(
				"setComputeUnitPrice",
				"Sets the priority fee, in millionths of a lamport for each compute unit.",
				"u64",
				data.u64(),
			);
		case 4:
			return told("setLoadedAccountsDataSizeLimit", "Sets how much data it may load.", "u32", data.u32());
		default:
			throw new Unread();
	}
};
