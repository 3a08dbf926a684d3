import type { CounterpartyView } from "../../../ipc/address-book.ts";
import { t } from "../../../text/index.ts";
import { ago, isNow } from "../../../text/time.ts";

const times = (count: number): string =>
	count === 1 ? "once" : count === 2 ? "twice" : t("trusted.contacts.times", { count });

function since(at: number, now: number): string {
	return isNow(at, now) ? t("trusted.contacts.just-now") : t("trusted.contacts.ago", { ago: ago(at, now) });
}

/** Returns how often and when an address was last used: "Paid 3 times, last 4 d ago". */
export function counterpartyText({ paid, allowed, lastAt }: CounterpartyView, now: number): string {
	if (lastAt === null || paid + allowed === 0) return t("trusted.contacts.never-paid");
	const parts = [
		...(paid > 0 ? [t("trusted.contacts.paid", { times: times(paid) })] : []),
		...(allowed > 0 ? [t("trusted.contacts.allowed-take-something", { times: times(allowed) })] : []),
	];
	const text = t("trusted.contacts.last", { dealings: parts.join(", "), since: since(lastAt, now) });
	return text.charAt(0).toUpperCase() + text.slice(1);
}
