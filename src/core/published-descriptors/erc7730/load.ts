import { type DescriptorIndex, indexDescriptors } from "./describe.ts";

/**
 * Loaded on first use, and only by main and the verification tool, because the windows and the vault don't
 * need half a megabyte of descriptors. scripts/descriptors.mjs generates and verifies the data.
 */
let loaded: Promise<DescriptorIndex> | null = null;

export function loadDescriptors(): Promise<DescriptorIndex> {
	loaded ??= import("./data.json", { with: { type: "json" } }).then((module) =>
		indexDescriptors(module.default),
	);
	return loaded;
}
