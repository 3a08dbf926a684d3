import { MessageSquareWarning, ShieldCheck } from "lucide-react";
import type { Text } from "../../../core/localized-text.ts";
import type { GuardRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../claim.tsx";
import { Fold } from "../fold.tsx";
import { Pill } from "../pill.tsx";

const PASSED = /^(pass|passed|ok)$/i;

export function Guards({ rows, open = false }: { rows: readonly GuardRow[]; open?: boolean }) {
	if (rows.length === 0) return null;
	const passed = rows.filter((row) => PASSED.test(row.status)).length;
	return (
		<div>
			<Fold
				className="px-3.5 py-2"
				defaultOpen={open}
				title={
					<span className="flex items-center gap-2 text-ink">
						<ShieldCheck size={15} aria-hidden className="shrink-0 text-ink-3" />{" "}
						{t("components.the-services-guards")}
					</span>
				}
				aside={
					<Pill tone={passed === rows.length ? "quiet" : "danger"}>
						{t("components.of-passed", { passed, count: rows.length })}
					</Pill>
				}
			>
				<ul className="grid gap-1.5 px-3.5 pb-3 pl-9.5 text-f2">
					{rows.map((row, index) => (
						// Guards may share a name.
						<li key={index}>
							<Claim text={row.name} max={80} className="font-medium" />{" "}
							<Claim
								text={row.status}
								max={40}
								className={PASSED.test(row.status) ? "text-ink-3" : "font-medium text-danger"}
							/>
							{row.message !== null && <ClaimBlock text={row.message} max={300} className="text-ink-2" />}
						</li>
					))}
				</ul>
			</Fold>
		</div>
	);
}

export function Warnings({ rows, open = false }: { rows: readonly Text[]; open?: boolean }) {
	const [first, ...rest] = rows;
	if (first === undefined) return null;
	const icon = <MessageSquareWarning size={15} aria-hidden className="mt-0.5 shrink-0 text-caution" />;
	return (
		<div>
			<Fold
				className="px-3.5 py-2"
				defaultOpen={open || rest.length === 0}
				title={
					<span className="flex items-center gap-2 text-ink">
						{icon} {t("components.the-service-warns")}
					</span>
				}
				aside={<Pill tone="caution">{t("components.warnings", { count: rows.length })}</Pill>}
			>
				<ul className="grid gap-1.5 px-3.5 pb-3 pl-9.5 text-f2">
					{rows.map((text, index) => (
						<li key={index}>
							<ClaimBlock text={textOf(text)} max={400} />
						</li>
					))}
				</ul>
			</Fold>
		</div>
	);
}
