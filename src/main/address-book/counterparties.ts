import { addressWordsOf } from "../../core/decode/evm/address-words.ts";
import { contractsOf } from "../../core/decode/evm/contracts.ts";
import { decodeTransaction } from "../../core/decode/evm/decode-evm.ts";
import { decodeSvm, type SvmStep } from "../../core/decode/svm/decode-svm.ts";
import {
	type EvmItem,
	type SignedItem,
	type SvmItem,
	signedItemsOf,
} from "../../core/decoded-transaction/signed-item.ts";
import { openedHere } from "../../core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { callSignature } from "../../core/effects/evm/familiar.ts";
import { payeesOf } from "../../core/effects/evm/mentions.ts";
import { readAddress, readBytes, readUint } from "../../core/format/numeral.ts";
import {
	type CounterpartyHistory,
	countCounterparties,
	countUses,
	roleOf,
	type TransactionParties,
	type TransactionParty,
	type Uses,
	usesBefore,
} from "../../core/identities/counterparties.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { ENDED, hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { resolveSvm } from "../../core/match/svm/resolve.ts";
import { readSvmTransaction } from "../../core/match/svm/transaction.ts";
import type { Journal } from "../storage/journal-db.ts";
import { frozenOfRow, lowersAllowance } from "../storage/same-nonce.ts";

const MAX_ROWS = 1_000;
/** After this time, a reorg can no longer revert a step of an ended action. */
const DEEP_MS = 24 * 3600_000;

function evmParties(item: EvmItem): TransactionParty[] {
	const { to, value, data } = item.payload.transaction;
	const [target, wei, bytes] = [readAddress(to), readUint(value), readBytes(data)];
	if (target === null || wei === null || bytes === null) return [];
	const decoded = decodeTransaction(
		{ to: target, value: wei, data: bytes },
		undefined,
		contractsOf(item.chainRef),
	);
	const { meaning } = decoded;
	const paid = (address: string): TransactionParty[] => [{ address, kind: "paid" }];
	const allowed = (address: string): TransactionParty[] => [{ address, kind: "allowed" }];
	switch (meaning.kind) {
		case "native":
			return wei > 0n ? paid(target) : [];
		case "transfer":
			return meaning.amount > 0n ? paid(meaning.to) : [];
		case "transferFrom":
		case "items":
			return meaning.from === "caller" || sameAddress(meaning.from, item.signer) ? paid(meaning.to) : [];
		case "approve":
			return meaning.amountOrId > 0n ? allowed(meaning.spender) : [];
		case "allowance":
			return meaning.up && meaning.by > 0n ? allowed(meaning.spender) : [];
		case "approve-item":
			return meaning.amount > 0n ? allowed(meaning.spender) : [];
		case "operator":
			return meaning.approved ? allowed(meaning.operator) : [];
		case "act":
			return [
				...payeesOf({ as: item.signer.toLowerCase(), decoded }).flatMap(paid),
				...meaning.rights.filter(({ given }) => given).flatMap(({ holder }) => allowed(holder)),
			];
		case "calls":
		case "permits":
		case "moves":
		case "payment":
		case "swap":
		case "wrap":
		case "vault":
		case "control":
		case "vote":
		case "burn":
		case "check":
		case "unknown":
			return [];
	}
}

function svmStepParties(
	{ meaning }: SvmStep,
	steps: readonly SvmStep[],
	signer: string,
): readonly TransactionParty[] {
	switch (meaning.kind) {
		case "lamports":
			return meaning.from === signer && meaning.lamports > 0n ? [{ address: meaning.to, kind: "paid" }] : [];
		case "token_transfer": {
			if (meaning.authority !== signer || meaning.amount === 0n) return [];
			const holder = openedHere(steps, meaning.destination)?.owner;
			const all = holder === undefined ? [meaning.destination] : [meaning.destination, holder];
			return all.map((address) => ({ address, kind: "paid" }));
		}
		case "withdraw":
			return meaning.authority === signer ? [{ address: meaning.to, kind: "paid" }] : [];
		case "token_approve":
			return meaning.authority === signer && meaning.amount > 0n
				? [{ address: meaning.delegate, kind: "allowed" }]
				: [];
		case "control":
		case "unknown":
		case "app":
		case "budget":
		case "memo":
		case "create":
		case "assign":
		case "nonce":
		case "token_revoke":
		case "token_authority":
		case "token_mint":
		case "token_burn":
		case "token_close":
		case "token_unwrap":
		case "token_freeze":
		case "token_open":
		case "lockup":
		case "rule":
		case "other":
			return [];
	}
}

const svmParties = (steps: readonly SvmStep[], signer: string): readonly TransactionParty[] =>
	steps.flatMap((step) => svmStepParties(step, steps, signer));

function stepsOf(item: SvmItem): readonly SvmStep[] {
	const resolving = resolveSvm(readSvmTransaction(item.payload.transaction_base64), item.lookups);
	return resolving.ok ? resolving.resolved.instructions.flatMap(decodeSvm) : [];
}

function partiesOf(item: SignedItem): readonly TransactionParty[] {
	if (item.kind !== "evm" && item.kind !== "svm") return [];
	const all = item.kind === "evm" ? evmParties(item) : svmParties(stepsOf(item), item.signer);
	return all.filter(({ address }) => !sameAddress(address, item.signer));
}

function namedIn(item: SignedItem): TransactionParties["uses"] {
	if (item.kind !== "evm") return [];
	const { to, value, data } = item.payload.transaction;
	const [target, wei, bytes] = [readAddress(to), readUint(value), readBytes(data)];
	if (target === null || wei === null || bytes === null) return [];
	const call = { to: target, value: wei, data: bytes };
	const { meaning } = decodeTransaction(call, undefined, contractsOf(item.chainRef));
	if (meaning.kind !== "unknown" && meaning.kind !== "act") return [];
	const role = roleOf("named", item.chainRef, callSignature(target, bytes));
	const named = meaning.kind === "act" ? meaning.venues : addressWordsOf(bytes);
	return named.map((address) => [address, role]);
}

function usesIn(item: SignedItem, parties: readonly TransactionParty[]): TransactionParties["uses"] {
	const chainRef = item.kind === "unreadable" ? null : item.chainRef;
	if (chainRef === null) return [];
	const dealt = parties.map(({ address, kind }) => [address, roleOf(kind, chainRef)] as const);
	return [...dealt, ...namedIn(item)];
}

function read(row: JournalRow): TransactionParties | null {
	try {
		const item = signedItemsOf(frozenOfRow(row))[row.kind === "leg" ? row.place : 0];
		if (item === undefined) return null;
		const parties = partiesOf(item);
		const uses = usesIn(item, parties);
		return uses.length === 0 ? null : { parties, uses, at: row.approvedAt, sessionId: row.sessionId };
	} catch {
		return null;
	}
}

export class Counterparties {
	readonly #journal;
	#rows: readonly JournalRow[] = [];
	#dealt: readonly TransactionParties[] = [];
	#history: CounterpartyHistory = new Map();
	#uses: Uses = new Map();
	/** A signed payload never changes, so it is decoded only once. */
	readonly #decoded = new Map<string, TransactionParties | null>();
	readonly #steps = new Map<string, readonly JournalRow[]>();

	constructor(journal: Pick<Journal, "row" | "rows" | "stepRowsOf">) {
		this.#journal = journal;
	}

	/** Only confirmed transactions count. Lowering an allowance doesn't count as approving its spender. */
	history(scope: string): CounterpartyHistory {
		this.#count(scope);
		return this.#history;
	}

	/** Excludes transactions from this session. */
	uses(scope: string, sessionId: string): Uses {
		this.#count(scope);
		return usesBefore(this.#uses, sessionId);
	}

	#count(scope: string): void {
		const rows = this.#journal.rows(scope, MAX_ROWS);
		if (this.#rows === rows) return;
		const newest = rows[0]?.approvedAt ?? 0;
		const signed = rows.flatMap((row) => (hasStepRows(row) ? this.#stepRowsOf(row, newest) : [row]));
		const all = signed.filter((row) => row.outcome === "confirmed").map((row) => this.#decode(row));
		this.#rows = rows;
		const dealt = all.filter((each) => each !== null);
		if (dealt.length === this.#dealt.length && dealt.every((each, at) => each === this.#dealt[at])) return;
		this.#dealt = dealt;
		this.#history = countCounterparties(dealt);
		this.#uses = countUses(dealt);
	}

	#decode(row: JournalRow): TransactionParties | null {
		const known = this.#decoded.get(row.id);
		const dealt = known !== undefined ? known : lowersAllowance(this.#journal, row) ? null : read(row);
		this.#decoded.set(row.id, dealt);
		return dealt;
	}

	#stepRowsOf(row: JournalRow, newest: number): readonly JournalRow[] {
		const known = this.#steps.get(row.id);
		if (known !== undefined) return known;
		const steps = this.#journal.stepRowsOf(row.id);
		if (ENDED.has(row.state) && newest - row.approvedAt > DEEP_MS)
			this.#steps.set(
				row.id,
				steps.filter(({ outcome }) => outcome === "confirmed"),
			);
		return steps;
	}
}
