import type { SendAccount, SendScreen } from "../../../ipc/send.ts";
import { t, textOf } from "../../../text/index.ts";
import { Field, focusOnce } from "../../components/field.tsx";
import { Identicon } from "../../components/figure/pictures.tsx";
import { WholeAddress } from "../../components/text/whole-address.tsx";
import { suggestions } from "./draft.ts";
import type { FoundRecipient } from "./use-recipient.ts";

const MAX_SUGGESTIONS = 3;
/** Minimum length of an address. Shorter text is still being typed. */
const MIN_ADDRESS = 32;

export function Recipient({
	screen,
	account,
	text,
	found,
	onText,
}: {
	screen: SendScreen;
	account: SendAccount | null;
	text: string;
	found: FoundRecipient;
	onText: (text: string) => void;
}) {
	const some = found.address === null ? suggestions(screen, account, text).slice(0, MAX_SUGGESTIONS) : [];
	const isWrong = found.address === null && !found.isSearching && text.trim().length >= MIN_ADDRESS;
	const wrong =
		found.fault !== null
			? textOf(found.fault)
			: isWrong
				? account?.family === "svm"
					? t("trusted.send.recipient.wrong.svm")
					: t("trusted.send.recipient.wrong")
				: null;
	return (
		<div>
			<Field
				label={t("trusted.send.recipient")}
				mono={text.length >= MIN_ADDRESS}
				value={text}
				maxLength={120}
				onText={onText}
				ref={focusOnce}
				help={found.isSearching ? t("trusted.send.recipient.searching") : t("trusted.send.recipient.help")}
				wrong={wrong}
			/>
			{found.address !== null && (
				<div role="status" className="card mt-2 flex items-start gap-3 px-4 py-2.5">
					<Identicon address={found.address.address} size={24} />
					<p className="min-w-0">
						{found.address.label !== null && (
							<span className="mr-2 font-semibold">{found.address.label}</span>
						)}
						{found.system !== null && (
							<span className="mr-2 text-f1 text-ink-2">
								{t("trusted.send.recipient.resolved", { system: found.system })}
							</span>
						)}
						<WholeAddress address={found.address.address} />
					</p>
				</div>
			)}
			{some.length > 0 && (
				<ul aria-label={t("trusted.send.recipients")} className="card mt-2">
					{some.map(({ address, isOwn }) => (
						<li key={address.address} className="not-first:border-t not-first:border-line-2">
							<button
								type="button"
								onClick={() => onText(address.address)}
								className="flex min-h-10 w-full items-center gap-3 px-4 py-1.5 text-left hover:bg-sunken"
							>
								<Identicon address={address.address} size={18} />
								<span className="min-w-0 flex-1 truncate font-medium">
									{address.label ?? t("ui.name.none")}
									{isOwn && <span className="font-normal text-ink-3"> · {t("trusted.send.yours")}</span>}
								</span>
								<span className="num shrink-0 text-f2 text-ink-2">{address.short}</span>
							</button>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
