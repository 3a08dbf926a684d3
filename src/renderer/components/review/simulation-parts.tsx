import { message } from "../../../core/message.ts";
import type { SimulationView } from "../../../ipc/catalog.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../amount.tsx";
import { Claim } from "../claim.tsx";
import { Fold } from "../fold.tsx";
import { Notice } from "../notice.tsx";
import { Section } from "../section.tsx";
import { ApprovalItem } from "./approval-item.tsx";
import { ChangeList } from "./change-list.tsx";
import { CostLine } from "./cost-line.tsx";
import { Guards, Warnings } from "./guards.tsx";

const WHOSE = message("components.the-services-simulation");

/** What the service's simulation of a Build says, in the parts of a review. Nothing of it is proven. */
export function SimulationParts({
	simulation,
	level = "h2",
}: {
	simulation: SimulationView | null;
	level?: "h2" | "h3";
}) {
	if (simulation === null)
		return (
			<Notice tone="quiet" className="mt-4">
				{t("components.not-simulated-yet-changes-allows")}
			</Notice>
		);
	const { changes, approvals, fees, guards, warnings } = simulation;
	const mine = changes.filter((row) => row.mine);
	const others = changes.filter((row) => !row.mine);
	/** Of a part that is empty: of what was not simulated, that says nothing. */
	const none = (text: string) => (simulation.status === "unavailable" ? t("components.not-known") : text);
	return (
		<>
			{simulation.status === "failed" && (
				<Notice tone="danger" className="mt-4">
					{t("components.services-simulation-failed-stands-below")}
				</Notice>
			)}
			{simulation.status === "unavailable" && (
				<Notice tone="danger" className="mt-4">
					{t("components.service-could-not-simulate-changes")}
				</Notice>
			)}
			<Section title={t("components.what-changes")} aside={textOf(WHOSE)} level={level}>
				<div className="card">
					{mine.length === 0 ? (
						<p className="px-3.5 py-2.5">
							{none(
								others.length > 0
									? t("components.none-accounts-said-change")
									: t("components.no-balance-said-change"),
							)}
						</p>
					) : (
						<ChangeList rows={mine} named={new Set(mine.map((row) => row.account.address)).size > 1} />
					)}
					{others.length > 0 && (
						<div className="border-t border-line-2">
							<Fold
								className="px-3.5 py-2"
								title={t("components.changes-other-accounts")}
								aside={t("components.changes", { count: others.length })}
							>
								<ChangeList rows={others} named />
							</Fold>
						</div>
					)}
				</div>
			</Section>
			<Section title={t("components.what-it-allows")} aside={textOf(WHOSE)} level={level}>
				<ul className="card">
					{approvals.length === 0 && (
						<li className="px-3.5 py-2">{none(t("components.nothing-service-says"))}</li>
					)}
					{approvals.map((row, index) => (
						// Rows of one simulation, drawn as they came: the place is the identity.
						<ApprovalItem key={index} row={row} />
					))}
				</ul>
			</Section>
			<Section title={t("components.what-it-costs")} aside={textOf(WHOSE)} level={level}>
				<div className="card">
					{fees.length === 0 ? (
						<p className="px-3.5 py-2">{none(t("components.no-fees-stated"))}</p>
					) : (
						<dl>
							{fees.map((fee, index) => (
								// Fees of one simulation, drawn as they came: the place is the identity.
								<CostLine key={index} name={<Claim text={fee.kind} max={60} />}>
									<Amount view={fee.amount} exact />
								</CostLine>
							))}
						</dl>
					)}
				</div>
			</Section>
			<Section title={t("components.service-checked")} level={level}>
				<div className="card *:not-first:border-t *:not-first:border-line-2">
					<Guards rows={guards} open />
					<Warnings rows={warnings} open />
					{guards.length === 0 && warnings.length === 0 && (
						<p className="px-3.5 py-2">{t("components.names-no-guards-no-warnings")}</p>
					)}
					<p className="px-3.5 py-2 text-f1 text-ink-3">
						{simulation.logs > 0 && t("components.logs-stand-under-raw", { count: simulation.logs })}
						{t("components.nothing-proven-held-against-payload")}
					</p>
				</div>
			</Section>
		</>
	);
}
