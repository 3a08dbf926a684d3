import clsx from "clsx";
import { Check, CircleAlert, OctagonAlert, PenLine } from "lucide-react";
import { message } from "../../../core/localized-text.ts";
import type { ContentOf, SvmInstructionView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { CopyButton } from "../../components/button.tsx";
import { ends } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Pill } from "../../components/pill.tsx";
import { NUM, rich } from "../../components/rich.tsx";
import { Fact, Facts } from "../../components/section.tsx";
import { Args, Data } from "./data.tsx";

function Instruction({ row }: { row: SvmInstructionView }) {
	const { program, known } = row;
	const strange = program.name === null;
	const inner = drawn(row.inner);
	const grave = inner.filter(({ row: each }) => each.grave === true).length;
	return (
		<li
			className={clsx(
				"flex gap-3 px-3.5 py-2.5 first:rounded-t-md not-first:border-t not-first:border-line-2",
				!known && "bg-danger-soft",
			)}
		>
			<span className="num w-4 shrink-0 pt-px text-right text-f2 text-ink-3">{row.at}</span>
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-f2">
					{strange ? (
						<span className="flex items-center gap-1.5 font-semibold text-danger">
							<OctagonAlert size={14} aria-hidden className="shrink-0" />{" "}
							{t("trusted.content.unknown-program")}
						</span>
					) : (
						<span className="font-medium">{program.name}</span>
					)}
					<Address view={program.address} size={14} className="text-f1" />
				</div>
				<p className={clsx("mt-0.5 wrap-anywhere", known ? "" : "text-danger")}>{textOf(row.text)}</p>
				<Args args={row.args} className="mt-1.5" />
				<div className="mt-1">
					{row.accounts.length > 0 && (
						<Fold title={t("ui.account-count", { count: row.accounts.length })} className="py-1">
							<Accounts rows={row.accounts} />
						</Fold>
					)}
					<Data title={t("trusted.content.instruction-data")} hex={row.data} />
					{row.inner.length > 0 && (
						<Fold
							title={t("trusted.content.calls.simulated")}
							aside={
								<span className="flex items-center gap-1.5">
									{grave > 0 && <Pill tone="alarm">{t("trusted.content.to-look-at", { grave })}</Pill>}
									{t("trusted.content.instructions", { count: inner.length })}
								</span>
							}
							defaultOpen={grave > 0}
							className="py-1"
						>
							<Inner rows={inner} />
						</Fold>
					)}
				</div>
			</div>
		</li>
	);
}

interface Drawn {
	readonly row: SvmInstructionView;
	readonly position: string;
	readonly depth: number;
}

function drawn(rows: readonly SvmInstructionView[], prefix = "", depth = 0): readonly Drawn[] {
	return rows.flatMap((row) => {
		const position = `${prefix}${row.at}`;
		return [{ row, position, depth }, ...drawn(row.inner, `${position}.`, depth + 1)];
	});
}

function Inner({ rows }: { rows: readonly Drawn[] }) {
	return (
		<ol className="mt-0.5 mb-1.5 ml-1.5 border-l border-line text-f2">
			{rows.map(({ row, position, depth }) => (
				<li
					key={position}
					style={{ paddingLeft: `${0.75 + depth * 0.9}rem` }}
					className={clsx("flex gap-2.5 py-1 pr-2", row.grave === true && "bg-danger-soft")}
				>
					<span className="num shrink-0 text-ink-3">{position}</span>
					<div className="min-w-0 flex-1">
						<p className={clsx("wrap-anywhere", row.grave === true && "font-medium text-danger")}>
							{row.grave === true && <OctagonAlert size={13} aria-hidden className="mr-1 -mt-0.5 inline" />}
							{textOf(row.text)}
						</p>
						<div className="flex flex-wrap items-center gap-x-2 text-f1 text-ink-2">
							{row.program.name ?? t("trusted.content.unknown-program")}
							<Address view={row.program.address} size={13} />
						</div>
						{row.args.length > 0 && (
							<Fold title={t("ui.arguments")} className="py-0.5">
								<Args args={row.args} className="pl-5.5" />
							</Fold>
						)}
					</div>
				</li>
			))}
		</ol>
	);
}

function Accounts({ rows }: { rows: SvmInstructionView["accounts"] }) {
	return (
		<ol className="grid gap-1 pb-1.5 pl-5.5 text-f2">
			{rows.map((row, index) => (
				// An instruction may list the same account twice.
				<li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
					<Address view={row.address} size={14} />
					{row.role !== null && <span className="text-ink-2">{textOf(row.role)}</span>}
					<span className="flex gap-1">
						{row.signer && <Pill tone="accent">{t("trusted.content.signer")}</Pill>}
						{row.writable && <Pill>{t("trusted.content.writable")}</Pill>}
					</span>
					{row.table !== null && (
						<span className="text-f1 text-ink-3">
							{rich("trusted.content.from-table", NUM, { table: ends(row.table, 6) })}
						</span>
					)}
				</li>
			))}
		</ol>
	);
}

type Transaction = ContentOf<"svm_transaction">;

const SIGNATURES = {
	yours: { icon: PenLine, look: "text-accent", text: message("trusted.content.signatures.yours") },
	given: { icon: Check, look: "text-in", text: message("trusted.content.signatures.given") },
	missing: { icon: CircleAlert, look: "text-caution", text: message("trusted.content.signatures.missing") },
} as const;

export function SvmTransaction({ content }: { content: Transaction }) {
	return (
		<div className="*:not-first:border-t *:not-first:border-line-2">
			{content.instructions.length === 0 ? (
				<p className="px-3.5 py-2.5 text-f2 text-ink-2">{t("trusted.content.instructions.none")}</p>
			) : (
				<ol>
					{content.instructions.map((row) => (
						<Instruction key={row.at} row={row} />
					))}
				</ol>
			)}
			<Envelope content={content} />
		</div>
	);
}

function Envelope({ content }: { content: Transaction }) {
	const { signatures, tables, blockhash } = content;
	const missing = signatures.filter((one) => one.state === "missing").length;
	return (
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
				<Fact name={t("trusted.content.signatures.label")}>
					<Signatures rows={signatures} />
				</Fact>
				<Fact name={t("trusted.content.lookup-tables")}>
					{tables.length === 0 ? t("trusted.content.none") : <Tables rows={tables} />}
				</Fact>
			</Facts>
		</Fold>
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
						title={rich("trusted.content.table.accounts", NUM, {
							table: ends(row.table, 6),
							count: row.accounts.length,
						})}
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
