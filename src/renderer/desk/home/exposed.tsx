import clsx from "clsx";
import type { HomeRisk } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { ageText, rowName } from "../approvals/text.ts";

export function Exposed() {
	const { view, go } = useDesk();
	const { risk } = view.home;
	return (
		<section aria-label={t("desk.home.risk")} className="card">
			<header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
				<h2 className="text-f3 font-semibold">{t("desk.home.risk")}</h2>
				{risk.exposed !== null && (
					<p className="text-f2 text-ink-3">
						<span className="font-medium text-danger tabular-nums">{textOf(risk.exposed)}</span>{" "}
						{t("desk.home.risk.exposed")}
					</p>
				)}
			</header>
			{risk.rows.length === 0 ? (
				<p className="px-4 py-2.5 text-f2 text-ink-3">{nothingText(risk)}</p>
			) : (
				<ul>
					{risk.rows.map((each) => (
						<Row key={each.row.id} risk={each} />
					))}
				</ul>
			)}
			{risk.rows.length > 0 && risk.fault !== null && (
				<p className="border-t border-line-2 px-4 py-2 text-f2 text-ink-3">{textOf(risk.fault)}</p>
			)}
			<footer className="flex items-center justify-between gap-3 border-t border-line-2 px-4 py-2 text-f2 text-ink-3">
				<span>{risk.more > 0 && t("desk.home.risk.more", { count: risk.more })}</span>
				<button
					type="button"
					onClick={() => go("approvals")}
					className="rounded-sm font-medium text-accent hover:underline"
				>
					{t("desk.home.risk.all")}
				</button>
			</footer>
		</section>
	);
}

function nothingText({ fault, unread }: HomeRisk): string {
	if (fault !== null) return textOf(fault);
	return t(unread ? "desk.home.risk.unread" : "desk.home.risk.nothing");
}

function Row({ risk: { row, mark, chain, exposed } }: { risk: HomeRisk["rows"][number] }) {
	const { bridge } = useDesk();
	const command = useCommand();
	const boundless = row.unlimited || row.kind === "operator";
	const { id, revoking } = row;
	const open = () =>
		void command.send(() =>
			revoking === null ? bridge.call("revoke", { id }) : bridge.call("openReview", { entryId: revoking }),
		);
	return (
		<li
			className={clsx("px-4 py-2 not-first:border-t not-first:border-line-2", boundless && "stripe-danger")}
		>
			<div className="flex items-center gap-3">
				<TokenMark mark={mark} />
				<div className="min-w-0 flex-1">
					<Address view={row.spender} size={16} className="text-f2" />
					<p className="truncate text-f1 text-ink-3">
						<Claim text={row.symbol ?? row.token.short} max={24} /> · {chain}
						{exposed !== null && ` · ${textOf(exposed)}`}
					</p>
				</div>
				<div className="shrink-0 text-right text-f2">
					{row.unlimited && <span className="font-medium text-danger">{t("desk.approvals.unlimited")}</span>}
					{row.kind === "operator" && (
						<span className="font-medium text-danger">{t("desk.approvals.every-item")}</span>
					)}
					{row.amount !== null && <Amount view={row.amount} />}
				</div>
				<Button
					size="small"
					busy={command.busy}
					onClick={open}
					aria-label={t(revoking === null ? "desk.approvals.revoke.row" : "desk.approvals.show-revoking", {
						row: rowName(row),
					})}
				>
					{revoking === null ? t("desk.approvals.revoke") : t("desk.approvals.show")}
				</Button>
			</div>
			<p className="mt-0.5 pl-11 text-f1 text-ink-3">{ageText(row)}</p>
			<Fault text={command.fault} className="mt-2" />
		</li>
	);
}
