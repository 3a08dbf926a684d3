import type { DealingView } from "../../../bridge/book-views.ts";
import { ago } from "../../components/words.ts";

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

function since(at: number, now: number): string {
	const words = ago(at, now);
	return words === "now" ? "just now" : `${words} ago`;
}

/** How often an address was paid or allowed something, and when last: "Paid 3 times, last 4 d ago". */
export function dealingWords({ paid, allowed, lastAt }: DealingView, now: number): string {
	if (lastAt === null || paid + allowed === 0) return "Never paid from here";
	const parts = [
		...(paid > 0 ? [`paid ${times(paid)}`] : []),
		...(allowed > 0 ? [`allowed to take something ${times(allowed)}`] : []),
	];
	const words = `${parts.join(", ")}, last ${since(lastAt, now)}`;
	return words.charAt(0).toUpperCase() + words.slice(1);
}
