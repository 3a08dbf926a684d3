import { centsOf, centsText, dollars } from "../../core/fiat/price.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { AllowanceGroup, AllowanceRow, AllowancesView } from "../../ipc/allowances.ts";
import type { HomeRisk } from "../../ipc/home.ts";
import { allowancesView } from "../allowances/allowances-view.ts";
import { markOf } from "../views/review-parts.ts";
import { pricedHoldingsOf } from "./fiat.ts";
import { assetKey, keyOf } from "./holdings.ts";
import type { HomeState } from "./home.ts";

const MAX_ROWS = 5;

interface Risk {
	readonly row: AllowanceRow;
	readonly group: AllowanceGroup;
	readonly exposure: Exposure;
	readonly token: string;
}

/** In US cents. `unknown` if the amount of a well-known token is unknown, `none` if there is no price. */
type Exposure = bigint | "unknown" | "none";

function readingOf(state: HomeState, { account, chain }: AllowanceGroup) {
	const found = state.chains.find(({ chainRef }) => chainRef === chain.id);
	const own = found?.accounts.find((each) => sameAddress(each, account.address));
	return found === undefined || own === undefined || found.readAt === 0 ? null : { ...found, own };
}

/** The smaller of allowance and balance, rounded up because it is a possible loss. */
function exposureOf(state: HomeState, group: AllowanceGroup, row: AllowanceRow): Exposure {
	if (row.kind !== "allowance" && row.kind !== "permit2") return "none";
	if (markOf(row.token.address, group.chain.id).mark === undefined) return "none";
	const reading = readingOf(state, group);
	if (reading === null) return "unknown";
	// If two RPCs report different amounts, the smaller one is no upper bound.
	if (reading.differs.some((key) => key === keyOf(reading.own, assetKey(row.token.address))))
		return "unknown";
	const stake = pricedHoldingsOf(state, reading.own).find(
		(each) => each.chainRef === group.chain.id && sameAddress(each.asset, row.token.address),
	);
	// A token that is missing in a partial reading may have a balance.
	if (stake === undefined) return reading.whole ? 0n : "unknown";
	if (stake.listed === null || stake.price === null || stake.price === "differs") return "unknown";
	const allowed = row.unlimited ? stake.raw : BigInt(row.amount?.raw ?? "0");
	return centsOf(allowed < stake.raw ? allowed : stake.raw, stake.listed.decimals, stake.price, "up");
}

const isBoundless = ({ row }: Risk) => row.unlimited || row.kind === "operator";

function rankOf({ exposure }: Risk): number {
	if (exposure === "unknown") return 1;
	return exposure === "none" || exposure === 0n ? 2 : 0;
}

const centsIn = ({ exposure }: Risk): bigint => (typeof exposure === "bigint" ? exposure : 0n);

function gravestFirst(one: Risk, other: Risk): number {
	const [left, right] = [centsIn(one), centsIn(other)];
	if (left !== right) return left < right ? 1 : -1;
	return rankOf(one) - rankOf(other) || Number(isBoundless(other)) - Number(isBoundless(one));
}

function risksOf(state: HomeState, { groups }: AllowancesView): readonly Risk[] {
	return groups
		.flatMap((group) =>
			group.rows
				.filter(({ fault }) => fault === null)
				.map(
					(row): Risk => ({
						...{ row, group, token: row.token.address },
						exposure: exposureOf(state, group, row),
					}),
				),
		)
		.toSorted(gravestFirst);
}

/** Counts each token once, since several spenders share its balance. */
function exposedOf(risks: readonly Risk[]): Text | null {
	const most = new Map<string, bigint>();
	for (const risk of risks) {
		const key = `${risk.group.chain.id} ${risk.group.account.address} ${risk.token.toLowerCase()}`;
		const [before, cents] = [most.get(key) ?? 0n, centsIn(risk)];
		most.set(key, cents > before ? cents : before);
	}
	const sum = [...most.values()].reduce((total, each) => total + each, 0n);
	if (sum === 0n) return null;
	const isWhole = risks.every(({ exposure }) => exposure !== "unknown");
	return isWhole ? centsText(sum) : message("amount.at-least", { amount: dollars(sum) });
}

const isPartlyRead = ({ groups, left }: AllowancesView): boolean =>
	left > 0 || groups.some(({ fault, rows }) => fault !== null || rows.some((row) => row.fault !== null));

export function riskView(app: Parameters<typeof allowancesView>[0], state: HomeState): HomeRisk {
	const view = allowancesView(app);
	const risks = risksOf(state, view);
	return {
		exposed: exposedOf(risks),
		rows: risks.slice(0, MAX_ROWS).map(({ row, group, exposure }) => ({
			row,
			mark: markOf(row.token.address, group.chain.id).mark ?? null,
			chain: group.chain.name,
			exposed: typeof exposure === "bigint" && exposure > 0n ? centsText(exposure) : null,
		})),
		more: Math.max(0, risks.length - MAX_ROWS),
		unread: view.readAt === null,
		fault: view.fault ?? (isPartlyRead(view) ? message("home.risk.not-whole") : null),
	};
}
