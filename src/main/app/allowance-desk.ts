import type { allowanceProcedures } from "../../bridge/allowance-procedures.ts";
import type { AllowanceGroup, AllowanceRow, AllowancesView } from "../../bridge/allowance-views.ts";
import type { Client } from "../../bridge/procedures.ts";
import { chainName } from "../chains/names.ts";
import { revocationEntryId } from "../inbox/entry.ts";
import { frozenRevocation, type Revoked } from "../match/frozen.ts";
import type { Labels } from "../policy/labels.ts";
import { sameAddress } from "../policy/labels.ts";
import { shortKey } from "../review/address-text.ts";
import { plain } from "../review/plain.ts";
import { isUnlimited, shortAddress } from "../review/subject.ts";
import { MOST_UNITS } from "../review/svm/outflow.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { FoundAllowance, ReadChain } from "./allowances-read.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { phraseWaits } from "./phrase.ts";
import type { RevocationWish } from "./revoking.ts";

/** What the accounts have allowed so far: what the desk shows of it, and its wishes carried out. */

const isSvm = ({ met }: FoundAllowance) => met.kind === "delegate";

/** What a token says of itself, as plain text; null where it says nothing. */
function symbolOf({ unit, met, mint }: FoundAllowance): string | null {
	const said = met.kind === "operator" || met.kind === "token" ? (unit.name ?? unit.symbol) : unit.symbol;
	const text = said === null ? "" : plain(said, 24);
	if (text !== "") return text;
	return mint === null ? null : (shortKey(mint) ?? null);
}

function amountOf(found: FoundAllowance): Pick<AllowanceRow, "amount" | "unlimited"> {
	const raw = found.allowed?.amount ?? null;
	if (raw === null) return { amount: null, unlimited: false };
	if (isSvm(found) ? raw >= MOST_UNITS : isUnlimited(raw)) return { amount: null, unlimited: true };
	const { decimals } = found.unit;
	const symbol = symbolOf(found);
	const unit =
		decimals === null || symbol === null
			? { decimals: null, symbol: `the token ${shortAddress(found.met.token)}`, checked: false }
			: { decimals, symbol, checked: true };
	return { amount: amountView(raw, unit), unlimited: false };
}

function rowOf(found: FoundAllowance, labels: Labels, revoking: ReadonlyMap<string, string>): AllowanceRow {
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
		fault,
		revoking: revoking.get(placeOf(met.chainRef, met.account, revokedOf(found))) ?? null,
	};
}

/** The permission itself, whoever wrote it down: of a delegate, the token account. */
function placeOf(chainRef: string, account: string, revokes: Revoked): string {
	const { kind, token, spender, token_id: item } = revokes;
	if (kind === "delegate") return [chainRef, account, token].join(" ");
	return [chainRef, kind, account, token, spender, item ?? ""].join(" ").toLowerCase();
}

/** By row: what was approved never changes. */
const places = new WeakMap<JournalRow, string | null>();

function placeOfRow(row: JournalRow): string | null {
	const known = places.get(row);
	if (known !== undefined) return known;
	const read = frozenRevocation.safeParse(JSON.parse(row.frozen));
	const place = read.success ? placeOf(read.data.chain_ref, read.data.signer, read.data.revokes) : null;
	places.set(row, place);
	return place;
}

/** The revocations that are on their way, by what they take back. */
function underWay(app: App): ReadonlyMap<string, string> {
	const { scope } = app.account();
	return new Map(
		app.journal.unsettled().flatMap((row) => {
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

function groupsOf(app: App, read: ReadChain, revoking: ReadonlyMap<string, string>): AllowanceGroup[] {
	const labels = app.labels();
	const { chainRef, fault, found, accounts } = read;
	const chain = { id: chainRef, name: chainName(chainRef) };
	return app.accounts
		.list()
		.filter(({ address }) => accounts.some((each) => sameAddress(each, address)))
		.map(({ address }) => {
			const own = found.filter(({ met }) => sameAddress(met.account, address));
			const rows = own.map((each) => rowOf(each, labels, revoking)).toSorted(byWeight);
			return { account: addressView(address, labels), chain, fault, rows };
		})
		.filter((group) => group.rows.length > 0 || group.fault !== null);
}

export function allowancesView(app: App): AllowancesView {
	const { chains, ...state } = app.allowances.state();
	const revoking = chains.length === 0 ? new Map<string, string>() : underWay(app);
	return { ...state, groups: chains.flatMap((read) => groupsOf(app, read, revoking)) };
}

function revokedOf({ met, spender, program }: FoundAllowance): Revoked {
	const token_id = met.tokenId === "" ? null : met.tokenId;
	return { kind: met.kind, token: met.token, spender, token_id, program };
}

function wishOf(app: App, found: FoundAllowance): RevocationWish | null {
	const { met } = found;
	const account = app.accounts.find(met.account);
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

export function allowanceHandlers(app: App): Client<typeof allowanceProcedures> {
	return {
		async watchAllowances({ on }) {
			app.allowances.watch(on);
			return done;
		},
		async refreshAllowances() {
			app.allowances.refresh();
			return done;
		},
		async revoke({ id }) {
			const { chains } = app.allowances.state();
			const found = chains.flatMap((read) => read.found).find(({ key }) => key === id);
			const wish = found === undefined ? null : wishOf(app, found);
			if (found === undefined || wish === null)
				return refused("This permission is not on the list any more. Read the list again.");
			if (phraseWaits(app)) {
				app.ports.desktop.raiseTrusted();
				return refused("A new phrase waits to be written down first.");
			}
			const waiting = underWay(app).get(placeOf(wish.chainRef, wish.account, wish.revokes));
			if (waiting !== undefined) {
				app.go({ kind: "entry", entryId: waiting, mode: "progress" });
				return done;
			}
			const planning = await app.revocations.plan(wish);
			if (!planning.ok) return refused(planning.words);
			const entryId = revocationEntryId(planning.planned.id);
			app.go({ kind: "entry", entryId, mode: "review" });
			void app.reviews.load(entryId);
			return done;
		},
	};
}
