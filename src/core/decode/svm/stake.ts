import { nativeOf } from "../../chain/names.ts";
import { amountParam, type Message, message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import { arg, type Decoder, type InstructionAccounts, plainOther, type Understood } from "./meaning.ts";

/**
 * Accepts instructions with or without the old sysvar accounts, like the program itself. Sources:
 * solana-stake-interface, StakeInstruction; its processor (solana-program/stake) for the order of accounts.
 */

const CLOCK = "SysvarC1ock11111111111111111111111111111111";
const RENT = "SysvarRent111111111111111111111111111111111";

const ROLES = ["stake", "withdraw"] as const;

function roleOf(data: DataReader): (typeof ROLES)[number] {
	const role = ROLES[data.u32()];
	if (role === undefined) throw new Unread();
	return role;
}

const behind = (accounts: InstructionAccounts, index: number, sysvar: string, further: number): string =>
	accounts.at(accounts.at(index) === sysvar ? index + further : index);

function control(
	name: string,
	accounts: InstructionAccounts,
	role: (typeof ROLES)[number],
	to: string,
	roles: readonly string[],
	args: Understood["args"] = [],
): Understood {
	return {
		name,
		meaning: { kind: "control", of: "stake", account: accounts.at(0), role, to },
		args: [arg("role", "u32", role === "stake" ? "staker" : "withdrawer"), ...args],
		roles,
	};
}

const seeded = (data: DataReader) => [arg("seed", "string", data.text()), arg("owner", "pubkey", data.key())];

function authorize(data: DataReader, accounts: InstructionAccounts): Understood {
	const to = data.key();
	const role = roleOf(data);
	const roles =
		accounts.at(1) === CLOCK
			? ["stake", "clock", "authority", "custodian"]
			: ["stake", "authority", "custodian"];
	return control("authorize", accounts, role, to, roles, [arg("newAuthority", "pubkey", to)]);
}

function authorizeWithSeed(data: DataReader, accounts: InstructionAccounts): Understood {
	const to = data.key();
	const role = roleOf(data);
	const args = [arg("newAuthority", "pubkey", to), ...seeded(data)];
	return control("authorizeWithSeed", accounts, role, to, ["stake", "base"], args);
}

function authorizeChecked(data: DataReader, accounts: InstructionAccounts): Understood {
	const old = accounts.at(1) === CLOCK;
	return control(
		"authorizeChecked",
		accounts,
		roleOf(data),
		accounts.at(old ? 3 : 2),
		old
			? ["stake", "clock", "authority", "new authority", "custodian"]
			: ["stake", "authority", "new authority", "custodian"],
	);
}

function authorizeCheckedWithSeed(data: DataReader, accounts: InstructionAccounts): Understood {
	const role = roleOf(data);
	const to = behind(accounts, 2, CLOCK, 1);
	return control("authorizeCheckedWithSeed", accounts, role, to, ["stake", "base"], seeded(data));
}

const NOBODY = "1".repeat(32);

function initialize(data: DataReader, accounts: InstructionAccounts): Understood {
	const [staker, withdrawer] = [data.key(), data.key()];
	const [time, epoch, custodian] = [data.i64(), data.u64(), data.key()];
	const free = time <= 0n && epoch === 0n && custodian === NOBODY;
	return {
		name: "initialize",
		meaning: {
			kind: "rule",
			of: "stake",
			account: accounts.at(0),
			withdrawer,
			staker,
			lockup: free ? null : { time, epoch, custodian },
		},
		args: [
			arg("staker", "pubkey", staker),
			arg("withdrawer", "pubkey", withdrawer),
			arg("lockupTime", "i64", time),
			arg("lockupEpoch", "u64", epoch),
			arg("custodian", "pubkey", custodian),
		],
		roles: ["stake", "rent"],
	};
}

function initializeChecked(accounts: InstructionAccounts): Understood {
	const old = accounts.at(1) === RENT;
	const [staker, withdrawer] = [accounts.at(old ? 2 : 1), accounts.at(old ? 3 : 2)];
	return {
		name: "initializeChecked",
		meaning: { kind: "rule", of: "stake", account: accounts.at(0), withdrawer, staker, lockup: null },
		args: [],
		roles: old ? ["stake", "rent", "staker", "withdrawer"] : ["stake", "staker", "withdrawer"],
	};
}

function setLockup(data: DataReader, accounts: InstructionAccounts, checked: boolean): Understood {
	const time = data.option(() => data.i64());
	const epoch = data.option(() => data.u64());
	const custodian = checked ? (accounts.all[2]?.pubkey ?? null) : data.option(() => data.key());
	return {
		name: checked ? "setLockupChecked" : "setLockup",
		meaning: { kind: "lockup", stake: accounts.at(0), custodian, time, epoch },
		args: [
			arg("lockupTime", "i64", time),
			arg("lockupEpoch", "u64", epoch),
			...(checked ? [] : [arg("custodian", "pubkey", custodian)]),
		],
		roles: ["stake", "authority", ...(checked ? ["new custodian"] : [])],
	};
}

function withdraw(data: DataReader, accounts: InstructionAccounts): Understood {
	const lamports = data.u64();
	const old = accounts.at(2) === CLOCK;
	return {
		name: "withdraw",
		meaning: {
			kind: "withdraw",
			of: "stake",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(old ? 4 : 2),
			lamports,
		},
		args: [arg("lamports", "u64", lamports)],
		roles: old
			? ["stake", "to", "clock", "stake history", "authority", "custodian"]
			: ["stake", "to", "authority", "custodian"],
	};
}

function split(data: DataReader, accounts: InstructionAccounts): Understood {
	const lamports = data.u64();
	const text = message("svm.stake.split", {
		amount: amountParam({ raw: lamports, ...nativeOf("mainnet-beta"), checked: true }),
		stake: accounts.at(0),
		into: accounts.at(1),
	});
	return plainOther("split", text, ["stake", "new stake", "authority"], [arg("lamports", "u64", lamports)]);
}

const between = (name: string, text: Message, data: DataReader): Understood =>
	plainOther(name, text, ["source", "destination", "authority"], [arg("lamports", "u64", data.u64())]);

export const decodeStake: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return initialize(data, accounts);
		case 1:
			return authorize(data, accounts);
		case 2:
			return plainOther(
				"delegateStake",
				message("svm.stake.delegate-stake", { stake: accounts.at(0), validator: accounts.at(1) }),
				["stake", "vote account", "clock", "stake history", "config", "authority"],
			);
		case 3:
			return split(data, accounts);
		case 4:
			return withdraw(data, accounts);
		case 5:
			return plainOther("deactivate", message("svm.stake.deactivate", { stake: accounts.at(0) }), [
				"stake",
				"clock",
				"authority",
			]);
		case 6:
			return setLockup(data, accounts, false);
		case 7:
			return plainOther(
				"merge",
				message("svm.stake.merge", { stake: accounts.at(1), into: accounts.at(0) }),
				["destination", "source", "clock", "stake history", "authority"],
			);
		case 8:
			return authorizeWithSeed(data, accounts);
		case 9:
			return initializeChecked(accounts);
		case 10:
			return authorizeChecked(data, accounts);
		case 11:
			return authorizeCheckedWithSeed(data, accounts);
		case 12:
			return setLockup(data, accounts, true);
		case 13:
			return plainOther("getMinimumDelegation", message("svm.stake.get-minimum-delegation"), []);
		case 14:
			return plainOther(
				"deactivateDelinquent",
				message("svm.stake.deactivate-delinquent", { stake: accounts.at(0) }),
				["stake", "vote account", "reference vote account"],
			);
		// 15 is Redelegate, which was never enabled.
		case 16:
			return between("moveStake", message("svm.stake.move-stake", { stake: accounts.at(1) }), data);
		case 17:
			return between("moveLamports", message("svm.stake.move-lamports", { stake: accounts.at(1) }), data);
		default:
			throw new Unread();
	}
};
