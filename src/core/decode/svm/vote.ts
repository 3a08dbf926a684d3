import { message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import {
	type AuthorityRole,
	arg,
	byTag,
	type Decoder,
	type InstructionAccounts,
	plainOther,
	type Understood,
	u32Tag,
	understood,
	withdrawal,
} from "./meaning.ts";

/**
 * A vote account holds the validator's earnings. Votes, and instructions newer than the percentage
 * commission, remain unknown. Source: solana-vote-interface, VoteInstruction.
 */

const ROLES = ["vote", "withdraw"] as const;

function roleOf(data: DataReader): (typeof ROLES)[number] {
	const role = ROLES[data.u32()];
	if (role === undefined) throw new Unread();
	return role;
}

function control(
	name: string,
	accounts: InstructionAccounts,
	role: AuthorityRole,
	to: string,
	roles: readonly string[],
	args: Understood["args"] = [],
): Understood {
	const meaning = { kind: "control", of: "vote", account: accounts.at(0), role, to } as const;
	return understood(name, meaning, ["vote account", ...roles], args);
}

const roleArg = (role: (typeof ROLES)[number]) =>
	arg("role", "u32", role === "vote" ? "voter" : "withdrawer");

function initialize(data: DataReader, accounts: InstructionAccounts): Understood {
	const [identity, voter, withdrawer] = [data.key(), data.key(), data.key()];
	return understood(
		"initializeAccount",
		{ kind: "rule", of: "vote", account: accounts.at(0), withdrawer, staker: voter, lockup: null },
		["vote account", "rent", "clock", "identity"],
		[
			arg("identity", "pubkey", identity),
			arg("voter", "pubkey", voter),
			arg("withdrawer", "pubkey", withdrawer),
			arg("commission", "u8", data.u8()),
		],
	);
}

function authorize(data: DataReader, accounts: InstructionAccounts): Understood {
	const to = data.key();
	const role = roleOf(data);
	const args = [arg("newAuthority", "pubkey", to), roleArg(role)];
	return control("authorize", accounts, role, to, ["clock", "authority"], args);
}

function authorizeChecked(data: DataReader, accounts: InstructionAccounts): Understood {
	const role = roleOf(data);
	const roles = ["clock", "authority", "new authority"];
	return control("authorizeChecked", accounts, role, accounts.at(3), roles, [roleArg(role)]);
}

const authorizeWithSeed =
	(checked: boolean): Decoder =>
	(data, accounts) => {
		const role = roleOf(data);
		const args = [roleArg(role), arg("owner", "pubkey", data.key()), arg("seed", "string", data.text())];
		const to = checked ? accounts.at(3) : data.key();
		return control(
			checked ? "authorizeCheckedWithSeed" : "authorizeWithSeed",
			accounts,
			role,
			to,
			["clock", "base", ...(checked ? ["new authority"] : [])],
			checked ? args : [...args, arg("newAuthority", "pubkey", to)],
		);
	};

const withdraw: Decoder = (data, accounts) => {
	const lamports = data.u64();
	const meaning = withdrawal("vote", accounts, lamports);
	return understood(
		"withdraw",
		meaning,
		["vote account", "to", "authority"],
		[arg("lamports", "u64", lamports)],
	);
};

const updateCommission: Decoder = (data, accounts) => {
	const percent = data.u8();
	return plainOther(
		"updateCommission",
		message("svm.vote.update-commission", { account: accounts.at(0), percent }),
		["vote account", "authority"],
		[arg("commission", "u8", percent)],
		{ control: true },
	);
};

export const decodeVote: Decoder = byTag(u32Tag, {
	0: initialize,
	1: authorize,
	3: withdraw,
	4: (_data, accounts) =>
		control("updateValidatorIdentity", accounts, "identity", accounts.at(1), ["identity", "authority"]),
	5: updateCommission,
	7: authorizeChecked,
	10: authorizeWithSeed(false),
	11: authorizeWithSeed(true),
});
