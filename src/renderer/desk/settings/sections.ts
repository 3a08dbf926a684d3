import {
	Blocks,
	CreditCard,
	Info,
	type LucideIcon,
	Monitor,
	Network,
	ShieldCheck,
	UserRound,
} from "lucide-react";
import { type Message, message } from "../../../core/message.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { signInStanding } from "./standing.ts";

/** The parts of Settings, in the order in which they stand. */
export const SECTIONS = [
	{ section: "signIn", text: message("desk.settings.sections.sign-in"), icon: UserRound },
	{ section: "credit", text: message("desk.settings.sections.credit"), icon: CreditCard },
	{ section: "apps", text: message("desk.settings.sections.apps"), icon: Blocks },
	{ section: "network", text: message("desk.settings.sections.network"), icon: Network },
	{ section: "signing", text: message("desk.settings.sections.signing"), icon: ShieldCheck },
	{ section: "computer", text: message("desk.settings.sections.computer"), icon: Monitor },
	{ section: "about", text: message("desk.settings.sections.about"), icon: Info },
] as const satisfies readonly {
	readonly section: string;
	readonly text: Message;
	readonly icon: LucideIcon;
}[];
export type Section = (typeof SECTIONS)[number]["section"];

/** Why a part asks to be looked at, for a user; null where it does not. */
export function attention(
	section: Section,
	view: Pick<DeskView, "identity" | "settings" | "serviceAccount">,
): string | null {
	switch (section) {
		case "signIn":
			return signInStanding(view.identity).text;
		case "credit":
			return creditAttention(view.serviceAccount);
		case "network":
			return view.settings.chains.some(({ ok }) => ok === false) ? t("desk.settings.chain-cant-read") : null;
		default:
			return null;
	}
}

function creditAttention({ credits, topUp }: DeskView["serviceAccount"]): string | null {
	if (topUp?.state === "unclear") return t("desk.settings.top-up-not-clear");
	if (topUp?.state === "payment_needed") return t("desk.settings.top-up-waits-paid");
	return credits !== null && credits.debt.micro !== "0" ? t("desk.settings.something-is-owed") : null;
}
