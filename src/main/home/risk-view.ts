import { sameAddress } from "../../core/people/labels.ts";
import { centsOf, centsWorth } from "../../core/worth/price.ts";
import type { AllowanceGroup, AllowanceRow, AllowancesView } from "../../ipc/allowances.ts";
import type { HomeRisk } from "../../ipc/home.ts";
import { type AllowancesViewDeps, allowancesView } from "../allowances/allowance-desk.ts";
import { markOf } from "../views/review-parts.ts";
import type { HomeState } from "./home.ts";
import { type Held, heldBy } from "./worth.ts";

/** What others can take of the accounts right now, by what it is worth. */

export type RiskDeps = AllowancesViewDeps;

/** So many are listed; the rest stands under Approvals. */
const MAX_ROWS = 5;

interface Risk {
	readonly row: AllowanceRow;
	readonly group: AllowanceGroup;
	/** US cents; null where that is not known. */
	readonly cents: bigint | null;
	readonly token: string;
}

/** The holding that is at stake; null where nothing is known of it. */
function stakeOf(state: HomeState, { account, chain }: AllowanceGroup, token: string): Held | null {
	const own = state.chains
		.flatMap(({ accounts }) => accounts)
		.find((each) => sameAddress(each, account.address));
	const held = own === undefined ? [] : heldBy(state, own);
	return held.find((each) => each.chainRef === chain.id && sameAddress(each.asset, token)) ?? null;
}

/** Whether the chain was asked what this account holds there. */
const isRead = (state: HomeState, { account, chain }: AllowanceGroup): boolean =>
	state.chains.some(
		({ chainRef, accounts, readAt }) =>
			chainRef === chain.id && readAt > 0 && accounts.some((each) => sameAddress(each, account.address)),
	);

/** The less of what may be taken and what is there; rounded up, since it goes out. */
function exposure(state: HomeState, group: AllowanceGroup, row: AllowanceRow): bigint | null {
	if (row.kind !== "allowance" && row.kind !== "permit2") return null;
	const stake = stakeOf(state, group, row.token.address);
	if (stake === null) {
		const isListed = markOf(row.token.address, group.chain.id).mark !== undefined;
		return isListed && isRead(state, group) ? 0n : null;
	}
	if (stake.listed === null || stake.price === null || stake.price === "differs") return null;
	const allowed = row.unlimited ? stake.raw : BigInt(row.amount?.raw ?? "0");
	return centsOf(allowed < stake.raw ? allowed : stake.raw, stake.listed.decimals, stake.price, "up");
}

const isBoundless = ({ row }: Risk) => row.unlimited || row.kind === "operator";

/** What exposes most, then what has no bound, then the rest. */
function gravestFirst(one: Risk, other: Risk): number {
	const [left, right] = [one.cents ?? 0n, other.cents ?? 0n];
	if (left !== right) return left < right ? 1 : -1;
	return Number(isBoundless(other)) - Number(isBoundless(one));
}

function risksOf(state: HomeState, { groups }: AllowancesView): readonly Risk[] {
	return groups
		.flatMap((group) =>
			group.rows
				.filter(({ fault }) => fault === null)
				.map((row): Risk => ({ row, group, cents: exposure(state, group, row), token: row.token.address })),
		)
		.toSorted(gravestFirst);
}

/** Two permissions on the same tokens expose them once. */
function exposedOf(risks: readonly Risk[]): bigint | null {
	const most = new Map<string, bigint>();
	for (const { cents, group, token } of risks) {
		if (cents === null) continue;
		const key = `${group.chain.id} ${group.account.address} ${token.toLowerCase()}`;
		const before = most.get(key) ?? 0n;
		most.set(key, cents > before ? cents : before);
	}
	return most.size === 0 ? null : [...most.values()].reduce((sum, each) => sum + each, 0n);
}

export function riskView(deps: RiskDeps, state: HomeState): HomeRisk {
	const view = allowancesView(deps);
	const risks = risksOf(state, view);
	const exposed = exposedOf(risks);
	return {
		exposed: exposed === null || exposed === 0n ? null : centsWorth(exposed),
		rows: risks.slice(0, MAX_ROWS).map(({ row, group, cents }) => ({
			row,
			mark: markOf(row.token.address, group.chain.id).mark ?? null,
			chain: group.chain.name,
			exposed: cents === null || cents === 0n ? null : centsWorth(cents),
		})),
		more: Math.max(0, risks.length - MAX_ROWS),
		unread: view.readAt === null,
		fault: view.fault,
	};
}
