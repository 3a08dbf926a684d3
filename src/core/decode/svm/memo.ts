import { utf8 } from "./data-reader.ts";
import type { Decoder } from "./meaning.ts";

/** The Memo programs, v1 and v2: text that stays on the chain. */
export const decodeMemo: Decoder = (data, accounts) => ({
	name: "memo",
	meaning: { kind: "memo", text: utf8(data.rest()) },
	args: [],
	roles: accounts.all.map(() => "signer"),
});
