import { type DescriptorIndex, indexDescriptors } from "./describe.ts";

/**
 * Bundled descriptors, loaded on first use and cached. Only main and the checking tool load them: the vault
 * and the windows don't need half a megabyte of data. scripts/descriptors.mjs generates and verifies the
 * data; unit tests check its digest, counts and shape.
 */
let loaded: Promise<DescriptorIndex> | null = null;

export function loadDescriptors(): Promise<DescriptorIndex> {
	loaded ??= import("./data.json", { with: { type: "json" } }).then((module) =>
		indexDescriptors(module.default),
	);
	return loaded;
}
