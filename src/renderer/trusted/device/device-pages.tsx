import clsx from "clsx";
import type { DevicePageView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";
import { Claim, Segments } from "../../components/claim.tsx";
import { LongText } from "../../components/text/long-text.tsx";
import { roomOf } from "./plan.ts";

/** What the device shows, screen by screen, in its order. The texts are somebody else's: plain, and whole. */
export function DevicePages({ pages }: { pages: readonly DevicePageView[] }) {
	if (pages.length === 0) return null;
	return (
		<ol
			aria-label={t("trusted.device.screens-device-order")}
			className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-2"
		>
			{pages.map((page, index) => (
				<Screen key={index} page={page} at={index + 1} />
			))}
		</ol>
	);
}

function Screen({ page, at }: { page: DevicePageView; at: number }) {
	const room = roomOf(page);
	// A title alone is all that the screen says.
	const title = page.title !== "" && (
		<p className={clsx("text-f1", page.text === "" ? "font-medium text-screen-ink" : "text-screen-ink-2")}>
			<Claim text={page.title} max={80} />
		</p>
	);
	if (room === "scroll") {
		return (
			<li className="col-span-full">
				<div className="relative rounded-t-sm bg-screen px-3 pt-2 pb-1.5 text-center">
					<Place at={at} />
					{title}
				</div>
				<LongText
					label={t("trusted.device.screen", { at, title: page.title })}
					text={page.text}
					look="rounded-b-sm border-t border-screen-ink-2/30 bg-screen text-screen-ink"
				/>
			</li>
		);
	}
	return (
		<li
			data-room={room}
			className="relative flex min-h-16 flex-col items-center justify-center gap-0.5 rounded-sm border border-line bg-screen px-3 py-2.5 text-center data-[room=row]:col-span-full"
		>
			<Place at={at} />
			{title}
			{page.text !== "" && (
				<bdi className="num max-w-full text-f2 font-medium whitespace-pre-wrap text-screen-ink wrap-anywhere">
					<Segments text={page.text} lines />
				</bdi>
			)}
		</li>
	);
}

/** Which screen it is, in its corner. */
function Place({ at }: { at: number }) {
	return (
		<span aria-hidden className="num absolute top-1 left-2 text-f1 text-screen-ink-2/80">
			{at}
		</span>
	);
}
