import { type RefObject, useEffect, useState } from "react";
import { READING_TIME_MS } from "../../../../ipc/values.ts";

/** Minimum share of the window that an element taller than the window must fill to count as visible. */
const NEARLY_ALL = 0.8;

function isVisible({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
	const window = rootBounds?.height ?? 0;
	return intersectionRatio >= 0.99 || (window > 0 && intersectionRect.height >= window * NEARLY_ALL);
}

/** Identifies a decision. Another ticket or verdict is a new decision, and the user must read it again. */
export const questionOf = (ticket: string | null, verdict: string): string | null =>
	ticket === null ? null : `${ticket} ${verdict}`;

export const isReadFor = (read: string | null, question: string | null): boolean =>
	question !== null && read === question;

/**
 * Returns whether the verdict and headline have been visible for `READING_TIME_MS` since main acknowledged it.
 * A new ticket, another verdict or leaving the view restarts the time.
 * @param toHead scrolls to the part that must be read again
 */
export function useReadingTime(
	ticket: string | null,
	verdict: string,
	parts: readonly RefObject<HTMLElement | null>[],
	shown: (ticket: string) => Promise<boolean>,
	toHead?: () => void,
): boolean {
	const [read, setRead] = useState<string | null>(null);
	const question = questionOf(ticket, verdict);
	useEffect(() => {
		setRead(null);
		const elements = parts.flatMap(({ current }) => (current === null ? [] : [current]));
		if (ticket === null || question === null || elements.length < parts.length) return;
		const seen = new Set<Element>();
		let timer: ReturnType<typeof setTimeout> | null = null;
		let frame = 0;
		let waiting = false;
		let ended = false;

		const reset = () => {
			waiting = false;
			seen.clear();
			if (timer !== null) clearTimeout(timer);
			timer = null;
			cancelAnimationFrame(frame);
			setRead(null);
		};
		const painted = async () => {
			const heard = await shown(ticket).catch(() => false);
			if (ended || !waiting) return;
			// Sends the report again if main didn't acknowledge it. Otherwise, Approve would stay disabled.
			timer = setTimeout(() => (heard ? setRead(question) : void painted()), READING_TIME_MS);
		};
		const begin = () => {
			if (waiting || document.visibilityState !== "visible") return;
			waiting = true;
			// Waits for two frames, because the content may still be rendering during the first.
			frame = requestAnimationFrame(() => {
				frame = requestAnimationFrame(() => void painted());
			});
		};
		const sight = new IntersectionObserver(
			(entries) => {
				for (const entry of entries) if (isVisible(entry)) seen.add(entry.target);
				if (seen.size === elements.length) begin();
			},
			{ threshold: [0, 0.25, 0.5, 0.75, 0.99, 1] },
		);
		const look = () => {
			toHead?.();
			for (const element of elements) {
				sight.unobserve(element);
				sight.observe(element);
			}
		};
		const onVisibility = () => {
			if (document.visibilityState === "visible") look();
			else reset();
		};
		look();
		document.addEventListener("visibilitychange", onVisibility);
		return () => {
			ended = true;
			sight.disconnect();
			document.removeEventListener("visibilitychange", onVisibility);
			if (timer !== null) clearTimeout(timer);
			cancelAnimationFrame(frame);
		};
	}, [ticket, question, parts, shown, toHead]);
	return isReadFor(read, question);
}
