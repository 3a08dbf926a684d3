import type { SimulationView } from "../../bridge/catalog-views.ts";
import { AllowItem } from "./allow-item.tsx";
import { Amount } from "./amount.tsx";
import { ChangeList } from "./change-list.tsx";
import { Claim } from "./claim.tsx";
import { CostLine } from "./cost-line.tsx";
import { Fold } from "./fold.tsx";
import { Guards, Warnings } from "./guards.tsx";
import { Notice } from "./notice.tsx";
import { Section } from "./section.tsx";
import { plural } from "./words.ts";

const WHOSE = "the service’s simulation";

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
				It was not simulated yet: what it changes, allows and costs is not known.
			</Notice>
		);
	const { changes, allows, fees, guards, warnings } = simulation;
	const mine = changes.filter((row) => row.mine);
	const others = changes.filter((row) => !row.mine);
	return (
		<>
			{simulation.status === "failed" && (
				<Notice tone="danger" className="mt-4">
					The service’s simulation of it failed. What stands below is how far it came.
				</Notice>
			)}
			<Section title="What changes" aside={WHOSE} level={level}>
				<div className="card">
					{mine.length === 0 ? (
						<p className="px-3.5 py-2.5">
							{others.length > 0 ? "None of your accounts is said to change" : "No balance is said to change"}
						</p>
					) : (
						<ChangeList rows={mine} named={new Set(mine.map((row) => row.account.address)).size > 1} />
					)}
					{others.length > 0 && (
						<div className="border-t border-line-2">
							<Fold
								className="px-3.5 py-2"
								title="Changes of other accounts"
								aside={plural(others.length, "change")}
							>
								<ChangeList rows={others} named />
							</Fold>
						</div>
					)}
				</div>
			</Section>
			<Section title="What it allows" aside={WHOSE} level={level}>
				<ul className="card">
					{allows.length === 0 && <li className="px-3.5 py-2">Nothing, as the service says</li>}
					{allows.map((row, index) => (
						// Rows of one simulation, drawn as they came: the place is the identity.
						<AllowItem key={index} row={row} />
					))}
				</ul>
			</Section>
			<Section title="What it costs" aside={WHOSE} level={level}>
				<div className="card">
					{fees.length === 0 ? (
						<p className="px-3.5 py-2">No fees are stated</p>
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
			<Section title="What the service checked" level={level}>
				<div className="card *:not-first:border-t *:not-first:border-line-2">
					<Guards rows={guards} open />
					<Warnings rows={warnings} open />
					{guards.length === 0 && warnings.length === 0 && (
						<p className="px-3.5 py-2">It names no guards and no warnings.</p>
					)}
					<p className="px-3.5 py-2 text-f1 text-ink-3">
						{simulation.logs > 0 && `${plural(simulation.logs, "log")} stand under Raw. `}
						Nothing of this is proven: it is held against the payload in the review of each request.
					</p>
				</div>
			</Section>
		</>
	);
}
