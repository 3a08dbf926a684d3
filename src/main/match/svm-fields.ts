import type { AssembledSvmTransaction, Broadcaster } from "../../contract/action.ts";
import { type Check, failed, noted, passed, unproven } from "./check.ts";
import type { SvmLookup } from "./frozen.ts";
import type { SvmPayload } from "./svm-bytes.ts";
import { sameCluster } from "./svm-cluster.ts";
import { clipped, instructionChecks } from "./svm-instructions.ts";
import {
	isDurableNonce,
	readSvmTransaction,
	resolveSvm,
	SvmBytesError,
	type SvmTransaction,
	signersOf,
	withoutBlockhash,
} from "./svm-message.ts";
import { isZero, sameBytes } from "./svm-wire.ts";

/** The fields of one Solana transaction, the review's on one side and the payload's own bytes on the other. */

export interface SvmLeg {
	/** base58, as the commit or the action names it. */
	readonly signer: string;
	/** The cluster, with or without `solana:`. */
	readonly chainRef: string;
	/** Who submits, as the commit says; null where nothing says it. */
	readonly broadcaster: Broadcaster | null;
	readonly transaction: AssembledSvmTransaction;
	readonly payload: SvmPayload;
	readonly lookups: readonly SvmLookup[];
}

function clusterCheck({ chainRef, transaction }: SvmLeg): Check {
	const stated = [transaction.cluster, ...transaction.instructions.map((each) => each.cluster)];
	const foreign = stated.find((cluster) => !sameCluster(cluster, chainRef));
	return foreign === undefined
		? passed("cluster", "The review is for the cluster that is named.", {
				reviewed: clipped(transaction.cluster),
				payload: clipped(chainRef),
			})
		: failed("cluster", "The review is for another cluster than the one that is named.", {
				reviewed: clipped(foreign),
				payload: clipped(chainRef),
			});
}

function signerCheck({ signer, payload }: SvmLeg): Check {
	const values = { reviewed: clipped(signer), payload: clipped(payload.signer) };
	return signer === payload.signer
		? passed("signer", "The payload is for the signer that is named.", values)
		: failed("signer", "The payload is for another signer than the one that is named.", values);
}

function feePayerCheck({ transaction, payload }: SvmLeg, message: SvmTransaction): Check {
	const [payer = ""] = message.staticKeys;
	const stated = [transaction.payer, ...transaction.instructions.map((each) => each.payer)];
	const other = stated.find((each) => each !== payer);
	if (other !== undefined)
		return failed("fee_payer", "The fee is paid by another account than the review shows.", {
			reviewed: clipped(other),
			payload: payer,
		});
	const words =
		payer === payload.signer ? "The signer pays the fee." : "Another account than yours pays the fee.";
	return passed("fee_payer", words, { reviewed: payer, payload: payer });
}

function signersCheck({ payload }: SvmLeg, message: SvmTransaction): Check {
	const signers = signersOf(message);
	const slots = message.signatures;
	const isSigned = (at: number) => !isZero(slots[at] ?? new Uint8Array());
	const list = signers.map((key, at) => `${key} (${isSigned(at) ? "signed" : "missing"})`).join(", ");
	const values = { reviewed: clipped(payload.signer), payload: list };
	const own = signers.indexOf(payload.signer);
	if (own === -1) return failed("signers", "The payload needs no signature of this signer.", values);
	if (isSigned(own))
		return failed("signers", "The payload carries a signature in your place already.", values);
	const others = signers.filter((key) => key !== payload.signer);
	return others.length === 0
		? passed("signers", "Only this signer's signature is needed.", values)
		: noted("signers", `The payload also needs the signature of ${others.join(", ")}.`, values);
}

function readVersion(text: string): SvmTransaction["version"] | null {
	if (text === "legacy") return "legacy";
	return text === "v0" || text === "0" ? 0 : null;
}

function versionCheck({ transaction }: SvmLeg, message: SvmTransaction): Check {
	const assembled = transaction.instructions.flatMap((each) => each.assembly?.version ?? []);
	const other = [transaction.version, ...assembled].find((each) => readVersion(each) !== message.version);
	const payload = message.version === 0 ? "v0" : message.version;
	return other === undefined
		? passed("version", "Both are of the same version.", { reviewed: transaction.version, payload })
		: failed("version", "The payload is of another version than the review states.", {
				reviewed: clipped(other),
				payload,
			});
}

function tablesCheck({ transaction }: SvmLeg, message: SvmTransaction): Check {
	const field = "lookup_tables";
	const lists = [
		transaction.address_lookup_tables,
		...transaction.instructions.map((each) => each.assembly?.address_lookup_tables),
	].filter((list) => list !== null && list !== undefined);
	const stated = new Set(lists.flat());
	const used = message.lookups.map((use) => use.table);
	const values = {
		reviewed: lists.length === 0 ? null : clipped([...stated].join(", ")) || "none",
		payload: used.join(", ") || "none",
	};
	const stranger = used.find((table) => !stated.has(table));
	if (stranger !== undefined)
		return lists.length === 0
			? noted(field, "The review names no lookup tables; the accounts that they lend were compared.", values)
			: failed(
					field,
					"The payload takes accounts from a lookup table that the review does not name.",
					values,
				);
	return stated.size > used.length
		? noted(field, "The review names a lookup table that the payload does not use.", values)
		: passed(field, "The payload uses the lookup tables that the review names.", values);
}

function nonceCheck(message: SvmTransaction): Check {
	return isDurableNonce(message)
		? failed("durable_nonce", "A durable nonce would keep this signature valid without an end.")
		: passed("durable_nonce", "The transaction can't be sent once its blockhash is too old.");
}

function blockhashCheck({ transaction }: SvmLeg, message: SvmTransaction): Check {
	const field = "recent_blockhash";
	const stated = transaction.recent_blockhash ?? null;
	const values = { reviewed: stated === null ? null : clipped(stated), payload: message.blockhash };
	if (stated === null) return passed(field, "The review states no blockhash.", values);
	if (stated === message.blockhash) return passed(field, "The blockhash that the review states.", values);
	return transaction.preserve_blockhash === true
		? failed(field, "The review's blockhash must be kept, and the payload has another.", values)
		: noted(field, "The payload has another blockhash than the review, which changes nothing else.", values);
}

/** null where the review carries no bytes to compare. */
function unsignedCheck({ transaction, payload }: SvmLeg, message: SvmTransaction): Check | null {
	const field = "unsigned_transaction_base64";
	const stated = transaction.unsigned_transaction_base64 ?? null;
	if (stated === null) return null;
	const values = { reviewed: clipped(stated), payload: clipped(payload.transaction_base64) };
	try {
		if (transaction.preserve_blockhash === true)
			return sameBytes(readSvmTransaction(stated).messageBytes, message.messageBytes)
				? passed(field, "The same message as the review's own, byte for byte.", values)
				: failed(field, "The payload is not the review's own message, byte for byte.", values);
		return withoutBlockhash(stated) === withoutBlockhash(payload.transaction_base64)
			? passed(field, "The review's own bytes, apart from blockhash and signatures.", values)
			: failed(field, "The payload is not the review's own transaction.", values);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return failed(field, `The review's own bytes can't be read. ${error.message}`, values);
	}
}

function signedCheck({ transaction }: SvmLeg): Check | null {
	const signed = transaction.signed_transaction_base64 ?? null;
	if (signed === null) return null;
	return failed("signed_transaction_base64", "The review says that this transaction is signed already.", {
		reviewed: clipped(signed),
	});
}

function broadcasterCheck({ broadcaster, transaction }: SvmLeg): Check {
	const all = [
		transaction.broadcaster,
		...transaction.instructions.map((each) => each.assembly?.broadcaster),
	];
	const stated = all.filter((each) => each !== null && each !== undefined);
	const expected = broadcaster ?? stated[0] ?? null;
	const other = stated.find((each) => each !== expected);
	if (other !== undefined)
		return failed("broadcaster", "The review contradicts itself, or what it belongs to, about who submits.", {
			reviewed: other,
			payload: expected,
		});
	const words =
		stated.length === 0
			? "The review leaves open who submits."
			: "Everything says the same about who submits.";
	return passed("broadcaster", words, { reviewed: stated[0] ?? null, payload: expected });
}

function accountChecks(leg: SvmLeg, message: SvmTransaction): Check[] {
	const resolving = resolveSvm(message, leg.lookups);
	if (resolving.ok)
		return [tablesCheck(leg, message), ...instructionChecks(leg.transaction, resolving.resolved)];
	const values = { payload: message.lookups.map((use) => use.table).join(", ") };
	return resolving.unknown
		? [unproven(resolving.field, resolving.words, values)]
		: [failed(resolving.field, resolving.words, values)];
}

function messageChecks(leg: SvmLeg, message: SvmTransaction): Check[] {
	const unsigned = unsignedCheck(leg, message);
	return [
		feePayerCheck(leg, message),
		signersCheck(leg, message),
		versionCheck(leg, message),
		...accountChecks(leg, message),
		nonceCheck(message),
		blockhashCheck(leg, message),
		...(unsigned === null ? [] : [unsigned]),
	];
}

/** The payload's own bytes, or the check that says why they can't be read. */
function readPayload(payload: SvmPayload): SvmTransaction | Check {
	try {
		return readSvmTransaction(payload.transaction_base64);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return failed(error.field, error.message, { payload: clipped(payload.transaction_base64) });
	}
}

/** Compares one payload with the transaction that the review shows for it. Needs neither chain nor clock. */
export function svmLegChecks(leg: SvmLeg): Check[] {
	const message = readPayload(leg.payload);
	const signed = signedCheck(leg);
	return [
		clusterCheck(leg),
		signerCheck(leg),
		...("status" in message ? [message] : messageChecks(leg, message)),
		...(signed === null ? [] : [signed]),
		broadcasterCheck(leg),
	];
}
