import clsx from "clsx";
import { ExternalLink, TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { t } from "../../../../text/index.ts";
import { Claim } from "../../../components/claim.tsx";
import { rich } from "../../../components/rich.tsx";
import { clip, visibleText } from "../../../components/text/visible.ts";

export type LinkDestination =
	| {
			readonly kind: "web";
			/** The address as a browser parses it. */
			readonly url: string;
			/** ASCII form. Other alphabets appear as xn--. */
			readonly host: string;
	  }
	/** Displayed but never opened. */
	| { readonly kind: "other" };

const MAX_LENGTH = 4096;

export function linkDestination(href: string): LinkDestination {
	if (href.length > MAX_LENGTH || !URL.canParse(href)) return { kind: "other" };
	const { protocol, username, password, host, href: url } = new URL(href);
	if (protocol !== "https:" && protocol !== "http:") return { kind: "other" };
	if (username !== "" || password !== "" || url.length > MAX_LENGTH) return { kind: "other" };
	return { kind: "web", url, host };
}

const NAMED = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu;

/** Returns whether the label names a host other than the link's own. */
export function namesAnotherHost(label: string, host: string): boolean {
	const real = host.replace(/:\d+$/, "").replace(/^www\./, "");
	const ours = (name: string) => real === name || real.endsWith(`.${name}`) || name.endsWith(`.${real}`);
	return [...label.slice(0, MAX_LENGTH).matchAll(NAMED)].some(
		([name]) => !ours(name.toLowerCase().replace(/^www\./, "")) && looksLikeHost(name),
	);
}

const ENDINGS = new Set([
	"com",
	"org",
	"net",
	"io",
	"dev",
	"app",
	"xyz",
	"finance",
	"eth",
	"fi",
	"co",
	"eu",
	"gov",
	"info",
	"exchange",
	"network",
	"money",
	"cash",
	"wallet",
	"link",
	"site",
]);

/** Excludes words such as "file.txt" and "e.g". */
function looksLikeHost(name: string): boolean {
	const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
	return ENDINGS.has(ending) || (ending.length === 2 && name.length > 5);
}

const Opener = createContext<((url: string) => void) | null>(null);

/** Without a provider, links aren't clickable. */
export const LinkOpener = Opener.Provider;

/** Shows the link's actual host. Main asks the user before it opens the link. */
export function Link({ href, label, children }: { href: string; label: string; children: ReactNode }) {
	const open = useContext(Opener);
	const destination = linkDestination(href);
	if (destination.kind === "other")
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
	const isOtherHost = namesAnotherHost(label, destination.host);
	const Icon = isOtherHost ? TriangleAlert : ExternalLink;
	return (
		<button
			type="button"
			title={clip(visibleText(destination.url), 400)}
			onClick={() => open?.(destination.url)}
			className="relative inline rounded-sm text-left wrap-anywhere text-accent select-text hover:underline"
		>
			{children}
			<span className={clsx("text-f1", isOtherHost ? "font-medium text-caution" : "text-ink-3")}>
				{" "}
				<Icon size={11} aria-hidden className="inline align-baseline" />
				{label !== href &&
					rich(isOtherHost ? "desk.session.link.other-host" : "desk.session.link.host", {
						hidden: (text) => <span className="sr-only">{text}</span>,
						host: () => <Claim text={destination.host} max={80} className="num" />,
					})}
			</span>
		</button>
	);
}

/** Shows an image as text, because images are never fetched. */
export function ImageText({ alt, href }: { alt: string; href: string }) {
	const destination = linkDestination(href);
	return (
		<span className="rounded-sm bg-sunken px-1.5 py-px text-f2 text-ink-2 wrap-anywhere">
			{rich("desk.session.image", {
				claim: () => <Claim text={alt === "" ? t("desk.session.no-words") : alt} max={200} />,
				b: (text) => <span className="num text-f1 text-ink-3">{text}</span>,
				claim2: () => <Claim text={destination.kind === "web" ? destination.host : href} max={80} />,
			})}
		</span>
	);
}
