import type { ContentView, ReplacementView } from "../../../../ipc/review.ts";
import { headlineText, t, textOf } from "../../../../text/index.ts";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Fact, Facts } from "../../../components/facts.tsx";
import { grouped } from "../../../components/figures.ts";
import { rich } from "../../../components/rich.ts";
import { Section } from "../../../components/section.tsx";
import { feePerGas } from "../../content/units.ts";

/** Which transaction of the user's own this one is to replace, and what that means. */
export function Replaces({ of, contents }: { of: ReplacementView; contents: readonly ContentView[] }) {
	const [only] = contents;
	const own = only?.kind === "evm_transaction" ? only : null;
	return (
		<Section title={t("trusted.review.what-it-replaces")} aside={t("trusted.review.your-own-transaction")}>
			<div className="card">
				<p className="px-3.5 pt-2.5 font-medium wrap-anywhere">{headlineText(of.headline)}</p>
				<p className="px-3.5 pt-0.5 text-f2 text-pretty text-ink-2">{textOf(of.text)}</p>
				<Facts className="px-3.5 pt-2 pb-3">
					{own !== null && (
						<>
							<Fact name={t("trusted.review.fee-now")}>
								{rich(
									"trusted.review.per-gas-most",
									{ maxFee: feePerGas(own.maxFee) },
									{ b: (text) => <span className="num">{text}</span> },
								)}
							</Fact>
							<Fact name={t("trusted.review.nonce")}>
								{rich(
									"trusted.review.the-same",
									{ nonce: grouped(own.nonce) },
									{ b: (text) => <span className="num">{text}</span> },
								)}
							</Fact>
						</>
					)}
					<Fact name={t("trusted.review.transaction")}>
						<span className="flex items-start gap-1">
							<span className="num min-w-0 wrap-anywhere">{of.transactionId}</span>
							<span className="-my-0.5 inline-grid">
								<CopyButton text={of.transactionId} what={t("trusted.review.replaced-transactions-id")} />
							</span>
						</span>
					</Fact>
				</Facts>
			</div>
		</Section>
	);
}
