import { message } from "../../localized-text.ts";
import type { DecodedArg } from "../evm/meaning.ts";
import { type DataReader, Unread, utf8 } from "./data-reader.ts";
import {
	type AuthorityKind,
	arg,
	byTag,
	type Decoder,
	type InstructionAccounts,
	plainOther,
	type Understood,
	u8Tag,
	understood,
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

const FORMS = { plain: "transfer", checked: "transferChecked", fee: "transferCheckedWithFee" };

export function tokenTransfer(
	data: DataReader,
	accounts: InstructionAccounts,
	form: keyof typeof FORMS,
): Understood {
	const checked = form !== "plain";
	const amount = data.u64();
	const decimals = decimalsOf(data, checked);
	const fee = form === "fee" ? data.u64() : null;
	const { source, mint, to: destination, authority, roles } = sent(accounts, checked, "destination");
	return understood(
		FORMS[form],
		{ kind: "token_transfer", source, mint, destination, authority, amount, decimals, fee },
		roles,
		[...amountArgs(amount, decimals), ...(fee === null ? [] : [arg("fee", "u64", fee)])],
	);
}

/** The accounts of a transfer or an approval. A checked one also names the mint. */
function sent(accounts: InstructionAccounts, checked: boolean, receiver: string) {
	const at = checked ? 2 : 1;
	return {
		source: accounts.at(0),
		mint: checked ? accounts.at(1) : null,
		to: accounts.at(at),
		authority: accounts.at(at + 1),
		roles: ["source", ...(checked ? ["mint"] : []), receiver, SIGNED],
	};
}

const approve =
	(checked: boolean): Decoder =>
	(data, accounts) => {
		const amount = data.u64();
		const decimals = decimalsOf(data, checked);
		const { source, mint, to: delegate, authority, roles } = sent(accounts, checked, "delegate");
		return understood(
			checked ? "approveChecked" : "approve",
			{ kind: "token_approve", source, mint, delegate, authority, amount, decimals },
			roles,
			amountArgs(amount, decimals),
		);
	};

const AUTHORITIES: readonly (readonly [name: string, role: AuthorityKind])[] = [
	["MintTokens", "mint"],
	["FreezeAccount", "freeze"],
	["AccountOwner", "owner"],
	["CloseAccount", "close"],
];

/** Authority types above the first four are Token-2022 extensions. */
const setAuthority: Decoder = (data, accounts) => {
	const type = data.u8();
	const to = data.optionalKey();
	const [name, role] = AUTHORITIES[type] ?? [
		message("svm.argument.extension", { type: String(type) }),
		"other",
	];
	return understood(
		"setAuthority",
		{ kind: "token_authority", account: accounts.at(0), authority: accounts.at(1), role, to },
		["account", SIGNED],
		[arg("authorityType", "u8", name), arg("newAuthority", "pubkey", to)],
	);
};

const mintTo =
	(checked: boolean): Decoder =>
	(data, accounts) => {
		const amount = data.u64();
		const decimals = decimalsOf(data, checked);
		return understood(
			checked ? "mintToChecked" : "mintTo",
			{ kind: "token_mint", mint: accounts.at(0), destination: accounts.at(1), amount, decimals },
			["mint", "destination", SIGNED],
			amountArgs(amount, decimals),
		);
	};

const burn =
	(checked: boolean): Decoder =>
	(data, accounts) => {
		const amount = data.u64();
		const decimals = decimalsOf(data, checked);
		const [source, mint, authority] = [accounts.at(0), accounts.at(1), accounts.at(2)];
		return understood(
			checked ? "burnChecked" : "burn",
			{ kind: "token_burn", source, mint, authority, amount, decimals },
			["source", "mint", SIGNED],
			amountArgs(amount, decimals),
		);
	};

const initializeMint =
	(name: string): Decoder =>
	(data, accounts) => {
		const args = [
			arg("decimals", "u8", data.u8()),
			arg("mintAuthority", "pubkey", data.key()),
			arg("freezeAuthority", "pubkey", data.optionalKey()),
		];
		return plainOther(
			name,
			message("svm.token.initialize-mint", { account: accounts.at(0) }),
			["mint"],
			args,
		);
	};

function open(
	accounts: InstructionAccounts,
	name: string,
	owner: string,
	roles: readonly string[],
): Understood {
	const [account, mint] = [accounts.at(0), accounts.at(1)];
	return understood(name, { kind: "token_open", payer: null, account, owner, mint }, roles, [
		arg("owner", "pubkey", owner),
	]);
}

const frozen =
	(isFrozen: boolean): Decoder =>
	(_data, accounts) =>
		understood(
			isFrozen ? "freezeAccount" : "thawAccount",
			{ kind: "token_freeze", account: accounts.at(0), frozen: isFrozen },
			["account", "mint", SIGNED],
		);

const PAID_OUT = ["account", "destination", SIGNED];

const paidOut = (accounts: InstructionAccounts) => ({
	account: accounts.at(0),
	to: accounts.at(1),
	authority: accounts.at(2),
});

const unwrap =
	(form: "excess" | "unwrap"): Decoder =>
	(data, accounts) => {
		const given = form === "unwrap" ? data.u8() : 0;
		if (given > 1) throw new Unread();
		const lamports = given === 1 ? data.u64() : null;
		return understood(
			form === "unwrap" ? "unwrapLamports" : "withdrawExcessLamports",
			{ kind: "token_unwrap", ...paidOut(accounts), lamports },
			PAID_OUT,
			form === "unwrap" ? [arg("lamports", "u64", lamports)] : [],
		);
	};

const multisig =
	(name: string, after: readonly string[]): Decoder =>
	(data, accounts) => {
		const least = arg("signatures", "u8", data.u8());
		const text = message("svm.token.initialize-multisig", { account: accounts.at(0) });
		return plainOther(name, text, ["multisig", ...after], [least]);
	};

const getAccountDataSize: Decoder = (data) => {
	data.rest();
	return plainOther("getAccountDataSize", message("svm.token.get-account-data-size"), ["mint"]);
};

export const TOKEN_DECODERS: Readonly<Record<number, Decoder>> = {
	0: initializeMint("initializeMint"),
	1: (_data, accounts) =>
		open(accounts, "initializeAccount", accounts.at(2), ["account", "mint", "owner", "rent"]),
	2: multisig("initializeMultisig", ["rent"]),
	3: (data, accounts) => tokenTransfer(data, accounts, "plain"),
	4: approve(false),
	5: (_data, accounts) =>
		understood("revoke", { kind: "token_revoke", source: accounts.at(0), authority: accounts.at(1) }, [
			"source",
			SIGNED,
		]),
	6: setAuthority,
	7: mintTo(false),
	8: burn(false),
	9: (_data, accounts) => understood("closeAccount", { kind: "token_close", ...paidOut(accounts) }, PAID_OUT),
	10: frozen(true),
	11: frozen(false),
	12: (data, accounts) => tokenTransfer(data, accounts, "checked"),
	13: approve(true),
	14: mintTo(true),
	15: burn(true),
	16: (data, accounts) => open(accounts, "initializeAccount2", data.key(), ["account", "mint", "rent"]),
	17: () => plainOther("syncNative", message("svm.token.sync-native"), ["account"]),
	18: (data, accounts) => open(accounts, "initializeAccount3", data.key(), ["account", "mint"]),
	19: multisig("initializeMultisig2", []),
	20: initializeMint("initializeMint2"),
	21: getAccountDataSize,
	22: () =>
		plainOther("initializeImmutableOwner", message("svm.token.initialize-immutable-owner"), ["account"]),
	23: (data) => {
		const text = message("svm.token.amount-to-ui-amount");
		return plainOther("amountToUiAmount", text, ["mint"], [units(data.u64())]);
	},
	24: (data) => {
		const text = message("svm.token.ui-amount-to-amount");
		return plainOther("uiAmountToAmount", text, ["mint"], [arg("amount", "string", utf8(data.rest()))]);
	},
	38: unwrap("excess"),
	45: unwrap("unwrap"),
};

export const decodeToken: Decoder = byTag(u8Tag, TOKEN_DECODERS);
