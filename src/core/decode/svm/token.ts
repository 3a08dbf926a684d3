import { message } from "../../localized-text.ts";
import type { DecodedArg } from "../evm/decode-evm.ts";
import { type DataReader, Unread, utf8 } from "./data-reader.ts";
import {
	type AuthorityKind,
	arg,
	type Decoder,
	type InstructionAccounts,
	plainOther,
	type Understood,
} from "./meaning.ts";

/**
 * Instructions that SPL Token shares with Token-2022. Source: spl-token-interface (solana-program/token),
 * TokenInstruction.
 */

const units = (amount: bigint) => arg("amount", "u64", amount);

const SIGNED = "authority";

function decimalsOf(data: DataReader, checked: boolean): number | null {
	return checked ? data.u8() : null;
}

const amountArgs = (amount: bigint, decimals: number | null): DecodedArg[] => [
	units(amount),
	...(decimals === null ? [] : [arg("decimals", "u8", decimals)]),
];

export function tokenTransfer(
	data: DataReader,
	accounts: InstructionAccounts,
	form: "plain" | "checked" | "fee",
): Understood {
	const checked = form !== "plain";
	const amount = data.u64();
	const decimals = decimalsOf(data, checked);
	const fee = form === "fee" ? data.u64() : null;
	const to = checked ? 2 : 1;
	return {
		name: form === "plain" ? "transfer" : form === "checked" ? "transferChecked" : "transferCheckedWithFee",
		meaning: {
			kind: "token_transfer",
			source: accounts.at(0),
			mint: checked ? accounts.at(1) : null,
			destination: accounts.at(to),
			authority: accounts.at(to + 1),
			amount,
			decimals,
			fee,
		},
		args: [...amountArgs(amount, decimals), ...(fee === null ? [] : [arg("fee", "u64", fee)])],
		roles: ["source", ...(checked ? ["mint"] : []), "destination", SIGNED],
	};
}

function approve(data: DataReader, accounts: InstructionAccounts, checked: boolean): Understood {
	const amount = data.u64();
	const decimals = decimalsOf(data, checked);
	const to = checked ? 2 : 1;
	return {
		name: checked ? "approveChecked" : "approve",
		meaning: {
			kind: "token_approve",
			source: accounts.at(0),
			mint: checked ? accounts.at(1) : null,
			delegate: accounts.at(to),
			authority: accounts.at(to + 1),
			amount,
			decimals,
		},
		args: amountArgs(amount, decimals),
		roles: ["source", ...(checked ? ["mint"] : []), "delegate", SIGNED],
	};
}

const AUTHORITIES: readonly (readonly [name: string, role: AuthorityKind])[] = [
	["MintTokens", "mint"],
	["FreezeAccount", "freeze"],
	["AccountOwner", "owner"],
	["CloseAccount", "close"],
];

/** Authority types above the first four are Token-2022 extensions. */
function setAuthority(data: DataReader, accounts: InstructionAccounts): Understood {
	const type = data.u8();
	const to = data.optionalKey();
	const [name, role] = AUTHORITIES[type] ?? [
		message("svm.argument.extension", { type: String(type) }),
		"other",
	];
	return {
		name: "setAuthority",
		meaning: { kind: "token_authority", account: accounts.at(0), authority: accounts.at(1), role, to },
		args: [arg("authorityType", "u8", name), arg("newAuthority", "pubkey", to)],
		roles: ["account", SIGNED],
	};
}

function mintTo(data: DataReader, accounts: InstructionAccounts, checked: boolean): Understood {
	const amount = data.u64();
	const decimals = decimalsOf(data, checked);
	return {
		name: checked ? "mintToChecked" : "mintTo",
		meaning: { kind: "token_mint", mint: accounts.at(0), destination: accounts.at(1), amount, decimals },
		args: amountArgs(amount, decimals),
		roles: ["mint", "destination", SIGNED],
	};
}

function burn(data: DataReader, accounts: InstructionAccounts, checked: boolean): Understood {
	const amount = data.u64();
	const decimals = decimalsOf(data, checked);
	const [source, mint, authority] = [accounts.at(0), accounts.at(1), accounts.at(2)];
	return {
		name: checked ? "burnChecked" : "burn",
		meaning: { kind: "token_burn", source, mint, authority, amount, decimals },
		args: amountArgs(amount, decimals),
		roles: ["source", "mint", SIGNED],
	};
}

function initializeMint(data: DataReader, accounts: InstructionAccounts, name: string): Understood {
	const args = [
		arg("decimals", "u8", data.u8()),
		arg("mintAuthority", "pubkey", data.key()),
		arg("freezeAuthority", "pubkey", data.optionalKey()),
	];
	const text = message("svm.token.initialize-mint", { account: accounts.at(0) });
	return { name, meaning: { kind: "other", text, control: false }, args, roles: ["mint"] };
}

function open(
	accounts: InstructionAccounts,
	name: string,
	owner: string,
	roles: readonly string[],
): Understood {
	const [account, mint] = [accounts.at(0), accounts.at(1)];
	return {
		name,
		meaning: { kind: "token_open", payer: null, account, owner, mint },
		args: [arg("owner", "pubkey", owner)],
		roles,
	};
}

function frozen(accounts: InstructionAccounts, on: boolean): Understood {
	return {
		name: on ? "freezeAccount" : "thawAccount",
		meaning: { kind: "token_freeze", account: accounts.at(0), frozen: on },
		args: [],
		roles: ["account", "mint", SIGNED],
	};
}

function close(accounts: InstructionAccounts): Understood {
	return {
		name: "closeAccount",
		meaning: {
			kind: "token_close",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(2),
		},
		args: [],
		roles: ["account", "destination", SIGNED],
	};
}

function revoke(accounts: InstructionAccounts): Understood {
	return {
		name: "revoke",
		meaning: { kind: "token_revoke", source: accounts.at(0), authority: accounts.at(1) },
		args: [],
		roles: ["source", SIGNED],
	};
}

function unwrap(data: DataReader, accounts: InstructionAccounts, form: "excess" | "unwrap"): Understood {
	const given = form === "unwrap" ? data.u8() : 0;
	if (given > 1) throw new Unread();
	const lamports = given === 1 ? data.u64() : null;
	return {
		name: form === "unwrap" ? "unwrapLamports" : "withdrawExcessLamports",
		meaning: {
			kind: "token_unwrap",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(2),
			lamports,
		},
		args: form === "unwrap" ? [arg("lamports", "u64", lamports)] : [],
		roles: ["account", "destination", SIGNED],
	};
}

function multisig(
	data: DataReader,
	accounts: InstructionAccounts,
	name: string,
	after: readonly string[],
): Understood {
	const least = arg("signatures", "u8", data.u8());
	const text = message("svm.token.initialize-multisig", { account: accounts.at(0) });
	return plainOther(name, text, ["multisig", ...after], [least]);
}

export function decodeTokenTag(tag: number, data: DataReader, accounts: InstructionAccounts): Understood {
	switch (tag) {
		case 0:
			return initializeMint(data, accounts, "initializeMint");
		case 1:
			return open(accounts, "initializeAccount", accounts.at(2), ["account", "mint", "owner", "rent"]);
		case 2:
			return multisig(data, accounts, "initializeMultisig", ["rent"]);
		case 3:
			return tokenTransfer(data, accounts, "plain");
		case 4:
			return approve(data, accounts, false);
		case 5:
			return revoke(accounts);
		case 6:
			return setAuthority(data, accounts);
		case 7:
			return mintTo(data, accounts, false);
		case 8:
			return burn(data, accounts, false);
		case 9:
			return close(accounts);
		case 10:
			return frozen(accounts, true);
		case 11:
			return frozen(accounts, false);
		case 12:
			return tokenTransfer(data, accounts, "checked");
		case 13:
			return approve(data, accounts, true);
		case 14:
			return mintTo(data, accounts, true);
		case 15:
			return burn(data, accounts, true);
		case 16:
			return open(accounts, "initializeAccount2", data.key(), ["account", "mint", "rent"]);
		case 17:
			return plainOther("syncNative", message("svm.token.sync-native"), ["account"]);
		case 18:
			return open(accounts, "initializeAccount3", data.key(), ["account", "mint"]);
		case 19:
			return multisig(data, accounts, "initializeMultisig2", []);
		case 20:
			return initializeMint(data, accounts, "initializeMint2");
		case 21:
			data.rest();
			return plainOther("getAccountDataSize", message("svm.token.get-account-data-size"), ["mint"]);
		case 22:
			return plainOther("initializeImmutableOwner", message("svm.token.initialize-immutable-owner"), [
				"account",
			]);
		case 23:
			return plainOther(
				"amountToUiAmount",
				message("svm.token.amount-to-ui-amount"),
				["mint"],
				[units(data.u64())],
			);
		case 24:
			return plainOther(
				"uiAmountToAmount",
				message("svm.token.ui-amount-to-amount"),
				["mint"],
				[arg("amount", "string", utf8(data.rest()))],
			);
		case 38:
			return unwrap(data, accounts, "excess");
		case 45:
			return unwrap(data, accounts, "unwrap");
		default:
			throw new Unread();
	}
}

export const decodeToken: Decoder = (data, accounts) => decodeTokenTag(data.u8(), data, accounts);
