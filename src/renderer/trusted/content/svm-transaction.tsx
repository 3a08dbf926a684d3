import { Check, CircleAlert, PenLine } from "lucide-react";
import { message } from "../../../core/localized-text.ts";
import type { ContentOf } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { ends } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { rich } from "../../components/rich.ts";
import { Instructions } from "./instructions.tsx";

type Transaction = ContentOf<"svm_transaction">;

const SIGNATURES = {
	yours: { icon: PenLine, look: "text-accent", text: message("trusted.content.signatures.yours") },
	given: { icon: Check, look: "text-in", text: message("trusted.content.signatures.given") },
	missing: { icon: CircleAlert, look: "text-caution", text: message("trusted.content.signatures.missing") },
} as const;

export function SvmTransaction({ content }: { content: Transaction }) {
	return (
		<div className="*:not-first:border-t *:not-first:border-line-2">
			<Instructions rows={content.instructions} />
			<Envelope content={content} />
		</div>
	);
}

function Envelope({ content }: { content: Transaction }) {
	const { signatures, tables, blockhash } = content;
	const missing = signatures.filter((one) => one.state === "missing").length;
	return (
		<div>
			<Fold
				className="px-3.5 py-2"
				title={t("trusted.content.svm.header")}
				aside={
					missing === 0
						? t("trusted.content.signatures", { count: signatures.length })
						: t("trusted.content.signatures-missing", { count: signatures.length, missing })
				}
			>
				<Facts className="px-3.5 pb-3 pl-9.5">
					<Fact name={t("trusted.content.fee-payer")}>
						<Address view={content.feePayer} size={15} />
					</Fact>
					<Fact name={t("trusted.content.version")}>{content.version}</Fact>
					<Fact name={t("trusted.content.blockhash")}>
						<span className="flex items-start gap-1">
							<span className="num min-w-0 wrap-anywhere">{blockhash.value}</span>
							<span className="-my-0.5 inline-grid">
								<CopyButton text={blockhash.value} what={t("trusted.content.the-blockhash")} />
							</span>
						</span>
						<span className="text-ink-2">{textOf(blockhash.text)}</span>
					</Fact>
					<Fact name={t("trusted.content.signatures-2")}>
						<Signatures rows={signatures} />
					</Fact>
					<Fact name={t("trusted.content.lookup-tables")}>
						{tables.length === 0 ? t("trusted.content.none") : <Tables rows={tables} />}
					</Fact>
				</Facts>
			</Fold>
		</div>
	);
}

function Signatures({ rows }: { rows: Transaction["signatures"] }) {
	return (
		<ul className="grid gap-1">
			{rows.map((row) => {
				const { icon: Icon, look, text } = SIGNATURES[row.state];
				return (
					<li key={row.address.address} className="flex flex-wrap items-center gap-x-2">
						<Address view={row.address} size={15} />
						<span className={`inline-flex items-center gap-1 ${look}`}>
							<Icon size={13} aria-hidden /> {textOf(text)}
						</span>
					</li>
				);
			})}
		</ul>
	);
}

function Tables({ rows }: { rows: Transaction["tables"] }) {
	return (
		<ul className="grid gap-1">
			{rows.map((row) => (
				<li key={row.table}>
					<Fold
						title={rich(
							"trusted.content.table.accounts",
							{ table: ends(row.table, 6), count: row.accounts.length },
							{ b: (text) => <span className="num">{text}</span> },
						)}
					>
						<ol className="num grid gap-0.5 py-1 pl-5.5 text-f1 text-ink-2">
							<li className="text-ink-3">{row.table}</li>
							{row.accounts.map((account, index) => (
								<li key={index} className="wrap-anywhere">
									{account}
								</li>
							))}
						</ol>
					</Fold>
				</li>
			))}
		</ul>
	);
}
