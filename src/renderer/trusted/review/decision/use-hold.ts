import {
	type KeyboardEvent,
	type PointerEvent,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { HOLD_MS } from "../../../../ipc/values.ts";

type HoldInput = "pointer" | "key";

export interface Hold {
	readonly part: number;
	readonly holding: boolean;
	/** Starts and ends a hold for a key that another element received. */
	readonly byKey: { readonly begin: () => void; readonly end: () => void };
	readonly handlers: {
		readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
		readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
		readonly onPointerUp: () => void;
		readonly onPointerCancel: () => void;
		readonly onLostPointerCapture: () => void;
		readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
		readonly onKeyUp: (event: KeyboardEvent<HTMLElement>) => void;
		readonly onBlur: () => void;
	};
}

/** Calls `onHeld` once after the mouse, a finger or Space has been held for HOLD_MS. */
export function useHold(able: boolean, onHeld: () => void): Hold {
	const [part, setPart] = useState(0);
	const source = useRef<HoldInput | null>(null);
	const frame = useRef(0);
	const held = useRef(onHeld);
	useEffect(() => {
		held.current = onHeld;
	});

	const end = useCallback(() => {
		source.current = null;
		cancelAnimationFrame(frame.current);
		setPart(0);
	}, []);

	const begin = useCallback((from: HoldInput) => {
		if (source.current !== null) return;
		source.current = from;
		const since = performance.now();
		const tick = () => {
			const done = Math.min(1, (performance.now() - since) / HOLD_MS);
			setPart(done);
			if (done < 1) frame.current = requestAnimationFrame(tick);
			else if (source.current !== null) held.current();
		};
		frame.current = requestAnimationFrame(tick);
	}, []);

	useEffect(() => {
		if (!able) end();
	}, [able, end]);
	useEffect(() => {
		const leave = () => end();
		window.addEventListener("blur", leave);
		document.addEventListener("visibilitychange", leave);
		return () => {
			window.removeEventListener("blur", leave);
			document.removeEventListener("visibilitychange", leave);
			cancelAnimationFrame(frame.current);
		};
	}, [end]);

	const byKey = useMemo(
		() => ({
			begin: () => begin("key"),
			end: () => {
				if (source.current === "key") end();
			},
		}),
		[begin, end],
	);
	const endPointer = useCallback(() => {
		if (source.current === "pointer") end();
	}, [end]);

	return {
		part,
		holding: part > 0,
		byKey,
		handlers: {
			onPointerDown: (event) => {
				if (!able || !event.isTrusted || !event.isPrimary || event.button !== 0) return;
				event.currentTarget.setPointerCapture(event.pointerId);
				begin("pointer");
			},
			onPointerMove: (event) => {
				if (source.current !== "pointer") return;
				const box = event.currentTarget.getBoundingClientRect();
				const inside =
					event.clientX >= box.left &&
					event.clientX <= box.right &&
					event.clientY >= box.top &&
					event.clientY <= box.bottom;
				if (!inside) end();
			},
			onPointerUp: endPointer,
			onPointerCancel: endPointer,
			onLostPointerCapture: endPointer,
			onKeyDown: (event) => {
				if (event.key === "Enter" || event.key === " ") event.preventDefault();
				if (event.key === " " && able && !event.repeat && event.isTrusted) begin("key");
				if (event.key === "Escape") end();
			},
			onKeyUp: (event) => {
				if (event.key !== " ") return;
				event.preventDefault();
				if (source.current === "key") end();
			},
			onBlur: end,
		},
	};
}
