import { linesOf, shortened, VALUE_LINES } from "./font.ts";
import type { ScreenQuestion, ShownField } from "./question.ts";

/** Lays out the screens of a Nano as pages that its two buttons navigate. */

/** Area in pixels, from the upper left corner. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly w: number;
	readonly h: number;
}

export interface Page {
	/** Lines as Ledger's emulator reports them. */
	readonly lines: readonly string[];
	/** Effect of pressing both buttons on this page; none if omitted. */
	readonly press?: "approve" | "reject" | "next" | "dismiss";
	/** Position of each line; if omitted, lines follow each other from the top. */
	readonly boxes?: readonly Box[];
}

/**
 * Question to the device's user. `warning` pages come first; pressing both buttons on the first one leads to
 * `pages`.
 */
export interface Review {
	readonly warning: readonly Page[];
	readonly pages: readonly Page[];
}

/** Returns a title page in plain weight, with which reviews begin. */
export function titlePage(text: string): Page {
	return { lines: linesOf(text, "regular", true) };
}

/** Returns a page with an action for pressing both buttons. */
export function actionPage(text: string, press: NonNullable<Page["press"]>): Page {
	return { lines: linesOf(text, "bold", true), press };
}

/**
 * Returns a label and its value on as many pages as the value needs.
 * @param words breaks lines between words
 */
export function valuePages(label: string, value: string, words = false): Page[] {
	const lines = linesOf(value, "regular", words);
	const count = Math.max(1, Math.ceil(lines.length / VALUE_LINES));
	return Array.from({ length: count }, (_, index) => ({
		lines: [
			shortened(count === 1 ? label : `${label} (${index + 1}/${count})`),
			...lines.slice(index * VALUE_LINES, (index + 1) * VALUE_LINES),
		],
	}));
}

/** Returns the warning before a review that shows only a hash. */
function blindWarning(reject: string): Page[] {
	return [
		{
			lines: ["Blind signing ahead", ...linesOf("To accept risk, press both buttons", "regular", true)],
			press: "next",
		},
		actionPage(reject, "reject"),
	];
}

const fieldPages = ({ label, value, words }: ShownField) => valuePages(label, value, words);

/** Returns the texts that approve and reject a question, by its kind. */
function endsOf({ kind, isBlind }: ScreenQuestion): [string, string] {
	if (kind === "address") return ["Confirm", "Cancel"];
	if (kind === "transaction")
		return [isBlind ? "Accept risk and sign transaction" : "Sign transaction", "Reject transaction"];
	return ["Sign message", "Reject message"];
}

/** Lays out a question. */
export function nanoReview(question: ScreenQuestion): Review {
	const [yes, no] = endsOf(question);
	return {
		warning: question.isBlind ? blindWarning("Reject transaction") : [],
		pages: [
			titlePage(question.title),
			...question.fields.flatMap(fieldPages),
			actionPage(yes, "approve"),
			actionPage(no, "reject"),
		],
	};
}

/** Notice that stays until both buttons are pressed. */
export const BLIND_SIGNING_NOTICE: Page = {
	lines: ["Blind signing must", "be enabled in", "settings"],
	press: "dismiss",
};

/** Position in a review: first in the `warning` pages, then in `pages`. */
export class ButtonNavigation {
	private readonly review: Review;
	private part: readonly Page[];
	private at = 0;

	constructor(review: Review) {
		this.review = review;
		this.part = review.warning.length > 0 ? review.warning : review.pages;
	}

	get page(): Page {
		return this.part[this.at] ?? { lines: [] };
	}

	/** Moves between pages, or returns the decision of pressing both buttons. */
	press(button: "left" | "right" | "both"): "approve" | "reject" | "dismiss" | null {
		if (button === "left") this.at = Math.max(0, this.at - 1);
		else if (button === "right") this.at = Math.min(this.part.length - 1, this.at + 1);
		else if (this.page.press === "next") {
			this.part = this.review.pages;
			this.at = 0;
		} else return this.page.press ?? null;
		return null;
	}

	/** Returns the button that leads towards this decision. */
	towards(decision: "approve" | "reject"): "left" | "right" | "both" {
		const press = this.page.press;
		if (press === "dismiss" || press === decision) return "both";
		if (press === "next") return decision === "approve" ? "both" : "right";
		if (press === "reject") return "left";
		return "right";
	}
}
