import { NotEmulated } from "./models.ts";
import type { ScreenQuestion } from "./question.ts";
import type { Box, Page } from "./screens.ts";
import { cutLines, type Face, lineHeight, textWidth, touchLines } from "./touch-font.ts";

/**
 * Lays out the screens of a Flex: 480 by 600 pixels, with fields below each other and gestures instead of
 * buttons. Source: the recordings; for other screens app-ethereum 1.22.0 (its folder nbgl and its snapshots
 * of a Flex) and ledger-secure-sdk 25.12.3 (`nbgl_use_case.c`).
 */

/** Touch with its start, its end and its duration in seconds. */
export interface Touch {
	readonly x: number;
	readonly y: number;
	readonly x2: number;
	readonly y2: number;
	readonly delay: number;
}

type ControlAction =
	| "next"
	| "back"
	| "approve"
	| "reject"
	| "dismiss"
	/** Leads from the warning to the review. */
	| "accept"
	| "ask-reject"
	| "ask-skip"
	| "skip"
	| "return"
	/** Leads to screens that no public source shows. */
	| "unknown";

interface Control {
	readonly text: string;
	readonly area: Box;
	readonly does: ControlAction;
	readonly isHold: boolean;
}

export interface TouchPage extends Page {
	readonly boxes: readonly Box[];
	readonly controls: readonly Control[];
}

export const isTouchPage = (page: Page): page is TouchPage => "controls" in page;

const WIDTH = 480;
const HEIGHT = 600;
const MARGIN = 32;
const FOOTER = 96;
const FOOTER_TOP = HEIGHT - FOOTER;
const QUIT_WIDTH = 192;
/** Distance from the top of a page without a header to its first field. */
const TOP = 40;
/** Distance from the top to the first field of a page with *Skip*. */
const TOP_SKIPPABLE = 96;
const BETWEEN_FIELDS = 24;
const UNDER_LABEL = 4;
/** Maximum number of lines of a value on a page of fields. */
const MAX_LINES = 9;
/** Number of displayed lines of a longer value, above *More*. */
const CUT_LINES = 6;
/** Minimum horizontal movement of a swipe. */
const SWIPE_PIXELS = 10;
/** Time to fill the bar: 7 % every 100 ms. */
const HOLD_SECONDS = 1.5;

/** Collects texts and controls of one screen in the order in which the device draws them. */
class Sheet {
	private readonly lines: string[] = [];
	private readonly boxes: Box[] = [];
	private readonly controls: Control[] = [];

	/** Adds lines below `y` and returns their end. */
	left(lines: readonly string[], face: Face, y: number): number {
		return this.put(lines, face, y, () => MARGIN);
	}

	centred(text: string, face: Face, y: number, from = 0, to = WIDTH): number {
		return this.put(touchLines(text, face), face, y, (width) => from + (to - from - width) / 2);
	}

	private put(lines: readonly string[], face: Face, y: number, xOf: (width: number) => number): number {
		const h = lineHeight(face);
		lines.forEach((text, at) => {
			const w = textWidth(text, face);
			this.lines.push(text);
			this.boxes.push({ x: Math.round(xOf(w)), y: y + at * h, w, h });
		});
		return y + lines.length * h;
	}

	control(text: string, face: Face, area: Box, does: ControlAction, isHold = false): this {
		const y = area.y + (area.h - lineHeight(face)) / 2;
		if (isHold) this.left([text], face, y);
		else this.centred(text, face, y, area.x, area.x + area.w);
		this.controls.push({ text, area, does, isHold });
		return this;
	}

	/** Adds an icon, which can be touched but has no text. */
	icon(area: Box, does: ControlAction): this {
		this.controls.push({ text: "", area, does, isHold: false });
		return this;
	}

	/** Adds a button of full width at the bottom. */
	footer(text: string, does: ControlAction): this {
		return this.control(text, "semibold", { x: 0, y: FOOTER_TOP, w: WIDTH, h: FOOTER }, does);
	}

	/** Adds the round button above the footer. */
	button(text: string, does: ControlAction): this {
		return this.control(text, "semibold", { x: MARGIN, y: 416, w: WIDTH - 2 * MARGIN, h: 88 }, does);
	}

	navigation(quit: string, does: ControlAction, at: number, count: number): this {
		this.control(quit, "semibold", { x: 0, y: FOOTER_TOP, w: QUIT_WIDTH, h: FOOTER }, does);
		this.centred(`${at} of ${count}`, "regular", FOOTER_TOP + 30, QUIT_WIDTH);
		if (at > 1) this.icon({ x: QUIT_WIDTH, y: FOOTER_TOP, w: FOOTER, h: FOOTER }, "back");
		if (at < count) this.icon({ x: WIDTH - FOOTER, y: FOOTER_TOP, w: FOOTER, h: FOOTER }, "next");
		return this;
	}

	done(): TouchPage {
		return { lines: this.lines, boxes: this.boxes, controls: this.controls };
	}
}

/** Returns the screen of the idle app. */
export function touchHome(name: string): TouchPage {
	const sheet = new Sheet();
	const y = sheet.centred(name, "medium", 234);
	sheet.centred(`This app enables signing\ntransactions on the ${name}\nnetwork.`, "regular", y + 16);
	return sheet.footer("Quit app", "dismiss").done();
}

/**
 * Returns the refusal of a blind signature that the settings don't allow. It stays until the user dismisses
 * it.
 */
export function touchBlindRefusal(): TouchPage {
	const sheet = new Sheet();
	const y = sheet.centred("This transaction cannot be clear-signed", "medium", 170);
	sheet.centred("Enable blind signing in the settings to sign this transaction.", "regular", y + 16);
	return sheet.footer("Reject transaction", "dismiss").button("Go to settings", "unknown").done();
}

/** Screens of a question. */
interface TouchReview {
	/** `null` if the question is not blind. */
	readonly warning: TouchPage | null;
	readonly pages: readonly TouchPage[];
	readonly rejection: TouchPage;
	readonly skipping: TouchPage;
}

function warningPage(): TouchPage {
	const sheet = new Sheet();
	const y = sheet.centred("Blind signing ahead", "medium", 172);
	sheet.centred(
		"If you sign this transaction, you could loose your assets. " +
			"Explore safer alternatives: ledger.com/integrated-apps",
		"regular",
		y + 16,
	);
	return sheet.footer("Accept risk and continue", "accept").button("Back to safety", "reject").done();
}

function rejectionPage(what: string): TouchPage {
	const sheet = new Sheet();
	sheet.centred(`Reject ${what}?`, "medium", 250);
	return sheet.footer(`Go back to ${what}`, "return").button("Yes, reject", "reject").done();
}

function skippingPage(): TouchPage {
	const sheet = new Sheet();
	const y = sheet.centred("Skip review?", "medium", 200);
	sheet.centred(
		"If you're sure you don't need to review all fields, you can skip straight to signing.",
		"regular",
		y + 16,
	);
	return sheet.footer("Go back to review", "return").button("Yes, skip", "skip").done();
}

interface FieldLines {
	readonly label: readonly string[];
	readonly value: readonly string[];
}

const heightOf = ({ label, value }: FieldLines) =>
	label.length * lineHeight("regular") + UNDER_LABEL + value.length * lineHeight("medium");

/** Distributes fields over pages, as many as fit. A field with more than nine lines gets its own page. */
function paginate(fields: readonly FieldLines[], room: number): FieldLines[][] {
	const pages: FieldLines[][] = [];
	let height = 0;
	let isAlone = true;
	for (const field of fields) {
		const page = pages.at(-1);
		const needed = height + BETWEEN_FIELDS + heightOf(field);
		const isLong = field.value.length > MAX_LINES;
		if (page === undefined || isAlone || isLong || needed >= room) {
			pages.push([field]);
			height = heightOf(field);
			isAlone = isLong || height >= room;
		} else {
			page.push(field);
			height = needed;
		}
	}
	return pages;
}

function linesOfFields({ fields }: ScreenQuestion): FieldLines[] {
	return fields.map(({ label, value }) => ({
		label: touchLines(label, "regular"),
		value: touchLines(value, "medium"),
	}));
}

function fieldsPage(fields: readonly FieldLines[], isSkippable: boolean): Sheet {
	const sheet = new Sheet();
	if (isSkippable) sheet.control("Skip", "semibold", { x: 360, y: 0, w: 120, h: 96 }, "ask-skip");
	let y = isSkippable ? TOP_SKIPPABLE : TOP;
	for (const { label, value } of fields) {
		const isLong = value.length > MAX_LINES;
		y = sheet.left(label, "regular", y) + UNDER_LABEL;
		y = sheet.left(isLong ? cutLines(value, CUT_LINES, "medium") : value, "medium", y) + BETWEEN_FIELDS;
		if (isLong) sheet.control("More", "semibold", { x: MARGIN, y, w: 160, h: 80 }, "unknown");
	}
	return sheet;
}

/** Nouns in the texts of a question, by its kind. */
const WORDS = {
	transaction: { noun: "transaction", signs: "transaction" },
	message: { noun: "message", signs: "message" },
	"typed data": { noun: "message", signs: "typed message" },
} as const;

/** Returns the text of the last page. As in the title, a transaction's text describes its effect. */
function endOf({ kind, title, isBlind }: ScreenQuestion, signs: string): string {
	const purpose = kind === "transaction" ? title.replace(/^Review transaction/, "") : "";
	return `${isBlind ? "Accept risk and sign" : "Sign"} ${signs}${purpose}?`;
}

function addressReview(question: ScreenQuestion): TouchReview {
	const first = new Sheet();
	const y = first.centred(question.title, "medium", 250);
	first.centred("Swipe to continue", "regular", y + 16);
	first.navigation("Cancel", "reject", 1, 2);
	const address = fieldsPage(linesOfFields(question), false);
	address.navigation("Cancel", "reject", 2, 2);
	address.control("Confirm", "semibold", { x: 136, y: 400, w: 312, h: 88 }, "approve");
	return {
		warning: null,
		pages: [first.done(), address.done()],
		rejection: rejectionPage("operation"),
		skipping: skippingPage(),
	};
}

/** Lays out a question. */
export function touchReview(question: ScreenQuestion): TouchReview {
	const { kind, title, isBlind } = question;
	if (kind === "address") return addressReview(question);
	const { noun, signs } = WORDS[kind];
	const isSkippable = kind === "typed data" && isBlind;
	const pages = paginate(linesOfFields(question), FOOTER_TOP - (isSkippable ? TOP_SKIPPABLE : TOP));
	const count = pages.length + 2;
	const ends = (sheet: Sheet, at: number) => sheet.navigation("Reject", "ask-reject", at, count);

	const first = new Sheet();
	const y = first.centred(title, "medium", 254);
	if (!isBlind) first.centred("Swipe to review", "regular", y + 24);
	ends(first, 1);
	if (isBlind) first.left(["Blind signing required."], "regular", 444);

	const last = new Sheet();
	last.centred(endOf(question, signs), "medium", 180);
	ends(last, count).control("Hold to sign", "medium", { x: 0, y: 352, w: WIDTH, h: 152 }, "approve", true);

	return {
		warning: isBlind ? warningPage() : null,
		pages: [
			first.done(),
			...pages.map((fields, at) => ends(fieldsPage(fields, isSkippable), at + 2).done()),
			last.done(),
		],
		rejection: rejectionPage(noun),
		skipping: skippingPage(),
	};
}

const isIn = ({ x, y, w, h }: Box, touch: Touch) =>
	touch.x >= x && touch.x < x + w && touch.y >= y && touch.y < y + h;

/** Returns a touch at the centre of an area, long enough for its control. */
export function touchAt({ x, y, w, h }: Box, isHold = false): Touch {
	const [middle, centre] = [Math.round(x + w / 2), Math.round(y + h / 2)];
	return { x: middle, y: centre, x2: middle, y2: centre, delay: isHold ? 2 * HOLD_SECONDS : 0.1 };
}

/** Swipe from one page of a review to the next. */
export const SWIPE_LEFT: Touch = { x: 400, y: 300, x2: 80, y2: 300, delay: 0.1 };

type Ended = "approve" | "reject" | "dismiss";

/** Actions that lead towards each decision. The first one on the page is used. */
const TOWARDS: Readonly<Record<"approve" | "reject", readonly ControlAction[]>> = {
	approve: ["approve", "accept", "dismiss", "next"],
	reject: ["reject", "ask-reject", "dismiss"],
};

/** Position in a question or notice that the user navigates by touch. */
export class TouchNavigation {
	private readonly review: TouchReview;
	private at = 0;
	private aside: "warning" | "rejection" | "skipping" | null;

	constructor(review: TouchReview | TouchPage) {
		this.review =
			"pages" in review ? review : { warning: null, pages: [review], rejection: review, skipping: review };
		this.aside = this.review.warning === null ? null : "warning";
	}

	get page(): TouchPage {
		const aside = this.aside === null ? null : this.review[this.aside];
		return aside ?? this.review.pages[this.at] ?? new Sheet().done();
	}

	/** Moves between pages, or returns the decision. @throws NotPlayed */
	touch(touch: Touch): Ended | null {
		const moved = touch.x2 - touch.x;
		if (Math.abs(moved) >= SWIPE_PIXELS) {
			if (this.aside === null) this.turn(moved < 0 ? 1 : -1);
			return null;
		}
		const control = this.page.controls.find(({ area }) => isIn(area, touch));
		if (control === undefined || (control.isHold && touch.delay < HOLD_SECONDS)) return null;
		return this.do(control);
	}

	private turn(by: 1 | -1): void {
		this.at = Math.min(this.review.pages.length - 1, Math.max(0, this.at + by));
	}

	private do({ does, text }: Control): Ended | null {
		switch (does) {
			case "approve":
			case "reject":
			case "dismiss":
				return does;
			case "unknown":
				throw new NotEmulated(`the screen behind “${text}”`);
			case "next":
				this.turn(1);
				return null;
			case "back":
				this.turn(-1);
				return null;
			case "ask-reject":
				this.aside = "rejection";
				return null;
			case "ask-skip":
				this.aside = "skipping";
				return null;
			case "skip":
				this.at = this.review.pages.length - 1;
				this.aside = null;
				return null;
			default:
				this.aside = null;
				return null;
		}
	}

	/** Returns the touch that leads towards this decision. */
	towards(decision: "approve" | "reject"): Touch {
		for (const does of TOWARDS[decision]) {
			const control = this.page.controls.find((each) => each.does === does);
			if (control !== undefined) return touchAt(control.area, control.isHold);
		}
		return touchAt(this.page.controls.at(0)?.area ?? { x: 0, y: 0, w: 0, h: 0 });
	}
}
