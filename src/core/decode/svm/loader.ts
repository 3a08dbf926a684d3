import { message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import { arg, type Decoder, type InstructionAccounts, plainOther, type Understood } from "./meaning.ts";

/** Sources: solana-loader-v3-interface and solana-loader-v4-interface. */

const CONTROL = { control: true } as const;

function control(
	name: string,
	accounts: InstructionAccounts,
	to: string | null,
	roles: readonly string[],
): Understood {
	return {
		name,
		meaning: { kind: "control", of: "program", account: accounts.at(0), role: "upgrade", to },
		args: [],
		roles,
	};
}

function withdraw(
	name: string,
	accounts: InstructionAccounts,
	places: { readonly to: number; readonly authority: number },
	roles: readonly string[],
): Understood {
	return {
		name,
		meaning: {
			kind: "withdraw",
			of: "program",
			account: accounts.at(0),
			to: accounts.at(places.to),
			authority: accounts.at(places.authority),
			lamports: null,
		},
		args: [],
		roles,
	};
}

function written(data: DataReader): Understood["args"] {
	const offset = data.u32();
	const length = data.u64();
	if (length !== BigInt(data.left)) throw new Unread();
	data.rest();
	return [arg("offset", "u32", offset), arg("bytes", "u64", length)];
}

function flag(data: DataReader, name: string): Understood["args"] {
	if (data.left === 0) return [];
	const value = data.u8();
	if (value > 1) throw new Unread();
	return [arg(name, "bool", value)];
}

/** Closing a program deletes it. Closing a buffer only returns its SOL. */
function close(data: DataReader, accounts: InstructionAccounts): Understood {
	const args = flag(data, "tombstone");
	const roles = ["account", "recipient", "authority", "program"];
	if (accounts.all.length <= 3)
		return { ...withdraw("close", accounts, { to: 1, authority: 2 }, roles), args };
	const text = message("svm.loader.close", { program: accounts.at(3), to: accounts.at(1) });
	return plainOther("close", text, roles, args, CONTROL);
}

const rentFor = (account: string, payer: string | undefined, bytes: bigint) =>
	payer === undefined ? { rent: true } : { rent: true, room: { payer, account, bytes } };

function deploy(data: DataReader, accounts: InstructionAccounts): Understood {
	const most = data.u64();
	return plainOther(
		"deploy",
		message("svm.loader.deploy", { account: accounts.at(2) }),
		["payer", "program data", "program", "buffer", "rent", "clock", "system program", "authority"],
		[arg("most", "u64", most), ...flag(data, "closeBuffer")],
		rentFor(accounts.at(1), accounts.at(0), most),
	);
}

function extend(data: DataReader, accounts: InstructionAccounts): Understood {
	const bytes = data.u32();
	return plainOther(
		"extend",
		message("svm.loader.extend", { program: accounts.at(1) }),
		["program data", "program", "system program", "payer"],
		[arg("bytes", "u32", bytes)],
		rentFor(accounts.at(0), accounts.all[3]?.pubkey, BigInt(bytes)),
	);
}

export const decodeLoader: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return plainOther("initializeBuffer", message("svm.loader.initialize-buffer"), ["buffer", "authority"]);
		case 1:
			return plainOther(
				"write",
				message("svm.loader.write-buffer", { buffer: accounts.at(0) }),
				["buffer", "authority"],
				written(data),
			);
		case 2:
			return deploy(data, accounts);
		case 3:
			return plainOther(
				"upgrade",
				message("svm.loader.upgrade", { program: accounts.at(1) }),
				["program data", "program", "buffer", "spill", "rent", "clock", "authority"],
				flag(data, "closeBuffer"),
				CONTROL,
			);
		case 4:
			return control("setAuthority", accounts, accounts.all[2]?.pubkey ?? null, [
				"account",
				"authority",
				"new authority",
			]);
		case 5:
			return close(data, accounts);
		case 6:
			return extend(data, accounts);
		case 7:
			return control("setAuthorityChecked", accounts, accounts.at(2), [
				"account",
				"authority",
				"new authority",
			]);
		default:
			throw new Unread();
	}
};

const PROGRAM = ["program", "authority"];

export const decodeLoaderV4: Decoder = (data, accounts) => {
	switch (data.u32()) {
		case 0:
			return plainOther("initialize", message("svm.loader.initialize"), PROGRAM);
		case 1:
			return control("setAuthority", accounts, accounts.at(2), [...PROGRAM, "new authority"]);
		case 2:
			return control("finalize", accounts, null, PROGRAM);
		case 3:
			return plainOther(
				"setAccountLength",
				message("svm.loader.set-account-length", { program: accounts.at(0) }),
				PROGRAM,
				[arg("bytes", "u32", data.u32())],
			);
		case 4:
			return plainOther(
				"write",
				message("svm.loader.write", { program: accounts.at(0) }),
				PROGRAM,
				written(data),
				CONTROL,
			);
		case 5: {
			const args = ["to", "from", "bytes"].map((name) => arg(name, "u32", data.u32()));
			const text = message("svm.loader.copy", { program: accounts.at(0) });
			return plainOther("copy", text, [...PROGRAM, "source"], args, CONTROL);
		}
		case 6:
			return plainOther(
				"deploy",
				message("svm.loader.upgrade", { program: accounts.at(0) }),
				[...PROGRAM, "source"],
				[arg("bytes", "u32", data.u32())],
				CONTROL,
			);
		case 7:
			return plainOther(
				"retract",
				message("svm.loader.retract", { program: accounts.at(0) }),
				PROGRAM,
				[],
				CONTROL,
			);
		case 8:
			return withdraw("withdrawExcessLamports", accounts, { to: 2, authority: 1 }, [...PROGRAM, "recipient"]);
		case 9:
			return plainOther(
				"erase",
				message("svm.loader.erase", { program: accounts.at(0), to: accounts.at(2) }),
				[...PROGRAM, "recipient"],
				[],
				CONTROL,
			);
		default:
			throw new Unread();
	}
};
