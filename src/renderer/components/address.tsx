import clsx from "clsx";
import { Check, Copy } from "lucide-react";
import { Tooltip } from "radix-ui";
import { createContext, useContext } from "react";
import type { AddressView } from "../../ipc/primitives.ts";
import type { ReviewView } from "../../ipc/review.ts";
import { t } from "../../text/index.ts";
import { useCopied } from "../state/copy.tsx";
import { Claim } from "./claim.tsx";
import { Identicon } from "./figure/pictures.tsx";

const NO_NAMES: ReviewView["names"] = {};
const Names = createContext(NO_NAMES);

export const NamesProvider = Names.Provider;

type GivenName = ReviewView["names"][string];

export function useGivenName(view: AddressView): GivenName | null {
	const names = useContext(Names);
	if (view.label !== null || !Object.hasOwn(names, view.address)) return null;
	return names[view.address] ?? null;
}

export function ChainName({ given }: { given: GivenName }) {
	return (
		<span className="inline-flex min-w-0 items-baseline gap-1 text-f1 text-ink-2">
			<Claim text={given.name} max={40} className="truncate" />
			<span className="shrink-0 rounded-sm border border-line px-1 text-ink-3">{given.system}</span>
		</span>
	);
}

export function AddressLabel({
	view,
	size = 18,
	whole = false,
}: {
	view: AddressView;
	size?: number;
	/** Whether screen readers read out every character of the address instead of its short form. */
	whole?: boolean;
}) {
	const given = useGivenName(view);
	return (
		<span
			className={clsx(
				"inline-flex max-w-full min-w-0 items-center gap-x-2",
				(whole || given !== null) && "flex-wrap",
			)}
		>
			<Identicon address={view.address} size={size} />
			{/* If space is short, the address shrinks or wraps before the name does. */}
			{view.label !== null && <span className="truncate font-medium">{view.label}</span>}
			<span
				className={clsx(
					"num text-ink-2",
					whole || view.label === null ? "shrink-0" : "min-w-0 shrink-[999] truncate",
				)}
				aria-hidden={whole || undefined}
			>
				{view.short}
			</span>
			{given !== null && <ChainName given={given} />}
			{whole && <span className="sr-only">{t("components.copy", { address: view.address })}</span>}
		</span>
	);
}

export function Address({ view, size, className }: { view: AddressView; size?: number; className?: string }) {
	const { copied, copy } = useCopied(view.address);
	return (
		<Tooltip.Root>
			<Tooltip.Trigger asChild>
				<button
					type="button"
					onClick={copy}
					className={clsx(
						"group inline-flex max-w-full min-w-0 items-center gap-1 rounded-sm text-left",
						className,
					)}
				>
					<AddressLabel view={view} size={size ?? 18} whole />
					<span
						className="text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
						aria-hidden
					>
						{copied ? <Check size={13} /> : <Copy size={13} />}
					</span>
				</button>
			</Tooltip.Trigger>
			<Tooltip.Portal>
				<Tooltip.Content
					side="bottom"
					sideOffset={6}
					collisionPadding={12}
					className="card z-50 px-3 py-2 text-f2 wrap-anywhere motion-arrive"
				>
					<span className="num">{view.address}</span>
					<span className="ml-2 text-ink-3">
						{copied ? t("components.copied") : t("components.press-to-copy")}
					</span>
				</Tooltip.Content>
			</Tooltip.Portal>
		</Tooltip.Root>
	);
}
