import { message } from "../../../core/localized-text.ts";
import type { RuleChainView } from "../../../ipc/rules.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Checks } from "./choices.tsx";
import { isAddress, type RuleFieldsProps } from "./rule-draft.ts";

const OF = [
	{ value: "native", text: message("trusted.rules.of.native") },
	{ value: "token", text: message("trusted.rules.of.token") },
] as const;

export function AmountFields({ draft, view, faults, onChange }: RuleFieldsProps) {
	const { bridge } = useTrusted();
	const command = useCommand();
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
		const found = await command.send(() => bridge.call("tokenUnit", { chainRef: chosen, address: asset }));
		if (found?.ok === true && found.decimals !== undefined)
			onChange({ symbol: found.symbol ?? "", decimals: found.decimals });
	};
	return (
		<section className="card grid gap-4 p-4" aria-label={t("trusted.rules.amount")}>
			<h2 className="label">{t("trusted.rules.amount")}</h2>
			<Checks
				single
				label={t("trusted.rules.chain")}
				options={view.chains.map(({ ref, name }) => ({ value: ref, text: name }))}
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
				<span className="text-f3">{t("trusted.rules.of")}</span>
				<Segmented
					label={t("trusted.rules.of")}
					value={native ? "native" : "token"}
					options={OF}
					onChoose={(value) => onChange(value === "native" ? unit(chain) : toToken)}
				/>
			</div>
			{!native && (
				<div className="grid gap-2">
					<div className="flex items-start gap-3">
						<Field
							label={t("trusted.rules.address-token")}
							mono
							maxLength={64}
							className="flex-1"
							value={draft.asset}
							onText={(asset) => onChange({ asset: asset.trim(), symbol: "", decimals: null })}
							wrong={faults.asset ?? null}
							help={
								draft.decimals === null
									? t("trusted.rules.unit.help")
									: t("trusted.rules.decimals-rpc-says", {
											symbol: draft.symbol === "" ? t("trusted.rules.no-symbol") : draft.symbol,
											decimals: draft.decimals,
										})
							}
						/>
						<Button
							className="mt-6"
							busy={command.busy}
							disabled={!isAddress(draft.asset) || chosen === undefined}
							onClick={() => void read()}
						>
							{command.busy ? t("trusted.rules.reading") : t("trusted.rules.read-its-unit")}
						</Button>
					</div>
					<Fault text={command.fault} />
				</div>
			)}
			<Field
				label={
					draft.symbol === ""
						? t("trusted.rules.amount")
						: t("trusted.rules.amount-in", { symbol: draft.symbol })
				}
				mono
				inputMode="decimal"
				maxLength={80}
				value={draft.amount}
				onText={(amount) => onChange({ amount })}
				wrong={faults.amount ?? null}
				help={t("trusted.rules.amount.help")}
				className="max-w-72"
			/>
		</section>
	);
}
