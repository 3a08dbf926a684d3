import clsx from "clsx";
import type { ChangeRow, ReplacementView } from "../../../bridge/views.ts";
import { ChangeList } from "../../components/change-list.tsx";
import { Section } from "../../components/section.tsx";

const REPLACED = {
	speed_up: "The same as by the one that it replaces, and only once",
	cancel: "Nothing but the fee, if this one is taken first",
} as const;

/** What the person's accounts gain and lose; whose claim it is stands beside the title. */
export function Changes({
	rows,
	claim,
	sent,
	understood,
	replaces,
}: {
	rows: readonly ChangeRow[];
	claim: string;
	/** What it is to do to a transaction of the person's own; null for what somebody asks. */
	replaces: ReplacementView["purpose"] | null;
	/** False where only a signature is given, and nothing goes to the chain. */
	sent: boolean;
	/** False where not all of it could be decoded: then no change is not said either. */
	understood: boolean;
}) {
	const mine = rows.filter((row) => row.mine);
	return (
		<Section title="What changes" {...(replaces === null ? { aside: claim } : {})}>
			<div className="card">
				{mine.length === 0 ? (
					<p className={clsx("px-3.5 py-2.5", rows.length === 0 && !sent && !understood && "text-caution")}>
						{replaces !== null
							? REPLACED[replaces]
							: rows.length > 0
								? "None of your accounts is said to change"
								: sent
									? "No balance is said to change"
									: understood
										? "No balance changes by the signature itself"
										: "Not known: what the signature can be used for can’t be seen"}
					</p>
				) : (
					<ChangeList rows={mine} named={new Set(mine.map((row) => row.account.address)).size > 1} />
				)}
			</div>
		</Section>
	);
}
