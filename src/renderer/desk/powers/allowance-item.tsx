import clsx from "clsx";
import type { PowerRow } from "../../../ipc/powers.ts";
import { t } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { ageText, rowName } from "./power-text.ts";

/** Shows a single permission with a button that opens the review to revoke it. */
export function AllowanceItem({ row, exposed = null }: { row: PowerRow; exposed?: string | null }) {
	const { bridge } = useDesk();
	const command = useCommand();
	const { amount, chain, id, isRevocable, kind, mark, revoking, spender, symbol, token, unlimited } = row;
	const isBoundless = unlimited || kind === "operator";
	const open = () =>
		void command.send(() =>
			revoking === null
				? bridge.call("revokePowers", { ids: [id] })
				: bridge.call("openReview", { entryId: revoking }),
		);
	return (
		<li
			className={clsx("px-4 py-2 not-first:border-t not-first:border-line-2", isBoundless && "stripe-danger")}
		>
			<div className="flex items-center gap-3">
				<TokenMark mark={mark} />
				<div className="min-w-0 flex-1">
					<Address view={spender} size={16} className="text-f2" />
					<p className="truncate text-f1 text-ink-3">
						<Claim text={symbol ?? token.short} max={24} /> · {chain.name}
						{exposed !== null && ` · ${exposed}`}
					</p>
				</div>
				<div className="shrink-0 text-right text-f2">
					{unlimited && <span className="font-medium text-danger">{t("ui.unlimited")}</span>}
					{kind === "operator" && (
						<span className="font-medium text-danger">{t("desk.powers.every-item")}</span>
					)}
					{amount !== null && <Amount view={amount} />}
				</div>
				{(isRevocable || revoking !== null) && (
					<Button
						size="small"
						busy={command.busy}
						onClick={open}
						aria-label={t(revoking === null ? "desk.powers.revoke.row" : "desk.powers.show-revoking", {
							row: rowName(row),
						})}
					>
						{revoking === null ? t("ui.revoke") : t("desk.powers.show")}
					</Button>
				)}
			</div>
			<p className="mt-0.5 pl-11 text-f1 text-ink-3">{ageText(row)}</p>
			<Fault text={command.fault} className="mt-2" />
		</li>
	);
}
