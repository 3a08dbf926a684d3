import clsx from "clsx";
import { ExternalLink, TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { t } from "../../../../text/index.ts";
import { Claim } from "../../../components/claim.tsx";
import { rich } from "../../../components/rich.ts";
import { clip, visibleText } from "../../../components/text/visible.ts";
import { linkDestination, namesAnotherHost } from "./link-destination.ts";

const Opener = createContext<((url: string) => void) | null>(null);

/** Asks main to open an address; without one, links are drawn and can't be pressed. */
export const LinkOpener = Opener.Provider;

/** A link of somebody else's: a button that shows the host it really leads to. Main asks before it opens anything. */
export function Link({ href, label, children }: { href: string; label: string; children: ReactNode }) {
	const open = useContext(Opener);
	const place = linkDestination(href);
	if (place.kind === "other")
		return (
			<span>
				{children}
				{label !== href && (
					<>
						{" "}
						<span className="num text-ink-3 wrap-anywhere">
							(<Claim text={href} max={200} />)
						</span>
					</>
				)}
			</span>
		);
	const elsewhere = namesAnotherHost(label, place.host);
	const Icon = elsewhere ? TriangleAlert : ExternalLink;
	return (
		<button
			type="button"
			title={clip(visibleText(place.url), 400)}
			onClick={() => open?.(place.url)}
			className="relative inline rounded-sm text-left wrap-anywhere text-accent select-text hover:underline"
		>
			{children}
			<span className={clsx("text-f1", elsewhere ? "font-medium text-caution" : "text-ink-3")}>
				{" "}
				<Icon size={11} aria-hidden className="inline align-baseline" />
				{label !== href &&
					rich(
						elsewhere ? "desk.session.leads-another-host" : "desk.session.leads-to",
						{},
						{
							hidden: (text) => <span className="sr-only">{text}</span>,
							host: () => <Claim text={place.host} max={80} className="num" />,
						},
					)}
			</span>
		</button>
	);
}

/** An image is never fetched: what it is said to show, and where it is. */
export function ImageText({ alt, href }: { alt: string; href: string }) {
	const place = linkDestination(href);
	return (
		<span className="rounded-sm bg-sunken px-1.5 py-px text-f2 text-ink-2 wrap-anywhere">
			{rich(
				"desk.session.image",
				{},
				{
					claim: () => <Claim text={alt === "" ? t("desk.session.no-words") : alt} max={200} />,
					b: (text) => <span className="num text-f1 text-ink-3">{text}</span>,
					claim2: () => <Claim text={place.kind === "web" ? place.host : href} max={80} />,
				},
			)}
		</span>
	);
}
