import { message } from "../../localized-text.ts";
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
} from "./meaning.ts";

/** Source: solana-system-interface, SystemInstruction. */

const create =
	(seeded: boolean): Decoder =>
	(data, accounts) => {
		const base = seeded ? [arg("base", "pubkey", data.key()), arg("seed", "string", data.text())] : [];
		const [lamports, space, owner] = [data.u64(), data.u64(), data.key()];
		const [payer, account] = [accounts.at(0), accounts.at(1)];
		return understood(
			seeded ? "createAccountWithSeed" : "createAccount",
			{ kind: "create", payer, account, lamports, space, owner },
			["payer", "new account", ...(seeded ? ["base"] : [])],
			[...base, arg("lamports", "u64", lamports), arg("space", "u64", space), arg("owner", "pubkey", owner)],
		);
	};

const assigned = (accounts: InstructionAccounts, owner: string): SvmMeaning => ({
	kind: "assign",
	account: accounts.at(0),
	owner,
});

const assign: Decoder = (data, accounts) => {
	const owner = data.key();
	return understood("assign", assigned(accounts, owner), ["account"], [arg("owner", "pubkey", owner)]);
};

const transfer: Decoder = (data, accounts) => {
	const lamports = data.u64();
	const meaning = { kind: "lamports", from: accounts.at(0), to: accounts.at(1), lamports } as const;
	return understood("transfer", meaning, ["from", "to"], [arg("lamports", "u64", lamports)]);
};

const transferWithSeed: Decoder = (data, accounts) => {
	const lamports = data.u64();
	const args = [
		arg("lamports", "u64", lamports),
		arg("seed", "string", data.text()),
		arg("owner", "pubkey", data.key()),
	];
	const meaning = { kind: "lamports", from: accounts.at(0), to: accounts.at(2), lamports } as const;
	return understood("transferWithSeed", meaning, ["from", "base", "to"], args);
};

type NonceWhat = Extract<SvmMeaning, { kind: "nonce" }>["what"];

function nonce(
	what: NonceWhat,
	accounts: InstructionAccounts,
	roles: readonly string[],
	to: string | null = null,
	lamports: bigint | null = null,
): Understood {
	const args = [
		...(lamports === null ? [] : [arg("lamports", "u64", lamports)]),
		...(to === null || what === "withdraw" ? [] : [arg("authority", "pubkey", to)]),
	];
	const meaning = { kind: "nonce", what, account: accounts.at(0), to, lamports } as const;
	return understood(`${what}Nonce`, meaning, ["nonce", ...roles], args);
}

const allocate: Decoder = (data, accounts) => {
	const space = data.u64();
	const text = message("svm.system.allocate", { account: accounts.at(0) });
	return plainOther("allocate", text, ["account"], [arg("space", "u64", space)]);
};

const withSeed =
	(sized: boolean): Decoder =>
	(data, accounts) => {
		const args = [arg("base", "pubkey", data.key()), arg("seed", "string", data.text())];
		if (sized) args.push(arg("space", "u64", data.u64()));
		const owner = data.key();
		args.push(arg("owner", "pubkey", owner));
		const name = sized ? "allocateWithSeed" : "assignWithSeed";
		return understood(name, assigned(accounts, owner), ["account", "base"], args);
	};

export const decodeSystem: Decoder = byTag(u32Tag, {
	0: create(false),
	1: assign,
	2: transfer,
	3: create(true),
	4: (_data, accounts) => nonce("advance", accounts, ["recent blockhashes", "authority"]),
	5: (data, accounts) => {
		const roles = ["to", "recent blockhashes", "rent", "authority"];
		return nonce("withdraw", accounts, roles, accounts.at(1), data.u64());
	},
	6: (data, accounts) => nonce("initialize", accounts, ["recent blockhashes", "rent"], data.key()),
	7: (data, accounts) => nonce("authorize", accounts, ["authority"], data.key()),
	8: allocate,
	9: withSeed(true),
	10: withSeed(false),
	11: transferWithSeed,
	12: (_data, accounts) => nonce("upgrade", accounts, []),
});
