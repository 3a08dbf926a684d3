import { isUnlimited, shortAddress } from "../../core/decoded-transaction/decoded-transaction.ts";
import { MAX_UNITS } from "../../core/decoded-transaction/svm/outflow.ts";
import { plain } from "../../core/format/plain.ts";
import { shortKey } from "../../core/format/svm-wire.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { Revoked } from "../../core/match/frozen.ts";
import type { RevocationRequest } from "../../core/review/approval-request.ts";
import type { AllowanceGroup, AllowanceRow, AllowancesView } from "../../ipc/allowances.ts";
import type { Networks } from "../networks/networks.ts";
import type { Rules } from "../rules/feature.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type AllowanceAge, UNKNOWN_AGE } from "./allowance-ages.ts";
import type { ReadChain } from "./allowance-reader.ts";
import type { FoundAllowance } from "./found-allowance.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

export interface AllowancesState {
	readonly chains: readonly ReadChain[];
	readonly reading: boolean;
	readonly readAt: number | null;
	readonly fault: Text | null;
	/** Number of older allowances that are not read. */
	readonly left: number;
}

const isSvm = ({ met }: FoundAllowance) => met.kind === "delegate";

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

const asFound = ({ met, spender }: FoundAllowance) => ({ ...met, spender });

export function placeOf(chainRef: string, account: string, revokes: Revoked): string {
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

export function pendingRevocations(app: {
	readonly stores: { readonly journal: Pick<Journal, "unsettled"> };
	readonly signedIn: { current(): { readonly scope: string } };
}): ReadonlyMap<string, string> {
	const { scope } = app.signedIn.current();
	return new Map(
		app.stores.journal.unsettled().flatMap((row) => {
			if (row.kind !== "revocation" || row.scope !== scope || ENDED.has(row.state)) return [];
			const place = placeOfRow(row);
			return place === null ? [] : [[place, row.entryId] as const];
		}),
	);
}

function weight(row: AllowanceRow): number {
	if (row.fault !== null) return 3;
	return row.unlimited || row.kind === "operator" ? 0 : 1;
}

const byWeight = (left: AllowanceRow, right: AllowanceRow) =>
	weight(left) - weight(right) || left.spender.address.localeCompare(right.spender.address);

export function allowancesView(
	app: Parameters<typeof pendingRevocations>[0] & {
		readonly networks: Pick<Networks, "chainNameOf">;
		readonly wallet: { readonly accounts: Pick<Accounts, "list"> };
		readonly rules: Pick<Rules, "labels">;
		readonly allowances: { state(): AllowancesState; age(met: SeenAllowance): AllowanceAge };
	},
): AllowancesView {
	const { chains, ...state } = app.allowances.state();
	const revoking = chains.length === 0 ? new Map<string, string>() : pendingRevocations(app);
	const labels = app.rules.labels();
	const groupsOf = ({ chainRef, fault, found, accounts }: ReadChain): AllowanceGroup[] => {
		const chain = { id: chainRef, name: app.networks.chainNameOf(chainRef) };
		return app.wallet.accounts
			.list()
			.filter(({ address }) => accounts.some((each) => sameAddress(each, address)))
			.map(({ address }) => {
				const own = found.filter(({ met }) => sameAddress(met.account, address));
				const rows = own
					.map((each) => rowOf(each, labels, revoking, app.allowances.age(asFound(each))))
					.toSorted(byWeight);
				return { account: addressView(address, labels), chain, fault, rows };
			})
			.filter((group) => group.rows.length > 0 || group.fault !== null);
	};
	return { ...state, groups: chains.flatMap(groupsOf) };
}

export const leftRows = (
	found: readonly FoundAllowance[],
	labels: Labels,
	revoking: ReadonlyMap<string, string>,
): readonly AllowanceRow[] =>
	found.map((each) => rowOf(each, labels, revoking, UNKNOWN_AGE)).toSorted(byWeight);

function revokedOf({ met, spender, program }: FoundAllowance): Revoked {
	const token_id = met.tokenId === "" ? null : met.tokenId;
	return { kind: met.kind, token: met.token, spender, token_id, program };
}

export function revocationOf(
	accounts: Pick<Accounts, "find">,
	found: FoundAllowance,
): RevocationRequest | null {
	const { met } = found;
	const account = accounts.find(met.account);
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
