import { type Message, message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import { arg, type Decoder, type InstructionAccounts, plainOther, type Understood } from "./meaning.ts";
import { decodeTokenTag, tokenTransfer } from "./token.ts";

/**
 * Token-2022 instructions that SPL Token doesn't have. Confidential transfers and instructions for a token's
 * creator remain unknown. Source: spl-token-2022-interface (solana-program/token-2022), TokenInstruction.
 */

/** The withdraw authority chooses the recipient of withheld fees. */
function collect(name: string, accounts: InstructionAccounts, args: Understood["args"]): Understood {
	return {
		name,
		meaning: {
			kind: "withdraw",
			of: "fees",
			account: accounts.at(0),
			to: accounts.at(1),
			authority: accounts.at(2),
			lamports: null,
		},
		args,
		roles: ["mint", "destination", "authority"],
	};
}

function transferFee(data: DataReader, accounts: InstructionAccounts): Understood {
	switch (data.u8()) {
		case 1:
			return tokenTransfer(data, accounts, "fee");
		case 2:
			return collect("withdrawWithheldTokensFromMint", accounts, []);
		case 3:
			return collect("withdrawWithheldTokensFromAccounts", accounts, [arg("accounts", "u8", data.u8())]);
		case 4:
			return plainOther("harvestWithheldTokensToMint", message("svm.token.harvest-withheld-tokens-to-mint"), [
				"mint",
			]);
		case 5:
			return plainOther(
				"setTransferFee",
				message("svm.token.set-transfer-fee"),
				["mint", "authority"],
				[arg("basisPoints", "u16", data.u16()), arg("most", "u64", data.u64())],
				{ control: true },
			);
		default:
			throw new Unread();
	}
}

function onOff(data: DataReader, name: string, on: Message, off: Message): Understood {
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
		message("svm.token.transfer-hook"),
		["mint", ...(which === 0 ? [] : ["authority"])],
		[...authority, arg("program", "pubkey", data.key())],
		{ control: true },
	);
}

export const decodeToken2022: Decoder = (data, accounts) => {
	const tag = data.u8();
	switch (tag) {
		case 25: {
			const args = [arg("closeAuthority", "pubkey", data.optionalKey())];
			return plainOther(
				"initializeMintCloseAuthority",
				message("svm.token.initialize-mint-close-authority"),
				["mint"],
				args,
				{
					control: true,
				},
			);
		}
		case 26:
			return transferFee(data, accounts);
		case 29:
			data.rest();
			return plainOther(
				"reallocate",
				message("svm.token.reallocate"),
				["account", "payer", "system program", "authority"],
				[],
				{ rent: true },
			);
		case 30:
			return onOff(
				data,
				"RequiredTransferMemos",
				message("svm.token.memos-required"),
				message("svm.token.memos-free"),
			);
		case 32:
			return plainOther(
				"initializeNonTransferableMint",
				message("svm.token.initialize-non-transferable-mint"),
				["mint"],
			);
		case 34:
			return onOff(data, "CpiGuard", message("svm.token.cpi-guard-on"), message("svm.token.cpi-guard-off"));
		case 35: {
			const args = [arg("delegate", "pubkey", data.key())];
			return plainOther(
				"initializePermanentDelegate",
				message("svm.token.initialize-permanent-delegate"),
				["mint"],
				args,
				{ control: true },
			);
		}
		case 36:
			return transferHook(data);
		default:
			return decodeTokenTag(tag, data, accounts);
	}
};
