import { message } from "../../localized-text.ts";
import type { DecodedArg } from "../evm/decode-evm.ts";
import type { DataReader } from "./data-reader.ts";
import { Unread } from "./data-reader.ts";
import { arg, type Decoder, type InstructionAccounts, type SvmMeaning, type Understood } from "./meaning.ts";

/** Source: solana-system-interface, SystemInstruction. */

const made = (
	name: string,
	meaning: SvmMeaning,
	args: readonly DecodedArg[],
	roles: readonly string[],
): Understood => ({ name, meaning, args, roles });

function create(data: DataReader, accounts: InstructionAccounts, seeded: boolean): Understood {
	const base = seeded ? [arg("base", "pubkey", data.key()), arg("seed", "string", data.text())] : [];
	const [lamports, space, owner] = [data.u64(), data.u64(), data.key()];
	const [payer, account] = [accounts.at(0), accounts.at(1)];
	return made(
		seeded ? "createAccountWithSeed" : "createAccount",
		{ kind: "create", payer, account, lamports, space, owner },
		[...base, arg("lamports", "u64", lamports), arg("space", "u64", space), arg("owner", "pubkey", owner)],
		["payer", "new account", ...(seeded ? ["base"] : [])],
	);
}

function assign(data: DataReader, accounts: InstructionAccounts): Understood {
	const owner = data.key();
	const meaning = { kind: "assign", account: accounts.at(0), owner } as const;
	return made("assign", meaning, [arg("owner", "pubkey", owner)], ["account"]);
}

function transfer(data: DataReader, accounts: InstructionAccounts): Understood {
	const lamports = data.u64();
	const meaning = { kind: "lamports", from: accounts.at(0), to: accounts.at(1), lamports } as const;
	return made("transfer", meaning, [arg("lamports", "u64", lamports)], ["from", "to"]);
}

function transferWithSeed(data: DataReader, accounts: InstructionAccounts): Understood {
	const lamports = data.u64();
	const args = [
		arg("lamports", "u64", lamports),
		arg("seed", "string", data.text()),
		arg("owner", "pubkey", data.key()),
	];
	const meaning = { kind: "lamports", from: accounts.at(0), to: accounts.at(2), lamports } as const;
	return made("transferWithSeed", meaning, args, ["from", "base", "to"]);
}

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
	return made(`${what}Nonce`, { kind: "nonce", what, account: accounts.at(0), to, lamports }, args, roles);
}

function allocate(data: DataReader, accounts: InstructionAccounts): Understood {
	const space = data.u64();
	const meaning = {
		kind: "other",
		text: message("svm.system.allocate", { account: accounts.at(0) }),
		control: false,
	} as const;
	return made("allocate", meaning, [arg("space", "u64", space)], ["account"]);
}

function withSeed(data: DataReader, accounts: InstructionAccounts, sized: boolean): Understood {
	const args = [arg("base", "pubkey", data.key()), arg("seed", "string", data.text())];
	if (sized) args.push(arg("space", "u64", data.u64()));
	const owner = data.key();
	args.push(arg("owner", "pubkey", owner));
	const meaning = { kind: "assign", account: accounts.at(0), owner } as const;
	return made(sized ? "allocateWithSeed" : "assignWithSeed", meaning, args, ["account", "base"]);
}

export const decodeSystem: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return create(data, accounts, false);
		case 1:
			return assign(data, accounts);
		case 2:
			return transfer(data, accounts);
		case 3:
			return create(data, accounts, true);
		case 4:
			return nonce("advance", accounts, ["nonce", "recent blockhashes", "authority"]);
		case 5:
			return nonce(
				"withdraw",
				accounts,
				["nonce", "to", "recent blockhashes", "rent", "authority"],
				accounts.at(1),
				data.u64(),
			);
		case 6:
			return nonce("initialize", accounts, ["nonce", "recent blockhashes", "rent"], data.key());
		case 7:
			return nonce("authorize", accounts, ["nonce", "authority"], data.key());
		case 8:
			return allocate(data, accounts);
		case 9:
			return withSeed(data, accounts, true);
		case 10:
			return withSeed(data, accounts, false);
		case 11:
			return transferWithSeed(data, accounts);
		case 12:
			return nonce("upgrade", accounts, ["nonce"]);
		default:
			throw new Unread();
	}
};
