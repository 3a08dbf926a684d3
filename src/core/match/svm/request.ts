import type { AssembledSvmInstruction, AssembledSvmTransaction } from "../../../service-api/action.ts";
import { message } from "../../message.ts";
import { type Check, failed, passed } from "../check.ts";
import type { FrozenCommit } from "../frozen.ts";
import { clusterName } from "./cluster.ts";
import { SvmBytesError, withoutBlockhash } from "./transaction.ts";

/** Do the request of a Solana review and its legs tell the same transactions, in the same order? */

function meaningOfInstruction(instruction: AssembledSvmInstruction): unknown {
	const { assembly } = instruction;
	return [
		instruction.payer,
		clusterName(instruction.cluster),
		instruction.program_id,
		instruction.data_base64,
		instruction.accounts.map((each) => [each.pubkey, each.is_signer, each.is_writable]),
		assembly?.version ?? null,
		assembly?.address_lookup_tables ?? null,
		assembly?.compute_units ?? null,
		assembly?.priority_microlamports ?? null,
		assembly?.broadcaster ?? null,
	];
}

/** Bytes apart from what may be renewed; bytes that can't be read stand for themselves. */
function bare(text: string): string {
	try {
		return withoutBlockhash(text);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return text;
	}
}

/** All that gives a signature its meaning: texts for people stay out, as do blockhashes that may be renewed. */
function meaning(transaction: AssembledSvmTransaction): string {
	const keeps = transaction.preserve_blockhash === true;
	const unsigned = transaction.unsigned_transaction_base64 ?? null;
	return JSON.stringify([
		transaction.payer,
		clusterName(transaction.cluster),
		transaction.version,
		transaction.instructions.map(meaningOfInstruction),
		transaction.address_lookup_tables ?? null,
		keeps,
		keeps ? (transaction.recent_blockhash ?? null) : null,
		unsigned === null || keeps ? unsigned : bare(unsigned),
		transaction.signed_transaction_base64 ?? null,
		transaction.broadcaster ?? null,
	]);
}

/** null where there are no legs to compare with. */
export function svmAgreementCheck(frozen: FrozenCommit): Check | null {
	const { request, legs } = frozen;
	if (legs.length === 0 || request.type !== "execute_svm") return null;
	const transactions = legs.flatMap((leg) => (leg.type === "execute_svm" ? leg.transactions : []));
	const at = request.transactions.findIndex((transaction, index) => {
		const other = transactions[index];
		return other === undefined || meaning(transaction) !== meaning(other);
	});
	return at === -1 && transactions.length === request.transactions.length
		? passed("request", message("match.legs.agree"))
		: failed("request", message("match.legs.contradict", { step: String(at + 1) }));
}
