import { join } from "node:path";

/** Locations of the built app's own files. */
export interface Paths {
	readonly renderer: string;
	readonly deskPreload: string;
	readonly trustedPreload: string;
	readonly vault: string;
	readonly ledger: string;
	readonly icon: string;
	/** Folder of Ledger's descriptions of tokens. */
	readonly ledgerTokens: string;
	/** Written when a package is built; it exists nowhere else. */
	readonly origin: string;
	readonly notices: string;
	/** A tray image by its name, without scale and extension. */
	readonly tray: (name: string) => string;
}

/**
 * Returns a build's layout, from the folder of `out/main/index.js`. A package keeps `out/` and `resources/`
 * side by side in its root, whatever archive contains them.
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
