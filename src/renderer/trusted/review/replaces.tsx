import type { ContentView, ReplacementView } from "../../../bridge/views.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Section } from "../../components/section.tsx";
import { grouped } from "../../components/words.ts";
import { feePerGas } from "../content/units.ts";

/** Which transaction of the person's own this one is to replace, and what that means. */
export function Replaces({ of, contents }: { of: ReplacementView; contents: readonly ContentView[] }) {
	const [only] = contents;
	const own = only?.kind === "evm_transaction" ? only : null;
	return (
		<Section title="What it replaces" aside="your own transaction">
			<div className="card">
				<p className="px-3.5 pt-2.5 font-medium wrap-anywhere">{of.headline}</p>
				<p className="px-3.5 pt-0.5 text-f2 text-pretty text-ink-2">{of.words}</p>
				<Facts className="px-3.5 pt-2 pb-3">
					{own !== null && (
						<>
							<Fact name="Fee now">
								<span className="num">{feePerGas(own.maxFee)}</span> per gas, at most
							</Fact>
							<Fact name="Nonce">
								<span className="num">{grouped(own.nonce)}</span>, the same
							</Fact>
						</>
					)}
					<Fact name="Transaction">
						<span className="flex items-start gap-1">
							<span className="num min-w-0 wrap-anywhere">{of.transactionId}</span>
							<span className="-my-0.5 inline-grid">
								<CopyButton text={of.transactionId} what="the replaced transaction’s id" />
							</span>
						</span>
					</Fact>
				</Facts>
			</div>
		</Section>
	);
}
