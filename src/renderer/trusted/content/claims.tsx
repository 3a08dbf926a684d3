import clsx from "clsx";
import type { ClaimRowView, ClaimView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { rich } from "../../components/rich.tsx";
import { Fact, Facts } from "../../components/section.tsx";

export function Claims({ claims }: { claims: readonly ClaimView[] }) {
	return (
		<div className="*:not-first:border-t *:not-first:border-line-2">
			{claims.map((claim, index) => (
				<One key={index} claim={claim} />
			))}
		</div>
	);
}

function One({ claim }: { claim: ClaimView }) {
	const { target, claimant, intent, proxyOf, vouched, isVouched, rows } = claim;
	const leftOut = rows.filter(({ kind }) => kind === "left_out");
	const folded = leftOut.filter(({ open }) => !open);
	return (
		<div className="grid gap-2 px-3.5 py-3">
			<p className="wrap-anywhere">
				<Claim text={textOf(claimant)} max={48} className="font-medium" />{" "}
				{intent === null
					? t("trusted.content.describes-the-arguments")
					: rich("trusted.content.says", { claim: () => <Claim text={intent} max={80} /> })}
			</p>
			<p className={clsx("text-f2 wrap-anywhere", isVouched ? "text-ink-2" : "text-caution")}>
				{t("trusted.content.claim.contract", { vouched: textOf(vouched) })}
			</p>
			{target !== null && (
				<Facts>
					<Fact name={t("trusted.content.called")}>
						<Address view={target} size={14} />
					</Fact>
					{proxyOf !== null && (
						<Fact name={t("trusted.content.proxy-of")}>
							<Address view={proxyOf} size={14} />
						</Fact>
					)}
				</Facts>
			)}
			<Rows rows={rows.filter(({ kind }) => kind !== "left_out")} />
			{leftOut.length > 0 && (
				<>
					<p className="mt-1 text-f2 font-medium">
						{t("trusted.content.description.missing", { count: leftOut.length })}
					</p>
					<Rows rows={leftOut.filter(({ open }) => open)} />
					{folded.length > 0 && (
						<Fold className="py-1" title={t("trusted.content.other-values", { count: folded.length })}>
							<Rows rows={folded} />
						</Fold>
					)}
				</>
			)}
		</div>
	);
}

function Rows({ rows }: { rows: readonly ClaimRowView[] }) {
	if (rows.length === 0) return null;
	return (
		<Facts>
			{rows.map((row, index) => (
				<Fact key={index} name={<Claim text={textOf(row.label)} max={80} className="text-ink-2" />}>
					<Value row={row} />
				</Fact>
			))}
		</Facts>
	);
}

function Value({ row }: { row: ClaimRowView }) {
	if (row.kind === "adds")
		return (
			<span className="text-ink-3">
				{rich("trusted.content.the-description-adds", {
					claim: () => <Claim text={textOf(row.value)} max={120} />,
				})}
			</span>
		);
	if (row.address !== null) return <Address view={row.address} size={14} />;
	return <ClaimBlock text={textOf(row.value)} max={400} className="num" />;
}
