import { message } from "../../message.ts";
import { Unread } from "./data-reader.ts";
import { type Decoder, plainOther } from "./meaning.ts";

/** The Associated Token Account program. Source: spl_associated_token_account::instruction. */

const CREATE = ["payer", "token account", "owner", "mint", "system program", "token program"];
const RECOVER = [
	"nested account",
	"nested mint",
	"destination",
	"owner's account",
	"owner's mint",
	"wallet",
	"token program",
];

export const decodeAssociated: Decoder = (data, accounts) => {
	const tag = data.left === 0 ? 0 : data.u8();
	if (tag === 2) return plainOther("recoverNested", message("svm.token.recover-nested"), RECOVER);
	if (tag > 2) throw new Unread();
	const [payer, account, owner, mint] = [accounts.at(0), accounts.at(1), accounts.at(2), accounts.at(3)];
	return {
		name: tag === 0 ? "create" : "createIdempotent",
		meaning: { kind: "token_open", payer, account, owner, mint },
		args: [],
		roles: CREATE,
	};
};
