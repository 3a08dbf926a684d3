import { OctagonAlert, TriangleAlert } from "lucide-react";
import type { HomeToken } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Claim } from "../../components/claim.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";

/** One token: a mark of our own, what the list calls it or what it calls itself, how much, and what that is worth. */
export function TokenRow({ token }: { token: HomeToken }) {
	const { amount, chains, name, claim, imitates, address, scale, differs } = token;
	return (
		<li className="flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-line-2">
			<TokenMark mark={token.mark} />
			<div className="min-w-0 flex-1">
				<p className="truncate font-medium">{name ?? <Named claim={claim} />}</p>
				<p className="truncate text-f1 text-ink-3">{chains.join(", ")}</p>
				{imitates !== null && (
					<p className="flex items-center gap-1 text-f1 text-danger">
						<OctagonAlert size={12} aria-hidden /> {t("desk.home.imitates", { symbol: imitates })}
					</p>
				)}
				{scale !== null && (
					<p className="flex items-baseline gap-1 text-f1 text-caution">
						<TriangleAlert size={12} aria-hidden className="shrink-0 translate-y-0.5" /> {textOf(scale)}
					</p>
				)}
				{address !== null && <Address view={address} size={14} className="text-f1" />}
			</div>
			<div className="min-w-0 text-right tabular-nums">
				<Amount view={amount} exact="spoken" className="font-medium" />
				{amount.worth !== undefined && <p className="text-f1 text-ink-3">{textOf(amount.worth)}</p>}
				{differs && (
					<p className="flex items-center justify-end gap-1 text-f1 text-caution">
						<TriangleAlert size={12} aria-hidden /> {t("desk.home.differs")}
					</p>
				)}
			</div>
		</li>
	);
}

/** In quotes: nobody but the token itself says so. */
function Named({ claim }: { claim: string | null }) {
	if (claim === null) return <span className="text-ink-3">{t("desk.home.nameless")}</span>;
	return (
		<span className="text-ink-2">
			“<Claim text={claim} max={24} />”
		</span>
	);
}
