import type { RuleChainView, RulesView } from "../../../bridge/policy-views.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Checks } from "./choices.tsx";
import { type DraftFaults, isAddress, type RuleDraft } from "./rule-draft.ts";

const OF = [
	{ value: "native", words: "The chain’s coin" },
	{ value: "token", words: "A token" },
] as const;

/** How much of what, on which chain. */
export function AmountFields({
	draft,
	view,
	faults,
	onChange,
}: {
	draft: RuleDraft;
	view: RulesView;
	faults: DraftFaults;
	onChange: (change: Partial<RuleDraft>) => void;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [chosen] = draft.chains === "all" ? [] : draft.chains;
	const chain = view.chains.find(({ ref }) => ref === chosen);
	const native = draft.asset === "native";
	const unit = (of: RuleChainView | undefined) => ({
		asset: "native",
		symbol: of?.symbol ?? "",
		decimals: of?.decimals ?? null,
	});
	const toToken = { asset: "", symbol: "", decimals: null };
	const read = async () => {
		if (chosen === undefined) return;
		const asset = draft.asset.trim();
		const found = await wish.send(() => bridge.call("tokenUnit", { chainRef: chosen, address: asset }));
		if (found?.ok === true && found.decimals !== undefined)
			onChange({ symbol: found.symbol ?? "", decimals: found.decimals });
	};
	return (
		<section className="card grid gap-4 p-4" aria-label="Amount">
			<h2 className="label">Amount</h2>
			<Checks
				single
				label="Chain"
				options={view.chains.map(({ ref, name }) => ({ value: ref, words: name }))}
				chosen={draft.chains === "all" ? [] : draft.chains}
				onChoose={([ref]) =>
					onChange({
						chains: ref === undefined ? [] : [ref],
						...(native ? unit(view.chains.find((each) => each.ref === ref)) : { symbol: "", decimals: null }),
					})
				}
				wrong={faults.chains ?? null}
			/>
			<div className="flex items-center justify-between gap-4">
				<span className="text-f3">Of</span>
				<Segmented
					label="Of"
					value={native ? "native" : "token"}
					options={OF}
					onChoose={(value) => onChange(value === "native" ? unit(chain) : toToken)}
				/>
			</div>
			{!native && (
				<div className="grid gap-2">
					<div className="flex items-start gap-3">
						<Field
							label="Address of the token"
							mono
							maxLength={64}
							className="flex-1"
							value={draft.asset}
							onText={(asset) => onChange({ asset: asset.trim(), symbol: "", decimals: null })}
							wrong={faults.asset ?? null}
							help={
								draft.decimals === null
									? "Its unit is read from the chain by your RPC."
									: `${draft.symbol === "" ? "No symbol" : draft.symbol}, ${draft.decimals} decimals, as your RPC says.`
							}
						/>
						<Button
							className="mt-6"
							busy={wish.busy}
							disabled={!isAddress(draft.asset) || chosen === undefined}
							onClick={() => void read()}
						>
							{wish.busy ? "Reading…" : "Read its unit"}
						</Button>
					</div>
					<Fault words={wish.fault} />
				</div>
			)}
			<Field
				label={draft.symbol === "" ? "Amount" : `Amount in ${draft.symbol}`}
				mono
				inputMode="decimal"
				maxLength={80}
				value={draft.amount}
				onText={(amount) => onChange({ amount })}
				wrong={faults.amount ?? null}
				help="Fees count, and so does what others may take by a permission. What can’t be known is refused."
				className="max-w-72"
			/>
		</section>
	);
}
