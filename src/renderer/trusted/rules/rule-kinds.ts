import {
	Ban,
	CalendarClock,
	CalendarDays,
	CircleDollarSign,
	Clock,
	Coins,
	FileCode,
	FlaskConical,
	Infinity as InfinityIcon,
	KeyRound,
	type LucideIcon,
	Usb,
	UserCheck,
	UserX,
} from "lucide-react";
import type { RuleKindView } from "../../../ipc/rules.ts";

/** Icons in the order of the list. They are decorative, because the texts say the same thing. */
export const RULE_ICONS: Readonly<Record<RuleKindView, LucideIcon>> = {
	spend_once: Coins,
	spend_day: CalendarDays,
	worth_once: CircleDollarSign,
	worth_day: CalendarClock,
	recipients: UserCheck,
	contracts: FileCode,
	spenders: KeyRound,
	no_unlimited: InfinityIcon,
	ledger_above: Usb,
	simulated: FlaskConical,
	hours: Clock,
	blocked_app: Ban,
	blocked_recipient: UserX,
};

export const RULE_KINDS = Object.keys(RULE_ICONS) as readonly RuleKindView[];
