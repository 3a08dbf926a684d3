import type { Page } from "playwright";
import { type Picture, readPicture } from "./pixels.ts";

/** Faults of layout that no rule of axe finds. */

/** Returns the lists whose rows end with amounts that share neither their right nor their left edge. */
export const unevenAmounts = (page: Page): Promise<readonly string[]> =>
	page.evaluate(() => {
		const AMOUNT = /^[+−-]? ?(\$ ?)?\d[\d,\u2009 ]*(\.\d+)?( [A-Z][\w.]{1,15})?$/;
		const LIST = "ul, ol, [role=list]";
		const ROW = "li, [role=listitem]";

		const isDrawn = (node: Element) => {
			const { clipPath, visibility, opacity } = getComputedStyle(node);
			const { width, height } = node.getBoundingClientRect();
			return clipPath === "none" && visibility === "visible" && opacity !== "0" && width > 1 && height > 1;
		};
		/** The text that is seen, without what only a screen reader gets. */
		const seen = (node: Node): string => {
			if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
			if (!(node instanceof Element) || !isDrawn(node)) return "";
			return [...node.childNodes].map(seen).join("");
		};
		const texts = (node: Node): Node[] => {
			if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").trim() === "" ? [] : [node];
			return node instanceof Element && isDrawn(node) ? [...node.childNodes].flatMap(texts) : [];
		};
		const isAmount = (node: Element) => {
			const text = seen(node).trim();
			return AMOUNT.test(text) && /[$A-Z]/.test(text);
		};
		/** A word of a sentence: it has text beside it. */
		const isInSentence = (node: Element) =>
			getComputedStyle(node).display === "inline" &&
			[...(node.parentNode?.childNodes ?? [])].some(
				(other) => other.nodeType === Node.TEXT_NODE && /\w/.test(other.textContent ?? ""),
			);
		const edges = (node: Element) => {
			const rects = texts(node).flatMap((text) => {
				const range = document.createRange();
				range.selectNodeContents(text);
				return [...range.getClientRects()];
			});
			let right = Math.max(...rects.map((rect) => rect.right));
			for (let box: Element | null = node; box !== null; box = box.parentElement)
				if (getComputedStyle(box).overflowX !== "visible")
					right = Math.min(right, box.getBoundingClientRect().right);
			return { left: Math.min(...rects.map(({ left }) => left)), right };
		};
		const differ = (values: readonly number[]) => Math.max(...values) - Math.min(...values) > 1.5;

		return [...document.querySelectorAll(LIST)].flatMap((list) => {
			const rows = [...list.querySelectorAll(ROW)].filter((row) => row.parentElement?.closest(LIST) === list);
			const last = rows.flatMap((row) => {
				if (getComputedStyle(row).textAlign === "center") return [];
				const amounts = [...row.querySelectorAll("*")].filter(
					(node) =>
						node.closest(ROW) === row &&
						isAmount(node) &&
						!(node.parentElement !== null && node.parentElement !== row && isAmount(node.parentElement)) &&
						!isInSentence(node),
				);
				const found = amounts.map((node) => ({ ...edges(node), text: seen(node).trim() }));
				return found.toSorted((one, other) => other.right - one.right).slice(0, 1);
			});
			const isUneven =
				last.length > 1 && differ(last.map(({ right }) => right)) && differ(last.map(({ left }) => left));
			return isUneven
				? [last.map(({ text, right }) => `${text} ends at ${Math.round(right)}`).join(", ")]
				: [];
		});
	});

/** Returns the marked reasons that are cut although a marked name in their row is shown whole. */
export const cutReasons = (page: Page): Promise<readonly string[]> =>
	page.evaluate(() => {
		/** Some of its text reaches beyond a box that hides what overflows. */
		const isCut = (node: Element) => {
			const range = document.createRange();
			range.selectNodeContents(node);
			const texts = [...range.getClientRects()];
			for (let box: Element | null = node; box !== null; box = box.parentElement) {
				const style = getComputedStyle(box);
				if (style.display === "inline") continue;
				const { right, bottom } = box.getBoundingClientRect();
				const isHidden = (overflow: string) => overflow === "hidden" || overflow === "clip";
				if (isHidden(style.overflowX) && texts.some((text) => text.right > right + 1)) return true;
				if (isHidden(style.overflowY) && texts.some((text) => text.bottom > bottom + 4)) return true;
			}
			return false;
		};
		return [...document.querySelectorAll("[data-reason]")].flatMap((reason) => {
			const row = reason.closest("li, tr, [role=listitem]") ?? document.body;
			const isWhole = [...row.querySelectorAll("[data-name]")].some((name) => !isCut(name));
			return isCut(reason) && isWhole ? [reason.textContent ?? ""] : [];
		});
	});

interface Ring {
	/** The element's visible name. */
	readonly name: string;
	/** The middle line of the ring, without its corners: a point for each pixel of each side. */
	readonly sides: readonly (readonly { readonly x: number; readonly y: number }[])[];
}

/** Draws every focus ring at once, in a colour that nothing else has, and returns where each has to be seen. */
const drawRings = (page: Page): Promise<readonly Ring[]> =>
	page.evaluate(() => {
		const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
		const rules = (from: CSSRuleList): CSSStyleRule[] =>
			[...from].flatMap((rule) =>
				rule instanceof CSSStyleRule ? [rule] : "cssRules" in rule ? rules(rule.cssRules as CSSRuleList) : [],
			);
		const SIMPLE = /^[\w[\]-]*:focus(-visible)?(::after)?$/;
		const focused = [...document.styleSheets]
			.flatMap((sheet) => rules(sheet.cssRules))
			.filter(({ selectorText }) => selectorText.split(", ").every((each) => SIMPLE.test(each)));
		if (focused.length === 0) throw new Error("no style rule draws a focus ring");
		for (const rule of focused) {
			// Keeps the rule's specificity, so that the same rules win.
			const always = rule.selectorText.replace(/:focus(-visible)?/g, ":not([data-none])");
			rule.selectorText = always.startsWith(":not") ? `:where(${FOCUSABLE})${always}` : always;
			if (rule.style.outlineStyle !== "none") rule.style.outlineColor = "rgb(255, 0, 255)";
		}

		const isWithin = (node: Element, x: number, y: number) => {
			const met = document.elementFromPoint(x, y);
			return met !== null && (node.contains(met) || met.contains(node));
		};
		return [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].flatMap((node) => {
			const dialog = document.querySelector("dialog[open], [role=dialog]");
			if (dialog !== null && !dialog.contains(node)) return [];
			// A region's ring is drawn above what fills it, inside of its border.
			const isRegion = getComputedStyle(node, "::after").outlineStyle === "solid";
			const style = getComputedStyle(node, isRegion ? "::after" : null);
			const boxes = node.getClientRects();
			const [box] = boxes;
			if (box === undefined || boxes.length > 1 || box.width < 8 || box.height < 8) return [];
			if (node.matches(":disabled") || style.outlineStyle !== "solid") return [];
			// A checkbox in a form has a hidden input for the form's events, which never receives focus.
			if (node.tabIndex < 0 && node.ariaHidden === "true") return [];
			const { top, left } = box;
			const width = isRegion ? node.clientWidth : box.width;
			const height = isRegion ? node.clientHeight : box.height;
			const [right, bottom] = [left + width, top + height];
			const [middle, centre] = [left + width / 2, top + height / 2];
			const isOpen = [
				[middle, top + 2],
				[middle, bottom - 2],
				[left + 2, centre],
				[right - 2, centre],
			].every(([x = 0, y = 0]) => isWithin(node, x, y));
			if (!isOpen) return [];
			const isUnderSticky = [
				[middle, top - 4],
				[middle, bottom + 4],
			].some(([x = 0, y = 0]) => {
				for (let up = document.elementFromPoint(x, y); up !== null; up = up.parentElement)
					if (getComputedStyle(up).position === "sticky" && !up.contains(node)) return true;
				return false;
			});
			if (isUnderSticky) return [];
			const reach = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth);
			for (let up = node.parentElement; up !== null; up = up.parentElement) {
				if (getComputedStyle(up).opacity === "0") return [];
				const port = up.getBoundingClientRect();
				// Content that can still be scrolled into view is displayed once it has the focus.
				const rest = up.scrollHeight - up.clientHeight - up.scrollTop;
				if (top - reach < port.top && up.scrollTop > 0) return [];
				if (bottom + reach > port.bottom && rest > 1 && getComputedStyle(up).overflowY !== "visible")
					return [];
			}
			const line = reach - Number.parseFloat(style.outlineWidth) / 2;
			const corner = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2) + 2;
			const along = (from: number, to: number) =>
				Array.from(
					{ length: Math.max(0, Math.floor(to - corner) - Math.ceil(from + corner)) },
					(_, step) => Math.ceil(from + corner) + step,
				);
			const across = along(left, right);
			const down = along(top, bottom);
			return [
				{
					name: (node.getAttribute("aria-label") ?? node.innerText).replace(/\s+/g, " ").slice(0, 60),
					sides: [
						across.map((x) => ({ x, y: top - line })),
						across.map((x) => ({ x, y: bottom + line })),
						down.map((y) => ({ x: left - line, y })),
						down.map((y) => ({ x: right + line, y })),
					],
				},
			];
		});
	});

const SIDES = ["top", "bottom", "left", "right"] as const;

function isRing(
	{ width, height, at }: Picture,
	{ x, y }: { readonly x: number; readonly y: number },
): boolean {
	const [column, row] = [Math.floor(x), Math.floor(y)];
	if (column < 0 || row < 0 || column >= width || row >= height) return false;
	const [red, green, blue] = at(column, row);
	return red > 150 && blue > 150 && green < 120;
}

/** Returns the elements whose focus ring is not seen on all four sides. The page's ring stays drawn. */
export async function clippedRings(page: Page): Promise<readonly string[]> {
	const rings = await drawRings(page);
	const picture = readPicture(await page.screenshot());
	return rings.flatMap(({ name, sides }) => {
		const clipped = SIDES.filter((_, index) => {
			const side = sides[index] ?? [];
			return side.filter((point) => isRing(picture, point)).length < side.length * 0.9;
		});
		return clipped.length === 0 ? [] : [`${name}: ${clipped.join(", ")}`];
	});
}
