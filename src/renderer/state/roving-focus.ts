import { type RefObject, useEffect } from "react";

const CONTROLS = "button, a[href], input, select, textarea";
/** Fields that use the arrow keys themselves. */
const USES_ARROWS = "select, textarea, input:not([type=checkbox])";

const rowsOf = (root: HTMLElement): HTMLElement[] =>
	[...root.querySelectorAll<HTMLElement>("li")].filter((row) => {
		const around = row.parentElement?.closest("li") ?? null;
		return around === null || !root.contains(around);
	});

const controlsOf = (row: HTMLElement): HTMLElement[] =>
	[...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
		(each) => !each.matches(":disabled") && each.checkVisibility(),
	);

function nextControl(root: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
	const rows = rowsOf(root).filter((row) => controlsOf(row).length > 0);
	const at = rows.findIndex((row) => row.contains(from));
	const row = rows[at];
	if (row === undefined) return null;
	const across = controlsOf(row).indexOf(from);
	const inRow = (other: HTMLElement | undefined) => {
		const controls = other === undefined ? [] : controlsOf(other);
		return controls[Math.min(across, controls.length - 1)] ?? null;
	};
	switch (key) {
		case "ArrowDown":
			return inRow(rows[at + 1]);
		case "ArrowUp":
			return inRow(rows[at - 1]);
		case "ArrowRight":
			return controlsOf(row)[across + 1] ?? null;
		case "ArrowLeft":
			return controlsOf(row)[across - 1] ?? null;
		default:
			return null;
	}
}

/** Scrolls first, because the first or last row of a virtualized list may not be rendered yet. */
function focusEnd(root: HTMLElement, key: "Home" | "End"): void {
	root.scrollTo({ top: key === "Home" ? 0 : root.scrollHeight });
	// The first frame handles the scroll event, and the second renders the rows.
	requestAnimationFrame(() =>
		requestAnimationFrame(() => {
			const rows = rowsOf(root).map(controlsOf);
			const controls = rows.filter((each) => each.length > 0);
			controls.at(key === "Home" ? 0 : -1)?.[0]?.focus();
		}),
	);
}

/**
 * Makes a list a single tab stop. Arrow keys move between its `li` rows, even if rows appear and disappear
 * while scrolling.
 */
export function useRovingFocus(list: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const root = list.current;
		if (root === null) return;
		let last: HTMLElement | null = null;
		const settle = () => {
			const controls = rowsOf(root).flatMap(controlsOf);
			const current = last !== null && controls.includes(last) ? last : undefined;
			const stop = current ?? controls.find((each) => each.ariaCurrent === "true") ?? controls[0];
			for (const each of controls) each.tabIndex = each === stop ? 0 : -1;
		};
		const onFocus = ({ target }: FocusEvent) => {
			if (!(target instanceof HTMLElement)) return;
			last = target;
			settle();
		};
		const onKey = (event: KeyboardEvent) => {
			const { target, key } = event;
			if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
			if (!(target instanceof HTMLElement) || target.matches(USES_ARROWS)) return;
			if (key === "Home" || key === "End") {
				event.preventDefault();
				focusEnd(root, key);
				return;
			}
			const next = nextControl(root, target, key);
			if (next === null) return;
			event.preventDefault();
			next.focus();
		};
		settle();
		const changes = new MutationObserver(settle);
		changes.observe(root, {
			childList: true,
			subtree: true,
			attributes: true,
			attributeFilter: ["aria-current", "disabled"],
		});
		root.addEventListener("focusin", onFocus);
		root.addEventListener("keydown", onKey);
		return () => {
			changes.disconnect();
			root.removeEventListener("focusin", onFocus);
			root.removeEventListener("keydown", onKey);
		};
	}, [list]);
}
