import { readAddress, readBytes, readUint } from "../match/numeral.ts";
import { readSvmTransaction, resolveSvm } from "../match/svm-message.ts";
import { countDealings, type Dealings, type Dealt, type Party } from "../policy/dealings.ts";
import { sameAddress } from "../policy/labels.ts";
import { decodeEvm } from "../review/decode-evm.ts";
import { decodeSvm, type SvmStep } from "../review/decode-svm.ts";
import { type EvmLeg, type Leg, legsOf, type SvmLeg } from "../review/leg.ts";
import { openedHere } from "../review/svm-subject.ts";
import { frozenOfRow } from "../signing/kin.ts";
import type { Journal } from "../storage/journal-db.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";

/** Whom the person has paid or allowed something, by what the journal says is on the chain. */

/** Newest first; as many as the journal keeps at hand. What is older no longer counts. */
const MOST_ROWS = 1_000;
/** An action that ended so long ago has no leg that a block could still take back, in ms. */
const DEEP_MS = 24 * 3600_000;

function evmParties(leg: EvmLeg): Party[] {
	const { to, value, data } = leg.payload.transaction;
	const [target, wei, bytes] = [readAddress(to), readUint(value), readBytes(data)];
	if (target === null || wei === null || bytes === null) return [];
	const { meaning } = decodeEvm({ to: target, value: wei, data: bytes });
	const paid = (address: string): Party[] => [{ address, kind: "paid" }];
	const allowed = (address: string): Party[] => [{ address, kind: "allowed" }];
	switch (meaning.kind) {
		case "native":
			return wei > 0n ? paid(target) : [];
		case "transfer":
			return meaning.amount > 0n ? paid(meaning.to) : [];
		case "transferFrom":
		case "items":
			return sameAddress(meaning.from, leg.signer) ? paid(meaning.to) : [];
		case "approve":
			return meaning.amountOrId > 0n ? allowed(meaning.spender) : [];
		case "allowance":
			return meaning.up && meaning.by > 0n ? allowed(meaning.spender) : [];
		case "operator":
			return meaning.approved ? allowed(meaning.operator) : [];
		default:
			return [];
	}
}

/** A token account stands for itself: who holds it is told only where this very transaction opened it. */
function svmParties(steps: readonly SvmStep[], signer: string): Party[] {
	return steps.flatMap(({ meaning }): Party[] => {
		switch (meaning.kind) {
			case "lamports":
				return meaning.from === signer && meaning.lamports > 0n
					? [{ address: meaning.to, kind: "paid" }]
					: [];
			case "token_transfer": {
				if (meaning.authority !== signer || meaning.amount === 0n) return [];
				const holder = openedHere(steps, meaning.destination)?.owner;
				const all = holder === undefined ? [meaning.destination] : [meaning.destination, holder];
				return all.map((address) => ({ address, kind: "paid" }));
			}
			case "stake_withdraw":
				return meaning.authority === signer ? [{ address: meaning.to, kind: "paid" }] : [];
			case "token_approve":
				return meaning.authority === signer && meaning.amount > 0n
					? [{ address: meaning.delegate, kind: "allowed" }]
					: [];
			default:
				return [];
		}
	});
}

function stepsOf(leg: SvmLeg): readonly SvmStep[] {
	const resolving = resolveSvm(readSvmTransaction(leg.payload.transaction_base64), leg.lookups);
	return resolving.ok ? resolving.resolved.instructions.map(decodeSvm) : [];
}

/** Whom one signed thing pays or allows something; the signer apart. */
export function partiesOf(leg: Leg): readonly Party[] {
	if (leg.kind !== "evm" && leg.kind !== "svm") return [];
	const all = leg.kind === "evm" ? evmParties(leg) : svmParties(stepsOf(leg), leg.signer);
	return all.filter(({ address }) => !sameAddress(address, leg.signer));
}

/** A row that can't be read any more was written by another version: it tells of nobody, and stops nothing. */
function read(row: JournalRow): Dealt | null {
	try {
		const leg = legsOf(frozenOfRow(row))[row.kind === "leg" ? row.place : 0];
		const parties = leg === undefined ? [] : partiesOf(leg);
		return parties.length === 0 ? null : { parties, at: row.approvedAt };
	} catch {
		return null;
	}
}

interface Memory {
	/** The journal's own list of one scope, which is another one after each write. */
	rows: readonly JournalRow[];
	found: Dealings;
	/** Decoded once: what was signed never changes. */
	readonly decoded: Map<string, Dealt | null>;
	/** The legs of actions that are long over. */
	readonly legs: Map<string, readonly JournalRow[]>;
}

const memories = new WeakMap<Journal, Memory>();

function legsOfAction(
	journal: Journal,
	memory: Memory,
	row: JournalRow,
	newest: number,
): readonly JournalRow[] {
	const known = memory.legs.get(row.id);
	if (known !== undefined) return known;
	const legs = journal.legsOf(row.id);
	if (ENDED.has(row.state) && newest - row.approvedAt > DEEP_MS)
		memory.legs.set(
			row.id,
			legs.filter((leg) => leg.outcome === "confirmed"),
		);
	return legs;
}

/** Only what is on the chain counts: neither what was refused nor what failed or waits. */
export function dealingsOf(journal: Journal, scope: string): Dealings {
	const rows = journal.rows(scope, MOST_ROWS);
	const memory = memories.get(journal) ?? {
		rows: [],
		found: new Map(),
		decoded: new Map(),
		legs: new Map(),
	};
	memories.set(journal, memory);
	if (memory.rows === rows) return memory.found;
	const newest = rows[0]?.approvedAt ?? 0;
	const signed = rows.flatMap((row) =>
		row.kind === "action" ? legsOfAction(journal, memory, row, newest) : [row],
	);
	const all = signed
		.filter((row) => row.outcome === "confirmed")
		.map((row) => {
			const known = memory.decoded.get(row.id);
			const dealt = known === undefined ? read(row) : known;
			memory.decoded.set(row.id, dealt);
			return dealt;
		});
	memory.rows = rows;
	memory.found = countDealings(all.filter((each) => each !== null));
	return memory.found;
}
