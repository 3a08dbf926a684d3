import { type DataReader, Unread } from "./data-reader.ts";
import { arg, type Decoder, type Understood } from "./meaning.ts";
import { plainOther } from "./token.ts";

/** The Address Lookup Table program. Source: solana-address-lookup-table-interface. */

/** A table has at most 256 addresses. */
const MOST = 256n;

function extend(data: DataReader): Understood {
	const count = data.u64();
	if (count > MOST) throw new Unread();
	const keys = Array.from({ length: Number(count) }, () => data.key());
	const args = keys.map((key, at) => arg(`address ${at + 1}`, "pubkey", key));
	return plainOther(
		"extendLookupTable",
		`Adds ${count} addresses to a lookup table.`,
		["table", "authority", "payer", "system program"],
		args,
	);
}

export const decodeLookupTable: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return plainOther(
				"createLookupTable",
				"Opens a lookup table.",
				["table", "authority", "payer", "system program"],
				[arg("recentSlot", "u64", data.u64()), arg("bump", "u8", data.u8())],
			);
		case 1:
			return plainOther("freezeLookupTable", "Fixes a lookup table for ever.", ["table", "authority"]);
		case 2:
			return extend(data);
		case 3:
			return plainOther("deactivateLookupTable", "Ends a lookup table.", ["table", "authority"]);
		case 4:
			return plainOther(
				"closeLookupTable",
				`Closes a lookup table; its SOL goes to ${accounts.at(2)}.`,
				["table", "authority", "recipient"],
				[],
				true,
			);
		default:
			throw new Unread();
	}
};
