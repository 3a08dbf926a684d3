import { message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import {
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

/** Sources: solana-loader-v3-interface and solana-loader-v4-interface. */

const CONTROL = { control: true } as const;

function control(
	name: string,
	accounts: InstructionAccounts,
	to: string | null,
	roles: readonly string[],
): Understood {
	return understood(
		name,
		{ kind: "control", of: "program", account: accounts.at(0), role: "upgrade", to },
		roles,
	);
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
		return understood("close", withdrawal("program", accounts, null), roles, args);
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

const HANDED_OVER = ["account", "authority", "new authority"];

export const decodeLoader: Decoder = byTag(u32Tag, {
	0: () => plainOther("initializeBuffer", message("svm.loader.initialize-buffer"), ["buffer", "authority"]),
	1: (data, accounts) => {
		const text = message("svm.loader.write-buffer", { buffer: accounts.at(0) });
		return plainOther("write", text, ["buffer", "authority"], written(data));
	},
	2: deploy,
	3: (data, accounts) =>
		plainOther(
			"upgrade",
			message("svm.loader.upgrade", { program: accounts.at(1) }),
			["program data", "program", "buffer", "spill", "rent", "clock", "authority"],
			flag(data, "closeBuffer"),
			CONTROL,
		),
	4: (_data, accounts) => control("setAuthority", accounts, accounts.all[2]?.pubkey ?? null, HANDED_OVER),
	5: close,
	6: extend,
	7: (_data, accounts) => control("setAuthorityChecked", accounts, accounts.at(2), HANDED_OVER),
});

const PROGRAM = ["program", "authority"];

export const decodeLoaderV4: Decoder = byTag(u32Tag, {
	0: () => plainOther("initialize", message("svm.loader.initialize"), PROGRAM),
	1: (_data, accounts) => control("setAuthority", accounts, accounts.at(2), [...PROGRAM, "new authority"]),
	2: (_data, accounts) => control("finalize", accounts, null, PROGRAM),
	3: (data, accounts) => {
		const text = message("svm.loader.set-account-length", { program: accounts.at(0) });
		return plainOther("setAccountLength", text, PROGRAM, [arg("bytes", "u32", data.u32())]);
	},
	4: (data, accounts) => {
		const text = message("svm.loader.write", { program: accounts.at(0) });
		return plainOther("write", text, PROGRAM, written(data), CONTROL);
	},
	5: (data, accounts) => {
		const args = ["to", "from", "bytes"].map((name) => arg(name, "u32", data.u32()));
		const text = message("svm.loader.copy", { program: accounts.at(0) });
		return plainOther("copy", text, [...PROGRAM, "source"], args, CONTROL);
	},
	6: (data, accounts) => {
		const text = message("svm.loader.upgrade", { program: accounts.at(0) });
		const args = [arg("bytes", "u32", data.u32())];
		return plainOther("deploy", text, [...PROGRAM, "source"], args, CONTROL);
	},
	7: (_data, accounts) => {
		const text = message("svm.loader.retract", { program: accounts.at(0) });
		return plainOther("retract", text, PROGRAM, [], CONTROL);
	},
	8: (_data, accounts) =>
		understood("withdrawExcessLamports", withdrawal("program", accounts, null, { to: 2, authority: 1 }), [
			...PROGRAM,
			"recipient",
		]),
	9: (_data, accounts) => {
		const text = message("svm.loader.erase", { program: accounts.at(0), to: accounts.at(2) });
		return plainOther("erase", text, [...PROGRAM, "recipient"], [], CONTROL);
	},
});
