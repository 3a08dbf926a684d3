import { createTransferInstruction, getAssociatedTokenAddressSync } from "@solana/spl-token";
import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import type { Svm } from "../../chains/svm.ts";
import { relayCall, relayVault } from "../../chains/svm-relay.ts";
import type { Stated, StatedChange, StatedInstruction } from "./stated.ts";

/** App programs that a local cluster lacks. Each makes the transfers that the service's simulation states. */

/** Deploys a program that accepts every instruction and does nothing. */
export function deployNoop(svm: Svm, program: PublicKey): void {
	svm.hideBehind(relayCall(program, [], Buffer.alloc(0)), [], 0);
}

const instructionOf = ({ program_id, accounts, data_base64 }: StatedInstruction) =>
	new TransactionInstruction({
		programId: new PublicKey(program_id),
		keys: accounts.map((each) => ({
			pubkey: new PublicKey(each.pubkey),
			isSigner: each.is_signer,
			isWritable: each.is_writable,
		})),
		data: Buffer.from(data_base64, "base64"),
	});

/**
 * Returns the token transfer of a stated change; `null` for the native coin, an unknown mint or a missing
 * counterparty.
 */
function transferOf(svm: Svm, { account, asset, amount, direction, counterparty }: StatedChange) {
	if (asset === "native" || counterparty === null || counterparty === undefined) return null;
	const [mint, user, other] = [asset, account, counterparty].map((each) => new PublicKey(each));
	if (mint === undefined || user === undefined || other === undefined) return null;
	const program = svm.accountOf(mint)?.owner;
	if (program === undefined) return null;
	const programId = new PublicKey(program);
	const [from, to] = direction === "out" ? [user, other] : [other, user];
	const at = (owner: PublicKey) => getAssociatedTokenAddressSync(mint, owner, true, programId);
	return createTransferInstruction(at(from), at(to), from, BigInt(amount), [], programId);
}

/** Returns whether an instruction's accounts and signers are enough for its program to make the call. */
function canMake({ keys, programId }: TransactionInstruction, call: TransactionInstruction): boolean {
	const vault = relayVault(programId);
	return [...call.keys, { pubkey: call.programId, isSigner: false }].every(({ pubkey, isSigner }) => {
		const given = keys.filter((each) => each.pubkey.equals(pubkey));
		return given.length > 0 && (!isSigner || pubkey.equals(vault) || given.some((each) => each.isSigner));
	});
}

export interface Programs {
	/** Deploys the programs that a request calls, except those that the cluster already has. */
	deploy(stated: Stated): void;
}

export function createPrograms(svm: Svm): Programs {
	const deployed = new Set<string>();
	return {
		deploy({ instructions, changes }) {
			const calls = changes.map((change) => transferOf(svm, change)).filter((call) => call !== null);
			for (const outer of instructions.map(instructionOf)) {
				const name = outer.programId.toBase58();
				if (!deployed.has(name) && svm.accountOf(outer.programId)?.executable === true) continue;
				deployed.add(name);
				const possible = calls.filter((call) => canMake(outer, call));
				svm.hideBehind(outer, possible, possible.length === 0 ? 0 : outer.keys.length);
			}
		},
	};
}
