import type { ContentOf } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Claim } from "../../components/claim.tsx";
import { grouped } from "../../components/figures.ts";
import { NUM, rich } from "../../components/rich.tsx";
import { Fact, Facts } from "../../components/section.tsx";
import { Args, Data, feePerGas } from "./data.tsx";

const MAX_NAME_LENGTH = 42;

export function callName({ decoded }: ContentOf<"evm_transaction">): string {
	const name = decoded?.signature ?? decoded?.selector ?? t("trusted.content.no-data");
	return name.length > MAX_NAME_LENGTH
		? `${name.slice(0, name.indexOf("(") + 1).slice(0, MAX_NAME_LENGTH)}…)`
		: name;
}

export function EvmCall({ content }: { content: ContentOf<"evm_transaction"> }) {
	const { decoded } = content;
	return (
		<div className="grid gap-2">
			{decoded === null && <p className="text-f2 text-ink-2">{t("trusted.content.call.empty")}</p>}
			{decoded !== null && decoded.signature === null && (
				<p className="text-f2 text-caution">{t("trusted.content.function.unknown")}</p>
			)}
			<Facts>
				<Fact name={t("trusted.content.called")}>
					<Address view={content.to} size={15} />
				</Fact>
				{decoded !== null && (
					<Fact name={t("trusted.content.function")}>
						<Claim
							text={decoded.signature ?? decoded.selector ?? t("trusted.content.none")}
							max={200}
							className="num"
						/>
					</Fact>
				)}
			</Facts>
			{decoded !== null && <Args args={decoded.args} />}
			<Facts>
				<Fact name={t("ui.nonce")}>
					<span className="num">{grouped(content.nonce)}</span>
				</Fact>
				<Fact name={t("trusted.content.gas-at-most")}>
					<span className="num">{grouped(content.gasLimit)}</span>
				</Fact>
				<Fact name={t("trusted.content.fee-per-gas")}>
					{rich("trusted.content.most-tip", NUM, {
						maxFee: feePerGas(content.maxFee),
						priorityFee: feePerGas(content.priorityFee),
					})}
				</Fact>
			</Facts>
			<Data title={t("trusted.content.call-data")} hex={content.data} />
		</div>
	);
}
