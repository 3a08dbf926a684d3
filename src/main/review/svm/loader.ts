import { Unread } from "./data-reader.ts";
import type { Decoder } from "./meaning.ts";
import { plainOther } from "./token.ts";

/** The upgradeable BPF loader, which rules programs. Source: solana-loader-v3-interface. */
export const decodeLoader: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 3:
			return plainOther(
				"upgrade",
				`Replaces the code of the program ${accounts.at(1)}.`,
				["program data", "program", "buffer", "spill", "rent", "clock", "authority"],
				[],
				true,
			);
		case 4:
		case 7: {
			const to = accounts.all[2]?.pubkey ?? "nobody";
			return plainOther(
				"setAuthority",
				`Gives ${to} the right to replace the code of a program.`,
				["account", "authority", "new authority"],
				[],
				true,
			);
		}
		case 5:
			return plainOther(
				"close",
				`Closes a program or buffer; its SOL goes to ${accounts.at(1)}.`,
				["account", "recipient", "authority", "program"],
				[],
				true,
			);
		default:
			throw new Unread();
	}
};
