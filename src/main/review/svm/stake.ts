import { type DataReader, Unread } from "./data-reader.ts";
import { type Accounts, arg, type Decoder, type Understood } from "./meaning.ts";
import { plainOther } from "./token.ts";

/** The Stake program. Source: solana-stake-interface, StakeInstruction. */

const AUTHORITIES = ["staker", "withdrawer"] as const;

function authorityOf(data: DataReader): "staker" | "withdrawer" {
	const name = AUTHORITIES[data.u32()];
	if (name === undefined) throw new Unread();
	return name;
}

const authorityWords = (which: "staker" | "withdrawer", to: string) =>
	which === "withdrawer"
		? `Gives ${to} the right to withdraw what is staked.`
		: `Gives ${to} the right to say where the stake goes.`;

function initialize(data: DataReader): Understood {
	const args = [
		arg("staker", "pubkey", data.key()),
		arg("withdrawer", "pubkey", data.key()),
		arg("lockupTime", "i64", data.i64()),
		arg("lockupEpoch", "u64", data.u64()),
		arg("custodian", "pubkey", data.key()),
	];
	const to = args[1]?.value ?? "";
	return plainOther(
		"initialize",
		`Opens a stake account that ${to} may withdraw from.`,
		["stake", "rent"],
		args,
		true,
	);
}

function authorize(data: DataReader): Understood {
	const to = data.key();
	const which = authorityOf(data);
	return plainOther(
		"authorize",
		authorityWords(which, to),
		["stake", "clock", "authority", "custodian"],
		[arg("newAuthority", "pubkey", to), arg("role", "u32", which)],
		true,
	);
}

function authorizeWithSeed(data: DataReader): Understood {
	const to = data.key();
	const which = authorityOf(data);
	const args = [
		arg("newAuthority", "pubkey", to),
		arg("role", "u32", which),
		arg("seed", "string", data.text()),
		arg("owner", "pubkey", data.key()),
	];
	return plainOther("authorizeWithSeed", authorityWords(which, to), ["stake", "base"], args, true);
}

function withdraw(data: DataReader, accounts: Accounts): Understood {
	const lamports = data.u64();
	return {
		name: "withdraw",
		meaning: {
			kind: "stake_withdraw",
			stake: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(4),
			lamports,
		},
		args: [arg("lamports", "u64", lamports)],
		roles: ["stake", "to", "clock", "stake history", "authority", "custodian"],
	};
}

export const decodeStake: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return initialize(data);
		case 1:
			return authorize(data);
		case 2:
			return plainOther("delegateStake", `Stakes with the validator ${accounts.at(1)}.`, [
				"stake",
				"vote account",
				"clock",
				"stake history",
				"config",
				"authority",
			]);
		case 3:
			return plainOther(
				"split",
				"Splits a stake account in two.",
				["stake", "new stake", "authority"],
				[arg("lamports", "u64", data.u64())],
			);
		case 4:
			return withdraw(data, accounts);
		case 5:
			return plainOther("deactivate", "Ends staking; it can be withdrawn after the epoch.", [
				"stake",
				"clock",
				"authority",
			]);
		case 7:
			return plainOther("merge", `Puts one stake account into another, ${accounts.at(0)}.`, [
				"destination",
				"source",
				"clock",
				"stake history",
				"authority",
			]);
		case 8:
			return authorizeWithSeed(data);
		default:
			throw new Unread();
	}
};
