import { shortKey } from "../../core/format/address-text.ts";
import { plain } from "../../core/format/plain.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Revoked } from "../../core/match/frozen.ts";
import { message } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import { sameAddress } from "../../core/people/labels.ts";
import type { RevocationRequest } from "../../core/review/approval-request.ts";
import { isUnlimited, shortAddress } from "../../core/subject/subject.ts";
import { MAX_UNITS } from "../../core/subject/svm/outflow.ts";
import type {
	AllowanceGroup,
	AllowanceRow,
	AllowancesView,
	allowanceProcedures,
	allowanceTrustedProcedures,
} from "../../ipc/allowances.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { HandlersOf } from "../handlers.ts";
import { type Entry, revocationEntryId } from "../inbox/entries/entry.ts";

import { done, refused } from "../outcome.ts";
import type { Revocations } from "../reviewing/own/revoking.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type LeadDeps, phraseWaits } from "../wallet/phrase.ts";
import { type AllowanceAge, UNKNOWN_AGE } from "./allowance-ages.ts";
import type { Allowances } from "./allowances.ts";
import type { ReadChain } from "./allowances-read.ts";
import type { FoundAllowance } from "./found-allowance.ts";

export interface AllowancesViewDeps {
	readonly allowances: Pick<Allowances, "state" | "age">;
	readonly accounts: Pick<Accounts, "list">;
	readonly journal: Pick<Journal, "unsettled">;
	/** Who is signed in. */
	account(): { readonly scope: string };
	/** The user's own names for addresses. */
	labels(): Labels;
	/** The user's own name for a network, else the known one. */
	chainNameOf(chainRef: string): string;
}

/** What one request left standing is shown with. */
export interface LeftViewDeps extends Pick<AllowancesViewDeps, "account" | "labels"> {
	readonly journal: Pick<Journal, "unsettled">;
	readonly allowances: Pick<Allowances, "left">;
}

export interface AllowanceDeps extends Pick<AllowancesViewDeps, "account">, LeadDeps {
	readonly journal: Pick<Journal, "unsettled" | "stepRowsOf">;
	entry(id: string): Pick<Entry, "row"> | null;
	readonly allowances: Pick<Allowances, "state" | "watch" | "refresh" | "left">;
	readonly accounts: Pick<Accounts, "find">;
	readonly revocations: Pick<Revocations, "plan">;
	readonly reviews: { load(entryId: string): Promise<unknown> };
}

/** What the accounts have allowed so far: what the desk shows of it, and its commands carried out. */

const isSvm = ({ met }: FoundAllowance) => met.kind === "delegate";

/** What a token says of itself, as plain text; null where it says nothing. */
function symbolOf({ unit, met, mint }: FoundAllowance): string | null {
	const ownName = met.kind === "operator" || met.kind === "token" ? (unit.name ?? unit.symbol) : unit.symbol;
	const text = ownName === null ? "" : plain(ownName, 24);
	if (text !== "") return text;
	return mint === null ? null : (shortKey(mint) ?? null);
}

function amountOf(found: FoundAllowance): Pick<AllowanceRow, "amount" | "unlimited"> {
	const raw = found.allowed?.amount ?? null;
	if (raw === null) return { amount: null, unlimited: false };
	if (isSvm(found) ? raw >= MAX_UNITS : isUnlimited(raw)) return { amount: null, unlimited: true };
	const { decimals } = found.unit;
	const symbol = symbolOf(found);
	const unit =
		decimals === null || symbol === null
			? {
					decimals: null,
					symbol: message("token.without-symbol", { address: shortAddress(found.met.token) }),
					checked: false,
				}
			: { decimals, symbol, checked: true };
	return { amount: amountView(raw, unit), unlimited: false };
}

function rowOf(
	found: FoundAllowance,
	labels: Labels,
	revoking: ReadonlyMap<string, string>,
	age: AllowanceAge,
): AllowanceRow {
	const { key, met, spender, allowed, fault } = found;
	const until = allowed?.until ?? null;
	return {
		id: key,
		kind: met.kind,
		token: addressView(met.token, labels),
		symbol: symbolOf(found),
		spender: addressView(spender, labels),
		...amountOf(found),
		item: met.tokenId === "" ? null : met.tokenId,
		until: until === null ? null : until * 1000,
		...age,
		fault,
		revoking: revoking.get(placeOf(met.chainRef, met.account, revokedOf(found))) ?? null,
	};
}

/** As the chain has it now: of a delegate, whoever the chain names. */
const asFound = ({ met, spender }: FoundAllowance) => ({ ...met, spender });

/** The permission itself, whoever wrote it down: of a delegate, the token account. */
function placeOf(chainRef: string, account: string, revokes: Revoked): string {
	const { kind, token, spender, token_id: item } = revokes;
	if (kind === "delegate") return [chainRef, account, token].join(" ");
	return [chainRef, kind, account, token, spender, item ?? ""].join(" ").toLowerCase();
}

function placeOfRow(row: JournalRow): string | null {
	const frozen = readableOrNull(row.frozen);
	return frozen !== null && frozen.kind === "revocation"
		? placeOf(frozen.chain_ref, frozen.signer, frozen.revokes)
		: null;
}

/** The revocations that are on their way, by what they take back. */
function underWay(deps: Pick<AllowancesViewDeps, "journal" | "account">): ReadonlyMap<string, string> {
	const { scope } = deps.account();
	return new Map(
		deps.journal.unsettled().flatMap((row) => {
			if (row.kind !== "revocation" || row.scope !== scope || ENDED.has(row.state)) return [];
			const place = placeOfRow(row);
			return place === null ? [] : [[place, row.entryId] as const];
		}),
	);
}

/** A permission without an end or a limit first, then by spender; what could not be read last. */
function weight(row: AllowanceRow): number {
	if (row.fault !== null) return 3;
	return row.unlimited || row.kind === "operator" ? 0 : 1;
}

const byWeight = (left: AllowanceRow, right: AllowanceRow) =>
	weight(left) - weight(right) || left.spender.address.localeCompare(right.spender.address);

function groupsOf(
	deps: Pick<AllowancesViewDeps, "labels" | "accounts" | "allowances" | "chainNameOf">,
	read: ReadChain,
	revoking: ReadonlyMap<string, string>,
): AllowanceGroup[] {
	const labels = deps.labels();
	const { chainRef, fault, found, accounts } = read;
	const chain = { id: chainRef, name: deps.chainNameOf(chainRef) };
	return deps.accounts
		.list()
		.filter(({ address }) => accounts.some((each) => sameAddress(each, address)))
		.map(({ address }) => {
			const own = found.filter(({ met }) => sameAddress(met.account, address));
			const rows = own
				.map((each) => rowOf(each, labels, revoking, deps.allowances.age(asFound(each))))
				.toSorted(byWeight);
			return { account: addressView(address, labels), chain, fault, rows };
		})
		.filter((group) => group.rows.length > 0 || group.fault !== null);
}

export function allowancesView(deps: AllowancesViewDeps): AllowancesView {
	const { chains, ...state } = deps.allowances.state();
	const revoking = chains.length === 0 ? new Map<string, string>() : underWay(deps);
	return { ...state, groups: chains.flatMap((read) => groupsOf(deps, read, revoking)) };
}

function revokedOf({ met, spender, program }: FoundAllowance): Revoked {
	const token_id = met.tokenId === "" ? null : met.tokenId;
	return { kind: met.kind, token: met.token, spender, token_id, program };
}

function revocationOf(
	deps: Pick<AllowanceDeps, "accounts">,
	found: FoundAllowance,
): RevocationRequest | null {
	const { met } = found;
	const account = deps.accounts.find(met.account);
	if (account === null || found.fault !== null) return null;
	const svm = isSvm(found);
	const short = svm ? (shortKey(met.token) ?? met.token) : shortAddress(met.token);
	return {
		family: svm ? "svm" : "evm",
		chainRef: met.chainRef,
		account: account.address,
		revokes: revokedOf(found),
		asset: svm ? `the token account ${short}` : (symbolOf(found) ?? `the token ${short}`),
	};
}

/** What an approve-and-use left standing: empty where nothing is, and while the chain is still asked. */
export function leftRows(
	deps: LeftViewDeps,
	entryId: string,
	sent: readonly JournalRow[],
): readonly AllowanceRow[] {
	const found = deps.allowances.left(entryId, sent);
	if (found.length === 0) return [];
	const [labels, revoking] = [deps.labels(), underWay(deps)];
	return found.map((each) => rowOf(each, labels, revoking, UNKNOWN_AGE)).toSorted(byWeight);
}

/** Opens the review of the revocation, or how the one fares that is under way. */
async function revoke(deps: AllowanceDeps, found: FoundAllowance | undefined): Promise<CommandOutcome> {
	const request = found === undefined ? null : revocationOf(deps, found);
	if (request === null) return refused(message("app.permission.gone"));
	if (phraseWaits(deps)) {
		deps.ports.desktop.raiseTrusted();
		return refused(message("app.phrase-waits"));
	}
	const waiting = underWay(deps).get(placeOf(request.chainRef, request.account, request.revokes));
	if (waiting !== undefined) {
		deps.go({ kind: "entry", entryId: waiting, mode: "progress" });
		return done;
	}
	const planning = await deps.revocations.plan(request);
	if (!planning.ok) return refused(planning.text);
	const entryId = revocationEntryId(planning.planned.id);
	deps.go({ kind: "entry", entryId, mode: "review" });
	void deps.reviews.load(entryId);
	return done;
}

export function allowanceHandlers(deps: AllowanceDeps): HandlersOf<typeof allowanceProcedures> {
	return {
		async watchAllowances({ on }) {
			deps.allowances.watch(on);
			return done;
		},
		async refreshAllowances() {
			deps.allowances.refresh();
			return done;
		},
		async revoke({ id }) {
			const { chains } = deps.allowances.state();
			return await revoke(
				deps,
				chains.flatMap((read) => read.found).find(({ key }) => key === id),
			);
		},
	};
}

export function allowanceTrustedHandlers(deps: AllowanceDeps): HandlersOf<typeof allowanceTrustedProcedures> {
	return {
		async revokeLeft({ entryId, id }) {
			const row = deps.entry(entryId)?.row ?? null;
			if (row === null) return refused(message("app.permission.gone"));
			const steps = deps.journal.stepRowsOf(row.id);
			const left = deps.allowances.left(entryId, steps.length === 0 ? [row] : steps);
			return await revoke(
				deps,
				left.find(({ key }) => key === id),
			);
		},
	};
}
