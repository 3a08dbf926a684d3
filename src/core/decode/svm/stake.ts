import { nativeOf } from "../../chain/names.ts";
import { SVM_SYSTEM_PROGRAM } from "../../chain/well-known.ts";
import { amountParam, type Message, message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import {
	arg,
	byTag,
	type Decoder,
	type InstructionAccounts,
	plainOther,
	type SvmMeaning,
	type Understood,
	u32Tag,
	understood,
	withdrawal,
} from "./meaning.ts";

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

function control(
	name: string,
	accounts: InstructionAccounts,
	role: (typeof ROLES)[number],
	to: string,
	roles: readonly string[],
	args: Understood["args"] = [],
): Understood {
	return understood(name, { kind: "control", of: "stake", account: accounts.at(0), role, to }, roles, [
		arg("role", "u32", role === "stake" ? "staker" : "withdrawer"),
		...args,
	]);
}

const seeded = (data: DataReader) => [arg("seed", "string", data.text()), arg("owner", "pubkey", data.key())];

const authorize: Decoder = (data, accounts) => {
	const to = data.key();
	const role = roleOf(data);
	const roles =
		accounts.at(1) === CLOCK
			? ["stake", "clock", "authority", "custodian"]
			: ["stake", "authority", "custodian"];
	return control("authorize", accounts, role, to, roles, [arg("newAuthority", "pubkey", to)]);
};

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
	const to = accounts.at(accounts.at(2) === CLOCK ? 3 : 2);
	return control("authorizeCheckedWithSeed", accounts, role, to, ["stake", "base"], seeded(data));
}

type StakeRule = Extract<SvmMeaning, { kind: "rule" }>;

const rule = (
	accounts: InstructionAccounts,
	staker: string,
	withdrawer: string,
	lockup: StakeRule["lockup"],
): StakeRule => ({ kind: "rule", of: "stake", account: accounts.at(0), withdrawer, staker, lockup });

function initialize(data: DataReader, accounts: InstructionAccounts): Understood {
	const [staker, withdrawer] = [data.key(), data.key()];
	const [time, epoch, custodian] = [data.i64(), data.u64(), data.key()];
	const free = time <= 0n && epoch === 0n && custodian === SVM_SYSTEM_PROGRAM;
	const lockup = free ? null : { time, epoch, custodian };
	return understood(
		"initialize",
		rule(accounts, staker, withdrawer, lockup),
		["stake", "rent"],
		[
			arg("staker", "pubkey", staker),
			arg("withdrawer", "pubkey", withdrawer),
			arg("lockupTime", "i64", time),
			arg("lockupEpoch", "u64", epoch),
			arg("custodian", "pubkey", custodian),
		],
	);
}

const initializeChecked: Decoder = (_data, accounts) => {
	const old = accounts.at(1) === RENT;
	const [staker, withdrawer] = [accounts.at(old ? 2 : 1), accounts.at(old ? 3 : 2)];
	return understood(
		"initializeChecked",
		rule(accounts, staker, withdrawer, null),
		old ? ["stake", "rent", "staker", "withdrawer"] : ["stake", "staker", "withdrawer"],
	);
};

const setLockup =
	(checked: boolean): Decoder =>
	(data, accounts) => {
		const time = data.option(() => data.i64());
		const epoch = data.option(() => data.u64());
		const custodian = checked ? (accounts.all[2]?.pubkey ?? null) : data.option(() => data.key());
		return understood(
			checked ? "setLockupChecked" : "setLockup",
			{ kind: "lockup", stake: accounts.at(0), custodian, time, epoch },
			["stake", "authority", ...(checked ? ["new custodian"] : [])],
			[
				arg("lockupTime", "i64", time),
				arg("lockupEpoch", "u64", epoch),
				...(checked ? [] : [arg("custodian", "pubkey", custodian)]),
			],
		);
	};

const withdraw: Decoder = (data, accounts) => {
	const lamports = data.u64();
	const old = accounts.at(2) === CLOCK;
	return understood(
		"withdraw",
		withdrawal("stake", accounts, lamports, { authority: old ? 4 : 2 }),
		old
			? ["stake", "to", "clock", "stake history", "authority", "custodian"]
			: ["stake", "to", "authority", "custodian"],
		[arg("lamports", "u64", lamports)],
	);
};

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

export const decodeStake: Decoder = byTag(u32Tag, {
	0: initialize,
	1: authorize,
	2: (_data, accounts) =>
		plainOther(
			"delegateStake",
			message("svm.stake.delegate-stake", { stake: accounts.at(0), validator: accounts.at(1) }),
			["stake", "vote account", "clock", "stake history", "config", "authority"],
		),
	3: split,
	4: withdraw,
	5: (_data, accounts) => {
		const text = message("svm.stake.deactivate", { stake: accounts.at(0) });
		return plainOther("deactivate", text, ["stake", "clock", "authority"]);
	},
	6: setLockup(false),
	7: (_data, accounts) =>
		plainOther("merge", message("svm.stake.merge", { stake: accounts.at(1), into: accounts.at(0) }), [
			"destination",
			"source",
			"clock",
			"stake history",
			"authority",
		]),
	8: authorizeWithSeed,
	9: initializeChecked,
	10: authorizeChecked,
	11: authorizeCheckedWithSeed,
	12: setLockup(true),
	13: () => plainOther("getMinimumDelegation", message("svm.stake.get-minimum-delegation"), []),
	14: (_data, accounts) => {
		const text = message("svm.stake.deactivate-delinquent", { stake: accounts.at(0) });
		return plainOther("deactivateDelinquent", text, ["stake", "vote account", "reference vote account"]);
	},
	// 15 is Redelegate, which was never enabled.
	16: (data, accounts) =>
		between("moveStake", message("svm.stake.move-stake", { stake: accounts.at(1) }), data),
	17: (data, accounts) =>
		between("moveLamports", message("svm.stake.move-lamports", { stake: accounts.at(1) }), data),
});
