import { type DescriptorIndex, indexDescriptors } from "./describe.ts";

/**
 * The bundled descriptors, read at the first call that asks for them and kept. Only main and the checking tool ask: half
 * a megabyte of data is of no use to the vault and the windows. The data is part of the app's own archive, made and
 * verified by scripts/descriptors.mjs; unit tests hold its digest, its counts and its shape.
 */
let loaded: Promise<DescriptorIndex> | null = null;

export function loadDescriptors(): Promise<DescriptorIndex> {
	loaded ??= import("./data.json", { with: { type: "json" } }).then((module) =>
		indexDescriptors(module.default),
	);
	return loaded;
}
