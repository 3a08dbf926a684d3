import { join } from "node:path";

/** Where the built app's own files lie. */
export interface Paths {
	readonly renderer: string;
	readonly deskPreload: string;
	readonly trustedPreload: string;
	readonly vault: string;
	readonly ledger: string;
	readonly icon: string;
	/** Folder of Ledger's descriptions of tokens. */
	readonly ledgerTokens: string;
	/** Written when a package is made; nowhere else are they there. */
	readonly origin: string;
	readonly notices: string;
	/** A tray image by its name, without scale and ending. */
	readonly tray: (name: string) => string;
}

/**
 * The layout of a build, seen from the folder of `out/main/index.js`. A package keeps `out/` and `resources/`
 * side by side in its root, whatever it packs them in.
 */
export function pathsFrom(outMain: string): Paths {
	const resources = join(outMain, "../../resources");
	return {
		renderer: join(outMain, "../renderer"),
		deskPreload: join(outMain, "../preload/desk.cjs"),
		trustedPreload: join(outMain, "../preload/trusted.cjs"),
		vault: join(outMain, "vault.js"),
		ledger: join(outMain, "ledger.js"),
		origin: join(outMain, "../../origin.json"),
		notices: join(outMain, "../../notices.json"),
		icon: join(resources, "icon-256.png"),
		ledgerTokens: join(resources, "ledger-tokens"),
		tray: (name) => join(resources, `${name}.png`),
	};
}
