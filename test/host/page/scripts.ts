import { makeBridge } from "./bridge.ts";
import { makeCodec } from "./codec.ts";
import { startIsolated } from "./isolated.ts";
import { startMainWorld } from "./main-world.ts";

export interface PageScripts {
	/** Runs first, in the isolated world. */
	isolated: string;
	/** Runs second, in the page's own world. */
	mainWorld: string;
	/** Runs third, in the isolated world. Contains the preload itself. */
	preload: string;
}

/**
 * Returns the source text of the three scripts that run in a new document before the page's own. Functions in
 * `page/` are injected as source text, so they must be self-contained.
 */
export function pageScripts(
	preloadSource: string,
	names: { binding: string; deliver: string },
	handshake: string,
): PageScripts {
	const options = JSON.stringify({ ...names, handshake, platform: process.platform });
	const shared = `const makeCodec = ${makeCodec}; const makeBridge = ${makeBridge};`;
	return {
		isolated: `globalThis.__hostWorld = (() => { "use strict"; ${shared} return (${startIsolated})(makeCodec, makeBridge, ${options}); })();`,
		mainWorld: `(() => { "use strict"; ${shared} (${startMainWorld})(makeCodec, makeBridge, ${JSON.stringify(handshake)}); })();`,
		preload: `(() => {
			const world = globalThis.__hostWorld;
			delete globalThis.__hostWorld;
			if (world === undefined) return;
			try {
				const module = { exports: {} };
				(function (exports, require, module, process) {
${preloadSource}
}).call(module.exports, module.exports, world.require, module, world.process);
			} catch (error) { world.failed(error); }
		})();`,
	};
}
