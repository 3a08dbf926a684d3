import type { makeBridge } from "./bridge.ts";
import type { makeCodec } from "./codec.ts";

/**
 * The main world's end of contextBridge. It connects to the isolated world before the page's scripts run,
 * then adds only the preload's frozen API to `window`. Self-contained, because it is injected as source text.
 */
export function startMainWorld(
	codecOf: typeof makeCodec,
	bridgeOf: typeof makeBridge,
	handshake: string,
): void {
	if (window.top !== window) return;
	function freeze(value: unknown): unknown {
		if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
		for (const member of Object.values(value)) freeze(member);
		return Object.freeze(value);
	}
	const pipe = document.createElement("i");
	const end = bridgeOf(codecOf(), pipe, "to-main", "to-isolated");
	end.listen("welcome", () => {});
	end.listen("expose", ({ key, api }) => {
		Object.defineProperty(window, String(key), {
			value: freeze(end.unwrap(api ?? null)),
			enumerable: true,
			configurable: false,
			writable: false,
		});
	});
	window.dispatchEvent(new FocusEvent(handshake, { relatedTarget: pipe }));
}
