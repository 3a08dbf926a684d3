import type { AssembledSvmTransaction, Broadcaster } from "../../../service-api/action.ts";
import { isZero, sameBytes } from "../../format/svm-wire.ts";
import { message, sentences } from "../../localized-text.ts";
import { type Check, failed, noted, passed, refusing, unproven, unreadableBytes } from "../check.ts";
import type { SvmLookup } from "../frozen.ts";
import type { SvmPayload } from "./bytes.ts";
import { clipped, instructionChecks } from "./instructions.ts";
import { resolveSvm } from "./resolve.ts";
import {
	isDurableNonce,
	readSvmTransaction,
	SvmBytesError,
	type SvmTransaction,
	signersOf,
	withoutBlockhash,
} from "./transaction.ts";

/** Cluster names can have a `solana:` prefix, and mainnet has two names. */

export function clusterName(text: string): string {
	const name = text.startsWith("solana:") ? text.slice("solana:".length) : text;
	return name === "mainnet" ? "mainnet-beta" : name;
}

export function sameCluster(left: string, right: string): boolean {
	return clusterName(left) !== "" && clusterName(left) === clusterName(right);
}

export interface SvmTransactionToMatch {
	readonly signer: string;
	readonly chainRef: string;
	readonly broadcaster: Broadcaster | null;
	readonly transaction: AssembledSvmTransaction;
	readonly payload: SvmPayload;
	readonly lookups: readonly SvmLookup[];
}

function clusterCheck({ chainRef, transaction }: SvmTransactionToMatch): Check {
	const stated = [transaction.cluster, ...transaction.instructions.map((each) => each.cluster)];
	const foreign = stated.find((cluster) => !sameCluster(cluster, chainRef));
	return foreign === undefined
		? passed("cluster", message("match.cluster.same"), {
				reviewed: clipped(transaction.cluster),
				payload: clipped(chainRef),
			})
		: failed("cluster", message("match.cluster.differs"), {
				reviewed: clipped(foreign),
				payload: clipped(chainRef),
			});
}

function signerCheck({ signer, payload }: SvmTransactionToMatch): Check {
	const values = { reviewed: clipped(signer), payload: clipped(payload.signer) };
	return signer === payload.signer
		? passed("signer", message("match.signer.same-as-named"), values)
		: failed("signer", message("match.signer.differs-from-named"), values);
}

function feePayerCheck({ transaction, payload }: SvmTransactionToMatch, tx: SvmTransaction): Check {
	const [payer = ""] = tx.staticKeys;
	const stated = [transaction.payer, ...transaction.instructions.map((each) => each.payer)];
	const other = stated.find((each) => each !== payer);
	if (other !== undefined)
		return failed("fee_payer", message("match.fee-payer.differs"), {
			reviewed: clipped(other),
			payload: payer,
		});
	const text =
		payer === payload.signer ? message("match.fee-payer.signer") : message("match.fee-payer.other");
	return passed("fee_payer", text, { reviewed: payer, payload: payer });
}

function signersCheck({ payload }: SvmTransactionToMatch, tx: SvmTransaction): Check {
	const signers = signersOf(tx);
	const slots = tx.signatures;
	const isSigned = (at: number) => !isZero(slots[at] ?? new Uint8Array());
	const list = signers.map((key, at) => `${key} (${isSigned(at) ? "signed" : "missing"})`).join(", ");
	const values = { reviewed: clipped(payload.signer), payload: list };
	const own = signers.indexOf(payload.signer);
	if (own === -1) return failed("signers", message("match.signatures.not-needed"), values);
	if (isSigned(own)) return failed("signers", message("match.signatures.already-there"), values);
	const others = signers.filter((key) => key !== payload.signer);
	return others.length === 0
		? passed("signers", message("match.signatures.only-this"), values)
		: noted("signers", message("match.signatures.others-needed", { signers: others.join(", ") }), values);
}

function readVersion(text: string): SvmTransaction["version"] | null {
	if (text === "legacy") return "legacy";
	return text === "v0" || text === "0" ? 0 : null;
}

function versionCheck({ transaction }: SvmTransactionToMatch, tx: SvmTransaction): Check {
	const assembled = transaction.instructions.flatMap((each) => each.assembly?.version ?? []);
	const other = [transaction.version, ...assembled].find((each) => readVersion(each) !== tx.version);
	const payload = tx.version === 0 ? "v0" : tx.version;
	return other === undefined
		? passed("version", message("match.version.same"), { reviewed: transaction.version, payload })
		: failed("version", message("match.version.differs"), {
				reviewed: clipped(other),
				payload,
			});
}

function tablesCheck({ transaction }: SvmTransactionToMatch, tx: SvmTransaction): Check {
	const field = "lookup_tables";
	const lists = [
		transaction.address_lookup_tables,
		...transaction.instructions.map((each) => each.assembly?.address_lookup_tables),
	].filter((list) => list !== null && list !== undefined);
	const stated = new Set(lists.flat());
	const used = tx.lookups.map((use) => use.table);
	const values = {
		reviewed: lists.length === 0 ? null : clipped([...stated].join(", ")) || "none",
		payload: used.join(", ") || "none",
	};
	const stranger = used.find((table) => !stated.has(table));
	if (stranger !== undefined)
		return lists.length === 0
			? noted(field, message("match.tables.not-named"), values)
			: failed(field, message("match.tables.foreign"), values);
	return stated.size > used.length
		? noted(field, message("match.tables.unused"), values)
		: passed(field, message("match.tables.same"), values);
}

function nonceCheck(tx: SvmTransaction): Check {
	return isDurableNonce(tx)
		? failed("durable_nonce", message("match.durable-nonce.valid-without-end"))
		: passed("durable_nonce", message("match.durable-nonce.none"));
}

function blockhashCheck({ transaction }: SvmTransactionToMatch, tx: SvmTransaction): Check {
	const field = "recent_blockhash";
	const stated = transaction.recent_blockhash ?? null;
	const values = { reviewed: stated === null ? null : clipped(stated), payload: tx.blockhash };
	if (stated === null) return passed(field, message("match.blockhash.not-stated"), values);
	if (stated === tx.blockhash) return passed(field, message("match.blockhash.same"), values);
	return transaction.preserve_blockhash === true
		? failed(field, message("match.blockhash.must-be-kept"), values)
		: noted(field, message("match.blockhash.differs"), values);
}

function unsignedCheck({ transaction, payload }: SvmTransactionToMatch, tx: SvmTransaction): Check | null {
	const field = "unsigned_transaction_base64";
	const stated = transaction.unsigned_transaction_base64 ?? null;
	if (stated === null) return null;
	const values = { reviewed: clipped(stated), payload: clipped(payload.transaction_base64) };
	try {
		if (transaction.preserve_blockhash === true)
			return sameBytes(readSvmTransaction(stated).messageBytes, tx.messageBytes)
				? passed(field, message("match.unsigned-bytes.same-message"), values)
				: failed(field, message("match.unsigned-bytes.other-message"), values);
		return withoutBlockhash(stated) === withoutBlockhash(payload.transaction_base64)
			? passed(field, message("match.unsigned-bytes.same-transaction"), values)
			: failed(field, message("match.unsigned-bytes.other-transaction"), values);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		const text = sentences(message("match.unsigned-bytes.unreadable"), error.text);
		return refusing({ field, text, saysUnsigned: error.saysUnsigned }, values);
	}
}

function signedCheck({ transaction }: SvmTransactionToMatch): Check | null {
	const signed = transaction.signed_transaction_base64 ?? null;
	if (signed === null) return null;
	return failed("signed_transaction_base64", message("match.signed-bytes.present"), {
		reviewed: clipped(signed),
	});
}

function broadcasterCheck({ broadcaster, transaction }: SvmTransactionToMatch): Check {
	const all = [
		transaction.broadcaster,
		...transaction.instructions.map((each) => each.assembly?.broadcaster),
	];
	const stated = all.filter((each) => each !== null && each !== undefined);
	const expected = broadcaster ?? stated[0] ?? null;
	const other = stated.find((each) => each !== expected);
	if (other !== undefined)
		return failed("broadcaster", message("match.broadcaster.contradiction"), {
			reviewed: other,
			payload: expected,
		});
	const text = stated.length === 0 ? message("match.broadcaster.open") : message("match.broadcaster.agreed");
	return passed("broadcaster", text, { reviewed: stated[0] ?? null, payload: expected });
}

function accountChecks(item: SvmTransactionToMatch, tx: SvmTransaction): Check[] {
	const resolving = resolveSvm(tx, item.lookups);
	if (resolving.ok)
		return [tablesCheck(item, tx), ...instructionChecks(item.transaction, resolving.resolved)];
	const values = { payload: tx.lookups.map((use) => use.table).join(", ") };
	return resolving.unknown
		? [unproven(resolving.field, resolving.text, values)]
		: [failed(resolving.field, resolving.text, values)];
}

function messageChecks(item: SvmTransactionToMatch, tx: SvmTransaction): Check[] {
	const unsigned = unsignedCheck(item, tx);
	return [
		feePayerCheck(item, tx),
		signersCheck(item, tx),
		versionCheck(item, tx),
		...accountChecks(item, tx),
		nonceCheck(tx),
		blockhashCheck(item, tx),
		...(unsigned === null ? [] : [unsigned]),
	];
}

function readPayload(payload: SvmPayload): SvmTransaction | Check {
	try {
		return readSvmTransaction(payload.transaction_base64);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return unreadableBytes(error, { payload: clipped(payload.transaction_base64) });
	}
}

export function svmItemChecks(item: SvmTransactionToMatch): Check[] {
	const tx = readPayload(item.payload);
	const signed = signedCheck(item);
	return [
		clusterCheck(item),
		signerCheck(item),
		...("status" in tx ? [tx] : messageChecks(item, tx)),
		...(signed === null ? [] : [signed]),
		broadcasterCheck(item),
	];
}
