import { CircleDashed, LoaderCircle, Wrench } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ToolItem, ToolState } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { useOpenRow } from "./open-rows.tsx";
import { ValueView } from "./value-view.tsx";

const WORDS: Readonly<Record<ToolState, Message>> = {
	running: message("desk.session.words.running"),
	done: message("desk.session.words.done"),
	ended: message("desk.session.words.ended"),
};
const ICONS = { running: LoaderCircle, done: Wrench, ended: CircleDashed } as const;

export function ToolRow({ item }: { item: ToolItem }) {
	const row = useOpenRow(item.key);
	const Icon = ICONS[item.state];
	return (
		<Fold
			{...row}
			title={
				<span className="flex min-w-0 items-center gap-2">
					<Icon
						size={13}
						aria-hidden
						className={item.state === "running" ? "shrink-0 text-accent motion-turn" : "shrink-0 text-ink-3"}
					/>
					<Claim
						text={item.name === "" ? t("desk.session.a-tool") : item.name}
						max={80}
						className="num max-w-1/2 shrink-0 truncate"
					/>
					<span className="shrink-0 text-ink-3">{textOf(WORDS[item.state])}</span>
					<Claim text={item.preview} max={160} className="num min-w-0 truncate text-f1 text-ink-3" />
				</span>
			}
		>
			<div className="card mt-2 ml-5.5 grid gap-2 px-3 py-2">
				{item.note !== null && <ClaimBlock text={item.note} max={600} className="text-f2 text-ink-2" />}
				{item.args !== null && <ValueView label={t("desk.session.arguments")} value={item.args} />}
				{item.result === null ? (
					<p className="text-f2 text-ink-3">
						{item.state === "running" ? t("desk.session.no-result-yet") : t("desk.session.no-result-told")}
					</p>
				) : (
					<ValueView
						label={item.state === "done" ? t("desk.session.result") : t("desk.session.so-far")}
						value={item.result}
					/>
				)}
			</div>
		</Fold>
	);
}
