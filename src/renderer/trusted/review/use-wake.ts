import { type RefObject, useEffect, useState } from "react";

/**
 * Whether Approve is awake: `wakeMs` after main heard that the content of this ticket was drawn and in sight.
 * Any new ticket, and any time out of sight, puts it to sleep again.
 */
export function useWake(
	ticket: string | null,
	wakeMs: number,
	content: RefObject<HTMLElement | null>,
	shown: (ticket: string) => Promise<boolean>,
): boolean {
	const [awake, setAwake] = useState<string | null>(null);
	useEffect(() => {
		setAwake(null);
		const element = content.current;
		if (ticket === null || element === null) return;
		let timer: ReturnType<typeof setTimeout> | null = null;
		let frame = 0;
		let waiting = false;
		let ended = false;

		const sleep = () => {
			waiting = false;
			if (timer !== null) clearTimeout(timer);
			timer = null;
			cancelAnimationFrame(frame);
			setAwake(null);
		};
		const painted = async () => {
			const heard = await shown(ticket).catch(() => false);
			if (ended || !waiting || !heard) return;
			timer = setTimeout(() => setAwake(ticket), wakeMs);
		};
		const begin = () => {
			if (waiting || document.visibilityState !== "visible") return;
			waiting = true;
			// Two frames: the first one may be the one that draws.
			frame = requestAnimationFrame(() => {
				frame = requestAnimationFrame(() => void painted());
			});
		};
		const sight = new IntersectionObserver((seen) => {
			if (seen.some((one) => one.isIntersecting)) begin();
		});
		const onVisibility = () => {
			if (document.visibilityState !== "visible") sleep();
			else {
				sight.unobserve(element);
				sight.observe(element);
			}
		};
		sight.observe(element);
		document.addEventListener("visibilitychange", onVisibility);
		return () => {
			ended = true;
			sight.disconnect();
			document.removeEventListener("visibilitychange", onVisibility);
			if (timer !== null) clearTimeout(timer);
			cancelAnimationFrame(frame);
		};
	}, [ticket, wakeMs, content, shown]);
	return ticket !== null && awake === ticket;
}
