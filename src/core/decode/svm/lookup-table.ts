import { message } from "../../message.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import { arg, type Decoder, plainOther, type Understood } from "./meaning.ts";

/** The Address Lookup Table program. Source: solana-address-lookup-table-interface. */

/** A table has at most 256 addresses. */
const MAX = 256n;

function extend(data: DataReader): Understood {
	const count = data.u64();
	if (count > MAX) throw new Unread();
	const keys = Array.from({ length: Number(count) }, () => data.key());
	const args = keys.map((key, at) => arg(`address ${at + 1}`, "pubkey", key));
	return plainOther(
		"extendLookupTable",
		message("svm.table.extend-lookup-table", { count: Number(count) }),
		["table", "authority", "payer", "system program"],
		args,
		{ rent: true },
	);
}

export const decodeLookupTable: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return plainOther(
				"createLookupTable",
				message("svm.table.create-lookup-table"),
				["table", "authority", "payer", "system program"],
				[arg("recentSlot", "u64", data.u64()), arg("bump", "u8", data.u8())],
				{ rent: true },
			);
		case 1:
			return plainOther(
				"freezeLookupTable",
				message("svm.table.freeze-lookup-table"),
				["table", "authority"],
				[],
				{
					control: true,
				},
			);
		case 2:
			return extend(data);
		case 3:
			return plainOther(
				"deactivateLookupTable",
				message("svm.table.deactivate-lookup-table"),
				["table", "authority"],
				[],
				{
					control: true,
				},
			);
		case 4:
			return {
				name: "closeLookupTable",
				meaning: {
					kind: "withdraw",
					of: "lookup_table",
					account: accounts.at(0),
					to: accounts.at(2),
					authority: accounts.at(1),
					lamports: null,
				},
				args: [],
				roles: ["table", "authority", "recipient"],
			};
		default:
			throw new Unread();
	}
};
