import clsx from "clsx";
import { Images, TriangleAlert, UserRoundCog } from "lucide-react";
import type { ReactNode } from "react";
import type { PowerHolder, PowerRow } from "../../../ipc/powers.ts";
import type { AddressView } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import { dayText } from "../../../text/time.ts";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Identicon } from "../../components/figure/pictures.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { useCopied } from "../../state/copy.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { Tick } from "../inbox/tick.tsx";
import { ENDS, holderName, rowName, toneOf } from "./power-text.ts";

/** Uses six columns in wide windows. In narrower windows, each permission becomes a block of lines. */
const COLUMNS =
	"grid items-center gap-x-3 grid-cols-[1.5rem_1.5rem_minmax(0,1fr)_auto] wide:grid-cols-[1.5rem_1.5rem_minmax(0,1fr)_11rem_6rem_6.5rem_8rem]";

interface Picking {
	readonly picked: ReadonlySet<string>;
	readonly onPick: (ids: readonly string[], on: boolean) => void;
}

export const revocable = (rows: readonly PowerRow[]): readonly string[] =>
	rows.flatMap(({ id, isRevocable, revoking }) => (isRevocable && revoking === null ? [id] : []));

function pickedOf(ids: readonly string[], picked: ReadonlySet<string>): boolean | "some" {
	const count = ids.filter((id) => picked.has(id)).length;
	return count === 0 ? false : count === ids.length ? true : "some";
}

export function TableHead({ rows, picked, onPick }: Picking & { rows: readonly PowerRow[] }) {
	const ids = revocable(rows);
	return (
		<div className={clsx(COLUMNS, "min-h-9 border-b border-line px-4 text-f1 text-ink-3")}>
			{ids.length > 0 ? (
				<Tick
					label={t("desk.powers.picked.all")}
					on={pickedOf(ids, picked)}
					onTurn={(on) => onPick(ids, on)}
				/>
			) : (
				<span />
			)}
			<span className="col-start-3">{t("desk.powers.column.holder")}</span>
			<span className="max-wide:hidden">{t("desk.powers.column.account")}</span>
			<span className="max-wide:hidden">{t("desk.powers.column.ends")}</span>
			<span className="max-wide:hidden">{t("desk.powers.column.used")}</span>
			<span className="text-right">{t("desk.powers.column.taken")}</span>
		</div>
	);
}

function CopiedAddress({ view }: { view: AddressView }) {
	const { copied, copy } = useCopied(view.address);
	return (
		<button
			type="button"
			title={view.address}
			onClick={copy}
			className="num rounded-sm text-ink-2 hover:text-ink"
		>
			<span aria-hidden>{copied ? t("components.copied") : view.short}</span>
			<span className="sr-only">{t("components.copy", { address: view.address })}</span>
		</button>
	);
}

export function HolderRows({
	holder,
	rows,
	picked,
	onPick,
}: Picking & { holder: PowerHolder; rows: readonly PowerRow[] }) {
	const { address, isUnknown, known, taken } = holder;
	const ids = revocable(rows);
	const name = holderName(holder);
	return (
		<>
			<li className={clsx(COLUMNS, "min-h-10 bg-sunken px-4 py-1 not-first:border-t not-first:border-line")}>
				{ids.length > 0 ? (
					<Tick
						label={t("desk.powers.picked.holder", { holder: `${name} ${address.short}` })}
						on={pickedOf(ids, picked)}
						onTurn={(on) => onPick(ids, on)}
					/>
				) : (
					<span />
				)}
				<Identicon address={address.address} size={24} />
				<p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 wide:col-span-4">
					<b className={clsx("font-semibold wrap-anywhere", isUnknown && "text-danger")}>{name}</b>
					<span className="text-f2 text-ink-2">
						{address.label !== null
							? t("desk.powers.holder.contact")
							: t(known === null ? "desk.powers.holder.unlisted" : "desk.powers.holder.known")}{" "}
						· <CopiedAddress view={address} />
					</span>
				</p>
				<Taken taken={textOf(taken)} className="font-semibold" />
			</li>
			{rows.map((row) => (
				<Row key={row.id} row={row} picked={picked} onPick={onPick} />
			))}
		</>
	);
}

function Taken({ taken, className }: { taken: string | null; className?: string }) {
	return (
		<span className={clsx("min-w-0 text-right wrap-anywhere tabular-nums", className)}>{taken ?? "–"}</span>
	);
}

function Row({ row, picked, onPick }: Picking & { row: PowerRow }) {
	const { account, chain, fault, id, isRevocable, revoking, taken, until, usedAt } = row;
	const isPicked = picked.has(id);
	const tone = toneOf(row);
	const ends = until === null ? t("desk.powers.never") : dayText(until);
	const owner = t("desk.powers.account-network", {
		account: account.label ?? account.short,
		network: chain.name,
	});
	return (
		<li
			className={clsx(
				COLUMNS,
				"min-h-10 border-t border-line-2 px-4 py-1.5",
				tone === "danger" && "stripe-danger",
				tone === "caution" && "stripe-caution",
				isPicked && "bg-accent-soft",
			)}
		>
			{isRevocable && revoking === null ? (
				<Tick
					label={t("desk.inbox.select", { what: rowName(row) })}
					on={isPicked}
					onTurn={(on) => onPick([id], on)}
				/>
			) : (
				<span />
			)}
			<Mark row={row} />
			<div className="min-w-0">
				<p className="min-w-0 wrap-anywhere">
					<What row={row} />
				</p>
				<p className="text-f1 text-ink-2 wide:hidden">
					{owner} · {t("desk.powers.ends-at", { ends })}
				</p>
				<Notes row={row} />
			</div>
			<span className="truncate text-f2 text-ink-2 max-wide:hidden" title={owner}>
				{owner}
			</span>
			<span className="text-f2 text-ink-2 max-wide:hidden">{ends}</span>
			<span className="text-f2 text-ink-2 max-wide:hidden">
				{usedAt === null ? t("desk.powers.unused") : <Ago at={usedAt} whole />}
			</span>
			<Taken taken={fault === null ? textOf(taken) : null} />
		</li>
	);
}

const ICON = "grid size-6 shrink-0 place-items-center text-ink-2";

function Mark({ row: { kind, mark } }: { row: PowerRow }) {
	if (kind === "operator" || kind === "token")
		return (
			<span aria-hidden className={ICON}>
				<Images size={16} />
			</span>
		);
	if (kind === "code")
		return (
			<span aria-hidden className={ICON}>
				<UserRoundCog size={16} />
			</span>
		);
	return <TokenMark mark={mark} className="size-6!" />;
}

function What({ row }: { row: PowerRow }) {
	const { amount, item, items, kind, symbol, token } = row;
	const claim = () => <Claim text={symbol ?? token.short} max={24} />;
	const b = (text: ReactNode) => <b className="font-semibold text-danger">{text}</b>;
	switch (kind) {
		case "code":
			return rich("desk.powers.what.code", { b });
		case "operator":
			return items === null
				? rich("desk.powers.what.items-unknown", { claim })
				: rich("desk.powers.what.items", { claim }, { count: Number(items) });
		case "token":
			return rich("desk.powers.what.item", { claim }, { item: item ?? "" });
		case "permanent":
			return rich("desk.powers.what.permanent", { b, claim });
		case "close":
			return rich("desk.powers.what.close", { claim });
		case "freeze":
			return rich("desk.powers.what.freeze", { claim });
		case "mint":
			return rich("desk.powers.what.mint", { claim });
		case "allowance":
		case "delegate":
		case "permit2":
			return (
				<>
					{row.unlimited || amount === null
						? rich("desk.powers.what.unlimited", { b, claim })
						: rich(
								"desk.powers.what.spend",
								{ claim: () => <Claim text={textOf(amount.unit)} max={24} /> },
								{ amount: amount.text },
							)}
					{kind === "permit2" && ` ${t("desk.powers.what.via-permit2")}`}
				</>
			);
	}
}

/** Explains why a permission can't simply be revoked, and what the user can do. */
function Notes({ row }: { row: PowerRow }) {
	const command = useDeskCommand();
	const { fault, kind, revoking } = row;
	const ends = ENDS[kind];
	return (
		<>
			{fault !== null && (
				<p className="flex items-start gap-1.5 text-f1 text-caution">
					<TriangleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
					<span className="min-w-0 wrap-anywhere">{t("desk.powers.not-read", { fault: textOf(fault) })}</span>
				</p>
			)}
			{ends !== undefined && <p className="text-f1 text-pretty text-ink-2">{textOf(ends)}</p>}
			{revoking !== null && (
				<p className="flex flex-wrap items-center gap-x-1.5 text-f1 text-accent">
					{t("desk.powers.being-revoked")}
					<button
						type="button"
						aria-busy={command.busy}
						aria-label={t("desk.powers.show-revoking", { row: rowName(row) })}
						onClick={() => void command.call("openReview", { entryId: revoking })}
						className="rounded-sm font-medium hover:underline"
					>
						{t("desk.powers.show")}
					</button>
				</p>
			)}
			<Fault text={command.fault} className="mt-1" />
		</>
	);
}
