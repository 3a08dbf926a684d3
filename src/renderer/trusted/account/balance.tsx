import type { CreditsView } from "../../../ipc/billing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Fact, Facts } from "../../components/facts.tsx";

/** What is there to be used, and what is owed. */
export function Balance({ credits }: { credits: CreditsView }) {
	return (
		<Facts className="card px-4 py-3">
			<Fact name={t("trusted.account.balance")}>
				<span className="num">{textOf(credits.balance.usd)}</span>{" "}
				<span className="text-ink-3">{textOf(credits.balance.credits)}</span>
			</Fact>
			{credits.debt.micro !== "0" && (
				<Fact name={t("trusted.account.owed")}>
					<span className="num text-caution">{textOf(credits.debt.usd)}</span>{" "}
					<span className="text-ink-3">{textOf(credits.debt.credits)}</span>
				</Fact>
			)}
		</Facts>
	);
}
