import { type DataReader, Unread } from "./data-reader.ts";
import { type Accounts, arg, type Decoder, type Understood } from "./meaning.ts";
import { decodeTokenTag, plainOther, tokenTransfer } from "./token.ts";

/** What Token-2022 has beyond SPL Token. Source: spl_token_2022::instruction::TokenInstruction. */

function transferFee(data: DataReader, accounts: Accounts): Understood {
	switch (data.u8()) {
		case 1:
			return tokenTransfer(data, accounts, "fee");
		case 2:
			return plainOther("withdrawWithheldTokensFromMint", "Collects the fees that a token kept back.", [
				"mint",
				"destination",
				"authority",
			]);
		case 3:
			return plainOther(
				"withdrawWithheldTokensFromAccounts",
				"Collects the fees that a token kept back.",
				["mint", "destination", "authority"],
				[arg("accounts", "u8", data.u8())],
			);
		case 4:
			return plainOther("harvestWithheldTokensToMint", "Gathers the fees that a token kept back.", ["mint"]);
		case 5:
			return plainOther(
				"setTransferFee",
				"Changes the fee that a token takes of each transfer.",
				["mint", "authority"],
				[arg("basisPoints", "u16", data.u16()), arg("most", "u64", data.u64())],
				true,
			);
		default:
			throw new Unread();
	}
}

/** A switch of one token account: 0 on, 1 off. */
function onOff(data: DataReader, name: string, on: string, off: string): Understood {
	const which = data.u8();
	if (which > 1) throw new Unread();
	return plainOther(`${which === 0 ? "enable" : "disable"}${name}`, which === 0 ? on : off, [
		"account",
		"authority",
	]);
}

function transferHook(data: DataReader): Understood {
	const which = data.u8();
	if (which > 1) throw new Unread();
	const authority = which === 0 ? [arg("authority", "pubkey", data.key())] : [];
	return plainOther(
		which === 0 ? "initializeTransferHook" : "updateTransferHook",
		"Sets the program that runs at each transfer of a token.",
		["mint", ...(which === 0 ? [] : ["authority"])],
		[...authority, arg("program", "pubkey", data.key())],
		true,
	);
}

function unwrap(data: DataReader, accounts: Accounts): Understood {
	const given = data.u8();
	if (given > 1) throw new Unread();
	const lamports = given === 1 ? data.u64() : null;
	return {
		name: "unwrapLamports",
		meaning: {
			kind: "token_unwrap",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(2),
			lamports,
		},
		args: [arg("lamports", "u64", lamports)],
		roles: ["account", "destination", "authority"],
	};
}

function excess(accounts: Accounts): Understood {
	return {
		name: "withdrawExcessLamports",
		meaning: {
			kind: "token_unwrap",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(2),
			lamports: null,
		},
		args: [],
		roles: ["account", "destination", "authority"],
	};
}

export const decodeToken2022: Decoder = (data, accounts) => {
	const tag = data.u8();
	switch (tag) {
		case 25: {
			const args = [arg("closeAuthority", "pubkey", data.optionalKey())];
			return plainOther("initializeMintCloseAuthority", "Says who may close a token.", ["mint"], args, true);
		}
		case 26:
			return transferFee(data, accounts);
		case 29:
			data.rest();
			return plainOther("reallocate", "Makes a token account larger.", [
				"account",
				"payer",
				"system program",
				"authority",
			]);
		case 30:
			return onOff(
				data,
				"RequiredTransferMemos",
				"Takes transfers into a token account only with a memo.",
				"Takes transfers into a token account without a memo.",
			);
		case 32:
			return plainOther("initializeNonTransferableMint", "Makes a token that can't be sent on.", ["mint"]);
		case 34:
			return onOff(
				data,
				"CpiGuard",
				"Keeps other programs from acting for a token account.",
				"Lets other programs act for a token account again.",
			);
		case 35: {
			const args = [arg("delegate", "pubkey", data.key())];
			return plainOther(
				"initializePermanentDelegate",
				"Names who may take a token from everybody.",
				["mint"],
				args,
				true,
			);
		}
		case 36:
			return transferHook(data);
		case 38:
			return excess(accounts);
		case 45:
			return unwrap(data, accounts);
		default:
			return decodeTokenTag(tag, data, accounts);
	}
};
