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
import { type Message, message } from "../../../core/localized-text.ts";
import type { RuleKindView } from "../../../ipc/rules.ts";

export interface RuleKindText {
	readonly kind: RuleKindView;
	/** Decorative, because the text says the same thing. */
	readonly icon: LucideIcon;
	readonly title: Message;
	readonly text: Message;
	readonly name: Message;
}

export const RULE_KINDS: readonly RuleKindText[] = [
	{
		kind: "spend_once",
		icon: Coins,
		title: message("trusted.rules.kinds.spend-once.title"),
		text: message("trusted.rules.kinds.spend-once.words"),
		name: message("trusted.rules.kinds.spend-once.name"),
	},
	{
		kind: "spend_day",
		icon: CalendarDays,
		title: message("trusted.rules.kinds.spend-day.title"),
		text: message("trusted.rules.kinds.spend-day.words"),
		name: message("trusted.rules.kinds.spend-day.name"),
	},
	{
		kind: "worth_once",
		icon: CircleDollarSign,
		title: message("trusted.rules.kinds.worth-once.title"),
		text: message("trusted.rules.kinds.worth-once.words"),
		name: message("trusted.rules.kinds.worth-once.name"),
	},
	{
		kind: "worth_day",
		icon: CalendarClock,
		title: message("trusted.rules.kinds.worth-day.title"),
		text: message("trusted.rules.kinds.worth-day.words"),
		name: message("trusted.rules.kinds.worth-day.name"),
	},
	{
		kind: "recipients",
		icon: UserCheck,
		title: message("trusted.rules.kinds.recipients.title"),
		text: message("trusted.rules.kinds.recipients.words"),
		name: message("trusted.rules.kinds.recipients.name"),
	},
	{
		kind: "contracts",
		icon: FileCode,
		title: message("trusted.rules.kinds.contracts.title"),
		text: message("trusted.rules.kinds.contracts.words"),
		name: message("trusted.rules.kinds.contracts.name"),
	},
	{
		kind: "spenders",
		icon: KeyRound,
		title: message("trusted.rules.kinds.spenders.title"),
		text: message("trusted.rules.kinds.spenders.words"),
		name: message("trusted.rules.kinds.spenders.name"),
	},
	{
		kind: "no_unlimited",
		icon: InfinityIcon,
		title: message("trusted.rules.kinds.no-unlimited.title"),
		text: message("trusted.rules.kinds.no-unlimited.words"),
		name: message("trusted.rules.kinds.no-unlimited.name"),
	},
	{
		kind: "ledger_above",
		icon: Usb,
		title: message("trusted.rules.kinds.ledger-above.title"),
		text: message("trusted.rules.kinds.ledger-above.words"),
		name: message("trusted.rules.kinds.ledger-above.name"),
	},
	{
		kind: "simulated",
		icon: FlaskConical,
		title: message("trusted.rules.kinds.simulated.title"),
		text: message("trusted.rules.kinds.simulated.words"),
		name: message("trusted.rules.kinds.simulated.name"),
	},
	{
		kind: "hours",
		icon: Clock,
		title: message("trusted.rules.kinds.hours.title"),
		text: message("trusted.rules.kinds.hours.words"),
		name: message("trusted.rules.kinds.hours.name"),
	},
	{
		kind: "blocked_app",
		icon: Ban,
		title: message("trusted.rules.kinds.blocked-app.title"),
		text: message("trusted.rules.kinds.blocked-app.words"),
		name: message("trusted.rules.kinds.blocked-app.name"),
	},
	{
		kind: "blocked_recipient",
		icon: UserX,
		title: message("trusted.rules.kinds.blocked-recipient.title"),
		text: message("trusted.rules.kinds.blocked-recipient.words"),
		name: message("rule.blocked-recipients.name"),
	},
];

export function kindText(kind: RuleKindView): RuleKindText {
	const [first] = RULE_KINDS;
	const found = RULE_KINDS.find((each) => each.kind === kind) ?? first;
	if (found === undefined) throw new Error("no rules loaded");
	return found;
}
