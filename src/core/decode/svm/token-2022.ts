import { type Message, message } from "../../localized-text.ts";
import { type DataReader, Unread } from "./data-reader.ts";
import {
	arg,
	byTag,
	type Decoder,
	type InstructionAccounts,
	plainOther,
	type Understood,
	u8Tag,
	understood,
	withdrawal,
} from "./meaning.ts";
import { TOKEN_DECODERS, tokenTransfer } from "./token.ts";

/**
 * Token-2022 instructions that SPL Token doesn't have. Confidential transfers and instructions for a token's
 * creator remain unknown. Source: spl-token-2022-interface (solana-program/token-2022), TokenInstruction.
 */

/** The withdraw authority chooses the recipient of withheld fees. */
function collect(name: string, accounts: InstructionAccounts, args: Understood["args"] = []): Understood {
	return understood(name, withdrawal("fees", accounts, null), ["mint", "destination", "authority"], args);
}

const CONTROL = { control: true } as const;

const TRANSFER_FEE: Decoder = byTag(u8Tag, {
	1: (data, accounts) => tokenTransfer(data, accounts, "fee"),
	2: (_data, accounts) => collect("withdrawWithheldTokensFromMint", accounts),
	3: (data, accounts) =>
		collect("withdrawWithheldTokensFromAccounts", accounts, [arg("accounts", "u8", data.u8())]),
	4: () => {
		const text = message("svm.token.harvest-withheld-tokens-to-mint");
		return plainOther("harvestWithheldTokensToMint", text, ["mint"]);
	},
	5: (data) => {
		const args = [arg("basisPoints", "u16", data.u16()), arg("most", "u64", data.u64())];
		const text = message("svm.token.set-transfer-fee");
		return plainOther("setTransferFee", text, ["mint", "authority"], args, CONTROL);
	},
});

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
		CONTROL,
	);
}

export const decodeToken2022: Decoder = byTag(u8Tag, {
	...TOKEN_DECODERS,
	25: (data) => {
		const args = [arg("closeAuthority", "pubkey", data.optionalKey())];
		const text = message("svm.token.initialize-mint-close-authority");
		return plainOther("initializeMintCloseAuthority", text, ["mint"], args, CONTROL);
	},
	26: TRANSFER_FEE,
	29: (data) => {
		data.rest();
		const roles = ["account", "payer", "system program", "authority"];
		return plainOther("reallocate", message("svm.token.reallocate"), roles, [], { rent: true });
	},
	30: (data) =>
		onOff(
			data,
			"RequiredTransferMemos",
			message("svm.token.memos-required"),
			message("svm.token.memos-free"),
		),
	32: () => {
		const text = message("svm.token.initialize-non-transferable-mint");
		return plainOther("initializeNonTransferableMint", text, ["mint"]);
	},
	34: (data) =>
		onOff(data, "CpiGuard", message("svm.token.cpi-guard-on"), message("svm.token.cpi-guard-off")),
	35: (data) => {
		const args = [arg("delegate", "pubkey", data.key())];
		const text = message("svm.token.initialize-permanent-delegate");
		return plainOther("initializePermanentDelegate", text, ["mint"], args, CONTROL);
	},
	36: transferHook,
});
