import type { ReactNode } from "react";
import { FEW_PARTIES } from "../../../core/review/band.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { CopyButton } from "../../components/button.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { BlockParties, blockable } from "../../components/review/block-parties.tsx";
import { ChangeList } from "../../components/review/change-list.tsx";
import { FurtherParties, partiesOutsideTotals } from "../../components/review/party-cards.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { callName, EvmCall } from "../content/evm-call.tsx";

export function Folded({ review }: { review: ReviewView }) {
	const { bridge } = useTrusted();
	const { contents, entryId, logs, raw } = review;
	const parties = blockable(review.parties);
	const [only, ...more] = contents;
	const call = only?.kind === "evm_transaction" && more.length === 0 ? only : null;
	const others = review.changes.filter((row) => !row.mine);
	const fees = review.costs?.fees ?? [];
	return (
		<div className="mt-6 border-b border-line">
			{others.length > 0 && (
				<Part
					title={t("components.changes-other-accounts")}
					aside={t("components.changes", { count: others.length })}
				>
					<div className="card">
						<ChangeList rows={others} named />
					</div>
				</Part>
			)}
			{call !== null && (
				<Part title={t("trusted.review.decoded-call")} aside={<span className="num">{callName(call)}</span>}>
					<EvmCall content={call} />
				</Part>
			)}
			{contents.length === 0 && (
				<Part title={t("trusted.review.decoded")} aside={t("trusted.review.nothing")}>
					<p className="text-f2 text-ink-2">{t("trusted.review.undecoded")}</p>
				</Part>
			)}
			{review.parties.length > FEW_PARTIES && (
				<div className="border-t border-line">
					<FurtherParties parties={partiesOutsideTotals(review)} />
				</div>
			)}
			{parties.length > 0 && (
				<Part title={t("components.block.recipients")} aside={null}>
					<BlockParties
						parties={parties}
						block={(address) => bridge.call("blockRecipient", { entryId, address })}
					/>
				</Part>
			)}
			{fees.length > 0 && (
				<Part title={t("trusted.review.fees-expected")} aside={fees.length}>
					<dl className="grid gap-1">
						{fees.map((fee, index) => (
							<div key={index} className="flex justify-between gap-4 text-f2">
								<dt className="text-ink-2">
									<Claim text={fee.kind} max={60} />
								</dt>
								<dd>
									<Amount view={fee.amount} />
								</dd>
							</div>
						))}
					</dl>
				</Part>
			)}
			{review.adds.length > 0 && <Adds rows={review.adds} />}
			{(logs.length > 0 || call !== null) && <Logs logs={logs} />}
			<Part title={t("components.raw")} aside={t("trusted.review.payload-review-json")}>
				<div className="flex items-start gap-1">
					<ClaimBlock text={raw} max={4000} className="num flex-1 text-f1 text-ink-2" />
					<CopyButton text={raw} what={t("trusted.review.the-raw-data")} />
				</div>
			</Part>
		</div>
	);
}

/** Kept inconspicuous, because nothing in it affects the signed data. */
function Adds({ rows }: { rows: ReviewView["adds"] }) {
	return (
		<Part
			title={t("trusted.review.the-service-adds")}
			aside={t("components.members", { count: rows.length })}
		>
			<p className="text-f2 text-ink-2">{t("trusted.review.unknown-member")}</p>
			<dl className="mt-2 grid gap-2">
				{rows.map(({ name, value }, index) => (
					<div key={index} className="text-f1 wrap-anywhere">
						<dt className="num font-medium">
							<Claim text={name} />
						</dt>
						<dd className="text-ink-2">
							“<Claim text={value} max={400} />”
						</dd>
					</div>
				))}
			</dl>
		</Part>
	);
}

function Logs({ logs }: { logs: ReviewView["logs"] }) {
	return (
		<Part title={t("trusted.review.logs")} aside={t("trusted.review.logs.count", { count: logs.length })}>
			{logs.length === 0 && <p className="text-f2 text-ink-2">{t("trusted.review.logs.none")}</p>}
			<ol className="grid gap-3">
				{logs.map((log, index) => (
					<li key={index} className="num text-f1 wrap-anywhere">
						<p className="font-medium">
							<Claim text={log.address} />
						</p>
						{log.topics.map((topic, at) => (
							<p key={at} className="text-ink-2">
								<Claim text={topic} />
							</p>
						))}
						<ClaimBlock text={log.data} max={400} className="text-ink-3" />
					</li>
				))}
			</ol>
		</Part>
	);
}

function Part({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
	return (
		<div className="border-t border-line">
			<Fold title={title} aside={aside} className="py-2.5">
				<div className="pb-4 pl-5.5">{children}</div>
			</Fold>
		</div>
	);
}
