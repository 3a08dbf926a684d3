import { Blocks, CreditCard, type LucideIcon, Monitor, Network, ShieldCheck, UserRound } from "lucide-react";
import type { DeskView } from "../../../bridge/views.ts";
import { signInStanding } from "./standing.ts";

/** The parts of Settings, in the order in which they stand. */
export const SECTIONS = [
	{ section: "signIn", words: "Sign-in", icon: UserRound },
	{ section: "credit", words: "Credit", icon: CreditCard },
	{ section: "apps", words: "Apps", icon: Blocks },
	{ section: "network", words: "Addresses", icon: Network },
	{ section: "signing", words: "Signing", icon: ShieldCheck },
	{ section: "computer", words: "This computer", icon: Monitor },
] as const satisfies readonly {
	readonly section: string;
	readonly words: string;
	readonly icon: LucideIcon;
}[];
export type Section = (typeof SECTIONS)[number]["section"];

/** Why a part asks to be looked at, for a person; null where it does not. */
export function attention(
	section: Section,
	view: Pick<DeskView, "identity" | "settings" | "serviceAccount">,
): string | null {
	switch (section) {
		case "signIn":
			return signInStanding(view.identity).words;
		case "credit":
			return creditAttention(view.serviceAccount);
		case "network":
			return view.settings.chains.some(({ ok }) => ok === false) ? "A chain can’t be read" : null;
		default:
			return null;
	}
}

function creditAttention({ credits, topUp }: DeskView["serviceAccount"]): string | null {
	if (topUp?.state === "unclear") return "A top-up is not clear";
	if (topUp?.state === "payment_needed") return "A top-up waits to be paid";
	return credits !== null && credits.debt.micro !== "0" ? "Something is owed" : null;
}
