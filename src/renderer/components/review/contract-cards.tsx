import type { ContractView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Identicon } from "../figure/pictures.tsx";
import { WholeAddress } from "../text/whole-address.tsx";

/** Facts about called contracts that nobody verified. */
export function ContractCards({ contracts }: { contracts: readonly ContractView[] }) {
	if (contracts.length === 0) return null;
	return (
		<section aria-label={t("contract.unlisted")} className="mt-3 grid gap-3">
			{contracts.map(({ address, title, age, code, usage }) => (
				<div
					key={address.address}
					data-glance="party"
					className="card *:not-first:border-t *:not-first:border-line-2"
				>
					<div className="flex gap-3 px-4 py-2.5 max-[24rem]:gap-2">
						<Identicon address={address.address} size={32} square />
						<div className="min-w-0 flex-1">
							<div className="flex flex-wrap items-baseline justify-between gap-x-3">
								<b className="font-semibold first-letter:capitalize">{textOf(title)}</b>
								<span className="text-f2 text-ink-2">{textOf(usage)}</span>
							</div>
							<WholeAddress address={address.address} />
						</div>
					</div>
					<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 px-4 py-2 text-f2">
						<dt className="text-ink-2">{t("contract.unlisted.age")}</dt>
						<dd>{textOf(age)}</dd>
						<dt className="text-ink-2">{t("contract.unlisted.code")}</dt>
						<dd>{textOf(code)}</dd>
					</dl>
				</div>
			))}
		</section>
	);
}
