import { message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import {
	type AuthorityRole,
	arg,
	type Decoder,
	type InstructionAccounts,
	plainOther,
	type Understood,
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
	return {
		name,
		meaning: { kind: "control", of: "vote", account: accounts.at(0), role, to },
		args,
		roles: ["vote account", ...roles],
	};
}

const roleArg = (role: (typeof ROLES)[number]) =>
	arg("role", "u32", role === "vote" ? "voter" : "withdrawer");

function initialize(data: DataReader, accounts: InstructionAccounts): Understood {
	const [identity, voter, withdrawer] = [data.key(), data.key(), data.key()];
	return {
		name: "initializeAccount",
		meaning: {
			kind: "rule",
			of: "vote",
			account: accounts.at(0),
			withdrawer,
			staker: voter,
			lockup: null,
		},
		args: [
			arg("identity", "pubkey", identity),
			arg("voter", "pubkey", voter),
			arg("withdrawer", "pubkey", withdrawer),
			arg("commission", "u8", data.u8()),
		],
		roles: ["vote account", "rent", "clock", "identity"],
	};
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

function authorizeWithSeed(data: DataReader, accounts: InstructionAccounts, checked: boolean): Understood {
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
}

function withdraw(data: DataReader, accounts: InstructionAccounts): Understood {
	const lamports = data.u64();
	return {
		name: "withdraw",
		meaning: {
			kind: "withdraw",
			of: "vote",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(2),
			lamports,
		},
		args: [arg("lamports", "u64", lamports)],
		roles: ["vote account", "to", "authority"],
	};
}

export const decodeVote: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return initialize(data, accounts);
		case 1:
			return authorize(data, accounts);
		case 3:
			return withdraw(data, accounts);
		case 4:
			return control("updateValidatorIdentity", accounts, "identity", accounts.at(1), [
				"identity",
				"authority",
			]);
		case 5: {
			const percent = data.u8();
			return plainOther(
				"updateCommission",
				message("svm.vote.update-commission", { account: accounts.at(0), percent }),
				["vote account", "authority"],
				[arg("commission", "u8", percent)],
				{ control: true },
			);
		}
		case 7:
			return authorizeChecked(data, accounts);
		case 10:
			return authorizeWithSeed(data, accounts, false);
		case 11:
			return authorizeWithSeed(data, accounts, true);
		default:
			throw new Unread();
	}
};
