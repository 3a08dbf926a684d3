import { Check, LoaderCircle, OctagonAlert, TriangleAlert } from "lucide-react";
import { t } from "../../../text/index.ts";
import { canSimulate, type Probed } from "./use-probes.ts";

/** What an RPC turned out to be good for; stands in the place of “checking”. */
export function ProbeLine({ probed }: { probed: Probed | null }) {
	if (probed === null) return null;
	if (probed === "asking")
		return (
			<span className="flex items-center gap-1.5 text-f2 text-ink-3">
				<LoaderCircle size={14} aria-hidden className="motion-turn" /> {t("trusted.networks.checking")}
			</span>
		);
	const wrong =
		probed === "failed" || probed.found === "unreachable"
			? t("trusted.networks.no-answer")
			: probed.found === "other"
				? t("trusted.networks.other-chain")
				: null;
	if (wrong !== null || probed === "failed")
		return (
			<span className="flex items-center gap-1.5 text-f2 text-danger">
				<OctagonAlert size={14} aria-hidden /> {wrong}
			</span>
		);
	return (
		<span className="grid justify-items-end gap-0.5 text-f2">
			{canSimulate(probed) ? (
				<span className="flex items-center gap-1.5">
					<Check size={14} aria-hidden className="text-accent" />
					{probed.simulates === true ? t("trusted.networks.simulates") : t("trusted.networks.traces")}
				</span>
			) : (
				<span className="flex items-center gap-1.5 text-caution">
					<TriangleAlert size={14} aria-hidden />
					{probed.simulates === null ? t("trusted.networks.unclear") : t("trusted.networks.no-simulation")}
				</span>
			)}
			{probed.ms !== null && (
				<span className="num text-f1 text-ink-3">{t("trusted.networks.ms", { ms: probed.ms })}</span>
			)}
		</span>
	);
}
